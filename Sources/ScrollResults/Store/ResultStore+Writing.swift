import GRDB

extension ResultStore {
  /// Notes that a sweep was asked; what is there of it already stays.
  package func write(_ sweep: SweepRecord) throws(ResultStoreError) {
    try write { try $0.run(TableStatements.sweep.insert, sweep.values) }
  }

  /// Writes a batch in one transaction: all of it, or nothing if an error is thrown.
  ///
  /// What is there already is left alone, with two exceptions: of several descriptions of one
  /// trace or profile the alphabetically first is kept, beginning with the path or the name, and
  /// a run without regret is given one.
  ///
  /// - Precondition: A run has as many figures as there are `figureColumns`, and no two parts of
  ///   one kind and name.
  /// - Complexity: O(*n* log *m*) in the rows of the batch and of the store.
  package func write(_ batch: Batch) throws(ResultStoreError) {
    try write { database in
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

  /// Inserts a run with its parts and its regret.
  /// - Returns: Whether the run was not there before.
  @discardableResult
  static func insert(_ run: RunRecord, _ database: Database) throws -> Bool {
    precondition(
      run.figures.count == figureColumns.count,
      "run \(run.key) has \(run.figures.count) figures; expected \(figureColumns.count)")
    try database.run(TableStatements.run.insert, run.values)
    let isNew = database.changesCount == 1
    let key = StoredValue.text(run.key.description)
    if isNew {
      let insertPart = try database.cachedStatement(sql: TableStatements.part.insert)
      for part in run.parts {
        try database.run(insertPart, [key, .text(part.kind), .text(part.name), .real(part.value)])
        precondition(
          database.changesCount == 1,
          "run \(run.key) has two parts of kind '\(part.kind)' and name '\(part.name)'")
      }
    }
    if let regret = run.regret {
      try database.run(TableStatements.regret.insert, [key] + regret.values)
    }
    return isNew
  }
}
