package import ScrollCore
package import ScrollSimulation

extension RunDiff {
  /// A stretch of the scroll over which one of the runs stalls more.
  package struct Stretch: Sendable, Equatable {
    /// When the first of its appearances began, and when the last had its image or was over.
    package var start: SimTime, end: SimTime
    /// Items that one run showed earlier, or found in its cache, and the other did not; ascending.
    package var items: [Int]
    /// Over these appearances.
    package var a: Figures, b: Figures
    /// The side that stalls more; nil where gains and losses cancel out.
    package var worse: Side?
    /// Why the worse one's images were absent, the most frequent first.
    package var reasons: [Reason]

    /// `a` less `b`.
    package var difference: Figures { a - b }
  }

  /// How many images were absent for a reason.
  package struct Reason: Sendable, Equatable {
    package var reason: AbsenceReason
    package var count: Int
  }
}
