import ScrollCore
import ScrollPages
import ScrollSimCommands
import ScrollSweeps
import ScrollTraces
import Synchronization

/// One line on a terminal that says where a search is.
final class EvolveProgress: Sendable {
  private struct State: ~Copyable {
    var line: ProgressLine
    var stage = ""
  }

  private let state = Mutex(State(line: ProgressLine()))

  /// Notes where it is.
  func enter(_ stage: EvolveStage) { state.withLock { $0.stage = Self.text(stage) } }

  /// Says where it is, and how many runs that has taken; from any thread.
  func update(_ progress: SweepProgress) {
    state.withLock { state in
      let text = "\(state.stage), \(Words.count(progress.done, "run"))"
      state.line.update(text)
    }
  }

  func finish() { state.withLock { $0.line.finish() } }

  private static func text(_ stage: EvolveStage) -> String {
    switch stage {
    case .survey: return "looking for headroom"
    case .search(let progress):
      let best = progress.best.map { ", best \(NumberText.percent($0.loss)) of lru's stall" } ?? ""
      return "generation \(progress.generation) of \(progress.generations)\(best)"
    case .validation: return "validation"
    case .tuning: return "tuning the opponent"
    case .opening: return "sealed scenes"
    case .draws: return "draws of the devices' figures"
    }
  }
}
