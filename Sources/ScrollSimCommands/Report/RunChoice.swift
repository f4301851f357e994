import ScrollCore
import ScrollSimulation
import ScrollSweeps

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
