import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The choice of a sweep in a store.
struct SweepChoice {
  private let store: ResultStore
  private let name: String

  init(_ store: ResultStore, called name: String) {
    self.store = store
    self.name = name
  }

  /// Returns the latest sweep, or the sweep with a given title or key prefix.
  ///
  /// If the store has several sweeps and none is requested, a note names the latest.
  /// - Throws: `CommandError` if no sweep fits, or more than one.
  func sweep(_ asked: String?) throws(CommandError) -> SweepRecord {
    let all: [SweepRecord]
    let latest: SweepRecord?
    do throws(ResultStoreError) {
      all = try store.sweeps()
      latest = try asked == nil && all.count > 1 ? store.latestSweep() : nil
    } catch { throw CommandError(error) }
    guard !all.isEmpty else {
      throw CommandError(
        .badData,
        "'\(name)' has no sweep; expected a store of scrollsim sweep or check, not of tune alone")
    }
    guard let asked else {
      if let latest {
        Output.say(
          "note: '\(name)' has \(all.count) sweeps; this is the latest, \(Self.list([latest])) "
            + "(--sweep KEY takes another)")
        return latest
      }
      guard all.count == 1 else {
        throw CommandError.usage(
          "'\(name)' has \(all.count) sweeps; expected --sweep with one of \(Self.list(all))")
      }
      return all[0]
    }
    let titled = all.filter { $0.title == asked }
    let found = titled.isEmpty ? all.filter { "\($0.key)".hasPrefix(asked) } : titled
    guard found.count == 1, !asked.isEmpty else {
      let problem = found.isEmpty ? "no sweep" : "\(found.count) sweeps"
      throw CommandError.usage(
        "'\(name)' has \(problem) '\(asked)'; expected one of \(Self.list(all))")
    }
    return found[0]
  }

  private static func list(_ sweeps: [SweepRecord]) -> String {
    let shown = sweeps.prefix(8).map { sweep in
      "\(sweep.key)".prefix(8) + (sweep.title.isEmpty ? "" : " ('\(sweep.title)')")
    }
    return shown.joined(separator: ", ") + (sweeps.count > 8 ? ", ..." : "")
  }
}

/// The choice of a run in a sweep.
struct RunChoice {
  private let store: ResultStore
  private let sweep: SweepRecord
  private let name: String

  /// Creates a choice.
  /// - Parameters:
  ///   - store: The store with the runs.
  ///   - sweep: The sweep of the runs.
  ///   - name: The name of the store, for messages.
  init(_ store: ResultStore, _ sweep: SweepRecord, called name: String) {
    self.store = store
    self.sweep = sweep
    self.name = name
  }

  /// Returns the run with a key, or with a prefix of its key.
  /// - Throws: `CommandError` if the sweep has no such run, or several.
  func run(_ key: String) throws -> RunRow {
    var found: RunRow?
    var count = 0
    try forEach { row in
      guard "\(row.run.key)".hasPrefix(key) else { return }
      count += 1
      found = found ?? row
    }
    guard let found, count == 1, !key.isEmpty else {
      let runs =
        count == 0
        ? "no run '\(key)'" : "\(Phrase.count(count, "run")) whose keys begin with '\(key)'"
      throw CommandError.usage(
        "'\(name)' has \(runs); expected a run key or unique prefix, as report --format csv prints it"
      )
    }
    return found
  }

  /// Returns the run that is last in the ranking, or the first of several that are last.
  /// - Throws: `CommandError` if the sweep has no run.
  func worst() throws -> RunRow {
    var worst: (row: RunRow, score: RunScore)?
    try forEach { row in
      let score = RunScore(row.run)
      if worst.map({ $0.score.isBetter(than: score) }) ?? true { worst = (row, score) }
    }
    guard let worst else {
      throw CommandError(
        .badData, "'\(name)' has no run of its sweep yet; make one with scrollsim sweep")
    }
    return worst.row
  }

  private func forEach(_ body: (RunRow) -> Void) throws {
    do { try store.rows(of: sweep.key, body) } catch let error as ResultStoreError {
      throw CommandError(error)
    }
  }
}
