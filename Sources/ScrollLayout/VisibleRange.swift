public import ScrollCore

/// Which items a viewport shows, kept up to date as it moves.
///
/// An item is visible if its overlap with the viewport has positive length. Both ends of
/// the range step from where they were, so that a frame in which little moves costs a few
/// comparisons; after 64 steps the rest is found by halving.
///
/// Holds for layouts whose items have positive length and descend neither in `starts` nor
/// in `ends`: list, grid (the items of a row enter and leave together) and carousel.
///
/// - Complexity: O(1) while little moves, O(log n) after a jump; allocates nothing.
public struct VisibleRange: Sendable, Equatable {
  /// The first visible item; where an item would enter if none is visible.
  public private(set) var first = 0
  /// One past the last visible item.
  public private(set) var end = 0

  /// Nothing is visible yet.
  public init() {}

  public var isEmpty: Bool { first == end }
  public var count: Int { end - first }
  public var indices: Range<Int> { first..<end }

  /// Moves the range to the items that overlap `[lower, upper)`.
  public mutating func move(lower: Double, upper: Double, in placement: borrowing ItemPlacement) {
    first = Self.boundary(near: first, in: placement.ends) { $0 <= lower }
    end =
      lower < upper
      ? Self.boundary(near: end, in: placement.starts) { $0 < upper } : first
  }

  private static let longestWalk = 64

  /// The number of values that come before something, in ascending values, searched from a
  /// guess.
  @inline(__always)
  private static func boundary(
    near guess: Int, in values: [Double], _ isBefore: (Double) -> Bool
  ) -> Int {
    var index = min(guess, values.count)
    let (lowest, highest) = (index - longestWalk, index + longestWalk)
    while index > 0, !isBefore(values[index - 1]) {
      index -= 1
      if index == lowest { return halve(0, index, in: values, isBefore) }
    }
    while index < values.count, isBefore(values[index]) {
      index += 1
      if index == highest { return halve(index, values.count, in: values, isBefore) }
    }
    return index
  }

  private static func halve(
    _ low: Int, _ high: Int, in values: [Double], _ isBefore: (Double) -> Bool
  ) -> Int {
    var (low, high) = (low, high)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(values[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
