import Synchronization

/// Makes the runs that a search asks for, step by step, in a store that keeps them.
///
/// A run that the store has is not made again, whatever made it.
package final class TrialRunner: Sendable {
  private struct State {
    /// Of the steps that are over.
    var before = SweepProgress(total: 0)
    var current: SweepRunner?
    var isStopped = false
    /// What this search has made so far, where it makes everything anew; nil elsewhere.
    var made: Set<ContentKey>?
  }

  private let store: ResultStore
  private let jobs: Int
  private let update: @Sendable (SweepProgress) -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - store: has what was made before, and gets what is made.
  ///   - jobs: how many threads.
  ///   - again: whether runs are made anew, once, and replace those of the store.
  ///   - update: is called after every run with the progress, from any thread.
  package init(
    _ store: ResultStore, jobs: Int, again: Bool = false,
    update: @escaping @Sendable (SweepProgress) -> Void = { _ in }
  ) {
    self.store = store
    self.jobs = jobs
    self.update = update
    state = Mutex(State(made: again ? [] : nil))
  }

  /// Every run that was asked for so far.
  package var progress: SweepProgress { state.withLock { $0.before } }

  /// Makes the runs of a plan that are not there.
  /// - Parameters:
  ///   - plan: what there is to run.
  ///   - regret: what is worked out of each run beside its figures.
  /// - Returns: every run of the plan; nil after an interruption.
  /// - Throws: `ResultStoreError`; what was committed before stays in the store.
  package func runs(
    of plan: SweepPlan, regret: RegretKinds
  ) throws(ResultStoreError) -> [ContentKey: RunRecord]? {
    let job = SweepJob(plan, regret: regret, jobs: jobs)
    let runner = SweepRunner(
      job, store: store, jobs: jobs, isSweep: false, anewBut: state.withLock { $0.made })
    let before = state.withLock { state -> SweepProgress? in
      guard !state.isStopped else { return nil }
      state.current = runner
      return state.before
    }
    guard let before else { return nil }
    let made = try runner.run { [update] in update(before + $0) }
    guard made.isComplete else { return nil }
    state.withLock { state in
      state.before = before + made
      state.current = nil
      state.made?.formUnion(plan.runs.map(\.key))
    }
    return try store.runs(plan.runs.map(\.key))
  }

  /// Keeps the answer of a search.
  func keep(_ tuning: TuningRecord, _ trials: [TrialRecord]) throws(ResultStoreError) {
    try store.write(tuning, trials)
  }

  /// Keeps what was tried as a sweep; every run of it has been made.
  func keep(_ sweep: SweepPlan) throws(ResultStoreError) {
    try store.write(sweep.record)
    let members = sweep.runs.enumerated().map { position, run in
      ResultStore.Member(sweep: sweep.key, position: position, run: run.key)
    }
    try store.write(ResultStore.Batch(members: members))
  }

  /// Commits what is done and starts nothing more; what is under way is not waited for.
  /// - Returns: how far it came.
  package func interrupt() throws(ResultStoreError) -> SweepProgress {
    let (before, runner) = state.withLock { state in
      state.isStopped = true
      return (state.before, state.current)
    }
    guard let runner else { return before }
    return before + (try runner.interrupt())
  }
}

extension SweepProgress {
  fileprivate static func + (left: Self, right: Self) -> Self {
    var sum = SweepProgress(total: left.total + right.total)
    sum.present = left.present + right.present
    sum.made = left.made + right.made
    return sum
  }
}
