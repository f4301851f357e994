public import ScrollCore

/// `Cache<Policy>` as a model, by closures: a closure made where `Policy` is known is
/// specialized for it, a method of a generic class is not (22 against 84 ns per request).
public final class StrictCache: CacheModel {
  /// The verbs that are too rare to deserve a closure each.
  @usableFromInline enum Order {
    case remove(ImageID, RemovalReason)
    case removeAll(RemovalReason)
    case pin(ImageID), unpin(ImageID)
    case setLimits(CacheLimits)
    case pressure(PressureLevel)
    case reassign(ImageID, UInt64)
    case grow(Int)
    case measure(ImageID, decode: Double, reload: Double)
    case place(ImageID, [Range<Double>])
  }
  /// The verbs of the cache around one policy.
  @usableFromInline struct Verbs {
    @usableFromInline let onLookup: (Request) -> Bool
    @usableFromInline let onContains: (ImageID) -> Bool
    @usableFromInline let onStore: (Request, Admission) -> StoreOutcome
    @usableFromInline let onViewport: (Viewport) -> Void
    @usableFromInline let onPlacement: (ItemPlacement) -> Void
    @usableFromInline let onDrain: ((Removal) -> Void) -> Void
    @usableFromInline let onOrder: (Order) -> Void
    @usableFromInline let onMeasure: () -> (count: Int, cost: Int)
    @usableFromInline let onIsInUse: (ImageID) -> Bool
    @usableFromInline let onImageCount: () -> Int

    @inlinable init<Policy: EvictionPolicy & ~Copyable>(
      _ policy: consuming Policy, _ setup: PolicySetup
    ) {
      let owner = CacheOwner(Cache(policy, setup, recordsRemovals: true))
      onLookup = { owner.cache.lookup($0) }
      onContains = { owner.cache.contains($0) }
      onStore = { owner.cache.store($0, as: $1) }
      onViewport = { owner.cache.viewportMoved(to: $0) }
      onPlacement = { owner.cache.placementChanged(to: $0) }
      onDrain = { owner.cache.drainRemovals($0) }
      onIsInUse = { owner.cache.isInUse($0) }
      onImageCount = { owner.cache.imageCount }
      onMeasure = { (owner.cache.residentCount, owner.cache.totalCost) }
      onOrder = { order in
        switch order {
        case .remove(let image, let reason): owner.cache.remove(image, because: reason)
        case .removeAll(let reason): owner.cache.removeAll(because: reason)
        case .pin(let image): owner.cache.pin(image)
        case .unpin(let image): owner.cache.unpin(image)
        case .setLimits(let limits): owner.cache.setLimits(limits)
        case .pressure(let level): owner.cache.pressureChanged(to: level)
        case .reassign(let image, let digest): owner.cache.reassign(image, digest: digest)
        case .grow(let count): owner.cache.grow(toImageCount: count)
        case .measure(let image, let decode, let reload):
          owner.cache.didMeasure(image, decode: decode, reload: reload)
        case .place(let image, let items): owner.cache.didPlace(image, at: items)
        }
      }
    }
  }

  @usableFromInline let verbs: Verbs

  @usableFromInline init(_ verbs: Verbs) { self.verbs = verbs }

  @inlinable public convenience init<Policy: EvictionPolicy & ~Copyable>(
    _ policy: consuming Policy, _ setup: PolicySetup
  ) {
    self.init(Verbs(policy, setup))
  }

  public func lookup(_ request: Request) -> Bool { verbs.onLookup(request) }
  public func contains(_ image: ImageID) -> Bool { verbs.onContains(image) }
  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    verbs.onStore(request, admission)
  }
  public func remove(_ image: ImageID, because reason: RemovalReason) {
    verbs.onOrder(.remove(image, reason))
  }
  public func removeAll(because reason: RemovalReason) {
    verbs.onOrder(.removeAll(reason))
  }
  public func pin(_ image: ImageID) { verbs.onOrder(.pin(image)) }
  public func unpin(_ image: ImageID) { verbs.onOrder(.unpin(image)) }
  public func setLimits(_ limits: CacheLimits) { verbs.onOrder(.setLimits(limits)) }
  public func pressureChanged(to level: PressureLevel, at time: SimTime) {
    verbs.onOrder(.pressure(level))
  }
  public func didEnterBackground(at time: SimTime) {}
  public func viewportMoved(to viewport: Viewport) { verbs.onViewport(viewport) }
  public func placementChanged(to placement: ItemPlacement) { verbs.onPlacement(placement) }
  public var needsTicks: Bool { false }
  public var residentCount: Int { verbs.onMeasure().count }
  public var totalCost: Int { verbs.onMeasure().cost }
  public func drainRemovals(_ body: (Removal) -> Void) { verbs.onDrain(body) }
}

/// What the closures of one model share: they follow one another, and none is called within
/// another, so that accesses need not be checked for overlap (a tenth of the time).
@usableFromInline final class CacheOwner<Policy: EvictionPolicy & ~Copyable> {
  @exclusivity(unchecked) @usableFromInline var cache: Cache<Policy>

  @inlinable init(_ cache: consuming Cache<Policy>) { self.cache = cache }
}
