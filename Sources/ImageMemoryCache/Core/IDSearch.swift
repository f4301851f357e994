/// How far the search for an id that may be reused has come, in one pass over the queue.
@usableFromInline struct IDSearch: Sendable {
  /// How many ids of the queue are still to come.
  @usableFromInline var left: Int
  /// How many that are not resident were asked about, and how many of them were free.
  @usableFromInline var asked = 0, found = 0

  @inlinable init(of count: Int) { left = count }

  /// Whether so few were free that more ids are cheaper than more questions.
  @inlinable var isScarce: Bool { 8 * found < asked }
}
