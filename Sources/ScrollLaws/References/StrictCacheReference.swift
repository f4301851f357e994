public import ScrollCaching
public import ScrollCore

/// The strict budget around a policy once more: a dictionary of costs, added up every time.
///
/// Around the reference of a policy it is a second implementation of all that
/// `PolicyDescriptor.makeModel` makes for the fast one; around a fast policy, of the cache
/// alone. What it does and in which order is told at `Cache` and `EvictionPolicy`.
public final class StrictCacheReference: CacheModel {
  private let policy: ErasedPolicy
  private var ledger = ReferenceLedger()
  private var pins: PinSet
  private var limits: CacheLimits

  /// An empty cache.
  public init(_ policy: ErasedPolicy, _ setup: PolicySetup) {
    self.policy = policy
    pins = PinSet(count: setup.imageCount)
    limits = setup.limits
  }

  public func contains(_ image: ImageID) -> Bool { ledger.contains(image) }
  public var residentCount: Int { ledger.count }
  public var totalCost: Int { ledger.totalCost }
  public func drainRemovals(_ body: (Removal) -> Void) { ledger.drain(body) }
  public func viewportMoved(to viewport: Viewport) { policy.viewportMoved(viewport) }
  public func didEnterBackground(at time: SimTime) {}

  public func lookup(_ request: Request) -> Bool {
    guard contains(request.image) else {
      policy.didMiss(request)
      return false
    }
    policy.didHit(request)
    dropOverflow()
    return true
  }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    policy.willStore(request)
    let isTooLarge = request.cost > limits.cost ?? .max || limits.count ?? .max < 1
    if isTooLarge || !policy.admits(request) { return .refused }
    remove(request.image, because: .replaced)
    while let reason = excess(with: request.cost, more: 1) {
      guard let victim = policy.nextVictim(pins) else { return .refused }
      drop(victim, because: reason)
    }
    if !policy.willInsert(request) { return .refused }
    ledger.enter(request.image, cost: request.cost)
    policy.didInsert(request, admission)
    dropOverflow()
    return .stored
  }

  public func setLimits(_ limits: CacheLimits) {
    self.limits = limits
    policy.capacityChanged(limits.cost ?? limits.count ?? .max)
    while let reason = excess(with: 0, more: 0), let victim = policy.nextVictim(pins) {
      drop(victim, because: reason)
    }
  }

  /// Which limit would not hold with so much cost and so many images more: cost first.
  private func excess(with cost: Int, more count: Int) -> RemovalReason? {
    if let limit = limits.cost, ledger.totalCost + cost > limit { return .cost }
    if let limit = limits.count, ledger.count + count > limit { return .count }
    return nil
  }

  private func drop(_ image: ImageID, because reason: RemovalReason) {
    ledger.strike(image, because: reason, tellsDelegate: false)
  }

  private func dropOverflow() {
    while let victim = policy.overflow() { drop(victim, because: .cost) }
  }

  public func remove(_ image: ImageID, because reason: RemovalReason) {
    guard contains(image) else { return }
    policy.didRemove(image)
    drop(image, because: reason)
  }

  public func removeAll(because reason: RemovalReason) {
    for image in ledger.images { remove(image, because: reason) }
  }

  public func pin(_ image: ImageID) {
    pins.insert(image)
    ledger.pin(image)
  }

  public func unpin(_ image: ImageID) {
    pins.remove(image)
    ledger.unpin(image)
  }

  public func pressureChanged(to level: PressureLevel, at time: SimTime) {
    guard level != .normal else { return }
    for image in ledger.images where !ledger.pinned.contains(image) {
      remove(image, because: .pressure)
    }
  }
}
