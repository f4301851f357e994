import GRDB
import ScrollSimulation
import Synchronization

/// An SQLite file with runs, what they were made of, and the sweeps that asked for them.
///
/// Content is known by its key, so writing the same twice changes nothing, and neither does the
/// order in which stores are merged. A store may be used from several threads, which take turns;
/// how processes share one is a matter of its `Access`.
///
/// What is written is there after a crash of the process. After a crash of the machine the last
/// batches of a `shared` store may be missing, never a part of one.
package final class ResultStore: Sendable {
  /// Who else may use the file meanwhile.
  package enum Access: Sendable {
    /// Several processes of one machine read and write: a write-ahead log, synchronized at
    /// checkpoints.
    case shared
    /// One process writes: a rollback journal, synchronized with every batch, needs no memory to
    /// be shared and is safe on network file systems.
    case alone
    /// Nothing is written, however others write.
    case reading
  }

  /// The path as it was given: errors call the file by it.
  package let path: String
  package let access: Access

  private let queue: DatabaseQueue
  private let isClosed = Atomic(false)
  let wait: Duration

  /// Opens a store; makes one if there is none, unless it is only to be read.
  ///
  /// Another program's file, and the store of another version of scrollsim, are left as they are.
  ///
  /// - Parameters:
  ///   - path: The file; an empty one becomes a store.
  ///   - access: Who else may use it meanwhile.
  ///   - wait: How long to wait for another process's lock, now and with every batch.
  /// - Throws: `ResultStoreError` for anything else than a store that can be used in this way.
  package init(
    path: String, access: Access = .shared, wait: Duration = .seconds(10)
  ) throws(ResultStoreError) {
    self.path = path
    self.access = access
    self.wait = wait
    queue = try StoreOpening(path: path, access: access, wait: wait).open()
  }

  /// Moves the files beside the store into it, unless another process is using it, and closes it.
  ///
  /// What is asked of a closed store throws `ResultStoreError.closed`; closing it again is fine.
  package func close() throws(ResultStoreError) {
    do {
      try queue.writeWithoutTransaction { database in
        guard !isClosed.exchange(true, ordering: .relaxed), access == .shared else { return }
        do {
          try database.checkpoint(.passive)
        } catch DatabaseError.SQLITE_BUSY {
          // Another process is at it.
        }
      }
      try queue.close()
    } catch {
      throw .of(error, file: path, access: access, waited: wait)
    }
  }

  /// Leaves everything in the one file and nothing beside it, so that it can be copied or sent.
  ///
  /// - Throws: `ResultStoreError.locked` if another process has the store open in `shared` access.
  package func seal() throws(ResultStoreError) {
    mustBeWritable()
    try use { database in
      let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
      guard mode == "delete" else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
    }
  }
}

extension ResultStore {
  /// The file of a store, and what SQLite has beside it.
  package static func files(_ path: String) -> [String] {
    [path] + ["-wal", "-shm", "-journal"].map { path + $0 }
  }

  /// Reads one state of the store.
  func read<Value>(_ body: (Database) throws -> Value) throws(ResultStoreError) -> Value {
    try transact(.deferred, body)
  }

  /// Writes all of it or, if anything is thrown, nothing.
  func write<Value>(_ body: (Database) throws -> Value) throws(ResultStoreError) -> Value {
    mustBeWritable()
    return try transact(.immediate, body)
  }

  private func transact<Value>(
    _ kind: Database.TransactionKind, _ body: (Database) throws -> Value
  ) throws(ResultStoreError) -> Value {
    try use { database in
      var value: Value?
      try database.inTransaction(kind) {
        value = try body(database)
        return .commit
      }
      guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
      return value
    }
  }

  /// Has the connection to itself; whether it is still open can only be told there.
  private func use<Value>(_ body: (Database) throws -> Value) throws(ResultStoreError) -> Value {
    do {
      return try queue.writeWithoutTransaction { database in
        guard !isClosed.load(ordering: .relaxed) else { throw ResultStoreError.closed(path) }
        return try body(database)
      }
    } catch {
      throw .of(error, file: path, access: access, waited: wait)
    }
  }

