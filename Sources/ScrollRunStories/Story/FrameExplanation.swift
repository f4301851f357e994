public import ScrollCore
public import ScrollSimulation

/// What one frame did and showed, and why.
public struct FrameTale: Sendable, Equatable {
  /// Counted from 0, in the order in which they were processed.
  public var number: Int
  public var start: SimTime
  /// The vsync after its start.
  public var due: SimTime
  /// When it was on screen; nil if the run or the app ended before.
  public var presented: SimTime?
  /// Missed vsyncs times the period.
  public var delay: SimTime
  public var work: RunReport.MainThreadWork
  /// Shares of the viewport.
  public var blank: Double, soft: Double, wrong: Double
  public var tale: Tale
  /// Items that appeared late in it, or that it shows blank, soft or wrong, by item.
  public var stalls: [AppearanceTale]
}
