public import ScrollCaching
public import ScrollCore

/// One step of a cache, in values that keep nothing alive.
///
/// What leaves because of a step follows it, one `left` for each image, in order. The id of an
/// image is reused for other keys (`assigned` says when); its digest is that of its key, and
/// what the policy hashes.
public enum CacheEvent: Equatable, Sendable {
  /// From here on the id means the key with this digest, and the policy knows nothing of it.
  case assigned(ImageID, digest: UInt64)
  /// A value was asked for. The cost is what it was charged, or the mean of those that are
  /// in the cache where it is not; the time is zero where nothing asks for it.
  case lookup(Request, digest: UInt64, isHit: Bool)
  /// A value was offered. A load time that is not known counts as a millisecond.
  case store(Request, digest: UInt64, as: Admission, load: LoadTime?, outcome: StoreOutcome)
  /// A value was taken out: by the app, or because it was too old.
  case remove(ImageID, digest: UInt64, because: RemovalReason)
  /// All were taken out, by the app.
  case removeAll
  /// A key that was not pinned is, or the last pin was taken back.
  case pin(ImageID, digest: UInt64), unpin(ImageID, digest: UInt64)
  /// Other limits.
  case limits(CacheLimits)
  /// The system reported its memory state, and so much was kept.
  case pressure(PressureLevel, MemoryReaction)
  /// The app left the screen, and so much was kept.
  case background(MemoryReaction)
  case viewport(Viewport)
  /// These items show an image from now on, and no others.
  case place(ImageID, digest: UInt64, [Range<Double>])
  /// An image left because of the step before.
  case left(Removal, digest: UInt64)
}