  private func mustBeWritable() {
    precondition(access != .reading, "'\(path)' was opened for reading, and cannot be written")
  }
}

extension ResultStore {
  /// Keeps what budget rules come to, with their devices; what is there of them already stays.
  ///
  /// Their sweeps must be in the store.
  /// - Throws: `ResultStoreError` if the store cannot be written.
  package func write(_ rules: [BudgetRuleRecord]) throws(ResultStoreError) {
    try write { database in
      for rule in rules { try Self.insert(rule, database) }
    }
  }

  /// What the budget rules of a sweep come to, in order of rule and of the device's digest; empty
  /// where the sweep names none.
  package func budgetRules(
    of sweep: ContentKey
  ) throws(ResultStoreError) -> [BudgetRuleRecord] {
    try read { database in
      try Row.fetchAll(
        database, sql: StoreQueries.budgetRulesOfSweep, arguments: [sweep.description]
      ).map { try StoreQueries.budgetRule($0) }
    }
  }

  /// Inserts a rule with its device.
  /// - Returns: Whether the rule was not there before.
  @discardableResult
  static func insert(_ rule: BudgetRuleRecord, _ database: Database) throws -> Bool {
    try database.run(TableStatements.profile.insertLeast, rule.device.values)
    try database.run(TableStatements.budgetRule.insert, rule.values)
    return database.changesCount == 1
  }
}

extension ResultStore {
  /// Notes that sealed scenes are opened, before the first of their runs is made.
  ///
  /// - Parameters:
  ///   - opening: what is compared there; its number and its earlier runs are found here.
  ///   - traces: the digests of the sealed sessions.
  /// - Returns: the opening as the store has it: one that is there already stays as it is.
  /// - Throws: `ResultStoreError` if the store cannot be written.
  package func open(
    _ opening: OpeningRecord, of traces: [String]
  ) throws(ResultStoreError) -> OpeningRecord {
    try write { database in
      if let known = try Self.opening(opening.key, database) { return known }
      var opening = opening
      let before = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM opening WHERE scenes = ?",
        arguments: [opening.scenes.description])
      opening.number = 1 + (before ?? 0)
      let list = traces.map { "\"\($0)\"" }.joined(separator: ",")
      let runs = try Int.fetchOne(
        database, sql: StoreQueries.runsOfTraces, arguments: ["[\(list)]"])
      opening.earlierRuns = runs ?? 0
      try database.run(TableStatements.opening.insert, opening.values)
      return opening
    }
  }

  /// All openings, by their scenes and in their order.
  package func openings() throws(ResultStoreError) -> [OpeningRecord] {
    try read { database in
      try Row.fetchAll(database, sql: StoreQueries.openings).map { try $0.opening() }
    }
  }

  /// Adds an opening of another store; of one that both have the later number and the more runs
  /// count, so that nothing becomes more sealed than it was.
  static func merge(_ opening: OpeningRecord, _ database: Database) throws {
    try database.run(TableStatements.opening.insert, opening.values)
    guard database.changesCount == 0 else { return }
    try database.run(
      """
      UPDATE opening SET number = max(number, ?2), earlier_runs = max(earlier_runs, ?3)
      WHERE key = ?1
      """,
      [
        .text(opening.key.description), .integer(opening.number), .integer(opening.earlierRuns),
      ])
  }

  private static func opening(_ key: ContentKey, _ database: Database) throws -> OpeningRecord? {
    try Row.fetchOne(database, sql: StoreQueries.opening, arguments: [key.description])
      .map { try $0.opening() }
  }
}

extension StoreQueries {
  private static let openingColumns =
    StoreSchema.current["opening"].columnNames.joined(separator: ", ")

  static let openings = "SELECT \(openingColumns) FROM opening ORDER BY scenes, number, key"

  static let opening = "SELECT \(openingColumns) FROM opening WHERE key = ?"

  /// How many runs there are of some traces, whatever they ran on.
  static let runsOfTraces = """
    SELECT count(*) FROM json_each(?) AS asked
    JOIN scenario ON scenario.trace = asked.value
    JOIN run ON run.scenario = scenario.key
    """
}

