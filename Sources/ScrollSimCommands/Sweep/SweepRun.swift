import Foundation
import ScrollReports
import ScrollResults
import ScrollSweeps

/// Makes the runs of a sweep in a store, says how far it is, and ends when it is told to.
struct SweepRun {
  private let job: SweepJob
  private let jobs: Int
  /// Which runs of the plan; all if nil.
  private let positions: [Int]?

  init(_ job: SweepJob, jobs: Int, positions: [Int]? = nil) {
    self.job = job
    self.jobs = jobs
    self.positions = positions
  }

  /// - Parameters:
  ///   - store: has what was made before, and gets what is made.
  ///   - name: what the store is called when people are told of it.
  ///   - folder: the store's, if it must not outlive the command.
  /// - Throws: `CommandError` if the store fails; what was committed stays in it.
  func make(
    in store: ResultStore, called name: String, discarding folder: URL? = nil
  ) throws(CommandError) {
    do throws(any Error) {
      try store.write(job.plan.record)
      let runner = SweepRunner(job, store: store, positions: positions, jobs: jobs)
      let line = SweepProgressLine()
      Interruption.end {
        line.finish()
        if let folder { try? FileManager.default.removeItem(at: folder) }
        guard folder == nil, let progress = try? runner.interrupt() else { return }
        Output.say(
          "scrollsim: interrupted; \(progress.done) of \(progress.total) runs are in '\(name)', "
            + "and the same command goes on")
      }
      let start = ContinuousClock.now
      defer { line.finish() }
      let identity = FileIdentity(store.path)
      let progress = try runner.run { line.update($0) }
      line.finish()
      guard FileIdentity(store.path) == identity else {
        throw CommandError(
          .inputOutput,
          "'\(name)' was removed or replaced while it was written; expected it to stay")
      }
      let seconds = NumberText.fixed((ContinuousClock.now - start) / .seconds(1), decimals: 1)
      let present = folder == nil ? "; \(progress.present) were in '\(name)' already" : ""
      Output.say("note: \(progress.made) runs made in \(seconds) s\(present)")
    } catch let error as ResultStoreError {
      throw CommandError(error)
    } catch let error as CommandError {
      throw error
    } catch {}
  }
}

/// Which file a path leads to.
private struct FileIdentity: Equatable {
  private let device: UInt64, node: UInt64

  /// Nil if there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    node = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// One shard of a sweep, in a file of its own.
struct ShardRun {
  private let job: SweepJob
  private let shard: Shard
  private let jobs: Int
  private let wait: Duration

  init(_ job: SweepJob, _ shard: Shard, jobs: Int, wait: Duration) {
    self.job = job
    self.shard = shard
    self.jobs = jobs
    self.wait = wait
  }

  /// Makes the shard unless it is there.
  /// - Throws: `CommandError` with status 75 if another process makes it, 65 if the file is
  ///   another sweep's.
  func make(_ path: String) throws(CommandError) {
    let file = try ShardFile(path)
    let positions = job.plan.positions(in: shard)
    if file.isThere {
      let store = try SweepInput.open(path, access: .reading, wait: wait)
      try checkOwner(store, path)
      let keys = positions.map { job.plan.runs[$0].key }
      let present: Set<ContentKey>, count: Int, measured: Int
      do {
        present = try store.present(keys, withRegret: false)
        measured = try store.present(keys, withRegret: job.regret).count
        count = try store.memberCount(of: job.plan.key)
      } catch { throw CommandError(error) }
      try SweepInput.close(store)
      if present.count == keys.count, measured < keys.count {
        throw CommandError(
          .badData,
          "'\(path)' has its runs without regret; expected a new file for --regret")
      }
      guard present.count == keys.count, count == keys.count else {
        throw CommandError(
          .badData,
          "'\(path)' has other runs than shard \(shard) of this sweep; expected a new file, or "
            + "the shard that it was made as")
      }
      return Output.say("note: shard \(shard) is complete: \(keys.count) runs in '\(path)'")
    }
    let store = try SweepInput.open(file.partial, access: .alone, wait: wait)
    try checkOwner(store, file.partial)
    try SweepRun(job, jobs: jobs, positions: positions).make(in: store, called: path)
    do {
      try store.seal()
      try store.close()
    } catch { throw CommandError(error) }
    try file.publish()
  }

  /// Refuses a file that holds another sweep.
  private func checkOwner(_ store: ResultStore, _ path: String) throws(CommandError) {
    let sweeps: [SweepRecord]
    do { sweeps = try store.sweeps() } catch { throw CommandError(error) }
    guard let other = sweeps.first(where: { $0.key != job.plan.key }) else { return }
    let title = other.title.isEmpty ? "" : " ('\(other.title)')"
    throw CommandError(
      .badData,
      "'\(path)' is a shard of another sweep\(title); expected a new file, or the spec and the "
        + "traces that it was made from")
  }
}
