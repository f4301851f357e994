import Foundation
import ScrollCore
import ScrollSweeps

/// The work of `sweep shard`: it makes the runs of one shard and stores them in a separate file.
struct ShardRun {
  private let plan: SweepPlan
  private let regret: RegretKinds
  private let shard: Shard
  private let jobs: Int
  private let wait: Duration

  init(_ plan: SweepPlan, regret: RegretKinds, _ shard: Shard, _ runner: RunnerOptions) {
    self.plan = plan
    self.regret = regret
    self.shard = shard
    jobs = runner.jobCount
    wait = runner.patience
  }

  /// Parses a text such as `3/8`.
  /// - Parameters:
  ///   - text: The text as typed.
  ///   - option: The option and a space, for error messages.
  /// - Returns: the shard.
  /// - Throws: `CommandError` for a text that is no shard.
  static func parse(_ text: String, option: String = "") throws(CommandError) -> Shard {
    guard let shard = Shard(parsing: text) else {
      throw .usage("\(option)'\(text)' is not a shard; expected K/N like 3/8, K from 1 to N")
    }
    return shard
  }

  /// Makes the shard unless its file exists.
  /// - Throws: `CommandError` with status 75 if another process makes the shard, 65 if the file
  ///   belongs to another sweep.
  func make(_ path: String) throws(CommandError) {
    let file = try ShardFile(path)
    let positions = plan.positions(in: shard)
    if file.isThere {
      let store = try SweepInput.open(path, access: .reading, wait: wait)
      try checkOwner(store, path)
      let keys = positions.map { plan.runs[$0].key }
      let present: Set<ContentKey>, count: Int, measured: Int
      do {
        present = try store.present(keys, with: [])
        measured = try store.present(keys, with: regret).count
        count = try store.memberCount(of: plan.key)
      } catch { throw CommandError(error) }
      try SweepInput.close(store)
      if present.count == keys.count, measured < keys.count {
        throw CommandError(
          .badData,
          "'\(path)' has runs without regret; expected a new file for --regret")
      }
      guard present.count == keys.count, count == keys.count else {
        throw CommandError(
          .badData,
          "'\(path)' has other runs than shard \(shard) of this sweep; expected a new file, "
            + "or its own shard")
      }
      return Output.say(
        "note: shard \(shard) is complete: \(Phrase.count(keys.count, "run")) in '\(path)'")
    }
    let store = try SweepInput.open(file.partial, access: .alone, wait: wait)
    try checkOwner(store, file.partial)
    try StoreSession(store, called: path).sweep(
      plan, regret: regret, jobs: jobs, positions: positions)
    do {
      try store.seal()
      try store.close()
    } catch { throw CommandError(error) }
    try file.publish()
  }

  /// Throws an error for a file that contains another sweep.
  private func checkOwner(_ store: ResultStore, _ path: String) throws(CommandError) {
    let sweeps: [SweepRecord]
    do { sweeps = try store.sweeps() } catch { throw CommandError(error) }
    guard let other = sweeps.first(where: { $0.key != plan.key }) else { return }
    let title = other.title.isEmpty ? "" : " ('\(other.title)')"
    throw CommandError(
      .badData,
      "'\(path)' is a shard of another sweep\(title); expected a new file, or the spec and "
        + "traces of that sweep")
  }
}

/// The file of one shard, which appears under its name only when it is complete.
///
/// A shard is made in `shard-3.sqlite.partial`, and is renamed when it is complete. After an
/// interruption the next attempt continues this file. A lock on `shard-3.sqlite.lock` excludes a
/// second writer. The system releases the lock when the process ends, even by a signal.
struct ShardFile: ~Copyable {
  /// The path of the complete shard.
  let path: String
  private let descriptor: Int32

  var partial: String { path + ".partial" }

  /// Claims a shard's file.
  /// - Throws: `CommandError` with status 75 if another process writes the file, 73 if the file
  ///   cannot be created.
  init(_ path: String) throws(CommandError) {
    // An empty path would be the current folder.
    guard !path.isEmpty else { throw Output.unwritable(path, ENOENT) }
    while true {
      let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw Output.unwritable(path + ".lock", errno) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let writer = Self.text(descriptor)
        _ = close(descriptor)
        throw CommandError(
          .locked,
          "'\(path)' is being written\(writer.isEmpty ? "" : " by \(writer)"); only one "
            + "process may write a shard")
      }
      // A process that finished in between has removed the file that this lock is on.
      var (opened, named) = (stat(), stat())
      guard fstat(descriptor, &opened) == 0, stat(path + ".lock", &named) == 0,
        opened.st_ino == named.st_ino
      else {
        _ = close(descriptor)
        continue
      }
      _ = ftruncate(descriptor, 0)
      _ = writeAll(
        Array("process \(getpid()) on \(ProcessInfo.processInfo.hostName)".utf8), to: descriptor)
      self.path = path
      self.descriptor = descriptor
      return
    }
  }

  /// A Boolean value that indicates whether a complete shard exists.
  var isThere: Bool { FileManager.default.fileExists(atPath: path) }

  /// Gives the complete shard its name.
  func publish() throws(CommandError) {
    guard rename(partial, path) == 0 else { throw Output.unwritable(path, errno) }
  }

  deinit {
    // The file is removed while the lock is held: no other process's file can have this name.
    _ = unlink(path + ".lock")
    _ = close(descriptor)
  }

  /// Returns the text in which a lock file names its writer.
  private static func text(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 200)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : ""
  }
}
