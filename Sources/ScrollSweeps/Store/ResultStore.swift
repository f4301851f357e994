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
  /// Records that sealed scenarios are opened, before the first of their runs is made.
  ///
  /// - Parameters:
  ///   - opening: The comparison; the function sets its number and its earlier runs.
  ///   - traces: The digests of the sealed sessions.
  /// - Returns: the opening in the store; an existing one is not changed.
  /// - Throws: `ResultStoreError` if the store cannot be written.
  package func open(
    _ opening: OpeningRecord, of traces: [String]
  ) throws(ResultStoreError) -> OpeningRecord {
    try write { database in
      if let known = try Self.opening(opening.key, database) { return known }
      var opening = opening
      let before = try database.integer(
        "SELECT count(*) FROM opening WHERE scenes = ?", [.text("\(opening.scenes)")])
      opening.number = 1 + (before ?? 0)
      let list = traces.map { "\"\($0)\"" }.joined(separator: ",")
      let runs = try database.integer(StoreQueries.runsOfTraces, [.text("[\(list)]")])
      opening.earlierRuns = runs ?? 0
      try database.run(TableStatements.opening.insert, opening.values)
      return opening
    }
  }

  /// Returns all openings, by their scenarios and in their order.
  package func openings() throws(ResultStoreError) -> [OpeningRecord] {
    try read { database in
      try database.rows(StoreQueries.openings) { try $0.opening() }
    }
  }

  /// Adds an opening of another store.
  ///
  /// If both stores have it, the later number and the larger number of runs are kept, so that a
  /// merge hides no earlier opening or run.
  static func merge(_ opening: OpeningRecord, _ database: Database) throws {
    guard try database.run(TableStatements.opening.insert, opening.values) == 0 else { return }
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
    try database.row(StoreQueries.opening, [.text("\(key)")])?.opening()
  }
}

extension StoreQueries {
  private static let openingColumns =
    StoreSchema.current["opening"].columnNames.joined(separator: ", ")

  static let openings = "SELECT \(openingColumns) FROM opening ORDER BY scenes, number, key"

  static let opening = "SELECT \(openingColumns) FROM opening WHERE key = ?"

  /// The number of runs of some traces, on any device.
  static let runsOfTraces = """
    SELECT count(*) FROM json_each(?) AS asked
    JOIN scenario ON scenario.trace = asked.value
    JOIN run ON run.scenario = scenario.key
    """
}

