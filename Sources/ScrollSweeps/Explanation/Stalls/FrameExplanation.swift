package import ScrollCore
package import ScrollSimulation

/// The work of one frame, its content, and the causes.
package struct FrameExplanation: Sendable, Equatable {
  /// The number of the frame, from 0, in the order of processing.
  package var number: Int
  /// A Boolean value that indicates whether the frame is the first of the app, or after a relaunch.
  package var beginsLaunch: Bool
  package var start: SimTime
  /// The first vsync after the start.
  package var due: SimTime
  /// The time when the frame was on screen; `nil` if the run or the app ended before.
  package var presented: SimTime?
  /// The delay: missed vsyncs times the period.
  package var delay: SimTime
  package var work: RunReport.MainThreadWork
  /// The blank, soft and wrong shares of the viewport.
  package var blank: Double, soft: Double, wrong: Double
  package var explanation: Explanation
  /// The items that appeared late in the frame, or that it shows blank, soft or wrong, by item.
  package var stalls: [AppearanceExplanation]
}
