public import ScrollCore

/// Coil's memory cache: a least recently used cache with a table of weak references behind it.
///
/// The limit applies to the strong cache: a hit or a store makes an image the newest, and the
/// oldest are evicted until the rest fits. An image that is evicted, or larger than the limit, is
/// still found as long as another object holds it; such a hit does not bring it back. An image that
/// is too large drops the old value of its key. A changed limit acts at once.
///
/// A memory warning (as `TRIM_MEMORY_RUNNING_CRITICAL`) trims the strong cache to half of what it
/// holds. A critical warning (as `onLowMemory`) and the background (as `TRIM_MEMORY_BACKGROUND`)
/// clear it.
///
/// Source: C. White, Coil 3.5, https://github.com/coil-kt/coil, `RealStrongMemoryCache` and
/// `RealWeakMemoryCache`. Evidence: read from the source; not checked against the running library.
/// Choices:
///
/// - Pins represent the other holders of an image. So a pinned image that leaves the strong cache
///   stays resident and charged until it is unpinned. Unlike in the library, clearing does not take
///   it from its view. A run whose loader keeps live objects itself needs no pins.
/// - Coil has no limit by number; if the run sets one, it acts like the limit by cost.
/// - Half of a number is rounded down; a negative cost counts 0.
///
/// - Complexity: O(1) per call and removed image.
public final class CoilCache: ReferencingModel {
  var references: StrongReferences
  private var costLimit: Int, countLimit: Int

  public init(_ setup: PolicySetup) {
    references = StrongReferences(imageCount: setup.imageCount)
    (costLimit, countLimit) = (setup.limits.cost ?? .max, setup.limits.count ?? .max)
  }

  public func lookup(_ request: Request) -> Bool {
    guard references.contains(request.image) else { return false }
    if !references.isReleased(request.image) { references.use(request.image) }
    return true
  }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let (image, cost) = (request.image, max(0, request.cost))
    references.remove(image, because: .replaced)
    if cost <= costLimit {
      references.insert(image, cost: cost)
      enforceLimits()
    } else {
      guard references.isPinned(image) else { return .refused }
      references.insertReleased(image, cost: cost)
    }
    return .stored
  }

  private func enforceLimits() {
    references.trim(toCost: costLimit, count: countLimit, because: nil)
  }

  public func setLimits(_ limits: CacheLimits) {
    (costLimit, countLimit) = (limits.cost ?? .max, limits.count ?? .max)
    enforceLimits()
  }

  public func pressureChanged(to level: PressureLevel, at time: SimTime) {
    switch level {
    case .normal: break
    case .warning:
      references.trim(
        toCost: references.cost / 2, count: .max, because: .pressure)
    case .critical: references.trim(toCost: 0, count: 0, because: .pressure)
    }
  }

  public func didEnterBackground(at time: SimTime) {
    references.trim(toCost: 0, count: 0, because: .background)
  }
}

extension CoilCache {
  static let descriptor = PolicyDescriptor(
    "coil", "Coil's memory cache: LRU, and weak references to images still on screen.",
    facts: PolicyDescriptor.Facts(
      discussion: """
        Least recently used by cost. An image that is evicted or too large is found as long as a \
        view holds it (as long as it is pinned), and does not count against the limit. A warning \
        trims to half of the content, a critical one and the background to nothing. Source: \
        https://github.com/coil-kt/coil, 3.5. Evidence: read from the source. Without pins it is \
        an LRU; a loader that keeps live objects does the rest.
        """,
      limits: .apartFromPinned,
      refusal: RefusalRule("refuses images larger than the limit, unless they are on screen") {
        $0 <= $1 ? false : nil
      },
      claims: [.keepsNewcomers, .inclusion, .leastRecentlyUsed, .conservative, .bestOnWalks]),
    model: { CoilCache($0) })
}