extension Row {
  /// Returns the opening of a row of `StoreQueries.openings`.
  func opening() throws -> OpeningRecord {
    try values(of: .opening, at: 0)
    var record = OpeningRecord(
      scenes: try key(1), question: try decode(4),
      formula: try decode(5), opponent: try decode(6),
      number: try decode(2), earlierRuns: try decode(3))
    record.key = try key(0)
    return record
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
  /// Stores replays with their streams; existing ones are not changed, except that missing bounds
  /// are added.
  /// - Throws: `ResultStoreError` if the store cannot be written.
  package func write(_ replays: [ReplayRecord]) throws(ResultStoreError) {
    try write { database in
      for replay in replays { try Self.insert(replay, database) }
    }
  }

  /// Returns all replays, in order of stream, unit, capacity, policy and seed.
  package func replays() throws(ResultStoreError) -> [ReplayRecord] {
    try read { database in
      try database.rows(StoreQueries.replays) { try $0.replay() }
    }
  }

  /// Returns replays by their keys; those that have not been made are left out.
  /// - Complexity: O(*n* log *m*) in the keys and the replays of the store.
  package func replays(
    _ keys: some Sequence<ContentKey>
  ) throws(ResultStoreError) -> [ContentKey: ReplayRecord] {
    try read { database in
      var replays: [ContentKey: ReplayRecord] = [:]
      for key in keys {
        replays[key] = try database.row(StoreQueries.replay, [.text("\(key)")])?.replay()
      }
      return replays
    }
  }

  /// Inserts a replay with its stream.
  /// - Returns: `true` if the replay was not there before.
  @discardableResult
  static func insert(_ replay: ReplayRecord, _ database: Database) throws -> Bool {
    try database.run(TableStatements.stream.insertLeast, replay.stream.values)
    let isNew = try database.run(TableStatements.replay.insert, replay.values) == 1
    guard !isNew else { return true }
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
  /// Returns the replay of a row of `StoreQueries.replays`.
  func replay() throws -> ReplayRecord {
    let count = SchemaTable.replay.columns.count
    try values(of: .replay, at: 0)
    try values(of: .stream, at: count)
    guard
      let origin = StreamOrigin(
        gestures: try decode(count + 6),
        recording: try decode(count + 7),
        beginning: try decode(count + 8))
    else { throw UnexpectedContent(description: "the origin of a stream cannot be read") }
    let stream = StreamRecord(
      digest: try key(count), path: try decode(count + 1),
      requests: try decode(count + 2),
      images: try decode(count + 3),
      bytes: try decode(count + 4),
      readAs: try decode(count + 5), origin: origin)
    var record = ReplayRecord(
      key: try key(0), stream: stream, policy: try decode(2),
      settings: try decode(3), label: try decode(4),
      unit: try decode(5), capacity: try decode(6),
      share: try decode(7), seed: try decode(8),
      warmUp: try decode(9))
    record.requests = try decode(10)
    record.misses = try decode(11)
    record.bytesRequested = try decode(12)
    record.bytesMissed = try decode(13)
    record.note = try decode(14)
    if let bound: String = try decode(15) {
      record.bound = ReplayRecord.Bound(
        name: bound, misses: try decode(16),
        bytes: try decode(17))
    }
    return record
  }
}

extension ResultStore {
  /// Stores the result of a search and the runs on which it is based, all of it or nothing.
  ///
  /// The runs must be in the store. An existing search is not changed.
  package func write(
    _ tuning: TuningRecord, _ trials: [TrialRecord]
  ) throws(ResultStoreError) {
    try write { database in
      try database.run(TableStatements.tuning.insert, tuning.values)
      for trial in trials { try database.run(TableStatements.trial.insert, trial.values) }
    }
  }

  /// Returns the searches, in order of key.
  package func tunings() throws(ResultStoreError) -> [TuningRecord] {
    try read { database in
      try database.rows(StoreQueries.tunings) { try $0.tuning(at: 0) }
    }
  }

  /// Returns the runs on which the result of a search is based, in order of step and position.
  package func trials(of tuning: ContentKey) throws(ResultStoreError) -> [TrialRecord] {
    try read { database in
      try database.rows(StoreQueries.trialsOfTuning, [.text("\(tuning)")]) {
        try $0.trial(at: 0)
      }
    }
  }

  /// Returns runs by their keys; those that have not been made are left out.
  /// - Complexity: O(*n* log *m*) in the keys and the runs of the store.
  package func runs(
    _ keys: some Sequence<ContentKey>
  ) throws(ResultStoreError) -> [ContentKey: RunRecord] {
    try read { database in
      var runs: [ContentKey: RunRecord] = [:]
      for key in keys {
        guard let row = try database.row(StoreQueries.run, [.text("\(key)")]) else { continue }
        runs[key] = try StoreQueries.run(row, database)
      }
      return runs
    }
  }
}

extension Row {
  /// Returns the search whose first column is at an index.
  func tuning(at start: Int) throws -> TuningRecord {
    try values(of: .tuning, at: start)
    let kind: String = try decode(start + 1)
    guard let known = TuningRecord.Kind(rawValue: kind) else {
      throw UnexpectedContent(description: "a tuning is of the kind '\(kind)'")
    }
    return TuningRecord(
      key: try key(start), kind: known, question: try decode(start + 2),
      limits: try decode(start + 3),
      precisionBytes: try decode(start + 4),
      label: try decode(start + 5),
      budgetBytes: try decode(start + 6),
      answer: try decode(start + 7))
  }

  /// Returns the trial whose first column is at an index.
  func trial(at start: Int) throws -> TrialRecord {
    try values(of: .trial, at: start)
    let verdict: String = try decode(start + 4)
    guard let known = TrialRecord.Verdict(rawValue: verdict) else {
      throw UnexpectedContent(description: "a trial's verdict is '\(verdict)'")
    }
    return TrialRecord(
      tuning: try key(start), step: try decode(start + 1),
      position: try decode(start + 2), run: try key(start + 3),
      verdict: known, brokenLimit: try decode(start + 5),
      excess: try decode(start + 6))
  }
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
