public import ScrollCore
public import ScrollSimulation

extension RunDiff {
  /// A stretch of the scroll over which one of the runs stalls more.
  public struct Stretch: Sendable, Equatable {
    /// When the first of its appearances began, and when the last had its image or was over.
    public var start: SimTime, end: SimTime
    /// Items that one run showed earlier, or found in its cache, and the other did not; ascending.
    public var items: [Int]
    /// Over these appearances.
    public var a: Figures, b: Figures
    /// Who stalls more; nil where gains and losses come to nothing.
    public var worse: Side?
    /// Why the worse one's images were absent, the most frequent first.
    public var reasons: [Reason]

    /// `a` less `b`.
    public var difference: Figures { a - b }
  }

  /// How many images were absent for a reason.
  public struct Reason: Sendable, Equatable {
    public var reason: AbsenceReason
    public var count: Int
  }
}
