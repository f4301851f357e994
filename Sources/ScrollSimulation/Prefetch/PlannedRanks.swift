import ScrollCore

/// The items of a plan on both sides of a viewport, as ranks of `ItemEdges`.
///
/// Two plans with equal values of this type list the same items in the same order.
struct PlannedRanks: Equatable {
  /// The ranks of three positions on one side: the edge of the viewport, the end of the items of
  /// urgency `soon`, and the end of the plan.
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
    /// The items visible at a landing, then those on the way; `soon` is the edge of the landing
    /// nearer to the viewport.
    case landing
    /// A plan made by `planAnew` or item by item; such plans are made again even if the items are
    /// the same.
    case anew
  }
}
