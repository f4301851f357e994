import ScrollCore
import ScrollPages
import ScrollSimCommands
import ScrollTraces
import Synchronization

/// Says on a terminal how far a hunt is.
final class HuntProgress: Sendable {
  private let line = Mutex(ProgressLine())
  private let runs: Int

  init(runs: Int) { self.runs = runs }

  func update(_ done: Int) {
    line.withLock { $0.update("run \(Words.digits(done)) of \(Words.digits(runs))") }
  }

  func finish() { line.withLock { $0.finish() } }
}
