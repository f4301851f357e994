import ScrollCore

/// The items of a plan on both sides of a viewport, as ranks of `ItemEdges`.
///
/// Equal ranks make the same plan.
struct PlannedRanks: Equatable {
  /// The ranks of one side, from the viewport outwards.
  struct Side: Equatable {
    var near: Int32 = 0, soon: Int32 = 0, far: Int32 = 0
  }

  /// The ranks above the viewport by starts, ascending.
  var above = Side()
  /// The ranks below the viewport by ends, descending.
  var below = Side()
  var direction = ScrollDirection.forward
  var kind = Kind.bySide

  /// The way in which the items were planned.
  enum Kind {
    case bySide, byDistance
    /// The items on the way to a landing, where `soon` is its other edge.
    case landing
    /// A plan made in a batch, or item by item.
    case anew
  }
}
