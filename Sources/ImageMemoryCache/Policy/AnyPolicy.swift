public import ScrollCaching
public import ScrollCore

/// A policy chosen at run time: each verb is one dynamic call.
public struct AnyPolicy: EvictionPolicy, ~Copyable {
  @usableFromInline let policy: any ErasedPolicy

  package init(_ policy: any ErasedPolicy) { self.policy = policy }

  @inlinable public static var isSpatial: Bool { true }
  @inlinable public static var readsTime: Bool { true }

  @inlinable public mutating func didHit(_ request: Request) { policy.didHit(request) }
  @inlinable public mutating func didMiss(_ request: Request) { policy.didMiss(request) }
  @inlinable public mutating func willStore(_ request: Request) { policy.willStore(request) }
  @inlinable public mutating func shouldStore(_ request: Request) -> Bool {
    policy.shouldStore(request)
  }
  @inlinable public mutating func shouldStore(_ request: Request, as admission: Admission) -> Bool {
    policy.shouldStore(request, as: admission)
  }
  @inlinable public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    policy.nextVictim(sparing: pins)
  }
  @inlinable public mutating func shouldInsert(_ request: Request) -> Bool {
    policy.shouldInsert(request)
  }
  @inlinable public mutating func didInsert(_ request: Request, as admission: Admission) {
    policy.didInsert(request, as: admission)
  }
  @inlinable public mutating func didRemove(_ image: ImageID) { policy.didRemove(image) }
  @inlinable public mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    policy.popOverflow(sparing: pins)
  }
  @inlinable public mutating func viewportMoved(to viewport: Viewport) {
    policy.viewportMoved(to: viewport)
  }
  @inlinable public mutating func placementChanged(to placement: ItemPlacement) {
    policy.placementChanged(to: placement)
  }
  @inlinable public mutating func popStray(sparing pins: borrowing PinSet) -> ImageID? {
    policy.popStray(sparing: pins)
  }
  @inlinable public mutating func capacityChanged(to capacity: Int) {
    policy.capacityChanged(to: capacity)
  }
  @inlinable public mutating func pressureChanged(to level: PressureLevel) {
    policy.pressureChanged(to: level)
  }
  @inlinable public func remembers(_ image: ImageID) -> Bool { policy.remembers(image) }
  @inlinable public mutating func reassign(_ image: ImageID, digest: UInt64) {
    policy.reassign(image, digest: digest)
  }
  @inlinable public mutating func grow(toImageCount count: Int) { policy.grow(toImageCount: count) }
  @inlinable public mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    policy.didMeasure(image, decode: decode, reload: reload)
  }
  @inlinable public mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    policy.didPlace(image, at: items)
  }
}