extension Row {
  /// The opening of a row of `StoreQueries.openings`.
  func opening() throws -> OpeningRecord {
    try values(of: .opening, at: 0)
    var record = OpeningRecord(
      scenes: try key(1), question: try decode(String.self, atIndex: 4),
      formula: try decode(String.self, atIndex: 5), opponent: try decode(String.self, atIndex: 6),
      number: try decode(Int.self, atIndex: 2), earlierRuns: try decode(Int.self, atIndex: 3))
    record.key = try key(0)
    return record
  }
}

extension ResultStore {
  /// Which of some runs have been made.
  ///
  /// - Parameters:
  ///   - keys: The runs that are asked for.
  ///   - regret: A run counts only if these regrets of it are known, too.
  /// - Returns: Those of `keys` that need not be run.
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
      let statement = try database.cachedStatement(sql: sql)
      var rest = keys[...]
      while !rest.isEmpty {
        let list = rest.prefix(Self.keysAtOnce).map { "\"\($0)\"" }.joined(separator: ",")
        rest = rest.dropFirst(Self.keysAtOnce)
        let rows = try Row.fetchCursor(statement, arguments: ["[\(list)]"])
        while let row = try rows.next() { present.insert(try row.key(0)) }
      }
      return present
    }
  }

  private static let keysAtOnce = 1000
}

extension ResultStore {
  /// Keeps replays with their streams; what is there of them already stays, and is given the bounds
  /// that it lacks.
  /// - Throws: `ResultStoreError` if the store cannot be written.
  package func write(_ replays: [ReplayRecord]) throws(ResultStoreError) {
    try write { database in
      for replay in replays { try Self.insert(replay, database) }
    }
  }

  /// All replays, in order of stream, unit, capacity, policy and seed.
  package func replays() throws(ResultStoreError) -> [ReplayRecord] {
    try read { database in
      try Row.fetchAll(database, sql: StoreQueries.replays).map { try $0.replay() }
    }
  }

  /// Replays by their keys; those that have not been made are left out.
  /// - Complexity: O(*n* log *m*) in the keys and the replays of the store.
  package func replays(
    _ keys: some Sequence<ContentKey>
  ) throws(ResultStoreError) -> [ContentKey: ReplayRecord] {
    try read { database in
      let statement = try database.cachedStatement(sql: StoreQueries.replay)
      var replays: [ContentKey: ReplayRecord] = [:]
      for key in keys {
        guard let row = try Row.fetchOne(statement, arguments: [key.description]) else { continue }
        replays[key] = try row.replay()
      }
      return replays
    }
  }

  /// Inserts a replay with its stream.
  /// - Returns: Whether the replay was not there before.
  @discardableResult
  static func insert(_ replay: ReplayRecord, _ database: Database) throws -> Bool {
    try database.run(TableStatements.stream.insertLeast, replay.stream.values)
    try database.run(TableStatements.replay.insert, replay.values)
    guard database.changesCount == 0 else { return true }
    if replay.bound != nil {
      try database.run(
        """
        UPDATE replay SET bound = ?2, least_misses = ?3, least_bytes = ?4
        WHERE key = ?1 AND bound IS NULL
        """,
        [.text(replay.key.description)] + replay.boundValues)
    }
    return false
  }
}

extension StoreQueries {
  private static let replayColumns =
    (StoreSchema.current["replay"].columnNames.map { "replay.\($0)" }
    + StoreSchema.current["stream"].columnNames.map { "stream.\($0)" }).joined(separator: ", ")
  private static let fromReplays =
    "SELECT \(replayColumns) FROM replay JOIN stream ON stream.digest = replay.stream"

  static let replays =
    fromReplays + """
       ORDER BY stream.path, replay.unit, replay.capacity, replay.label, replay.seed, replay.key
      """
  static let replay = fromReplays + " WHERE replay.key = ?"
}

