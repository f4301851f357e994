import ScrollSimulation
import Synchronization

/// An SQLite file with runs, their scenarios, and the sweeps that they belong to.
///
/// Content is identified by its key, so that writing the same content twice changes nothing, and
/// neither does the order in which stores are merged. Several threads may use a store; they take
/// turns. Its `Access` determines how processes share it.
///
/// Written content survives a crash of the process. After a crash of the machine the last batches
/// of a `shared` store may be missing, never a part of one.
package final class ResultStore: Sendable {
  /// The kinds of access to the file.
  package enum Access: Sendable {
    /// Several processes of one machine read and write: a write-ahead log, synchronized at
    /// checkpoints.
    case shared
    /// One process writes: a rollback journal, synchronized with every batch.
    ///
    /// It needs no shared memory and is safe on network file systems.
    case alone
    /// This process only reads; others may write in any way.
    case reading
  }

  /// The path as given, which names the file in errors.
  package let path: String
  let access: Access

  private nonisolated(unsafe) let database: Database
  /// A Boolean value that indicates whether the store has been closed; its lock is that of the
  /// connection.
  private let isClosed = Mutex(false)
  let wait: Duration

  /// Opens a store; creates one if there is none, unless the access is `reading`.
  ///
  /// The file of another program, and the store of another version of scrollsim, are not changed.
  ///
  /// - Parameters:
  ///   - path: The file; an empty file becomes a store.
  ///   - access: The kind of access.
  ///   - wait: The time to wait for another process's lock, now and with every batch.
  /// - Throws: `ResultStoreError` for anything except a store that can be used in this way.
  package init(
    path: String, access: Access = .shared, wait: Duration = .seconds(10)
  ) throws(ResultStoreError) {
    self.path = path
    self.access = access
    self.wait = wait
    database = try StoreOpening(path: path, access: access, wait: wait).open()
  }

  /// Moves the content of the files beside the store into it, unless another process is using it,
  /// and closes it.
  ///
  /// Operations on a closed store throw `ResultStoreError.closed`; closing it again is allowed.
  package func close() throws(ResultStoreError) {
    do throws(ResultStoreError) {
      try use(closing: true) { database in
        defer { database.close() }
        do {
          if access == .shared { try database.checkpoint() }
        } catch let error as SQLiteError where error.isLock {
          // Another process is using the store.
        }
      }
    } catch .closed {
      // There is nothing to do.
    }
  }

  /// Moves everything into the one file, so that it can be copied or sent.
  ///
  /// - Throws: `ResultStoreError.locked` if another process has the store open in `shared` access.
  package func seal() throws(ResultStoreError) {
    mustBeWritable()
    try use { database in
      guard try database.text("PRAGMA journal_mode = DELETE") == "delete" else {
        throw ResultStoreError.locked(path, waited: wait)
      }
    }
  }
}

extension ResultStore {
  /// Returns the file of a store, and the files that SQLite keeps beside it.
  package static func files(_ path: String) -> [String] {
    [path] + ["-wal", "-shm", "-journal"].map { path + $0 }
  }

  /// Reads one state of the store.
  func read<Value>(_ body: (Database) throws -> Value) throws(ResultStoreError) -> Value {
    try use { database in try database.inTransaction(.deferred) { try body(database) } }
  }

  /// Writes everything or, if an error is thrown, nothing.
  func write<Value>(_ body: (Database) throws -> Value) throws(ResultStoreError) -> Value {
    mustBeWritable()
    return try use { database in try database.inTransaction(.immediate) { try body(database) } }
  }

  /// Uses the connection exclusively.
  ///
  /// - Parameters:
  ///   - closing: `true` if the store is closed from now on.
  ///   - body: The closure that uses the connection.
  /// - Returns: The value that the closure returns.
  /// - Throws: `ResultStoreError.closed` if the store has been closed.
  private func use<Value>(
    closing: Bool = false, _ body: (Database) throws -> Value
  ) throws(ResultStoreError) -> Value {
    var result: Result<Value, any Error> = .failure(ResultStoreError.closed(path))
    isClosed.withLock { isClosed in
      guard !isClosed else { return }
      isClosed = closing
      result = Result { try body(database) }
    }
    do {
      return try result.get()
    } catch {
      throw .of(error, file: path, access: access, waited: wait)
    }
  }

