import ScrollCore

/// The response times to taps: until a frame is on screen that was begun after them.
///
/// Times are screen times.
struct Taps {
  /// The taps that no frame on screen has answered yet, in order, and the number of them that the
  /// frame on its way will answer.
  private var waiting: [Int64] = []
  private var drawn = 0
  private var figures = RunReport.Taps()

  /// A Boolean value that indicates whether no tap waits for an answer.
  var isQuiet: Bool { waiting.isEmpty }

  /// Records a tap of the user.
  mutating func tap(at now: Int64) {
    figures.count += 1
    waiting.append(now)
  }

  /// Records that a frame is processed, which answers all taps so far.
  mutating func didDraw() { drawn = waiting.count }

  /// Records that the frame is on screen.
  mutating func didPresent(at now: Int64) {
    guard drawn > 0 else { return }
    figures.slowest = max(figures.slowest, SimTime(nanoseconds: now - waiting[0]))
    waiting.removeFirst(drawn)
    drawn = 0
  }

  /// Handles the end of the process or the run; waiting taps remain unanswered.
  mutating func endProcess() {
    figures.unanswered += waiting.count
    waiting = []
    drawn = 0
  }

  /// Writes the figures to a report.
  func report(into report: inout RunReport) { report.taps = figures }
}
