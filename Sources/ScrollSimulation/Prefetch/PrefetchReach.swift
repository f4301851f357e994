import ScrollCore

/// How far beyond the viewport a prefetcher looks, in points.
///
/// *Ahead* is where the last movement went. What is nearer than the first distance of a side is
/// wanted soon, what is nearer than the second is worth a prefetch.
struct PrefetchReach: Equatable {
  var soonAhead = 0.0, soonBehind = 0.0
  var ahead = 0.0, behind = 0.0
}

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
  /// Whether this is the way to a landing, in which case `soon` is its other edge.
  var isLanding = false
}
