public import ScrollCore

/// The range of items that a viewport shows, updated as it moves.
///
/// An item is visible if its overlap with the viewport has positive length. The search for both
/// ends of the range steps from their last positions, so a frame with little movement takes a few
/// comparisons. After 64 steps it continues with bisection.
///
/// If `ItemPlacement.endsAscend` is true (list, grid, carousel), every item in the range is
/// visible. In a waterfall it is the smallest range that contains every visible item. Beside a long
/// item the range may contain other items that have already ended before the viewport.
/// `ItemPlacement.overlaps(_:_:_:)` returns whether an item is visible. The first and the last item
/// of the range are visible.
///
/// Items that are not inserted yet (`LayoutEpoch`) are never in the range.
///
/// - Complexity: O(1) for little movement, O(log n) after a jump; allocates nothing. At the uneven
///   end of a waterfall, the search also passes items that end before the viewport.
public struct VisibleRange: Sendable, Equatable {
  /// The first visible item, or the position at which an item would enter if none is visible.
  public private(set) var first = 0
  /// One past the last visible item.
  public private(set) var end = 0

  /// Creates an empty range.
  public init() {}

  public var isEmpty: Bool { first == end }
  /// The number of items in the range, visible or not.
  public var count: Int { end - first }
  public var indices: Range<Int> { first..<end }

  /// Moves the range to the items that overlap `[lower, upper)`.
  public mutating func move(lower: Double, upper: Double, in placement: borrowing ItemPlacement) {
    first = Self.boundary(near: first, in: placement.reach) { $0 <= lower }
    end =
      lower < upper
      ? Self.boundary(near: end, in: placement.starts) { $0 < upper } : first
    if !placement.endsAscend { dropEnded(above: lower, in: placement.ends) }
  }

  /// The positions of a viewport whose items form the same range.
  public struct Slack: Sendable {
    /// The bounds of the lower edge: at least the first one, and below the second one.
    @usableFromInline let least: Double, below: Double
    /// The bounds of the upper edge: above the first one, and at most the second one.
    @usableFromInline let above: Double, most: Double

    /// Returns a Boolean value that indicates whether the items that overlap `[lower, upper)` form
    /// the range, and all of them are visible.
    @inlinable public func covers(lower: Double, upper: Double) -> Bool {
      lower < upper && least <= lower && lower < below && above < upper && upper <= most
    }
  }

  /// Returns the positions of a viewport whose items form this range; none if ends do not ascend.
  public func slack(in placement: borrowing ItemPlacement) -> Slack {
    Slack(
      least: first == 0 ? -.infinity : placement.reach[first - 1],
      below: placement.endsAscend
        ? first == placement.count ? .infinity : placement.reach[first] : -.infinity,
      above: end == 0 ? -.infinity : placement.starts[end - 1],
      most: end == placement.count ? .infinity : placement.starts[end])
  }

  /// Removes the items after the last visible one, which end before the viewport.
  ///
  /// The first item of the range must be visible.
  private mutating func dropEnded(above lower: Double, in ends: [Double]) {
    while end > first, ends[end - 1] <= lower { end -= 1 }
  }

  private static let longestWalk = 64

  /// Returns the number of values before a position, in ascending values; the search starts at a
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
