import ScrollCore
import ScrollSweeps

/// One shard of a sweep, in a file of its own.
struct ShardRun {
  private let job: SweepJob
  private let shard: Shard
  private let jobs: Int
  private let wait: Duration

  init(_ job: SweepJob, _ shard: Shard, _ runner: RunnerOptions) {
    self.job = job
    self.shard = shard
    jobs = runner.jobCount
    wait = runner.patience
  }

  /// Reads `3/8`.
  /// - Parameters:
  ///   - text: as typed.
  ///   - option: its option and a space, for error messages.
  /// - Returns: the shard.
  /// - Throws: `CommandError` for a text that is no shard.
  static func parse(_ text: String, option: String = "") throws(CommandError) -> Shard {
    guard let shard = Shard(parsing: text) else {
      throw .usage("\(option)'\(text)' is no shard; expected K/N like 3/8, K from 1 to N")
    }
    return shard
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
        present = try store.present(keys, with: [])
        measured = try store.present(keys, with: job.regret).count
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
          "'\(path)' has runs other than shard \(shard) of this sweep; expected a new file, or "
            + "the shard that it was made as")
      }
      return Output.say(
        "note: shard \(shard) is complete: \(Words.count(keys.count, "run")) in '\(path)'")
    }
    let store = try SweepInput.open(file.partial, access: .alone, wait: wait)
    try checkOwner(store, file.partial)
    try StoreSession(store, called: path).sweep(job, jobs: jobs, positions: positions)
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
