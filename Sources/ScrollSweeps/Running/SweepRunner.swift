import Dispatch
import Foundation
import ScrollCore
import Synchronization

/// A runner that makes every run of a plan that the store does not have, on several threads.
package final class SweepRunner: Sendable {
  private struct State {
    var progress: SweepProgress
    var failure: ResultStoreError?
  }

  private let job: SweepJob
  private let store: ResultStore
  private let jobs: Int
  private let isSweep: Bool
  private let work: WorkList
  private let writer: ResultWriter
  private let state: Mutex<State>

  /// Creates a runner.
  /// - Parameters:
  ///   - job: The job that makes the runs.
  ///   - store: The store, which has earlier runs and receives the new ones.
  ///   - positions: The positions of the runs in the plan, ascending; all unless given.
  ///   - jobs: The number of threads.
  ///   - isSweep: `true` if the store records the sweep of the plan, and that the runs belong to it.
  ///   - made: Runs to skip; all others are made again and replace those of the store. `nil` skips
  ///     those that the store already has.
  package init(
    _ job: SweepJob, store: ResultStore, positions: [Int]? = nil, jobs: Int, isSweep: Bool = true,
    anewBut made: Set<ContentKey>? = nil
  ) {
    let positions = positions ?? Array(job.plan.runs.indices)
    self.job = job
    self.store = store
    self.jobs = max(1, jobs)
    self.isSweep = isSweep
    work = WorkList(store, job, positions: positions, made: made)
    writer = ResultWriter(store, job.plan, isSweep: isSweep, replaces: made != nil)
    state = Mutex(State(progress: SweepProgress(total: positions.count)))
  }

  /// Records the sweep, and makes runs until none is left, the runner is stopped, or the store fails.
  /// - Parameter update: A closure that is called after every run with the progress, from any
  ///   thread.
  /// - Returns: the progress.
  /// - Throws: `ResultStoreError`; runs that were committed before stay in the store.
  package func run(
    _ update: @Sendable (SweepProgress) -> Void = { _ in }
  ) throws(ResultStoreError) -> SweepProgress {
    if isSweep {
      try store.write(job.plan.record)
      try store.write(job.plan.budgetRuleRecords)
    }
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      do throws(ResultStoreError) { try workOff(update) } catch { fail(error) }
    }
    do { try writer.flush() } catch { fail(error) }
    let (progress, failure) = state.withLock { ($0.progress, $0.failure) }
    if let failure { throw failure }
    return progress
  }

  /// Commits finished runs and starts no more, without waiting for those in progress.
  /// - Returns: the progress.
  package func interrupt() throws(ResultStoreError) -> SweepProgress {
    work.stop()
    try writer.flush()
    return state.withLock { $0.progress }
  }

  private func workOff(
    _ update: (SweepProgress) -> Void
  ) throws(ResultStoreError) {
    while let position = try work.next(present: { positions throws(ResultStoreError) in
      guard !positions.isEmpty else { return }
      try writer.addPresent(positions)
      count(update) { $0.present += positions.count }
    }) {
      let record = job.record(job.plan.runs[position])
      try writer.add(record, at: position)
      count(update) { $0.made += 1 }
    }
  }

  private func count(
    _ update: (SweepProgress) -> Void, _ change: (inout SweepProgress) -> Void
  ) {
    let progress = state.withLock { state in
      change(&state.progress)
      return state.progress
    }
    update(progress)
  }

  private func fail(_ error: ResultStoreError) {
    work.stop()
    state.withLock { if $0.failure == nil { $0.failure = error } }
  }
}

/// The remaining runs of a plan, handed out in order.
///
/// The list queries the store for a stretch of the plan at a time, right before it is run: runs
/// that another sweep has added meanwhile are not made again. `WorkOrder` keeps two sweeps apart.
final class WorkList: Sendable {
  /// The number of runs that are looked up at once.
  static let stretch = 64

  private struct State {
    var order: WorkOrder
    var ready: ArraySlice<Int> = []
    var isStopped = false
  }

  private let store: ResultStore
  private let runs: [PlannedRun]
  private let positions: [Int]
  private let regret: RegretKinds
  /// Runs to skip; `nil` skips those that the store already has.
  private let made: Set<ContentKey>?
  private let state: Mutex<State>

  /// Creates a list of runs of a plan, by ascending position.
  init(_ store: ResultStore, _ job: SweepJob, positions: [Int], made: Set<ContentKey>?) {
    self.store = store
    runs = job.plan.runs
    self.positions = positions
    regret = job.regret
    self.made = made
    let process = UInt64(ProcessInfo.processInfo.processIdentifier)
    state = Mutex(
      State(order: WorkOrder(positions.count, stretch: Self.stretch, seed: process)))
  }

  /// Takes the next run that is not in the store.
  ///
  /// It calls `present` with the runs that the store already has.
  /// - Returns: the position of the run; `nil` if there is none.
  /// - Throws: `ResultStoreError` if the store cannot be queried.
  func next(
    present: ([Int]) throws(ResultStoreError) -> Void
  ) throws(ResultStoreError) -> Int? {
    try state.withLock { state throws(ResultStoreError) -> Int? in
      guard !state.isStopped else { return nil }
      while state.ready.isEmpty, let next = state.order.next() {
        let stretch = positions[next.places]
        let there: Set<ContentKey>
        if let made {
          there = made
        } else {
          there = try store.present(stretch.map { runs[$0].key }, with: regret)
        }
        let found = stretch.filter { there.contains(runs[$0].key) }
        guard !state.order.defers(next, present: found.count) else { continue }
        state.ready = ArraySlice(stretch.filter { !there.contains(runs[$0].key) })
        try present(found)
      }
      return state.ready.popFirst()
    }
  }

