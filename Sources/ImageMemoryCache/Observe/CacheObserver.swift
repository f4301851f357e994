public import ScrollCaching
public import ScrollCore

/// A receiver of every operation on a cache, in the order in which they took effect.
///
/// One thread at a time calls the observer, outside of the cache's lock, so that the observer may
/// call the cache. That thread also delivers the events that other threads cause meanwhile, so a
/// call of the cache may return before the observer receives its events. An observer must be quick,
/// because waiting events take memory.
public protocol CacheObserver: AnyObject, Sendable {
  /// Receives the state of the cache, once, before the first event.
  func observationBegan(_ beginning: CacheBeginning)
  /// Receives an event.
  func cacheDid(_ event: CacheEvent)
}

/// The state of a cache when an observer is attached.
public struct CacheBeginning: Equatable, Sendable {
  /// The policy as the command line takes it, `distance:lead=2`; nil for a custom policy.
  public var policy: String?
  /// The seed for randomized policies.
  public var seed: UInt64
  /// The expected scroll direction before the first movement.
  public var direction: ScrollDirection
  public var limits: CacheLimits
  /// The number of images in the cache; a simulation that starts empty needs 0.
  public var residentCount: Int
  /// The number of ids.
  public var idCount: Int
}

/// One step of a cache, in values that keep no object alive.
///
/// The step is followed by one `left` for each image that leaves because of it, in order. The id of
/// an image may later be reused for another key (`assigned`). The digest of an image is that of its
/// key, which the policy hashes.
public enum CacheEvent: Equatable, Sendable {
  /// From here on the id has the key with this digest, and the policy has no state for the id.
  case assigned(ImageID, digest: UInt64)
  /// A value was requested.
  ///
  /// The cost of the request is that of the value, or on a miss the mean cost of the values in the
  /// cache. The time is zero if neither the policy nor a lifetime needs it.
  case lookup(Request, digest: UInt64, isHit: Bool)
  /// A value was offered; an unknown load time counts as a millisecond.
  case store(Request, digest: UInt64, as: Admission, load: LoadTime?, outcome: StoreOutcome)
  /// A value was removed: by the app, or because it had expired.
  case remove(ImageID, digest: UInt64, because: RemovalReason)
  /// All values were removed by the app.
  case removeAll
  /// A key got its first pin, or lost its last one.
  case pin(ImageID, digest: UInt64), unpin(ImageID, digest: UInt64)
  /// The limits changed.
  case limits(CacheLimits)
  /// The system reported its memory state, and the cache reacted.
  case pressure(PressureLevel, MemoryReaction)
  /// The app left the screen, and the cache reacted.
  case background(MemoryReaction)
  case viewport(Viewport)
  /// These items show an image from now on, and no others.
  case place(ImageID, digest: UInt64, [Range<Double>])
  /// An image left because of the previous step.
  case left(Removal, digest: UInt64)
}
