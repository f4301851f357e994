package import Foundation
import ScrollCore
import ScrollPages
package import ScrollSweeps
import Synchronization

/// The access of a command to a result store while it makes runs there and waits for them.
///
/// It prints the progress, keeps finished runs if the command is interrupted, and detects that the
/// store was removed.
package struct StoreSession {
  private let store: ResultStore
  private let name: String
  private let folder: URL?
  private let again: Bool

  /// Creates a session.
  /// - Parameters:
  ///   - store: The store, which has the earlier runs and receives the new ones.
  ///   - name: The name of the store, for messages.
  ///   - folder: The store's folder, if it is temporary and must be removed at the end of the
  ///     command.
  ///   - again: `true` to repeat runs that the store already has, and replace them.
  package init(
    _ store: ResultStore, called name: String, discarding folder: URL? = nil,
    again: Bool = false
  ) {
    self.store = store
    self.name = name
    self.folder = folder
    self.again = again
  }

  /// Makes runs.
  /// - Parameters:
  ///   - line: The progress line, which is removed at the end.
  ///   - interrupt: A closure that commits the finished runs and lets no more runs start.
  ///   - body: A closure that makes the runs; it ends early after `interrupt`.
  /// - Returns: the result of `body`, after all runs are made.
  /// - Throws: `CommandError` if the store fails or does not exist any more, or if the command was
  ///   interrupted. Committed runs stay in the store.
  package func make<Answer>(
    _ line: SweepProgressLine,
    interrupt: @escaping @Sendable () throws(ResultStoreError) -> SweepProgress,
    _ body: () throws(ResultStoreError) -> (answer: Answer, progress: SweepProgress)?
  ) throws(CommandError) -> Answer {
    Interruption.end { [self] in
      line.finish()
      if let folder { try? FileManager.default.removeItem(at: folder) }
      let progress = try? interrupt()
      return farewell(progress)
    }
    defer { Interruption.end(after: nil) }
    let start = ContinuousClock.now
    let identity = FileIdentity(store.path)
    let made: (answer: Answer, progress: SweepProgress)?
    do { made = try body() } catch {
      line.finish()
      throw Interruption.isAsked ? interrupted(interrupt) : CommandError(error)
    }
    line.finish()
    guard let made, !Interruption.isAsked else { throw interrupted(interrupt) }
    guard FileIdentity(store.path) == identity else {
      throw CommandError(
        .inputOutput,
        "'\(name)' was removed or replaced by another process while it was written")
    }
    let seconds = NumberText.fixed((ContinuousClock.now - start) / .seconds(1), decimals: 1)
    let progress = made.progress
    let present =
      folder == nil
      ? "; \(Phrase.count(progress.present, "was", "were")) in '\(name)' already" : ""
    Output.say("note: \(Phrase.count(progress.made, "run")) made in \(seconds) s\(present)")
    return made.answer
  }

  /// Returns the error that ends an interrupted command.
  private func interrupted(
    _ interrupt: () throws(ResultStoreError) -> SweepProgress
  ) -> CommandError {
    let progress = try? interrupt()
    return Interruption.error(farewell(progress))
  }

  private func farewell(_ progress: SweepProgress?) -> String {
    guard folder == nil, let progress else { return "interrupted" }
    guard !again else {
      return "interrupted; \(Phrase.count(progress.made, "run is", "runs are")) repeated in "
        + "'\(name)'; the others are unchanged"
    }
    return "interrupted; \(Phrase.count(progress.done, "run is", "runs are")) in '\(name)'; the "
      + "same command continues"
  }
}

extension StoreSession {
  /// Makes the runs of a sweep that the store does not have, or repeats all of them.
  /// - Parameters:
  ///   - plan: The runs.
  ///   - regret: The regrets to compute for each run, besides its figures.
  ///   - jobs: The number of runs at a time.
  ///   - positions: The positions in the plan; `nil` for all.
  ///   - update: A closure that is called with the progress, from any thread.
  /// - Throws: `CommandError`, as `make(_:interrupt:_:)`.
  func sweep(
    _ plan: SweepPlan, regret: RegretKinds, jobs: Int, positions: [Int]? = nil,
    update: @escaping @Sendable (SweepProgress) -> Void = { _ in }
  ) throws(CommandError) {
    let runner = SweepRunner(
      SweepJob(plan, regret: regret, jobs: jobs), store: store, positions: positions, jobs: jobs,
      anewBut: again ? [] : nil)
    let line = SweepProgressLine()
    try make(line, interrupt: runner.interrupt) { () throws(ResultStoreError) in
      let progress = try runner.run {
        line.update($0)
        update($0)
      }
      return progress.isComplete ? (answer: (), progress: progress) : nil
    }
  }

  /// Runs a search, which requests runs step by step.
  /// - Parameters:
  ///   - jobs: The number of runs at a time.
  ///   - search: The search; it returns `nil` after an interruption.
  /// - Returns: the answer.
  /// - Throws: `CommandError`, as `make(_:interrupt:_:)`.
  func search<Answer>(
    jobs: Int, _ search: (TrialRunner) throws(ResultStoreError) -> Answer?
  ) throws(CommandError) -> Answer {
    let line = SweepProgressLine()
    let runner = TrialRunner(store, jobs: jobs, again: again) { line.update($0) }
    return try make(line, interrupt: runner.interrupt) { () throws(ResultStoreError) in
      try search(runner).map { (answer: $0, progress: runner.progress) }
    }
  }
}

/// The progress of a sweep on standard error: one line on a terminal, otherwise a new line every
/// ten seconds.
package final class SweepProgressLine: Sendable {
  static let interval = Duration.seconds(10)

  private struct State: ~Copyable {
    var line: ProgressLine
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

  /// Returns a text such as `320 of 400 runs, 45.1 runs/s, 2 s left`.
  private func text(_ progress: SweepProgress, at now: ContinuousClock.Instant) -> String {
    let text = "\(Phrase.digits(progress.done)) of \(Phrase.count(progress.total, "run"))"
    let seconds = (now - start) / .seconds(1)
    guard let left = progress.secondsLeft(after: seconds) else { return text }
    return "\(text), \(NumberText.fixed(Double(progress.made) / seconds, decimals: 1)) runs/s, "
      + "\(Self.duration(left)) left"
  }

  /// Returns a duration such as `2 s`, `3 min 20 s`, `1 h 5 min`.
  static func duration(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    if whole < 120 { return "\(whole) s" }
    if whole < 7200 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
