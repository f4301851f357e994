import Foundation
import ScrollPages
import ScrollResults
import ScrollSweeps

/// Makes runs in a store for somebody who waits: says how far it is, keeps what is done when it is
/// told to end, and notices when the store is taken away.
struct StoreSession {
  private let store: ResultStore
  private let name: String
  private let folder: URL?

  /// - Parameters:
  ///   - store: has what was made before, and gets what is made.
  ///   - name: what the store is called when people are told of it.
  ///   - folder: the store's, if it must not outlive the command.
  init(_ store: ResultStore, called name: String, discarding folder: URL? = nil) {
    self.store = store
    self.name = name
    self.folder = folder
  }

  /// Makes runs.
  ///
  /// Returns only if they were all made: after an interruption what was half done must be neither
  /// printed nor published, and whoever interrupted it ends the process.
  /// - Parameters:
  ///   - line: is told how far it is, and goes away in the end.
  ///   - interrupt: commits what is done and starts nothing more.
  ///   - body: makes the runs; nil if it was interrupted.
  /// - Returns: what was made of the runs.
  /// - Throws: `CommandError` if the store fails or is not there any more; what was committed stays
  ///   in it.
  func make<Answer>(
    _ line: SweepProgressLine,
    interrupt: @escaping @Sendable () throws(ResultStoreError) -> SweepProgress,
    _ body: () throws(ResultStoreError) -> (answer: Answer, progress: SweepProgress)?
  ) throws(CommandError) -> Answer {
    Interruption.end { [name, folder] in
      line.finish()
      if let folder { try? FileManager.default.removeItem(at: folder) }
      guard folder == nil, let progress = try? interrupt() else { return }
      Output.say(
        "scrollsim: interrupted; \(progress.done) runs are in '\(name)', and the same command "
          + "goes on")
    }
    let start = ContinuousClock.now
    let identity = FileIdentity(store.path)
    let made: (answer: Answer, progress: SweepProgress)?
    do { made = try body() } catch {
      line.finish()
      throw CommandError(error)
    }
    guard let made else {
      while true { Thread.sleep(forTimeInterval: Interruption.limit) }
    }
    line.finish()
    guard FileIdentity(store.path) == identity else {
      throw CommandError(
        .inputOutput,
        "'\(name)' was removed or replaced while it was written; expected it to stay")
    }
    let seconds = NumberText.fixed((ContinuousClock.now - start) / .seconds(1), decimals: 1)
    let present = folder == nil ? "; \(made.progress.present) were in '\(name)' already" : ""
    Output.say("note: \(made.progress.made) runs made in \(seconds) s\(present)")
    return made.answer
  }
}

extension StoreSession {
  /// Makes the runs of a sweep that the store does not have.
  /// - Parameters:
  ///   - job: makes them.
  ///   - jobs: how many at a time.
  ///   - positions: which of the plan; all if nil.
  ///   - update: hears how far it is, from any thread.
  /// - Throws: `CommandError`, as `make(_:interrupt:_:)`.
  func sweep(
    _ job: SweepJob, jobs: Int, positions: [Int]? = nil,
    update: @escaping @Sendable (SweepProgress) -> Void = { _ in }
  ) throws(CommandError) {
    let runner = SweepRunner(job, store: store, positions: positions, jobs: jobs)
    let line = SweepProgressLine()
    try make(line, interrupt: runner.interrupt) { () throws(ResultStoreError) in
      try store.write(job.plan.record)
      let progress = try runner.run {
        line.update($0)
        update($0)
      }
      return progress.isComplete ? (answer: (), progress: progress) : nil
    }
  }

  /// Searches: what asks for runs step by step.
  /// - Parameters:
  ///   - jobs: how many runs at a time.
  ///   - search: nil after an interruption.
  /// - Returns: what was found.
  /// - Throws: `CommandError`, as `make(_:interrupt:_:)`.
  func search<Answer>(
    jobs: Int, _ search: (TrialRunner) throws(ResultStoreError) -> Answer?
  ) throws(CommandError) -> Answer {
    let line = SweepProgressLine()
    let runner = TrialRunner(store, jobs: jobs) { line.update($0) }
    return try make(line, interrupt: runner.interrupt) { () throws(ResultStoreError) in
      try search(runner).map { (answer: $0, progress: runner.progress) }
    }
  }
}
