import Foundation

/// A line on standard error that shows the progress of a long job.
///
/// Nothing is written unless standard error is a terminal and 2 seconds have passed. After that the
/// line is written at most ten times a second. `finish()` erases the line. Times come from a
/// monotonic clock, and do not affect results.
///
///     var progress = ProgressLine()
///     for run in runs { progress.update("run \(run) of \(runs.count)") ... }
///     progress.finish()
package struct ProgressLine: ~Copyable {
  /// The time after which a job shows its progress.
  static let delay = Duration.seconds(2)
  static let interval = Duration.milliseconds(100)
  /// The number of columns that every terminal has.
  static let width = 79

  private let isTerminal: Bool
  private let now: () -> Duration
  private let write: (String) -> Void
  private let start: Duration
  private var nextUpdate: Duration
  private var isShown = false

  /// Creates a line on standard error.
  package init() {
    let clock = ContinuousClock()
    let origin = clock.now
    self.init(
      isTerminal: isatty(STDERR_FILENO) != 0, now: { origin.duration(to: clock.now) },
      write: { FileHandle.standardError.write(Data($0.utf8)) })
  }

  /// Creates a line with a given output and a given clock.
  package init(
    isTerminal: Bool, now: @escaping () -> Duration, write: @escaping (String) -> Void
  ) {
    self.isTerminal = isTerminal
    self.now = now
    self.write = write
    start = now()
    nextUpdate = start + Self.delay
  }

  /// Shows the progress of the job.
  ///
  /// The text is evaluated only if it is shown.
  package mutating func update(_ text: @autoclosure () -> String) {
    guard isTerminal else { return }
    let time = now()
    guard time >= nextUpdate else { return }
    nextUpdate = time + Self.interval
    isShown = true
    write("\r" + Self.fitting(text().visible) + Self.eraseToEnd)
  }

  /// Erases the line, if there is one.
  package mutating func finish() {
    if isShown { write("\r" + Self.eraseToEnd) }
    isShown = false
  }

  private static let eraseToEnd = "\u{1b}[K"

  /// Returns as much of a text as any terminal shows on one line.
  private static func fitting(_ text: String) -> String {
    var line = ""
    var rest = width
    for character in text {
      rest -= String(character).displayWidth
      guard rest >= 0 else { break }
      line.append(character)
    }
    return line
  }
}
