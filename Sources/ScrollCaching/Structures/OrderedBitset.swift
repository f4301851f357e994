public import BasicContainers

/// A set of small numbers with fast access to its ends and to the neighbors of every number.
///
///     var set = OrderedBitset(count: 1000)
///     set.insert(7)
///     set.insert(500)
///     set.next(after: 7)       // 500
///     set.previous(before: 7)  // nil
///
/// The bits have three levels. The first has one bit for each number. In the second and the third,
/// a bit is set if any of its 64 bits in the level below is set. The structure is that of P. van
/// Emde Boas, "Preserving order in a forest in less than logarithmic time and linear space",
/// Information Processing Letters 6(3), 1977, doi:10.1016/0020-0190(77)90031-X, with a fixed number
/// of levels. Both ends are stored, because policies read them at every eviction. Nothing is
/// allocated after `init`.
///
/// - Complexity: every operation O(1 + count / 262 144).
public struct OrderedBitset: ~Copyable {
  @usableFromInline var leaves: RigidArray<UInt64>
  @usableFromInline var blocks: RigidArray<UInt64>
  @usableFromInline var tops: RigidArray<UInt64>
  /// The ends of the set; `count` and -1 while the set is empty.
  @usableFromInline var low: Int, high: Int
  /// The upper bound of the members, exclusive.
  public let count: Int

  /// Creates an empty set of numbers in `0..<count`.
  @inlinable public init(count: Int) {
    self.count = count
    leaves = RigidArray(repeating: 0, count: count / 64 + 1)
    blocks = RigidArray(repeating: 0, count: count / 4096 + 1)
    tops = RigidArray(repeating: 0, count: count / 262_144 + 1)
    (low, high) = (count, -1)
  }

  @inlinable public var isEmpty: Bool { high < 0 }
  /// The smallest member.
  @inlinable public var first: Int? { isEmpty ? nil : low }
  /// The largest member.
  @inlinable public var last: Int? { isEmpty ? nil : high }

  @inlinable public func contains(_ number: Int) -> Bool {
    leaves[number >> 6] & Self.bit(number) != 0
  }

  /// Adds a number, if it is not in the set.
  /// - Precondition: The number is in `0..<count`.
  @inlinable public mutating func insert(_ number: Int) {
    precondition(0 <= number && number < count, "\(number) is not in 0..<\(count)")
    leaves[number >> 6] |= Self.bit(number)
    blocks[number >> 12] |= Self.bit(number >> 6)
    tops[number >> 18] |= Self.bit(number >> 12)
    low = min(low, number)
    high = max(high, number)
  }

  /// Removes a number, if it is in the set.
  @inlinable public mutating func remove(_ number: Int) {
    leaves[number >> 6] &= ~Self.bit(number)
    if leaves[number >> 6] == 0 {
      blocks[number >> 12] &= ~Self.bit(number >> 6)
      if blocks[number >> 12] == 0 { tops[number >> 18] &= ~Self.bit(number >> 12) }
    }
    guard number == low || number == high else { return }
    if low == high {
      (low, high) = (count, -1)
    } else if number == low {
      low = next(after: number) ?? count
    } else {
      high = previous(before: number) ?? -1
    }
  }

  /// Returns the smallest member above a number.
  @inlinable public func next(after number: Int) -> Int? {
    let leaf = leaves[number >> 6] & Self.above(number)
    if leaf != 0 { return (number >> 6) << 6 + leaf.trailingZeroBitCount }
    let block = blocks[number >> 12] & Self.above(number >> 6)
    if block != 0 { return firstOf(leaf: (number >> 12) << 6 + block.trailingZeroBitCount) }
    var index = number >> 18
    var top = tops[index] & Self.above(number >> 12)
    while top == 0 {
      index += 1
      guard index < tops.count else { return nil }
      top = tops[index]
    }
    let found = index << 6 + top.trailingZeroBitCount
    return firstOf(leaf: found << 6 + blocks[found].trailingZeroBitCount)
  }

  /// Returns the largest member below a number.
  @inlinable public func previous(before number: Int) -> Int? {
    let leaf = leaves[number >> 6] & Self.below(number)
    if leaf != 0 { return (number >> 6) << 6 + Self.highest(leaf) }
    let block = blocks[number >> 12] & Self.below(number >> 6)
    if block != 0 { return lastOf(leaf: (number >> 12) << 6 + Self.highest(block)) }
    var index = number >> 18
    var top = tops[index] & Self.below(number >> 12)
    while top == 0 {
      index -= 1
      guard index >= 0 else { return nil }
      top = tops[index]
    }
    let found = index << 6 + Self.highest(top)
    return lastOf(leaf: found << 6 + Self.highest(blocks[found]))
  }

  @inlinable func firstOf(leaf: Int) -> Int { leaf << 6 + leaves[leaf].trailingZeroBitCount }
  @inlinable func lastOf(leaf: Int) -> Int { leaf << 6 + Self.highest(leaves[leaf]) }

  @inlinable static func bit(_ number: Int) -> UInt64 { 1 << UInt64(number & 63) }
  /// Returns the bits of a number's word for larger numbers.
  @inlinable static func above(_ number: Int) -> UInt64 { ~1 << UInt64(number & 63) }
  @inlinable static func below(_ number: Int) -> UInt64 { bit(number) &- 1 }
  @inlinable static func highest(_ word: UInt64) -> Int { 63 - word.leadingZeroBitCount }
}
