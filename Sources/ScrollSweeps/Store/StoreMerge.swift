import ScrollSimulation

/// One merge, inside a transaction of each store.
///
/// Errors of the other store name its file; all other errors come from this store.
struct StoreMerge {
  let theirs: Database
  let ours: Database
  let file: String
  let wait: Duration

  private var newRuns = 0
  private var doubleRuns = 0

  init(theirs: Database, ours: Database, file: String, wait: Duration) {
    self.theirs = theirs
    self.ours = ours
    self.file = file
    self.wait = wait
  }

  /// Adds the tables of the other store in an order in which every reference leads to an existing
  /// row.
  mutating func run() throws -> MergeReport {
    try forEach(StoreQueries.scenarios, { try StoreQueries.scenario($0) }, add)
    try forEach(StoreQueries.runs, { try StoreQueries.run($0, theirs) }) { try add($0) }
    try forEach(StoreQueries.sweeps, { try $0.sweep(at: 0) }, add)
    try forEach(StoreQueries.members, { try $0.member(at: 0) }, add)
    try forEach(StoreQueries.budgetRules, { try StoreQueries.budgetRule($0) }, add)
    try forEach(StoreQueries.tunings, { try $0.tuning(at: 0) }, add)
    try forEach(StoreQueries.trials, { try $0.trial(at: 0) }, add)
    try forEach(StoreQueries.replays, { try $0.replay() }) { try add($0) }
    try forEach(StoreQueries.openings, { try $0.opening() }) { try ResultStore.merge($0, ours) }
    return MergeReport(newRuns: newRuns, doubleRuns: doubleRuns)
  }

  private func add(_ scenario: ScenarioRecord) throws {
    guard try !ResultStore.insert(scenario, ours) else { return }
    let found = try record(StoreQueries.scenario, scenario.key) { try StoreQueries.scenario($0) }
    try compare(
      scenario.key, StoreSchema.current["scenario"].columnNames, found.values, scenario.values)
  }

  private mutating func add(_ run: RunRecord) throws {
    guard try !ResultStore.insert(run, ours) else {
      newRuns += 1
      return
    }
    doubleRuns += 1
    let found = try record(StoreQueries.run, run.key) { try StoreQueries.run($0, ours) }
    try compare(
      run.key, StoreSchema.current["run"].columnNames, found.values, run.values)
    try compareParts(run.key, found.parts, run.parts)
    // Inserting the run has added the other store's regrets if it had none.
    try compare(run.key, "regret", found.regret?.values, run.regret?.values)
    try compare(run.key, "stall_regret", found.stallRegret?.values, run.stallRegret?.values)
  }

  /// Compares the rows of a table for a run, if both stores have them.
  private func compare(
    _ run: ContentKey, _ table: String, _ ours: [StoredValue]?, _ theirs: [StoredValue]?
  ) throws {
    guard let ours, let theirs else { return }
    let columns = StoreSchema.current[table].columnNames.dropFirst()
    try compare(run, columns.map { "\(table).\($0)" }, ours, theirs)
  }

  private func add(_ sweep: SweepRecord) throws {
    try ours.run(TableStatements.sweep.insertLeast, sweep.values)
    try ours.keepTarget(of: sweep)
  }

  private func add(_ member: ResultStore.Member) throws {
    guard try ours.run(TableStatements.member.insert, member.values) == 0 else { return }
    let found = try ours.row(
      StoreQueries.member, [.text("\(member.sweep)"), .integer(member.position)])
    try compare(
      member.sweep, StoreSchema.current["member"].columnNames, found?.member(at: 0).values ?? [],
      member.values)
  }

  private func add(_ rule: BudgetRuleRecord) throws {
    guard try !ResultStore.insert(rule, ours) else { return }
    let found = try ours.row(
      StoreQueries.budgetRule,
      [.text("\(rule.sweep)"), .text(rule.rule), .text("\(rule.device.digest)")])
    try compare(
      rule.sweep, StoreSchema.current["budget_rule"].columnNames,
      found.map { try StoreQueries.budgetRule($0).values } ?? [], rule.values)
  }

  private func add(_ tuning: TuningRecord) throws {
    try ours.run(TableStatements.tuning.insertLeast, tuning.values)
  }

