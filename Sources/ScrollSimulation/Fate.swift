/// What happened last to the picture behind a key, so that its absence can be explained.
struct Fate {
  /// Why it is not there, if it is not.
  var reason = AbsenceReason.neverAsked
  /// Whether it is cached, was fetched ahead, and nobody has used it since.
  var isUnusedPrefetch = false
  /// Whether it is cached and was used.
  var wasUsed = false
  /// How often in a row its download has failed.
  var failures: UInt8 = 0
  /// The low variant that has been made and written under the key, of which version of its
  /// image; -1 for none.
  var derived: PictureIndex = .none, derivedVersion: Int32 = 0
  /// How far the viewport had moved when it was evicted; below zero for never.
  var evictedAt = -1.0
  /// When a failed download may be tried again.
  var retryAt: Int64 = 0
}
