import GRDB
import ScrollSimulation

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
    var record = OpeningRecord(
      scenes: try key(1), question: try decode(String.self, atIndex: 4),
      formula: try decode(String.self, atIndex: 5), opponent: try decode(String.self, atIndex: 6),
      number: try decode(Int.self, atIndex: 2), earlierRuns: try decode(Int.self, atIndex: 3))
    record.key = try key(0)
    return record
  }
}
