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
  func remembers(_ image: ImageID) -> Bool
  func reassign(_ image: ImageID, digest: UInt64)
  func grow(toImageCount count: Int)
  func didMeasure(_ image: ImageID, decode: Double, reload: Double)
  func didPlace(_ image: ImageID, at items: [Range<Double>])
}
