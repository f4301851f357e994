public import ScrollCore

/// Keeps an order and names victims.
///
/// What is resident, and what fits, is the cache's business.
///
/// The cache speaks to its policy in this order:
///
///     look-up:  didHit, then popOverflow until it is nil | didMiss
///     store:    willStore, shouldStore        refused? nothing more
///               nextVictim until it fits, shouldInsert, didInsert unless refused
///                                             then popOverflow until it is nil
///     limits:   capacityChanged, nextVictim until it fits
///                                             then popOverflow until it is nil
///     viewport: viewportMoved                 then popStray until it is nil
///     layout:   placementChanged              the viewport follows with viewportMoved
///     memory:   pressureChanged               then didRemove for what the cache takes out for it
///     removal that the policy did not choose: didRemove
///     ids:      remembers, reassign, grow    between operations, where ids are reused
///     facts:    didMeasure, didPlace         before the operation that they are for
///
/// Ghost look-ups and adaptation belong into `willStore`, because a decode ends later than
/// the miss that asked for it; sketches and histories that count requests into `didHit`
/// and `didMiss`. In `replay` a store follows its miss at once.
///
/// Ties are broken by order of admission, never by index. The newcomer is never a victim:
/// room is made before it is inserted.
public protocol EvictionPolicy: ~Copyable, SendableMetatype {
  /// Whether the policy needs to know where the viewport is. Default: no.
  ///
  /// One that says no must answer the same wherever the viewport is: a run does not report its
  /// moves to it.
  static var isSpatial: Bool { get }
  /// Whether the policy looks at the times of requests. Default: no.
  ///
  /// For one that says no, a cache in an app does not read a clock: the times are all zero.
  static var readsTime: Bool { get }
  /// The image is resident and was asked for.
  mutating func didHit(_ request: Request)
  /// The image is not resident and was asked for. Default: nothing.
  mutating func didMiss(_ request: Request)
  /// An image is offered; nothing is decided yet. Default: nothing.
  mutating func willStore(_ request: Request)
  /// Whether the image may enter, before room is made for it. Default: yes.
  mutating func shouldStore(_ request: Request) -> Bool
  /// The same where it is known who wants the image: this one is asked. Default: `shouldStore`
  /// without it.
  mutating func shouldStore(_ request: Request, as admission: Admission) -> Bool
  /// Chooses a resident and forgets it; nil when everything left is pinned.
  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID?
  /// Whether the image may enter now that there is room. Default: yes.
  mutating func shouldInsert(_ request: Request) -> Bool
  /// The image is resident from now on.
  mutating func didInsert(_ request: Request, as admission: Admission)
  /// The cache took the image out: forget it. It was resident.
  mutating func didRemove(_ image: ImageID)
  /// Takes a victim from the policy's own segments and forgets it. Default: nil.
  ///
  /// Asked after each hit, store and change of limits, one image at a time, until it is nil.
  mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID?
  /// The viewport has moved. Once per frame, before its look-ups. Default: nothing.
  mutating func viewportMoved(to viewport: Viewport)
  /// The items lie elsewhere from now on: the device was turned, or items were inserted.
  /// Default: nothing.
  ///
  /// There are as many as before and they show the same images. Until the viewport moves the
  /// user looks at the position where the last one was.
  mutating func placementChanged(to placement: ItemPlacement)
  /// Takes out a resident too far away to be kept, however much room there is, and forgets it.
  /// Default: nil.
  ///
  /// Asked after the viewport moved, one image at a time, until it is nil.
  mutating func popStray(sparing pins: borrowing PinSet) -> ImageID?
  /// The cache's capacity has changed. Default: nothing.
  mutating func capacityChanged(to capacity: Int)
  /// The system reports its memory state. Default: nothing.
  mutating func pressureChanged(to level: PressureLevel)
  /// Whether the policy would treat this image otherwise than one that it has never heard of.
  /// Default: no.
  ///
  /// Asked only of images that are not resident, between operations, when an id is wanted: the id
  /// of one that is not remembered may come to mean another image. So whatever a policy keeps of
  /// images that have left is remembered here, and what it keeps must be bounded by its own rule,
  /// or the memory of a cache with ever new keys is not.
  func remembers(_ image: ImageID) -> Bool
  /// From now on the id means another image, whose key has this digest. Default: nothing.
  ///
  /// It is neither resident nor remembered. Whatever is kept for the id begins anew; what goes by
  /// a hash, as sketches do, hashes the digest. An id that never was reassigned is that of the
  /// image with the digest `UInt64(image.index)`, or with its key in the set-up.
  mutating func reassign(_ image: ImageID, digest: UInt64)
  /// Images are `0..<count` from now on, never fewer than before. Default: nothing.
  mutating func grow(toImageCount count: Int)
  /// How many milliseconds the image took to decode, and to read or download and decode.
  /// Default: nothing.
  ///
  /// For caches that learn it with the image, instead of from the set-up: told before every store,
  /// as 1 where it is not known.
  mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double)
  /// These items show the image from now on, and no others. Default: nothing.
  ///
  /// For caches that learn it image by image: `PolicySetup.placement` has no items then. They come
  /// in the order of the content, in points; what was told ends with `reassign`.
  mutating func didPlace(_ image: ImageID, at items: [Range<Double>])
}

extension EvictionPolicy where Self: ~Copyable {
  @inlinable public static var isSpatial: Bool { false }
  @inlinable public static var readsTime: Bool { false }
  @inlinable public mutating func didMiss(_ request: Request) {}
  @inlinable public mutating func willStore(_ request: Request) {}
  @inlinable public mutating func shouldStore(_ request: Request) -> Bool { true }
  @inlinable public mutating func shouldStore(
    _ request: Request, as admission: Admission
  ) -> Bool { shouldStore(request) }
  @inlinable public mutating func shouldInsert(_ request: Request) -> Bool { true }
  @inlinable public mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID? { nil }
  @inlinable public mutating func viewportMoved(to viewport: Viewport) {}
  @inlinable public mutating func placementChanged(to placement: ItemPlacement) {}
  @inlinable public mutating func popStray(sparing pins: borrowing PinSet) -> ImageID? { nil }
  @inlinable public mutating func capacityChanged(to capacity: Int) {}
  @inlinable public mutating func pressureChanged(to level: PressureLevel) {}
  @inlinable public func remembers(_ image: ImageID) -> Bool { false }
  @inlinable public mutating func reassign(_ image: ImageID, digest: UInt64) {}
  @inlinable public mutating func grow(toImageCount count: Int) {}
  @inlinable public mutating func didMeasure(
    _ image: ImageID, decode: Double, reload: Double
  ) {}
  @inlinable public mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {}
}
