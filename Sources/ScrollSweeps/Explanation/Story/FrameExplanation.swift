package import ScrollCore
package import ScrollSimulation

/// The work of one frame and what it showed, and the causes.
package struct FrameExplanation: Sendable, Equatable {
  /// Counted from 0, in the order in which they were processed.
  package var number: Int
  /// Whether it is the first of the app, or after a relaunch.
  package var beginsLaunch: Bool
  package var start: SimTime
  /// The vsync after its start.
  package var due: SimTime
  /// When it was on screen; nil if the run or the app ended before.
  package var presented: SimTime?
  /// Missed vsyncs times the period.
  package var delay: SimTime
  package var work: RunReport.MainThreadWork
  /// Shares of the viewport.
  package var blank: Double, soft: Double, wrong: Double
  package var explanation: Explanation
  /// Items that appeared late in it, or that it shows blank, soft or wrong, by item.
  package var stalls: [AppearanceExplanation]
}
