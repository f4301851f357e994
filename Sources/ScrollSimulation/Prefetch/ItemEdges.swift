import ScrollCore
import ScrollLayout

/// The items in the order in which a moving edge reaches them, from below and from above.
///
/// An edge that moves up reaches items by their starts, which is the order of items. An edge that
/// moves down reaches them by their ends, which is a different order in a waterfall. A *rank* is
/// the number of items that an edge has passed, so the items between two edges have the ranks
/// between the edges' ranks.
///
/// - Complexity: O(1) for a rank near the guess, otherwise O(log n).
struct ItemEdges: Sendable {
  let placement: ItemPlacement
  /// The ends of the items, in ascending order.
  let ends: [Double]
  /// The item of each element of `ends`; empty if that is the order of items.
  private let itemsByEnd: [Int32]
  /// A Boolean value that indicates whether every item has been inserted.
  let areAllThere: Bool

  init(_ placement: ItemPlacement) {
    self.placement = placement
    areAllThere = placement.starts.allSatisfy(Self.isThere)
    let ends = placement.ends
    guard zip(ends, ends.dropFirst()).contains(where: >) else {
      self.ends = ends
      itemsByEnd = []
      return
    }
    itemsByEnd = (0..<Int32(ends.count)).sorted { left, right in
      let (first, second) = (ends[Int(left)], ends[Int(right)])
      return first == second ? left < right : first < second
    }
    self.ends = itemsByEnd.map { ends[Int($0)] }
  }

  /// A Boolean value that indicates whether items end in the order in which they start.
  var endsAscend: Bool { itemsByEnd.isEmpty }

  /// Returns the item whose end has the given rank.
  @inline(__always)
  func item(endRank rank: Int) -> Int {
    itemsByEnd.isEmpty ? rank : Int(itemsByEnd[rank])
  }

  /// Returns the number of items that start before a position.
  @inline(__always)
  func startRank(_ position: Double, near guess: Int32) -> Int32 {
    Self.rank(near: guess, in: placement.starts) { $0 < position }
  }

  /// Returns the number of items that end at or before a position.
  @inline(__always)
  func endRank(_ position: Double, near guess: Int32) -> Int32 {
    Self.rank(near: guess, in: ends) { $0 <= position }
  }

  /// Returns a Boolean value that indicates whether an item exists and has been inserted.
  func isThere(_ item: Int) -> Bool {
    item >= 0 && item < placement.count && (areAllThere || Self.isThere(placement.starts[item]))
  }

  private static func isThere(_ start: Double) -> Bool {
    start > LayoutEpoch.absentAbove && start < LayoutEpoch.absentBelow
  }

  /// Returns a rank, found in steps from the guess that start at 1 and double, then by bisection.
  @inline(__always)
  private static func rank(
    near guess: Int32, in values: [Double], _ isBefore: (Double) -> Bool
  ) -> Int32 {
    var (low, high) = (0, values.count)
    let start = min(Int(guess), values.count)
    var step = 1
    if start > 0, !isBefore(values[start - 1]) {
      high = start - 1
      while high > low, !isBefore(values[max(low, high - step)]) {
        high = max(low, high - step)
        step *= 2
      }
      low = high > low ? max(low, high - step) : high
    } else {
      low = start
      while low < high, isBefore(values[min(high - 1, low + step - 1)]) {
        low = min(high, low + step)
        step *= 2
      }
      high = min(high, low + step)
    }
    while low < high {
      let middle = (low + high) / 2
      if isBefore(values[middle]) { low = middle + 1 } else { high = middle }
    }
    return Int32(low)
  }
}
