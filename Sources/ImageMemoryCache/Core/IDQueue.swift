/// The ids that may be reused, the longest waiting first.
///
/// Each id that has a key but whose image is not resident is in the queue exactly once. An id whose
/// image has become resident again may still be in the queue.
///
/// - Complexity: O(1).
@usableFromInline struct IDQueue: Sendable {
  @usableFromInline var ring: [Int32]
  @usableFromInline var isQueued: [Bool]
  @usableFromInline var head = 0
  @usableFromInline var count = 0

  /// Creates an empty queue for a number of ids.
  /// - Precondition: The number is a power of two.
  @inlinable init(idCount: Int) {
    ring = Array(repeating: 0, count: idCount)
    isQueued = Array(repeating: false, count: idCount)
  }

  /// Adds an id behind all others, unless it is in the queue.
  @inlinable mutating func append(_ id: Int) {
    guard !isQueued[id] else { return }
    isQueued[id] = true
    ring[(head &+ count) & (ring.count &- 1)] = Int32(truncatingIfNeeded: id)
    count &+= 1
  }

  @inlinable mutating func popFirst() -> Int? {
    guard count > 0 else { return nil }
    let id = Int(ring[head])
    head = (head &+ 1) & (ring.count &- 1)
    count &-= 1
    isQueued[id] = false
    return id
  }

  /// Makes room for more ids.
  /// - Precondition: Their number is a power of two, and not less than before.
  @usableFromInline mutating func grow(to idCount: Int) {
    var grown = IDQueue(idCount: idCount)
    while let id = popFirst() { grown.append(id) }
    self = grown
  }
}

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
