import ScrollCore
import ScrollLayout

/// The items in the order in which a moving edge of the viewport reaches them, in both directions.
///
/// An edge that moves towards higher positions reaches items in the order of their starts, which is
/// the order of items. An edge that moves towards lower positions reaches items in the order of
/// their ends, which is a different order in a waterfall. The *rank* of a position is the number of
/// items before it, by starts or by ends. So the items between two positions have the ranks between
/// those of the positions.
///
/// - Complexity: O(1) for a rank near the guess, otherwise O(log n).
struct ItemEdges: Sendable {
  let placement: ItemPlacement
  /// The ends of the items, in ascending order.
  let ends: [Double]
  /// The item of each element of `ends`; empty if that is the order of items.
  private let itemsByEnd: [Int32]
  /// A Boolean value that indicates whether the present layout contains every item of the session.
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

  /// Returns a Boolean value that indicates whether an item exists and is in the present layout.
  func isThere(_ item: Int) -> Bool {
    item >= 0 && item < placement.count && (areAllThere || Self.isThere(placement.starts[item]))
  }

  private static func isThere(_ start: Double) -> Bool {
    start > LayoutEpoch.absentAbove && start < LayoutEpoch.absentBelow
  }

  /// Returns a rank.
  ///
  /// The search begins at the guess with steps of 1, 2, 4 and so on, and ends with bisection.
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
