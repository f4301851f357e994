public import ScrollCore

/// An eviction policy, which keeps an order of images and names victims.
///
/// The cache decides which images are resident and which ones fit.
///
/// The cache calls its policy in this order:
///
///     look-up:  didHit, then popOverflow until it is nil | didMiss
///     store:    willStore, shouldStore        refused? nothing more
///               nextVictim until it fits, shouldInsert, didInsert unless refused
///                                             then popOverflow until it is nil
///     limits:   capacityChanged, nextVictim until it fits
///                                             then popOverflow until it is nil
///     viewport: viewportMoved                 then popStray until it is nil
///     layout:   placementChanged              the viewport follows with viewportMoved
///     memory:   pressureChanged               then didRemove for every image that it removes
///     removal that the policy did not choose: didRemove
///     ids:      remembers, reassign, grow    between operations, where ids are reused
///     facts:    didMeasure, didPlace         before the operation that they are for
///
/// Look-ups of ghosts and adaptation belong in `willStore`, because a decode ends later than the
/// miss that requested it. Sketches and histories that count requests belong in `didHit` and
/// `didMiss`. In `replay` a store follows its miss at once.
///
/// Ties are broken by order of admission, never by index. The newcomer is never a victim: the cache
/// makes room before it inserts the newcomer.
public protocol EvictionPolicy: ~Copyable, SendableMetatype {
  /// A Boolean value that indicates whether the policy needs the position of the viewport.
  ///
  /// The default is `false`. A policy that returns `false` must behave the same for every viewport:
  /// a run does not report moves of the viewport to it.
  static var isSpatial: Bool { get }
  /// A Boolean value that indicates whether the policy reads the times of requests.
  ///
  /// The default is `false`. For a policy that returns `false`, a cache in an app does not read a
  /// clock: the times are all zero.
  static var readsTime: Bool { get }
  /// Handles a request for a resident image.
  mutating func didHit(_ request: Request)
  /// Handles a request for an image that is not resident.
  ///
  /// The default does nothing.
  mutating func didMiss(_ request: Request)
  /// Handles the offer of an image, before any decision.
  ///
  /// The default does nothing.
  mutating func willStore(_ request: Request)
  /// Returns whether the image may enter, before room is made for it.
  ///
  /// The default returns `true`.
  mutating func shouldStore(_ request: Request) -> Bool
  /// Returns whether an image that is offered for this reason may enter, before room is made for
  /// it.
  ///
  /// A cache calls this method. The default ignores the admission and calls `shouldStore(_:)`.
  mutating func shouldStore(_ request: Request, as admission: Admission) -> Bool
  /// Chooses a victim and forgets it; `nil` when everything left is pinned.
  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID?
  /// Returns whether the image may enter after room was made for it.
  ///
  /// The default returns `true`.
  mutating func shouldInsert(_ request: Request) -> Bool
  /// Handles the insertion of an image, which is resident from now on.
  mutating func didInsert(_ request: Request, as admission: Admission)
  /// Forgets a resident that the cache removed.
  mutating func didRemove(_ image: ImageID)
  /// Takes a victim from the policy's own segments and forgets it.
  ///
  /// The default returns `nil`. The cache calls it after each hit, store and change of limits, one
  /// image at a time, until it returns `nil`.
  mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID?
  /// Handles a move of the viewport, once per frame, before the frame's look-ups.
  ///
  /// The default does nothing.
  mutating func viewportMoved(to viewport: Viewport)
  /// Handles a new layout of the items, after a rotation of the device or an insertion.
  ///
  /// The default does nothing. There are as many items as before and they show the same images.
  /// Until the viewport moves, the user looks at the position of the last viewport.
  mutating func placementChanged(to placement: ItemPlacement)
  /// Takes out a resident that is too far away to be kept, even if there is room, and forgets it.
  ///
  /// The default returns `nil`. The cache calls it after the viewport moved, one image at a time,
  /// until it returns `nil`.
  mutating func popStray(sparing pins: borrowing PinSet) -> ImageID?
  /// Handles a change of the cache's capacity.
  ///
  /// The default does nothing.
  mutating func capacityChanged(to capacity: Int)
  /// Handles a change of the system's memory state.
  ///
  /// The default does nothing.
  mutating func pressureChanged(to level: PressureLevel)
  /// Returns whether the policy would treat this image differently from an unknown one.
  ///
  /// The default returns `false`. The cache calls it only for images that are not resident, between
  /// operations, when it needs an id: the id of an image that is not remembered may be assigned to
  /// another image. A policy that keeps facts about evicted images must return `true` for these
  /// images, and its own rule must bound their number; otherwise the memory of a cache with ever
  /// new keys is unbounded.
  func remembers(_ image: ImageID) -> Bool
  /// Assigns an id to another image, whose key has this digest.
  ///
  /// The default does nothing. The id is neither resident nor remembered. The policy resets the
  /// facts that it keeps for the id; policies that hash images, for example for sketches, hash the
  /// digest. An id that was never reassigned belongs to the image with the digest
  /// `UInt64(image.index)`, or with the key that the set-up has for it.
  mutating func reassign(_ image: ImageID, digest: UInt64)
  /// Grows the policy to `count` images; the number of images never decreases.
  ///
  /// The default does nothing.
  mutating func grow(toImageCount count: Int)
  /// Records the milliseconds that the image took to decode, and to read or download and decode.
  ///
  /// The default does nothing. Caches that learn these times with the image, instead of from the
  /// set-up, call this method before every store, with 1 if a time is unknown.
  mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double)
  /// Records the items that show the image from now on, which replace all former items.
  ///
  /// The default does nothing. Caches that learn the positions image by image call this method;
  /// `PolicySetup.placement` then has no items. The items are intervals in points, in the order of
  /// the content, and are valid until `reassign`.
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

/// The score by which a spatial policy ranks an image for eviction; the highest score is evicted
/// first.
///
/// The function takes the image, its charge, and the current viewport.
public typealias SpatialScore = (_ image: ImageID, _ charge: Int, _ viewport: Viewport) -> Double
