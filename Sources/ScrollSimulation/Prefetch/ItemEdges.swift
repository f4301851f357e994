import ScrollCore
import ScrollLayout

/// The items in the order in which a moving edge meets them, from below and from above.
///
/// An edge that moves up meets items by their starts, which is the order of items; one that
/// moves down meets them by their ends, which in a waterfall is another order. A *rank* counts
/// the items that an edge has passed, so what lies between two edges are the ranks between theirs.
///
/// - Complexity: a rank near the guess takes O(1), else O(log n).
struct ItemEdges: Sendable {
  let placement: ItemPlacement
  /// Ascending.
  let ends: [Double]
  /// The item of each of `ends`; empty where that is the order of items.
  private let itemsByEnd: [Int32]
  /// Whether no item is still to be inserted.
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

  /// Whether items end in the order in which they start.
  var endsAscend: Bool { itemsByEnd.isEmpty }

  /// The item whose end has a rank.
  @inline(__always)
  func item(endRank rank: Int) -> Int {
    itemsByEnd.isEmpty ? rank : Int(itemsByEnd[rank])
  }

  /// How many items start before a position.
  @inline(__always)
  func startRank(_ position: Double, near guess: Int32) -> Int32 {
    Self.rank(near: guess, in: placement.starts) { $0 < position }
  }

  /// How many items end before a position or at it.
  @inline(__always)
  func endRank(_ position: Double, near guess: Int32) -> Int32 {
    Self.rank(near: guess, in: ends) { $0 <= position }
  }

  /// Whether there is such an item, and it has been inserted by now.
  func isThere(_ item: Int) -> Bool {
    item >= 0 && item < placement.count && (areAllThere || Self.isThere(placement.starts[item]))
  }

  private static func isThere(_ start: Double) -> Bool {
    start > LayoutEpoch.absentAbove && start < LayoutEpoch.absentBelow
  }

  /// Steps from the guess, first by one, then by twice as many each time, then halves.
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
