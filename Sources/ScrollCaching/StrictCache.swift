public import ScrollCore

/// A cache model around an eviction policy that always keeps its limits, for simulations.
///
/// The policy is behind closures (`AnyPolicy`), so `Cache` is compiled once for all models; a
/// replay is specialized for each policy instead (`PolicyDescriptor`).
public final class StrictCache: CacheModel {
  /// The cache.
  ///
  /// Calls run one after the other and never nest, so accesses need no check for overlap.
  @exclusivity(unchecked) private var cache: Cache<AnyPolicy>

  /// Creates an empty cache around a policy.
  public init(_ policy: AnyPolicy, _ setup: PolicySetup) {
    cache = Cache(policy, setup, recordsRemovals: true)
  }

  /// Creates an empty cache around a policy, which it takes over.
  @inlinable public convenience init<Policy: EvictionPolicy & ~Copyable>(
    _ policy: consuming Policy, _ setup: PolicySetup
  ) {
    self.init(AnyPolicy(policy), setup)
  }

  public func lookup(_ request: Request) -> Bool { cache.lookup(request) }
  public func contains(_ image: ImageID) -> Bool { cache.contains(image) }
  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    cache.store(request, as: admission)
  }
  public func remove(_ image: ImageID, because reason: RemovalReason) {
    cache.remove(image, because: reason)
  }
  public func removeAll(because reason: RemovalReason) { cache.removeAll(because: reason) }
  public func pin(_ image: ImageID) { cache.pin(image) }
  public func unpin(_ image: ImageID) { cache.unpin(image) }
  public func setLimits(_ limits: CacheLimits) { cache.setLimits(limits) }
  public func pressureChanged(to level: PressureLevel, at time: SimTime) {
    cache.pressureChanged(to: level)
  }
  public func didEnterBackground(at time: SimTime) {}
  public func viewportMoved(to viewport: Viewport) { cache.viewportMoved(to: viewport) }
  public func placementChanged(to placement: ItemPlacement) {
    cache.placementChanged(to: placement)
  }
  public var needsTicks: Bool { false }
  public var residentCount: Int { cache.residentCount }
  public var totalCost: Int { cache.totalCost }
  public func drainRemovals(_ body: (Removal) -> Void) { cache.drainRemovals(body) }
}

/// A cache model with reusable ids, as `Cache` documents.
package protocol ReusableCache: CacheModel {
  /// The number of images; their ids are `0..<imageCount`.
  var imageCount: Int { get }
  /// Returns whether an id must continue to represent its image.
  func isInUse(_ image: ImageID) -> Bool
  /// Assigns an id to another image, whose key has this digest.
  func reassign(_ image: ImageID, digest: UInt64)
  /// Grows the cache to `count` images; the number of images never decreases.
  func grow(toImageCount count: Int)
  /// Records the milliseconds that the image took to decode, and in total to load, before its
  /// store.
  func didMeasure(_ image: ImageID, decode: Double, reload: Double)
  /// Records the items that show the image from now on, in the order of the content.
  func didPlace(_ image: ImageID, at items: [Range<Double>])
}

extension StrictCache: ReusableCache {
  package var imageCount: Int { cache.imageCount }
  package func isInUse(_ image: ImageID) -> Bool { cache.isInUse(image) }
  package func reassign(_ image: ImageID, digest: UInt64) { cache.reassign(image, digest: digest) }
  package func grow(toImageCount count: Int) { cache.grow(toImageCount: count) }
  package func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    cache.didMeasure(image, decode: decode, reload: reload)
  }
  package func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    cache.didPlace(image, at: items)
  }
}
