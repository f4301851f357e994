public import ScrollCore

/// Fresco's bitmap cache, which evicts only images that are not in use, in the order of release.
///
/// A pinned image is in use. The others are in a queue in the order of their release; a hit takes
/// an image out and its release puts it at the end. A newcomer first drops its old value. It is
/// refused if it costs more than `maxEntrySize`, if it and the images in use together cost more
/// than the cost limit, or if the number of images in use has reached its limit. After a store and
/// at each release, images at the front of the queue are evicted until the queue is within the
/// limits minus the images in use, and within `maxQueueSize` and `maxQueueEntries`.
///
/// A memory warning trims the queue to half of the total cost minus the cost in use. A critical
/// warning and the background empty the queue.
///
/// Source: Meta, Fresco 3.7, https://github.com/facebook/fresco, `LruCountingMemoryCache`.
/// Evidence: read from the source; not checked against the running library. Choices:
///
/// - An image that is not pinned is released at once when it is stored or found.
/// - Changed limits act at once, while the library checks them every five minutes.
/// - If the run limits the number of images, that limit replaces `maxEntries`.
/// - A negative cost counts 0.
///
/// - Complexity: O(1) per call and removed image.
public final class FrescoCache: ReferencingModel {
  /// The default limits of the library.
  public struct Parameters: Sendable {
    /// The limit on the number of images, if the run sets none.
    public var maxEntries = 256
    /// The limit on the size of a single image.
    public var maxEntrySize = Int.max
    /// The limits on the images that are not in use.
    public var maxQueueSize = Int.max, maxQueueEntries = Int.max

    public init() {}
  }

  /// All images: those in the order form the queue, and released ones are in use.
  var references: StrongReferences
  private let parameters: Parameters
  private var costLimit = Int.max, countLimit = Int.max

  public init(_ setup: PolicySetup, _ parameters: Parameters = Parameters()) {
    references = StrongReferences(imageCount: setup.imageCount)
    self.parameters = parameters
    setLimits(setup.limits)
  }

  private var costInUse: Int { references.holdings.totalCost - references.cost }
  private var countInUse: Int { references.holdings.count - references.count }

  public func lookup(_ request: Request) -> Bool {
    guard references.contains(request.image) else { return false }
    if !references.isPinned(request.image) { references.use(request.image) }
    return true
  }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let (image, cost) = (request.image, max(0, request.cost))
    references.remove(image, because: .replaced)
    let isFitting =
      cost <= parameters.maxEntrySize && countInUse < countLimit && costInUse <= costLimit - cost
    if isFitting {
      if references.isPinned(image) {
        references.insertReleased(image, cost: cost)
      } else {
        references.insert(image, cost: cost)
      }
    }
    enforceLimits()
    return isFitting ? .stored : .refused
  }

  private func enforceLimits() {
    references.trim(
      toCost: max(0, min(parameters.maxQueueSize, costLimit - costInUse)),
      count: max(0, min(parameters.maxQueueEntries, countLimit - countInUse)), because: nil)
  }

  public func pin(_ image: ImageID) {
    guard !references.isPinned(image) else { return }
    references.holdings.pins.insert(image)
    if references.contains(image) { references.release(image, because: .cost) }
  }

  public func unpin(_ image: ImageID) {
    guard references.isPinned(image) else { return }
    references.holdings.pins.remove(image)
    guard references.contains(image) else { return }
    references.use(image)
    enforceLimits()
  }

  public func setLimits(_ limits: CacheLimits) {
    (costLimit, countLimit) = (limits.cost ?? .max, limits.count ?? parameters.maxEntries)
    enforceLimits()
  }

  public func pressureChanged(to level: PressureLevel, at time: SimTime) {
    switch level {
    case .normal: break
    case .warning: trim(toCost: references.holdings.totalCost / 2, because: .pressure)
    case .critical: trim(toCost: 0, because: .pressure)
    }
  }

  public func didEnterBackground(at time: SimTime) { trim(toCost: 0, because: .background) }

  /// Evicts images of the queue until the total cost is at most this limit, if possible.
  private func trim(toCost cost: Int, because reason: RemovalReason) {
    references.trim(toCost: max(0, cost - costInUse), count: .max, because: reason)
  }
}

extension FrescoCache {
  static let descriptor = PolicyDescriptor(
    "fresco",
    "Fresco's bitmap cache: images in use stay, the others are evicted in order of release.",
    settings: [
      Setting(
        "maxEntries", .integer(1...Int.max), standard: "\(Parameters().maxEntries)",
        "A limit on the number of images, unless the run sets one."),
      size("maxEntrySize", "The largest cost of a single image; 0 is no limit."),
      size("maxQueueSize", "The largest total cost of images not in use; 0 is no limit."),
      size("maxQueueEntries", "A limit on the number of images not in use; 0 is no limit."),
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Pinned images are in use and cannot be evicted; the others are evicted in the order of \
        their release. A new image that does not fit beside images in use is refused, and its \
        old value is removed. A warning trims to half, a critical one and the background empty \
        the queue. Source: https://github.com/facebook/fresco, 3.7. Evidence: read from the \
        source. Choices: limits act at once; a run's limit by number replaces maxEntries.
        """,
      // The promise holds for all images together, except for images of cost 0, which a queue
      // without room keeps.
      limits: .apartFromPinned,
      refusal: RefusalRule(
        "refuses images larger than the limit minus the images in use, or than maxEntrySize"
      ) { $0 > $1 ? true : nil },
      claims: [.inclusion, .leastRecentlyUsed, .conservative, .bestOnWalks]),
    model: {
      var parameters = Parameters()
      parameters.maxEntries = $0.settings.integer("maxEntries")
      parameters.maxEntrySize = limit($0.settings.integer("maxEntrySize"))
      parameters.maxQueueSize = limit($0.settings.integer("maxQueueSize"))
      parameters.maxQueueEntries = limit($0.settings.integer("maxQueueEntries"))
      return FrescoCache($0, parameters)
    })

  private static func size(_ name: String, _ summary: String) -> Setting {
    Setting(name, .integer(0...Int.max), standard: "0", summary)
  }

  private static func limit(_ setting: Int) -> Int { setting == 0 ? .max : setting }
}
