import Dispatch
import Synchronization

/// Makes every run of a plan that the store does not have, on several threads.
package final class SweepRunner: Sendable {
  private struct State {
    var progress: SweepProgress
    var failure: ResultStoreError?
  }

  private let job: SweepJob
  private let jobs: Int
  private let work: WorkList
  private let writer: ResultWriter
  private let state: Mutex<State>

  /// - Parameters:
  ///   - job: makes the runs.
  ///   - store: has what was made before, and gets what is made.
  ///   - positions: which runs of the plan, ascending; all unless given.
  ///   - jobs: how many threads.
  ///   - isSweep: whether the store keeps that the runs answer the plan, which it must know then.
  ///   - made: if not nil, runs are made anew, and replace those of the store, but for these.
  package init(
    _ job: SweepJob, store: ResultStore, positions: [Int]? = nil, jobs: Int, isSweep: Bool = true,
    anewBut made: Set<ContentKey>? = nil
  ) {
    let positions = positions ?? Array(job.plan.runs.indices)
    self.job = job
    self.jobs = max(1, jobs)
    work = WorkList(store, job, positions: positions, made: made)
    writer = ResultWriter(store, job.plan, isSweep: isSweep, replaces: made != nil)
    state = Mutex(State(progress: SweepProgress(total: positions.count)))
  }

  /// Runs until nothing is left, it is stopped, or the store fails.
  /// - Parameter update: is called after every run with the progress, from any thread.
  /// - Returns: how far it came.
  /// - Throws: `ResultStoreError`; what was committed before stays in the store.
  package func run(
    _ update: @Sendable (SweepProgress) -> Void = { _ in }
  ) throws(ResultStoreError) -> SweepProgress {
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      do throws(ResultStoreError) { try workOff(update) } catch { fail(error) }
    }
    do { try writer.flush() } catch { fail(error) }
    let (progress, failure) = state.withLock { ($0.progress, $0.failure) }
    if let failure { throw failure }
    return progress
  }

  /// Commits what is done and starts nothing more; what is under way is not waited for.
  /// - Returns: how far it came.
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