  private func mustBeWritable() {
    precondition(access != .reading, "'\(path)' was opened for reading, and cannot be written")
  }
}

extension ResultStore {
  /// Stores budget rules with their devices; existing ones are not changed.
  ///
  /// Their sweeps must be in the store.
  /// - Throws: `ResultStoreError` if the store cannot be written.
  package func write(_ rules: [BudgetRuleRecord]) throws(ResultStoreError) {
    try write { database in
      for rule in rules { try Self.insert(rule, database) }
    }
  }

  /// Returns the budget rules of a sweep, in order of rule and of the device's digest; empty if the
  /// sweep has none.
  package func budgetRules(
    of sweep: ContentKey
  ) throws(ResultStoreError) -> [BudgetRuleRecord] {
    try read { database in
      try database.rows(
        StoreQueries.budgetRulesOfSweep, [.text("\(sweep)")], StoreQueries.budgetRule)
    }
  }

  /// Inserts a rule with its device.
  /// - Returns: `true` if the rule was not there before.
  @discardableResult
  static func insert(_ rule: BudgetRuleRecord, _ database: Database) throws -> Bool {
    try database.run(TableStatements.profile.insertLeast, rule.device.values)
    return try database.run(TableStatements.budgetRule.insert, rule.values) == 1
  }
}

extension ResultStore {
  /// Returns the keys of the runs that have been made.
  ///
  /// - Parameters:
  ///   - keys: The keys of the requested runs.
  ///   - regret: The regrets that a run needs to count as made.
  /// - Returns: the keys of the runs that need not be made.
  /// - Throws: `ResultStoreError` if reading fails.
  /// - Complexity: O(*n* log *m*) in the keys and the runs of the store.
  package func present(
    _ keys: some Collection<ContentKey>, with regret: RegretKinds
  ) throws(ResultStoreError) -> Set<ContentKey> {
    let sql = """
      SELECT run.key FROM json_each(?) AS asked CROSS JOIN run ON run.key = asked.value
      \(regret.contains(.misses) ? "CROSS JOIN regret ON regret.run = run.key" : "")
      \(regret.contains(.stalls) ? "CROSS JOIN stall_regret ON stall_regret.run = run.key" : "")
      """
    return try read { database in
      var present: Set<ContentKey> = []
      var rest = keys[...]
      while !rest.isEmpty {
        let list = rest.prefix(Self.keysAtOnce).map { "\"\($0)\"" }.joined(separator: ",")
        rest = rest.dropFirst(Self.keysAtOnce)
        try present.formUnion(database.rows(sql, [.text("[\(list)]")]) { try $0.key(0) })
      }
      return present
    }
  }

  private static let keysAtOnce = 1000
}

extension ResultStore {
  /// Stores a sweep, which becomes the latest one; an existing one is not changed.
  package func write(_ sweep: SweepRecord) throws(ResultStoreError) {
    try write { database in
      try database.run(TableStatements.sweep.insert, sweep.values)
      try database.keepTarget(of: sweep)
      try database.execute(StoreQueries.forgetLatest)
      try database.run("INSERT INTO latest VALUES (?)", [.text("\(sweep.key)")])
      let runs = try runCount(of: sweep.key, database)
      guard runs == sweep.runs else {
        throw UnexpectedContent(
          description: "sweep \(sweep.key) has \(runs) runs, not \(sweep.runs)")
      }
    }
  }

  /// Writes a batch in one transaction: all of it, or nothing if an error is thrown.
  ///
  /// Existing content is not changed, with two exceptions. Of several descriptions of one trace or
  /// profile the alphabetically first is kept, beginning with the path or the name. A run receives
  /// the regrets that it lacks.
  ///
  /// - Parameters:
  ///   - batch: The new records.
  ///   - replacing: `true` if the runs of the batch replace existing ones.
  /// - Throws: `ResultStoreError` if the store cannot be written, for a run whose number of figures
  ///   is not that of `figureColumns`, and for two parts of one kind and name.
  /// - Complexity: O(*n* log *m*) in the rows of the batch and of the store.
  package func write(_ batch: Batch, replacing: Bool = false) throws(ResultStoreError) {
    try write { database in
      if replacing {
        // Sweeps and searches refer to the runs, which are there again at the end.
        try database.execute("PRAGMA defer_foreign_keys = ON")
        for run in batch.runs {
          try database.run("DELETE FROM run WHERE key = ?", [.text("\(run.key)")])
        }
      }
      for scenario in batch.scenarios { try Self.insert(scenario, database) }
      for run in batch.runs { try Self.insert(run, database) }
      for member in batch.members {
        try database.run(TableStatements.member.insert, member.values)
      }
    }
  }

