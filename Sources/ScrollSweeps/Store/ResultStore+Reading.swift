import ScrollSimulation

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
