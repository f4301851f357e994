import Foundation
import ScrollCore
import ScrollPages
import ScrollSweeps
import Synchronization

/// Says how far a sweep is: one line on a terminal, a line every ten seconds elsewhere.
package final class SweepProgressLine: Sendable {
  static let interval = Duration.seconds(10)

  private struct State: ~Copyable {
    var line: ProgressLine
    var first: SweepProgress?
    var nextLine: ContinuousClock.Instant
  }

  private let start = ContinuousClock.now
  private let isTerminal = isatty(STDERR_FILENO) != 0
  private let state: Mutex<State>

  package init() {
    state = Mutex(State(line: ProgressLine(), nextLine: start + Self.interval))
  }

  func update(_ progress: SweepProgress) {
    let now = ContinuousClock.now
    state.withLock { state in
      state.line.update(text(progress, at: now))
      guard !isTerminal, now >= state.nextLine else { return }
      state.nextLine = now + Self.interval
      Output.say(text(progress, at: now))
    }
  }

  func finish() { state.withLock { $0.line.finish() } }

  /// `320 of 400 runs, 45.1 runs/s, 2 s left`.
  private func text(_ progress: SweepProgress, at now: ContinuousClock.Instant) -> String {
    let text = "\(Words.digits(progress.done)) of \(Words.count(progress.total, "run"))"
    let seconds = (now - start) / .seconds(1)
    guard let left = progress.secondsLeft(after: seconds) else { return text }
    return "\(text), \(NumberText.fixed(Double(progress.made) / seconds, decimals: 1)) runs/s, "
      + "\(Self.duration(left)) left"
  }

  /// `2 s`, `3 min 20 s`, `1 h 5 min`.
  static func duration(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    if whole < 120 { return "\(whole) s" }
    if whole < 7200 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
