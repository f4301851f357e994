import ScrollSimCommands
import ScrollSweeps
import ScrollTraces

/// Runs a search in a store, and says how far it is: on a terminal, and nowhere else.
struct EvolveSession {
  private let store: ResultStore
  private let name: String
  private let jobs: Int

  /// - Parameters:
  ///   - store: has the earlier runs, and gets the new ones.
  ///   - name: of the store, for messages.
  ///   - jobs: how many runs at a time.
  init(_ store: ResultStore, called name: String, jobs: Int) {
    self.store = store
    self.name = name
    self.jobs = jobs
  }

  /// Searches.
  /// - Throws: `CommandError` with status 1 where nothing can be found, and as `StoreSession` does.
  func answer(_ evolution: Evolution) throws(CommandError) -> EvolveAnswer {
    let progress = EvolveProgress()
    let runner = TrialRunner(store, jobs: jobs) { progress.update($0) }
    var failure: EvolveFailure?
    let made: EvolveAnswer? = try StoreSession(store, called: name).make(
      SweepProgressLine(),
      interrupt: { () throws(ResultStoreError) in
        progress.finish()
        return try runner.interrupt()
      }
    ) { () throws(ResultStoreError) -> (answer: EvolveAnswer?, progress: SweepProgress)? in
      defer { progress.finish() }
      do {
        guard let answer = try evolution.answer(runner, store, progress.enter) else { return nil }
        return (answer, runner.progress)
      } catch let error as ResultStoreError {
        throw error
      } catch {
        failure = error as? EvolveFailure ?? EvolveFailure("\(error)")
        return (nil, runner.progress)
      }
    }
    guard let made else {
      throw CommandError(.gateSaidNo, failure?.description ?? "the search has no answer")
    }
    return made
  }
}
