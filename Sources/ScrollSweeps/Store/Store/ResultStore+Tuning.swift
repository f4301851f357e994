import GRDB

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
