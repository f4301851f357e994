import ScrollCore

/// The response times to taps: from each tap until the first frame that began after it is on
/// screen.
///
/// Times are screen times.
struct Taps {
  /// The times of the taps that no frame on screen has answered yet, in ascending order.
  private var waiting: [Int64] = []
  /// The number of waiting taps that the last processed frame answers once it is on screen.
  private var drawn = 0
  private var figures = RunReport.Taps()

  /// A Boolean value that indicates whether no tap waits for an answer.
  var isQuiet: Bool { waiting.isEmpty }

  /// Records a tap of the user.
  mutating func tap(at now: Int64) {
    figures.count += 1
    waiting.append(now)
  }

  /// Records that a frame was processed; once it is on screen, it answers all taps so far.
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
