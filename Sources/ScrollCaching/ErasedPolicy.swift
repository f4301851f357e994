public import ScrollCore

/// An eviction policy without its type, for harnesses that drive one by hand.
///
/// It has the verbs of `EvictionPolicy`, in the same order of calls. A simulation does not use
/// it: there the strict cache is specialized for the policy, while this is compiled once for all.
public protocol ErasedPolicy: AnyObject {
  func didHit(_ request: Request)
  func didMiss(_ request: Request)
  func willStore(_ request: Request)
  func shouldStore(_ request: Request) -> Bool
  func shouldStore(_ request: Request, as admission: Admission) -> Bool
  func nextVictim(sparing pins: borrowing PinSet) -> ImageID?
  func shouldInsert(_ request: Request) -> Bool
  func didInsert(_ request: Request, as admission: Admission)
  func didRemove(_ image: ImageID)
  func popOverflow(sparing pins: borrowing PinSet) -> ImageID?
  func viewportMoved(to viewport: Viewport)
  func placementChanged(to placement: ItemPlacement)
  func popStray(sparing pins: borrowing PinSet) -> ImageID?
  func capacityChanged(to capacity: Int)
  func pressureChanged(to level: PressureLevel)
}

/// A policy behind a reference.
public final class PolicyBox<Policy: EvictionPolicy & ~Copyable>: ErasedPolicy {
  private var policy: Policy

  public init(_ policy: consuming Policy) { self.policy = policy }

  public func didHit(_ request: Request) { policy.didHit(request) }
  public func didMiss(_ request: Request) { policy.didMiss(request) }
  public func willStore(_ request: Request) { policy.willStore(request) }
  public func shouldStore(_ request: Request) -> Bool { policy.shouldStore(request) }
  public func shouldStore(_ request: Request, as admission: Admission) -> Bool {
    policy.shouldStore(request, as: admission)
  }
  public func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    policy.nextVictim(sparing: pins)
  }
  public func shouldInsert(_ request: Request) -> Bool { policy.shouldInsert(request) }
  public func didInsert(_ request: Request, as admission: Admission) {
    policy.didInsert(request, as: admission)
  }
  public func didRemove(_ image: ImageID) { policy.didRemove(image) }
  public func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    policy.popOverflow(sparing: pins)
  }
  public func viewportMoved(to viewport: Viewport) { policy.viewportMoved(to: viewport) }
  public func placementChanged(to placement: ItemPlacement) {
    policy.placementChanged(to: placement)
  }
  public func popStray(sparing pins: borrowing PinSet) -> ImageID? {
    policy.popStray(sparing: pins)
  }
  public func capacityChanged(to capacity: Int) { policy.capacityChanged(to: capacity) }
  public func pressureChanged(to level: PressureLevel) { policy.pressureChanged(to: level) }
}
