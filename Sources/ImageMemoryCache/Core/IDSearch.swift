/// The progress of the search for a reusable id, in one pass over the queue.
@usableFromInline struct IDSearch: Sendable {
  /// The number of ids in the queue that this pass has not examined.
  @usableFromInline var left: Int
  /// The number of examined ids that are not resident, and the number of them that were free.
  @usableFromInline var asked = 0, found = 0

  @inlinable init(of count: Int) { left = count }

  /// A Boolean value that indicates whether so few ids were free that adding ids is cheaper than
  /// searching.
  @inlinable var isScarce: Bool { 8 * found < asked }
}
