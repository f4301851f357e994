public import ScrollCore

/// An eviction policy by closures, for harnesses that drive one without its type.
///
/// It has the verbs of `EvictionPolicy`, in the same order of calls. A simulation does not use
/// it: there the strict cache is specialised for the policy.
public final class ErasedPolicy {
  public let isSpatial: Bool
  public let didHit: (Request) -> Void
  public let didMiss: (Request) -> Void
  public let willStore: (Request) -> Void
  public let shouldStore: (Request) -> Bool
  public let nextVictim: (borrowing PinSet) -> ImageID?
  public let shouldInsert: (Request) -> Bool
  public let didInsert: (Request, Admission) -> Void
  public let didRemove: (ImageID) -> Void
  public let popOverflow: (borrowing PinSet) -> ImageID?
  public let viewportMoved: (Viewport) -> Void
  public let placementChanged: (ItemPlacement) -> Void
  public let popStray: (borrowing PinSet) -> ImageID?
  public let capacityChanged: (Int) -> Void

  @inlinable public init<Policy: EvictionPolicy & ~Copyable>(_ policy: consuming Policy) {
    var policy = policy
    isSpatial = Policy.isSpatial
    didHit = { policy.didHit($0) }
    didMiss = { policy.didMiss($0) }
    willStore = { policy.willStore($0) }
    shouldStore = { policy.shouldStore($0) }
    nextVictim = { policy.nextVictim(sparing: $0) }
    shouldInsert = { policy.shouldInsert($0) }
    didInsert = { policy.didInsert($0, as: $1) }
    didRemove = { policy.didRemove($0) }
    popOverflow = { policy.popOverflow(sparing: $0) }
    viewportMoved = { policy.viewportMoved(to: $0) }
    placementChanged = { policy.placementChanged(to: $0) }
    popStray = { policy.popStray(sparing: $0) }
    capacityChanged = { policy.capacityChanged(to: $0) }
  }
}
