public import ScrollCore

/// Glide's memory cache, which is least recently used and does not contain the images on screen.
///
/// A pinned image is an active resource: a view has acquired it. It is not in the cache proper,
/// counts against no limit and cannot be evicted; when the last view releases it, it enters the
/// cache as its newest. A hit on an image in the cache makes it the newest, because the requesting
/// view takes it out and puts it back. An image that costs as much as the limit or more never
/// enters. A store of it is refused, and the old value stays; an active image is dropped when it is
/// released. When an image enters, the oldest are evicted until the rest is within the limits. A
/// changed limit acts at once.
///
/// A memory warning (as `TRIM_MEMORY_RUNNING_CRITICAL`) trims the cache to half of the limits, a
/// critical one (as `onLowMemory`) to nothing. In the background the app gets
/// `TRIM_MEMORY_UI_HIDDEN`, which removes half, and then mostly `TRIM_MEMORY_BACKGROUND`, which
/// removes all: the setting `background` chooses. Active resources always stay.
///
/// Source: Bump Technologies, Glide 5.0, https://github.com/bumptech/glide, `ActiveResources` and
/// `LruResourceCache`. Evidence: read from the source; not checked against the running library.
/// Choices:
///
/// - Active resources are resident and charged, so the cost of a run can exceed the limit by the
///   images on screen.
/// - Glide has no limit by number; if the run sets one, it acts like the limit by cost.
/// - A negative cost counts 0.
/// - The delegate represents the listener that returns evicted bitmaps to the pool.
///
/// The run sets the limit, which is two screens of pixels.
///
/// - Complexity: O(1) per call and removed image.
public final class GlideCache: ReferencingModel {
  /// The part of the cache that the background removes.
  public enum BackgroundTrim: String, CaseIterable, Sendable {
    case all, half
  }

  var references: StrongReferences
  private var costLimit: Int, countLimit: Int
  private let background: BackgroundTrim

  public init(_ setup: PolicySetup, background: BackgroundTrim = .all) {
    references = StrongReferences(imageCount: setup.imageCount, notifyingDelegate: true)
    (costLimit, countLimit) = (setup.limits.cost ?? .max, setup.limits.count ?? .max)
    self.background = background
  }

  public func lookup(_ request: Request) -> Bool {
    guard references.contains(request.image) else { return false }
    if !references.isPinned(request.image) { references.use(request.image) }
    return true
  }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let (image, cost) = (request.image, max(0, request.cost))
    if references.isPinned(image) {
      references.remove(image, because: .replaced)
      references.insertReleased(image, cost: cost)
      return .stored
    }
    guard cost < costLimit else { return .refused }
    references.remove(image, because: .replaced)
    references.insert(image, cost: cost)
    enforceLimits()
    return .stored
  }

  private func enforceLimits() {
    references.trim(toCost: costLimit, count: countLimit, because: nil)
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
    guard references.holdings.charge(of: image) < costLimit else {
      return references.removeReleased(image)
    }
    references.use(image)
    enforceLimits()
  }

  public func setLimits(_ limits: CacheLimits) {
    (costLimit, countLimit) = (limits.cost ?? .max, limits.count ?? .max)
    enforceLimits()
  }

  public func pressureChanged(to level: PressureLevel, at time: SimTime) {
    switch level {
    case .normal: break
    case .warning: halve(because: .pressure)
    case .critical: clear(because: .pressure)
    }
  }

  public func didEnterBackground(at time: SimTime) {
    switch background {
    case .half: halve(because: .background)
    case .all: clear(because: .background)
    }
  }

  private func halve(because reason: RemovalReason) {
    references.trim(toCost: costLimit / 2, count: countLimit / 2, because: reason)
  }

  private func clear(because reason: RemovalReason) {
    references.trim(toCost: 0, count: 0, because: reason)
  }
}

extension GlideCache {
  static let descriptor = PolicyDescriptor(
    "glide", "Glide's memory cache: images on screen are outside of its limit, the rest is LRU.",
    settings: [
      Setting(
        "background", .choice(BackgroundTrim.allCases.map { $0.rawValue }),
        standard: BackgroundTrim.all.rawValue,
        "The images that the background removes: all, or those over half of the limit.")
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Pinned images are active resources: they are outside of the cache and its limit, and \
        return as the newest when their views release them. The rest is least recently used. \
        Images that cost the limit or more are refused. A warning trims to half of the limit, a \
        critical one and the background to nothing. Source: https://github.com/bumptech/glide, \
        5.0. Evidence: read from the source. Run it with displayed images pinned; otherwise it \
        is an LRU.
        """,
      limits: .apartFromPinned,
      refusal: RefusalRule("refuses images that cost the limit or more, unless they are on screen")
      {
        $0 < $1 ? false : nil
      },
      smallestUsefulCapacity: 2,
      claims: [
        .keepsNewcomers, .keepsOldOnRefusal, .inclusion, .leastRecentlyUsed, .conservative,
        .bestOnWalks,
      ]),
    model: {
      GlideCache($0, background: BackgroundTrim(rawValue: $0.settings["background"]) ?? .all)
    })
}
