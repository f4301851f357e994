public import ScrollCore

/// A type-erased eviction policy: a reference to the policy, and a closure for each method.
///
/// The compiler specializes a closure that is created where the policy's type is known; it does not
/// specialize a method of a generic class. Copies share one policy. A replay does not use this
/// type, because its cache is specialized for the policy.
public struct AnyPolicy: EvictionPolicy {
  /// The method calls that are too rare to need closures of their own.
  @usableFromInline enum Order {
    case viewport(Viewport)
    case placement(ItemPlacement)
    case capacity(Int)
    case pressure(PressureLevel)
    case grow(Int)
    case measure(ImageID, decode: Double, reload: Double)
    case place(ImageID, [Range<Double>])
  }

  /// The methods of one policy, as closures.
  @usableFromInline struct Verbs {
    @usableFromInline let onHit: (Request) -> Void
    @usableFromInline let onMiss: (Request) -> Void
    @usableFromInline let onOffer: (Request) -> Void
    @usableFromInline let onShouldStore: (Request) -> Bool
    @usableFromInline let onShouldStoreAs: (Request, Admission) -> Bool
    @usableFromInline let onVictim: (borrowing PinSet) -> ImageID?
    @usableFromInline let onShouldInsert: (Request) -> Bool
    @usableFromInline let onInsert: (Request, Admission) -> Void
    @usableFromInline let onRemove: (ImageID) -> Void
    @usableFromInline let onOverflow: (borrowing PinSet) -> ImageID?
    @usableFromInline let onStray: (borrowing PinSet) -> ImageID?
    @usableFromInline let onRemembers: (ImageID) -> Bool
    @usableFromInline let onReassign: (ImageID, UInt64) -> Void
    @usableFromInline let onOrder: (Order) -> Void

    @inlinable init<Policy: EvictionPolicy & ~Copyable>(_ policy: consuming Policy) {
      let owner = PolicyOwner(policy)
      onHit = { owner.policy.didHit($0) }
      onMiss = { owner.policy.didMiss($0) }
      onOffer = { owner.policy.willStore($0) }
      onShouldStore = { owner.policy.shouldStore($0) }
      onShouldStoreAs = { owner.policy.shouldStore($0, as: $1) }
      onVictim = { owner.policy.nextVictim(sparing: $0) }
      onShouldInsert = { owner.policy.shouldInsert($0) }
      onInsert = { owner.policy.didInsert($0, as: $1) }
      onRemove = { owner.policy.didRemove($0) }
      onOverflow = { owner.policy.popOverflow(sparing: $0) }
      onStray = { owner.policy.popStray(sparing: $0) }
      onRemembers = { owner.policy.remembers($0) }
      onReassign = { owner.policy.reassign($0, digest: $1) }
      onOrder = { order in
        switch order {
        case .viewport(let viewport): owner.policy.viewportMoved(to: viewport)
        case .placement(let placement): owner.policy.placementChanged(to: placement)
        case .capacity(let capacity): owner.policy.capacityChanged(to: capacity)
        case .pressure(let level): owner.policy.pressureChanged(to: level)
        case .grow(let count): owner.policy.grow(toImageCount: count)
        case .measure(let image, let decode, let reload):
          owner.policy.didMeasure(image, decode: decode, reload: reload)
        case .place(let image, let items): owner.policy.didPlace(image, at: items)
        }
      }
    }
  }

  @inlinable public static var isSpatial: Bool { true }
  @inlinable public static var readsTime: Bool { true }

  @usableFromInline let verbs: Verbs

  /// Wraps a policy.
  @inlinable public init<Policy: EvictionPolicy & ~Copyable>(_ policy: consuming Policy) {
    verbs = Verbs(policy)
  }

  @inlinable public func didHit(_ request: Request) { verbs.onHit(request) }
  @inlinable public func didMiss(_ request: Request) { verbs.onMiss(request) }
  @inlinable public func willStore(_ request: Request) { verbs.onOffer(request) }
  @inlinable public func shouldStore(_ request: Request) -> Bool { verbs.onShouldStore(request) }
  @inlinable public func shouldStore(_ request: Request, as admission: Admission) -> Bool {
    verbs.onShouldStoreAs(request, admission)
  }
  @inlinable public func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    verbs.onVictim(pins)
  }
  @inlinable public func shouldInsert(_ request: Request) -> Bool { verbs.onShouldInsert(request) }
  @inlinable public func didInsert(_ request: Request, as admission: Admission) {
    verbs.onInsert(request, admission)
  }
  @inlinable public func didRemove(_ image: ImageID) { verbs.onRemove(image) }
  @inlinable public func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    verbs.onOverflow(pins)
  }
  @inlinable public func viewportMoved(to viewport: Viewport) { verbs.onOrder(.viewport(viewport)) }
  @inlinable public func placementChanged(to placement: ItemPlacement) {
    verbs.onOrder(.placement(placement))
  }
  @inlinable public func popStray(sparing pins: borrowing PinSet) -> ImageID? {
    verbs.onStray(pins)
  }
  @inlinable public func capacityChanged(to capacity: Int) { verbs.onOrder(.capacity(capacity)) }
  @inlinable public func pressureChanged(to level: PressureLevel) {
    verbs.onOrder(.pressure(level))
  }
  @inlinable public func remembers(_ image: ImageID) -> Bool { verbs.onRemembers(image) }
  @inlinable public func reassign(_ image: ImageID, digest: UInt64) {
    verbs.onReassign(image, digest)
  }
  @inlinable public func grow(toImageCount count: Int) { verbs.onOrder(.grow(count)) }
  @inlinable public func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    verbs.onOrder(.measure(image, decode: decode, reload: reload))
  }
  @inlinable public func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    verbs.onOrder(.place(image, items))
  }
}

/// The policy that the closures of one `AnyPolicy` share.
///
/// The closures run one after the other and never nest, so accesses need no check for overlap.
@usableFromInline final class PolicyOwner<Policy: EvictionPolicy & ~Copyable> {
  @exclusivity(unchecked) @usableFromInline var policy: Policy

  @inlinable init(_ policy: consuming Policy) { self.policy = policy }
}
