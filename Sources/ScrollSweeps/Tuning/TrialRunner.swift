package import ScrollCaching
package import ScrollCore
import Synchronization

/// A runner that makes the runs of a search step by step, and keeps them in a store.
///
/// The runner does not repeat a run that the store has, whatever command made it.
package final class TrialRunner: Sendable {
  private struct State {
    /// The progress of the completed steps.
    var before = SweepProgress(total: 0)
    var current: SweepRunner?
    var isStopped = false
    /// The runs that this search has made, if it repeats stored runs; `nil` otherwise.
    var made: Set<ContentKey>?
  }

  private let store: ResultStore
  private let jobs: Int
  private let update: @Sendable (SweepProgress) -> Void
  private let state: Mutex<State>

  /// Creates a runner.
  /// - Parameters:
  ///   - store: the store that has earlier runs, and receives new ones.
  ///   - jobs: the number of threads.
  ///   - again: whether the runner repeats stored runs, once each, and replaces them.
  ///   - update: a closure that receives the progress after every run, on any thread.
  package init(
    _ store: ResultStore, jobs: Int, again: Bool = false,
    update: @escaping @Sendable (SweepProgress) -> Void = { _ in }
  ) {
    self.store = store
    self.jobs = jobs
    self.update = update
    state = Mutex(State(made: again ? [] : nil))
  }

  /// The progress over every run that was requested so far.
  package var progress: SweepProgress { state.withLock { $0.before } }

  /// Makes the runs of a plan that the store does not have.
  /// - Parameters:
  ///   - plan: the plan.
  ///   - regret: the kinds of regret to compute for each run besides its figures.
  /// - Returns: every run of the plan; `nil` after an interruption.
  /// - Throws: `ResultStoreError`; runs that were committed before stay in the store.
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

  /// Stores the answer of a search.
  func keep(_ tuning: TuningRecord, _ trials: [TrialRecord]) throws(ResultStoreError) {
    try store.write(tuning, trials)
  }

  /// Stores the trials of a search as a sweep; every run of it has been made.
  func keep(_ sweep: SweepPlan) throws(ResultStoreError) {
    try store.write(sweep.record)
    let members = sweep.runs.enumerated().map { position, run in
      ResultStore.Member(sweep: sweep.key, position: position, run: run.key)
    }
    try store.write(ResultStore.Batch(members: members))
  }

  /// Commits the completed runs and starts no more; does not wait for runs that are under way.
  /// - Returns: the progress.
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

/// A run of a search with its scenario, policy, budget and seed.
package struct TrialPlan: Sendable {
  package let scenario: PlannedScenario
  /// The policy; `nil` for a loader without a cache.
  package let policy: Choice<PolicyDescriptor>?
  /// The budget; `nil` without a cache, or if nothing limits it.
  package let budget: ByteCount?
  package let seed: Int
}

extension SweepPlan {
  /// Returns the plan of a run; `nil` if its scenario or policy is not in this sweep plan.
  package func trial(_ run: RunRecord) -> TrialPlan? {
    guard let scenario = scenarios.first(where: { $0.record.key == run.scenario }) else {
      return nil
    }
    let policy = policies.first { $0.label == run.label }
    guard policy != nil || run.label == nil else { return nil }
    return TrialPlan(
      scenario: scenario, policy: policy, budget: run.budgetBytes.map { ByteCount($0) },
      seed: run.seed)
  }
}
