import ScrollCore

/// The items on both sides of a viewport that a plan consists of, as ranks of `ItemEdges`.
///
/// Two equal ones make the same plan.
struct PlannedRanks: Equatable {
  /// Of one side, from the viewport outwards.
  struct Side: Equatable {
    var near: Int32 = 0, soon: Int32 = 0, far: Int32 = 0
  }

  /// By starts, ascending.
  var above = Side()
  /// By ends, descending.
  var below = Side()
  var direction = ScrollDirection.forward
  var kind = Kind.bySide

  /// How they were planned.
  enum Kind {
    case bySide, byDistance
    /// The way to a landing, `soon` being its other edge.
    case landing
    /// In a batch, or item by item.
    case anew
  }
}
