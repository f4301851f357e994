import ScrollSimulation

/// The record that sealed (held-out) scenarios were opened for one comparison that had been named
/// before.
package struct OpeningRecord: Sendable, Equatable {
  /// The digest of the scenarios, the spec, the formula and the opponent.
  var key: ContentKey
  /// The digest of the sealed scenarios.
  package var scenes: ContentKey
  /// The number of this opening of the scenarios in its store, from 1.
  package var number: Int
  /// The number of runs of the same sessions that the store had before the opening.
  package var earlierRuns: Int
  /// The spec of the search, as YAML.
  var question: String
  /// The policy that the search found.
  package var formula: String
  /// The policy to which it is compared.
  package var opponent: String

  package init(
    scenes: ContentKey, question: String, formula: String, opponent: String, number: Int = 1,
    earlierRuns: Int = 0
  ) {
    key = ContentKey(
      of: """
        scenes \(scenes)
        formula \(formula)
        opponent \(opponent)
        \(question)
        """)
    self.scenes = scenes
    self.number = number
    self.earlierRuns = earlierRuns
    self.question = question
    self.formula = formula
    self.opponent = opponent
  }

  /// A Boolean value that indicates whether the scenarios were sealed until this opening, as far as
  /// the store knows.
  package var isFirst: Bool { number == 1 && earlierRuns == 0 }
}

extension OpeningRecord {
  var values: [StoredValue] {
    [
      .text(key.description), .text(scenes.description), .integer(number), .integer(earlierRuns),
      .text(question), .text(formula), .text(opponent),
    ]
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
