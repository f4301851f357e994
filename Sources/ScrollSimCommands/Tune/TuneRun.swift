import Foundation
import ScrollReports
import ScrollResults
import ScrollSweeps

/// Makes the runs of a search in a store, says how far it is, and ends when it is told to.
struct TuneRun {
  private let store: ResultStore
  private let name: String
  private let jobs: Int

  /// - Parameters:
  ///   - store: has what was made before, and gets what is made.
  ///   - name: what the store is called when people are told of it.
  ///   - jobs: how many runs at a time.
  init(_ store: ResultStore, called name: String, jobs: Int) {
    self.store = store
    self.name = name
    self.jobs = jobs
  }

  /// Searches.
  /// - Parameter search: asks for runs; nil after an interruption.
  /// - Returns: what it found.
  /// - Throws: `CommandError` if the store fails; what was committed stays in it.
  func make<Answer>(
    _ search: (TrialRunner) throws(ResultStoreError) -> Answer?
  ) throws(CommandError) -> Answer {
    let line = SweepProgressLine()
    let runner = TrialRunner(store, jobs: jobs) { line.update($0) }
    Interruption.end { [name] in
      line.finish()
      guard let progress = try? runner.interrupt() else { return }
      Output.say(
        "scrollsim: interrupted; \(progress.done) runs are in '\(name)', and the same command "
          + "goes on")
    }
    let start = ContinuousClock.now
    defer { line.finish() }
    do {
      guard let answer = try search(runner) else {
        // Whoever interrupted it ends the process.
        while true { Thread.sleep(forTimeInterval: Interruption.limit) }
      }
      line.finish()
      let seconds = NumberText.fixed((ContinuousClock.now - start) / .seconds(1), decimals: 1)
      let progress = runner.progress
      Output.say(
        "note: \(progress.made) runs made in \(seconds) s; \(progress.present) were in '\(name)' "
          + "already")
      return answer
    } catch {
      throw CommandError(error)
    }
  }
}