  /// Inserts a scenario with its trace and its profiles.
  /// - Returns: `true` if the scenario was not there before.
  @discardableResult
  static func insert(_ scenario: ScenarioRecord, _ database: Database) throws -> Bool {
    try database.run(TableStatements.trace.insertLeast, scenario.trace.values)
    try database.run(TableStatements.profile.insertLeast, scenario.device.values)
    try database.run(TableStatements.profile.insertLeast, scenario.network.values)
    return try database.run(TableStatements.scenario.insert, scenario.values) == 1
  }

  /// Inserts a run with its parts and its regrets, in place of those of a run that was deleted.
  /// - Returns: `true` if the run was not there before.
  @discardableResult
  static func insert(_ run: RunRecord, _ database: Database) throws -> Bool {
    guard run.figures.count == figureColumns.count else {
      throw UnexpectedContent(
        description: "run \(run.key) has \(run.figures.count) figures, not \(figureColumns.count)")
    }
    let isNew = try database.run(TableStatements.run.insert, run.values) == 1
    let key = StoredValue.text(run.key.description)
    if isNew {
      // If another program has deleted a run, the rows that refer to it are still there.
      try database.run("DELETE FROM part WHERE run = ?", [key])
      try database.run("DELETE FROM regret WHERE run = ?", [key])
      try database.run("DELETE FROM stall_regret WHERE run = ?", [key])
      for part in run.parts {
        let values = [key, .text(part.kind), .text(part.name), .real(part.value)]
        guard try database.run(TableStatements.part.insert, values) == 1 else {
          throw UnexpectedContent(
            description: "run \(run.key) has two parts of kind '\(part.kind)', '\(part.name)'")
        }
      }
    }
    if let regret = run.regret {
      try database.run(TableStatements.regret.insert, [key] + regret.values)
    }
    if let regret = run.stallRegret {
      try database.run(TableStatements.stallRegret.insert, [key] + regret.values)
    }
    return isNew
  }
}

extension ResultStore {
  /// Returns the sweeps, in order of title and key.
  package func sweeps() throws(ResultStoreError) -> [SweepRecord] {
    try read { database in
      try database.rows(StoreQueries.sweeps) { try $0.sweep(at: 0) }
    }
  }