  /// Stops handing out runs.
  func stop() { state.withLock { $0.isStopped = true } }
}

/// A writer that collects runs and puts them into the store, a batch in one transaction.
///
/// A batch is written when it is large enough or old enough: if the process is killed, only the
/// runs of the current batch are lost. The thread that fills a batch writes it while others wait,
/// so that no more than one batch is ever in memory.
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
  /// A Boolean value that indicates whether the store records that the runs belong to the sweep of
  /// the plan.
  private let isSweep: Bool
  /// A Boolean value that indicates whether new runs overwrite stored ones.
  private let replaces: Bool
  private let state = Mutex(State())

  init(_ store: ResultStore, _ plan: SweepPlan, isSweep: Bool, replaces: Bool) {
    self.store = store
    self.plan = plan
    self.isSweep = isSweep
    self.replaces = replaces
  }

  /// Adds a run that was made.
  /// - Throws: `ResultStoreError` if a batch was due and could not be written.
  func add(_ record: RunRecord, at position: Int) throws(ResultStoreError) {
    try change { state in
      let run = plan.runs[position]
      let scenario = plan.scenario(of: run).record
      // Each process writes a scenario once; the store keeps the one that it has.
      if state.known.insert(scenario.key).inserted { state.batch.scenarios.append(scenario) }
      state.batch.runs.append(record)
      if isSweep { state.batch.members.append(member(position)) }
    }
  }

  /// Records that runs that the store already had belong to this sweep, too.
  func addPresent(_ positions: some Sequence<Int>) throws(ResultStoreError) {
    guard isSweep else { return }
    try change { state in
      for position in positions { state.batch.members.append(member(position)) }
    }
  }

  /// Writes the remaining runs.
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

/// The progress of a sweep.
package struct SweepProgress: Sendable, Equatable {
  /// The number of requested runs.
  package var total: Int
  /// The number of runs that the store already had, and the number of runs made now.
  package var present: Int, made: Int

  package init(total: Int, present: Int = 0, made: Int = 0) {
    self.total = total
    self.present = present
    self.made = made
  }

  package var done: Int { present + made }
  package var isComplete: Bool { done == total }

  /// Returns the seconds that the rest takes at the pace so far; `nil` before any run was made.
  package func secondsLeft(after seconds: Double) -> Double? {
    made > 0 && seconds > 0 ? seconds / Double(made) * Double(total - done) : nil
  }
}

/// The order in which one of several sweeps takes the stretches of a plan.
///
/// Sweeps that are started together begin at different places, and each skips the runs that another
/// has finished. A sweep that catches up with another continues elsewhere: both would otherwise make
/// the same runs from there on. Sweeps that happen to make the same runs at the same time do not
/// notice it, so each also continues elsewhere after a few stretches.
package struct WorkOrder {
  /// A part of the plan.
  package struct Stretch: Equatable {
    /// The places of its runs in the list of runs.
    package let places: Range<Int>
    /// A Boolean value that indicates whether the stretch waits because another sweep seems to make
    /// its runs; it waits only once.
    var hasWaited = false
  }

  /// The number of stretches that are taken one after the other.
  package static let longestRow = 8

  private var rest: ArraySlice<Stretch>
  private var taken = 0
  private var random: SeededRandom
  /// A Boolean value that indicates whether the last stretch was complete.
  private var hasSkipped = false

  /// Creates the order of a list of runs.
  /// - Parameters:
  ///   - count: the number of runs.
  ///   - stretch: the number of runs in a stretch, above 0; the last one may have fewer.
  ///   - seed: a seed that differs between sweeps.
  package init(_ count: Int, stretch: Int, seed: UInt64) {
    rest = ArraySlice(
      stride(from: 0, to: count, by: stretch).map {
        Stretch(places: $0..<min($0 + stretch, count))
      })
    random = SeededRandom(seed: seed)
    rotate()
  }

  /// Returns the next stretch; `nil` if there is none.
  package mutating func next() -> Stretch? {
    if taken > 0, taken % Self.longestRow == 0 { rotate() }
    taken += 1
    return rest.popFirst()
  }

  /// Decides whether a stretch waits because another sweep seems to make its runs.
  ///
  /// A stretch that waits is returned again later.
  /// - Parameters:
  ///   - stretch: the stretch.
  ///   - present: the number of its runs that the store has.
  /// - Returns: `true` if the stretch waits.
  package mutating func defers(_ stretch: Stretch, present: Int) -> Bool {
    guard present < stretch.places.count else {
      hasSkipped = true
      return false
    }
    defer { hasSkipped = false }
    guard hasSkipped || present > 0, !stretch.hasWaited, !rest.isEmpty else { return false }
    rotate()
    rest.append(Stretch(places: stretch.places, hasWaited: true))
    return true
  }

  /// Continues at a random one of the remaining stretches.
  private mutating func rotate() {
    guard rest.count > 1 else { return }
    let start = Int.random(in: rest.indices, using: &random)
    rest = rest[start...] + rest[..<start]
  }
}
