/// What happened last to the picture behind a key, so that its absence can be explained.
struct Fate {
  /// How far the viewport had moved when it was evicted; below zero for never.
  var evictedAt = -1.0
  /// Why it is not there, if it is not.
  var reason = AbsenceReason.neverAsked
  /// Whether it is cached, was fetched ahead, and has not been used since.
  var isUnusedPrefetch = false
  /// Whether it is cached and was used.
  var wasUsed = false
  /// Of what is cached, was fetched ahead and has not been used: the bytes that were fetched.
  var unseenBytes = 0
}