  /// Returns the sweep that was begun or resumed last; `nil` if the store does not know it.
  package func latestSweep() throws(ResultStoreError) -> SweepRecord? {
    try read { database in
      let tables = try database.integer(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'latest'")
      guard tables == 1 else { return nil }
      return try database.row(StoreQueries.latestSweep)?.sweep(at: 0)
    }
  }

  /// Returns the traces of all runs, in order of digest.
  package func traces() throws(ResultStoreError) -> [TraceRecord] {
    try read { database in
      try database.rows(StoreQueries.traces) { try $0.trace(at: 0) }
    }
  }

  /// Returns the traces of the runs of a sweep that have been made, in order of digest.
  ///
  /// - Complexity: O(*n*) in the runs.
  package func traces(of sweep: ContentKey) throws(ResultStoreError) -> [TraceRecord] {
    try read { database in
      try database.rows(StoreQueries.tracesOfSweep, [.text("\(sweep)")]) { try $0.trace(at: 0) }
    }
  }

  /// Returns the number of runs of a sweep that have been made; 0 for an unknown sweep.
  ///
  /// - Complexity: O(*n*) in their number.
  package func memberCount(of sweep: ContentKey) throws(ResultStoreError) -> Int {
    try read { database in
      try database.integer("SELECT count(*) FROM member WHERE sweep = ?", [.text("\(sweep)")]) ?? 0
    }
  }

  /// Returns the positions of a sweep that have no run yet, in order.
  ///
  /// - Throws: `ResultStoreError.unknownSweep` if the store does not have it.
  /// - Complexity: O(*n*) in the runs that have been made.
  package func missingPositions(
    of sweep: ContentKey
  ) throws(ResultStoreError) -> [Range<Int>] {
    try read { database in
      let runs = try runCount(of: sweep, database)
      let positions = try database.rows(
        "SELECT position FROM member WHERE sweep = ? ORDER BY position", [.text("\(sweep)")]
      ) { try $0.position(0, of: runs) }
      var missing: [Range<Int>] = []
      var next = 0
      for position in positions {
        if next < position { missing.append(next..<position) }
        next = position + 1
      }
      if next < runs { missing.append(next..<runs) }
      return missing
    }
  }

  /// Passes the runs of a sweep that have been made to a closure, in order of position.
  ///
  /// They are read some hundreds at a time, each time in a separate transaction that ends before
  /// `body` runs. So `body` may use the store, and others may write. A run that is added meanwhile
  /// may be among them.
  ///
  /// - Throws: `ResultStoreError.unknownSweep` if the store does not have it, another
  ///   `ResultStoreError` if reading fails, and the error that `body` throws.
  /// - Complexity: O(*n*) in the runs; memory for some hundreds of them, and for the scenarios.
  package func rows(of sweep: ContentKey, _ body: (RunRow) throws -> Void) throws {
    let runs = try read { try runCount(of: sweep, $0) }
    var scenarios: [ContentKey: ScenarioRecord] = [:]
    var next = 0
    while true {
      let page = try read { try readPage(of: sweep, runs, from: next, &scenarios, $0) }
      for row in page { try body(row) }
      guard let last = page.last, page.count == Self.rowsAtOnce else { return }
      next = last.position + 1
    }
  }

  private func readPage(
    of sweep: ContentKey, _ count: Int, from position: Int,
    _ scenarios: inout [ContentKey: ScenarioRecord], _ database: Database
  ) throws -> [RunRow] {
    try database.rows(
      StoreQueries.runsOfSweep, [.text("\(sweep)"), .integer(position), .integer(Self.rowsAtOnce)]
    ) { row in
      let run = try StoreQueries.run(row, database)
      let scenario =
        try scenarios[run.scenario] ?? readScenario(run.scenario, of: run.key, database)
      scenarios[run.scenario] = scenario
      return RunRow(
        position: try row.position(StoreQueries.positionColumn, of: count), run: run,
        scenario: scenario)
    }
  }

  private func readScenario(
    _ key: ContentKey, of run: ContentKey, _ database: Database
  ) throws -> ScenarioRecord {
    guard let row = try database.row(StoreQueries.scenario, [.text("\(key)")]) else {
      throw UnexpectedContent(description: "the scenario of run \(run) is missing")
    }
    return try StoreQueries.scenario(row)
  }

  /// Returns the number of runs of a sweep.
  func runCount(of sweep: ContentKey, _ database: Database) throws -> Int {
    guard let row = try database.row(StoreQueries.sweep, [.text("\(sweep)")]) else {
      throw ResultStoreError.unknownSweep(path, key: sweep)
    }
    return try row.sweep(at: 0).runs
  }

  private static let rowsAtOnce = 256
}

/// A sweep as recorded in the store: a list of runs.
package struct SweepRecord: Sendable, Equatable {
  /// The digest of the keys of its runs, in order.
  package var key: ContentKey
  package var title: String
  /// The spec as YAML.
  package var spec: String
  /// The number of its runs.
  package var runs: Int

  package init(key: ContentKey, title: String, spec: String, runs: Int) {
    self.key = key
    self.title = title
    self.spec = spec
    self.runs = runs
  }
}

extension ResultStore {
  /// Records that are written together or not at all.
  ///
  /// A run needs its scenario, and a member needs its sweep and its run: in the same batch, or in
  /// the store already.
  package struct Batch: Sendable, Equatable {
    package var scenarios: [ScenarioRecord]
    package var runs: [RunRecord]
    package var members: [Member]

    package init(
      scenarios: [ScenarioRecord] = [], runs: [RunRecord] = [], members: [Member] = []
    ) {
      self.scenarios = scenarios
      self.runs = runs
      self.members = members
    }
  }

  /// The membership of a run in a sweep.
  package struct Member: Sendable, Equatable {
    var sweep: ContentKey
    /// The position of the run in the sweep, from 0.
    var position: Int
    var run: ContentKey

    package init(sweep: ContentKey, position: Int, run: ContentKey) {
      self.sweep = sweep
      self.position = position
      self.run = run
    }
  }
}
