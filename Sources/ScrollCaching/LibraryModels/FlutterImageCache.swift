public import ScrollCore

/// Flutter's `ImageCache`: a least recently used cache with a table of live images beside it.
///
/// A hit or a store makes an image the newest of those that are kept alive; the oldest are evicted
/// until cost and number are within their limits. An image larger than the cost limit is never kept
/// and evicts nothing. An image that has listeners is live: it is found even if it is not kept, and
/// a hit makes it the newest of the kept images, if it is not too large. Live images count against
/// no limit unless they are kept too. A changed limit acts at once, and a limit of 0 removes
/// everything that is kept. A memory warning of either level does so too; the background changes
/// nothing.
///
/// Source: the Flutter authors, `ImageCache` of Flutter 3, https://github.com/flutter/flutter.
/// Evidence: read from the source; not checked against the running library. Choices:
///
/// - Pins represent listeners. So a pinned image that is no longer kept stays resident and charged
///   until it is unpinned. A run whose loader keeps live objects itself needs no pins.
/// - The loader keeps pending loads, not this model.
/// - A new value replaces the old one as if the old one were removed first. If the new value is too
///   large, the old one stays.
/// - A negative cost counts 0.
///
/// - Complexity: O(1) per call and removed image.
public final class FlutterImageCache: ReferencingModel {
  /// The library's default limit by number.
  public static let standardMaximumSize = 1000

  var references: StrongReferences
  private var costLimit = Int.max, countLimit = Int.max
  private let maximumSize: Int

  /// Creates an empty cache.
  /// - Parameters:
  ///   - setup: The number of images and the limits.
  ///   - maximumSize: The number of images that are kept if the limits set none.
  public init(_ setup: PolicySetup, maximumSize: Int = standardMaximumSize) {
    references = StrongReferences(imageCount: setup.imageCount)
    self.maximumSize = maximumSize
    setLimits(setup.limits)
  }

  public func lookup(_ request: Request) -> Bool {
    let image = request.image
    guard references.contains(image) else { return false }
    if !references.isReleased(image) {
      references.use(image)
    } else if fits(references.holdings.charge(of: image)) {
      references.use(image)
      enforceLimits()
    }
    return true
  }

  private func fits(_ cost: Int) -> Bool { cost <= costLimit && countLimit > 0 }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let (image, cost) = (request.image, max(0, request.cost))
    if fits(cost) {
      references.remove(image, because: .replaced)
      references.insert(image, cost: cost)
      enforceLimits()
    } else {
      guard references.isPinned(image), !references.contains(image) else { return .refused }
      references.insertReleased(image, cost: cost)
    }
    return .stored
  }

  private func enforceLimits() {
    references.trim(toCost: costLimit, count: countLimit, because: nil)
  }

  public func setLimits(_ limits: CacheLimits) {
    (costLimit, countLimit) = (limits.cost ?? .max, limits.count ?? maximumSize)
    if costLimit == 0 { references.trim(toCost: 0, count: 0, because: .cost) }
    enforceLimits()
  }

  public func pressureChanged(to level: PressureLevel, at time: SimTime) {
    if level != .normal { references.trim(toCost: 0, count: 0, because: .pressure) }
  }
}

extension FlutterImageCache {
  static let descriptor = PolicyDescriptor(
    "flutter", "Flutter's image cache: LRU of at most 1 000 images, and a table of live ones.",
    settings: [
      Setting(
        "maximumSize", .integer(1...Int.max), standard: "\(standardMaximumSize)",
        "A limit on the number of images, unless the run sets one.")
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Least recently used by cost and number. An evicted image is found as long as it has \
        listeners (as long as it is pinned), and is stored again when found. Images larger than \
        the limit are never kept. Limits act at once; memory warnings remove everything. Source: \
        https://github.com/flutter/flutter, ImageCache. Evidence: read from the source. Without \
        pins it is an LRU; a loader that keeps live objects does the rest.
        """,
      limits: .apartFromPinned,
      refusal: RefusalRule("refuses images larger than the limit, unless they are on screen") {
        $0 <= $1 ? false : nil
      },
      claims: [
        .keepsNewcomers, .keepsOldOnRefusal, .inclusion, .leastRecentlyUsed, .conservative,
        .bestOnWalks,
      ]),
    model: { FlutterImageCache($0, maximumSize: $0.settings.integer("maximumSize")) })
}
