import GRDB
import ScrollSimulation

extension ResultStore {
  /// Notes that a sweep was asked; what is there of it already stays.
  package func write(_ sweep: SweepRecord) throws(ResultStoreError) {
    try write { database in
      try database.run(TableStatements.sweep.insert, sweep.values)
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
  /// a run is given the regrets, and the figures of later versions, that it lacks.
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
    try insert(scenario.device, database)
    try insert(scenario.network, database)
    try database.run(TableStatements.scenario.insert, scenario.values)
    return database.changesCount == 1
  }

  /// Inserts a profile; one that is there gets what an older scrollsim did not say of it.
  static func insert(_ profile: ProfileRecord, _ database: Database) throws {
    try database.run(TableStatements.profile.insertLeast, profile.values)
    let later = [profile.refreshRate, profile.memoryBytes]
    guard later.contains(where: { $0 != nil }) else { return }
    try database.run(
      TableStatements.profile.fill,
      [.text(profile.digest.description)] + later.map { StoredValue($0) })
  }

  /// Gives a run that is there the figures that an older scrollsim did not write.
  private static func fill(_ run: RunRecord, _ database: Database) throws {
    let later = RunRecord.laterColumns.map { run.figure($0) ?? .null }
    guard later.contains(where: { $0 != .null }) else { return }
    try database.run(TableStatements.run.fill, [.text(run.key.description)] + later)
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
    if !isNew { try fill(run, database) }
    if let regret = run.regret {
      try database.run(TableStatements.regret.insert, [key] + regret.values)
    }
    if let regret = run.stallRegret {
      try database.run(TableStatements.stallRegret.insert, [key] + regret.values)
    }
    return isNew
  }
}