  private func add(_ trial: TrialRecord) throws {
    guard try ours.run(TableStatements.trial.insert, trial.values) == 0 else { return }
    let found = try ours.row(
      StoreQueries.trial,
      [.text("\(trial.tuning)"), .integer(trial.step), .integer(trial.position)])
    try compare(
      trial.tuning, StoreSchema.current["trial"].columnNames, found?.trial(at: 0).values ?? [],
      trial.values)
  }

  private mutating func add(_ replay: ReplayRecord) throws {
    guard try !ResultStore.insert(replay, ours) else {
      newRuns += 1
      return
    }
    doubleRuns += 1
    let found = try record(StoreQueries.replay, replay.key) { try $0.replay() }
    try compare(
      replay.key, StoreSchema.current["replay"].columnNames, found.values, replay.values,
      mayLack: ReplayRecord.boundColumns)
  }

  private func compareParts(
    _ run: ContentKey, _ ours: [RunRecord.Part], _ theirs: [RunRecord.Part]
  ) throws {
    guard ours != theirs else { return }
    let names = Set((ours + theirs).map { [$0.kind, $0.name] }).sorted {
      $0.lexicographicallyPrecedes($1)
    }
    let value = { (parts: [RunRecord.Part], name: [String]) in
      StoredValue(parts.first { [$0.kind, $0.name] == name }?.value)
    }
    try compare(
      run, names.map { "\($0[0]) '\($0[1])'" }, names.map { value(ours, $0) },
      names.map { value(theirs, $0) })
  }

  private func compare(
    _ key: ContentKey, _ columns: [String], _ ours: [StoredValue], _ theirs: [StoredValue],
    mayLack optional: [String] = []
  ) throws {
    for ((column, ours), theirs) in zip(zip(columns, ours), theirs) where ours != theirs {
      if theirs == .null, optional.contains(column) { continue }
      throw ResultStoreError.conflict(
        .init(file: file, key: key, column: column, ours: ours, theirs: theirs))
    }
  }
}

extension StoreMerge {
  private func forEach<Record>(
    _ sql: String, _ record: (Row) throws -> Record, _ body: (Record) throws -> Void
  ) throws {
    let statement = try reading {
      let statement = try theirs.statement(sql)
      try statement.start([])
      return statement
    }
    while let next = try reading({ try statement.next().map(record) }) { try body(next) }
  }

  private func reading<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw ResultStoreError.of(error, file: file, access: .reading, waited: wait)
    }
  }

  /// Returns this store's record of a key that is known to exist.
  private func record<Record>(
    _ sql: String, _ key: ContentKey, _ record: (Row) throws -> Record
  ) throws -> Record {
    guard let row = try ours.row(sql, [.text("\(key)")]) else {
      throw UnexpectedContent(description: "\(key) lacks what it refers to")
    }
    return try record(row)
  }
}

extension ResultStore {
  /// Adds the content of another store, in one transaction.
  ///
  /// The result does not depend on the order of merging. Content that both have must be equal, and
  /// a regret that one lacks is filled in. Of several descriptions of one trace, profile or sweep
  /// the alphabetically first is kept. The other store is only read.
  ///
  /// - Parameter path: The other store; merging a store with itself changes nothing.
  /// - Returns: The number of runs that were new, and the number of runs that both stores had.
  /// - Throws: `ResultStoreError.conflict`, naming the first difference in order of key, if the
  ///   stores have different results of one run; after any error this store is unchanged.
  /// - Complexity: O(*n* log *m*) in the rows of the other store and of this one.
  package func merge(_ path: String) throws(ResultStoreError) -> MergeReport {
    let other = try ResultStore(path: path, access: .reading, wait: wait)
    if StoreFile.isSame(path, self.path) {
      let runs = try read { database in
        try ["run", "replay"].reduce(0) { sum, table in
          try sum + (database.integer("SELECT count(*) FROM \(table)") ?? 0)
        }
      }
      return MergeReport(newRuns: 0, doubleRuns: runs)
    }
    return try other.read { theirs throws(ResultStoreError) in
      try write { ours throws in
        var merge = StoreMerge(theirs: theirs, ours: ours, file: path, wait: wait)
        return try merge.run()
      }
    }
  }
}

/// The result of a merge.
package struct MergeReport: Sendable, Equatable {
  /// The number of runs and replays that the store did not have before.
  package var newRuns: Int
  /// The number of runs and replays that both stores had, with equal results.
  package var doubleRuns: Int

  package init(newRuns: Int, doubleRuns: Int) {
    self.newRuns = newRuns
    self.doubleRuns = doubleRuns
  }
}
