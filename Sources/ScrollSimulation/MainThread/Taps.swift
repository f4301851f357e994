import ScrollCore

/// How long the screen takes to answer taps: until a frame is on screen that was begun after them.
///
/// Times are screen times.
struct Taps {
  /// Those that no frame on screen has answered yet, in order, and how many of them the frame that is
  /// being shown will answer.
  private var waiting: [Int64] = []
  private var drawn = 0
  private var figures = RunReport.Taps()

  /// Whether nothing waits for an answer.
  var isQuiet: Bool { waiting.isEmpty }

  /// The user taps.
  mutating func tap(at now: Int64) {
    figures.count += 1
    waiting.append(now)
  }

  /// A frame is processed: it answers all taps so far.
  mutating func didDraw() { drawn = waiting.count }

  /// The frame is on screen.
  mutating func didPresent(at now: Int64) {
    guard drawn > 0 else { return }
    figures.slowest = max(figures.slowest, SimTime(nanoseconds: now - waiting[0]))
    waiting.removeFirst(drawn)
    drawn = 0
  }

  /// The process, or the run, ends: what has no answer gets none.
  mutating func endProcess() {
    figures.unanswered += waiting.count
    waiting = []
    drawn = 0
  }

  /// Writes the figures down.
  func report(into report: inout RunReport) { report.taps = figures }
}
