import Synchronization

/// Collects runs and puts them into the store, a batch in one transaction.
///
/// A batch is written when it is large enough or old enough: whatever kills the process loses at
/// most what came in since. The thread that fills a batch writes it while others wait, so that no
/// more
/// than one batch is ever in memory.
final class ResultWriter: Sendable {
  static let largestBatch = 256
  static let longestWait = Duration.milliseconds(500)

  private struct State {
    var batch = ResultStore.Batch()
    var known: Set<ContentKey> = []
    var lastWrite = ContinuousClock.now
  }

  private let store: ResultStore
  private let plan: SweepPlan
  /// Whether the store keeps that the runs answer the plan as a sweep.
  private let isSweep: Bool
  /// Whether what the store has of a run gives way.
  private let replaces: Bool
  private let state = Mutex(State())

  init(_ store: ResultStore, _ plan: SweepPlan, isSweep: Bool, replaces: Bool) {
    self.store = store
    self.plan = plan
    self.isSweep = isSweep
    self.replaces = replaces
  }

  /// Adds a run that was made.
  /// - Throws: `ResultStoreError` if a batch was written and could not be.
  func add(_ record: RunRecord, at position: Int) throws(ResultStoreError) {
    try change { state in
      let run = plan.runs[position]
      let scenario = plan.scenario(of: run).record
      // Each process says once what a scenario is; the store keeps what it has.
      if state.known.insert(scenario.key).inserted { state.batch.scenarios.append(scenario) }
      state.batch.runs.append(record)
      if isSweep { state.batch.members.append(member(position)) }
    }
  }

  /// Adds that runs which were there already answer this sweep, too.
  func addPresent(_ positions: some Sequence<Int>) throws(ResultStoreError) {
    guard isSweep else { return }
    try change { state in
      for position in positions { state.batch.members.append(member(position)) }
    }
  }

  /// Writes what is left.
  func flush() throws(ResultStoreError) {
    try state.withLock { state throws(ResultStoreError) in try write(&state) }
  }

  private func change(_ body: (inout State) -> Void) throws(ResultStoreError) {
    try state.withLock { state throws(ResultStoreError) in
      body(&state)
      let isOld = ContinuousClock.now - state.lastWrite >= Self.longestWait
      let count = max(state.batch.members.count, state.batch.runs.count)
      if isOld || count >= Self.largestBatch { try write(&state) }
    }
  }

  private func write(_ state: inout State) throws(ResultStoreError) {
    state.lastWrite = .now
    guard state.batch != ResultStore.Batch() else { return }
    try store.write(state.batch, replacing: replaces)
    state.batch = ResultStore.Batch()
  }

  private func member(_ position: Int) -> ResultStore.Member {
    ResultStore.Member(sweep: plan.key, position: position, run: plan.runs[position].key)
  }
}
