import ScrollCore
import ScrollSimulation

/// One frame of a run, with where the log tells of it.
struct FrameRecord {
  var start: SimTime
  var due: SimTime
  /// When it was on screen, or when the run or the app ended before that.
  var presented: SimTime
  var isPresented: Bool
  /// Missed vsyncs times the period; zero unless it is a hitch.
  var delay: SimTime
  var work: RunReport.MainThreadWork
  /// Shares of the viewport.
  var blank: Double, soft: Double, wrong: Double
  /// Entries of the log from the end of the frame before to its own.
  var entries: Range<Int>

  /// The delay of a late frame, as the report counts it.
  ///
  /// A frame that is on screen when the app goes to the background is planned for a vsync
  /// before that; its due time in the log lies after the return.
  static func delay(
    start: SimTime, due: SimTime, presented: SimTime, work: SimTime, hertz: Int64
  ) -> SimTime {
    let next = start.firstVsync(hertz: hertz) + 1
    let planned = max(next, (start + work).firstVsync(hertz: hertz))
    let missed = SimTime.vsync(planned, hertz: hertz) - SimTime.vsync(next, hertz: hertz)
    return min(missed, presented - due)
  }
}