extension Row {
  /// The replay of a row of `StoreQueries.replays`.
  func replay() throws -> ReplayRecord {
    let count = SchemaTable.replay.columns.count
    try values(of: .replay, at: 0)
    try values(of: .stream, at: count)
    let stream = StreamRecord(
      digest: try key(count), path: try decode(String.self, atIndex: count + 1),
      requests: try decode(Int.self, atIndex: count + 2),
      images: try decode(Int.self, atIndex: count + 3),
      bytes: try decode(Int?.self, atIndex: count + 4),
      readAs: try decode(String?.self, atIndex: count + 5))
    var record = ReplayRecord(
      key: try key(0), stream: stream, policy: try decode(String.self, atIndex: 2),
      settings: try decode(String.self, atIndex: 3), label: try decode(String.self, atIndex: 4),
      unit: try decode(String.self, atIndex: 5), capacity: try decode(Int.self, atIndex: 6),
      share: try decode(String?.self, atIndex: 7), seed: try decode(Int?.self, atIndex: 8),
      warmUp: try decode(Int.self, atIndex: 9))
    record.requests = try decode(Int.self, atIndex: 10)
    record.misses = try decode(Int.self, atIndex: 11)
    record.bytesRequested = try decode(Int.self, atIndex: 12)
    record.bytesMissed = try decode(Int.self, atIndex: 13)
    record.note = try decode(String?.self, atIndex: 14)
    if let bound = try decode(String?.self, atIndex: 15) {
      record.bound = ReplayRecord.Bound(
        name: bound, misses: try decode(Int?.self, atIndex: 16),
        bytes: try decode(Int?.self, atIndex: 17))
    }
    return record
  }
}

extension ResultStore {
  /// Keeps what a search found and the runs that it rests on, all of it or nothing.
  ///
  /// The runs must be in the store. A search that is there already stays as it is.
  package func write(
    _ tuning: TuningRecord, _ trials: [TrialRecord]
  ) throws(ResultStoreError) {
    try write { database in
      try database.run(TableStatements.tuning.insert, tuning.values)
      let insertTrial = try database.cachedStatement(sql: TableStatements.trial.insert)
      for trial in trials { try database.run(insertTrial, trial.values) }
    }
  }

  /// The searches that were made, in order of key.
  package func tunings() throws(ResultStoreError) -> [TuningRecord] {
    try read { database in
      try Row.fetchAll(database, sql: StoreQueries.tunings).map { try $0.tuning(at: 0) }
    }
  }

  /// The runs that the answer of a search rests on, in order of step and position.
  package func trials(of tuning: ContentKey) throws(ResultStoreError) -> [TrialRecord] {
    try read { database in
      try Row.fetchAll(
        database, sql: StoreQueries.trialsOfTuning, arguments: [tuning.description]
      ).map { try $0.trial(at: 0) }
    }
  }

  /// Runs by their keys; those that have not been made are left out.
  /// - Complexity: O(*n* log *m*) in the keys and the runs of the store.
  package func runs(
    _ keys: some Sequence<ContentKey>
  ) throws(ResultStoreError) -> [ContentKey: RunRecord] {
    try read { database in
      let run = try database.cachedStatement(sql: StoreQueries.run)
      let parts = try database.cachedStatement(sql: StoreQueries.parts)
      var runs: [ContentKey: RunRecord] = [:]
      for key in keys {
        guard let row = try Row.fetchOne(run, arguments: [key.description]) else { continue }
        runs[key] = try StoreQueries.run(row, parts)
      }
      return runs
    }
  }
}

extension Row {
  /// The search whose first column is at an index.
  func tuning(at start: Int) throws -> TuningRecord {
    try values(of: .tuning, at: start)
    let kind = try decode(String.self, atIndex: start + 1)
    guard let known = TuningRecord.Kind(rawValue: kind) else {
      throw UnexpectedContent(description: "a tuning is of the kind '\(kind)'")
    }
    return TuningRecord(
      key: try key(start), kind: known, question: try decode(String.self, atIndex: start + 2),
      limits: try decode(String.self, atIndex: start + 3),
      precisionBytes: try decode(Int?.self, atIndex: start + 4),
      label: try decode(String.self, atIndex: start + 5),
      budgetBytes: try decode(Int?.self, atIndex: start + 6),
      answer: try decode(String.self, atIndex: start + 7))
  }

  /// The trial whose first column is at an index.
  func trial(at start: Int) throws -> TrialRecord {
    try values(of: .trial, at: start)
    let verdict = try decode(String.self, atIndex: start + 4)
    guard let known = TrialRecord.Verdict(rawValue: verdict) else {
      throw UnexpectedContent(description: "a trial's verdict is '\(verdict)'")
    }
    return TrialRecord(
      tuning: try key(start), step: try decode(Int.self, atIndex: start + 1),
      position: try decode(Int.self, atIndex: start + 2), run: try key(start + 3),
      verdict: known, brokenLimit: try decode(String?.self, atIndex: start + 5),
      excess: try decode(Double?.self, atIndex: start + 6))
  }
}

extension ResultStore {
  /// Notes that a sweep was asked; what is there of it already stays.
  package func write(_ sweep: SweepRecord) throws(ResultStoreError) {
    try write { database in
      try database.run(TableStatements.sweep.insert, sweep.values)
      try database.keepTarget(of: sweep)
      let runs = try runCount(of: sweep.key, database)
      guard runs == sweep.runs else {
        throw UnexpectedContent(
          description: "sweep \(sweep.key) has \(runs) runs, not \(sweep.runs)")
      }
    }
  }

  /// Writes a batch in one transaction: all of it, or nothing if an error is thrown.
  ///
  /// What is there already is left alone, with two exceptions: of several descriptions of one
  /// trace or profile the alphabetically first is kept, beginning with the path or the name, and
  /// a run is given the regrets that it lacks.
  ///
  /// - Parameters:
  ///   - batch: what is new.
  ///   - replacing: whether its runs take the place of those that are there.
  /// - Throws: `ResultStoreError` if the store cannot be written, and for a run that has not as
  ///   many figures as there are `figureColumns`, or two parts of one kind and name.
  /// - Complexity: O(*n* log *m*) in the rows of the batch and of the store.
  package func write(_ batch: Batch, replacing: Bool = false) throws(ResultStoreError) {
    try write { database in
      if replacing {
        // Sweeps and searches refer to the runs, which are there again in the end.
        try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
        let delete = try database.cachedStatement(sql: "DELETE FROM run WHERE key = ?")
        for run in batch.runs { try database.run(delete, [.text(run.key.description)]) }
      }
      for scenario in batch.scenarios { try Self.insert(scenario, database) }
      for run in batch.runs { try Self.insert(run, database) }
      let insertMember = try database.cachedStatement(sql: TableStatements.member.insert)
      for member in batch.members { try database.run(insertMember, member.values) }
    }
  }

  /// Inserts a scenario with its trace and its profiles.
  /// - Returns: Whether the scenario was not there before.
  @discardableResult
  static func insert(_ scenario: ScenarioRecord, _ database: Database) throws -> Bool {
    try database.run(TableStatements.trace.insertLeast, scenario.trace.values)
    try database.run(TableStatements.profile.insertLeast, scenario.device.values)
    try database.run(TableStatements.profile.insertLeast, scenario.network.values)
    try database.run(TableStatements.scenario.insert, scenario.values)
    return database.changesCount == 1
  }

  /// Inserts a run with its parts and its regrets, in place of those of a run that was deleted.
  /// - Returns: Whether the run was not there before.
  @discardableResult
  static func insert(_ run: RunRecord, _ database: Database) throws -> Bool {
    guard run.figures.count == figureColumns.count else {
      throw UnexpectedContent(
        description: "run \(run.key) has \(run.figures.count) figures, not \(figureColumns.count)")
    }
    try database.run(TableStatements.run.insert, run.values)
    let isNew = database.changesCount == 1
    let key = StoredValue.text(run.key.description)
    if isNew {
      // Deleting a run with another program leaves the rows that refer to it.
      try database.run("DELETE FROM part WHERE run = ?", [key])
      try database.run("DELETE FROM regret WHERE run = ?", [key])
      try database.run("DELETE FROM stall_regret WHERE run = ?", [key])
      let insertPart = try database.cachedStatement(sql: TableStatements.part.insert)
      for part in run.parts {
        try database.run(insertPart, [key, .text(part.kind), .text(part.name), .real(part.value)])
        guard database.changesCount == 1 else {
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
