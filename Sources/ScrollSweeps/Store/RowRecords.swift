package import ScrollSimulation
import ScrollTraces

/// The error of a row whose content the schema does not allow.
struct UnexpectedContent: Error, CustomStringConvertible {
  let description: String
}

/// A value that its column may not have.
package struct WrongValue: Error, Equatable, CustomStringConvertible {
  let table: String
  /// The primary key of its row.
  let row: String
  let column: String
  let found: String
  /// The allowed values, as text that continues "expected".
  let expected: String

  package var description: String {
    "table '\(table)', row \(row), column '\(column)' is \(found); expected \(expected)"
  }
}

extension Row {
  /// Reads the values of a table's columns, the first of which is at an index, and checks each
  /// against the values that its column may have.
  ///
  /// Every record is read with this function, because the store may be from an untrusted source.
  /// - Throws: `WrongValue` for the first value that its column may not have.
  @discardableResult
  func values(of table: SchemaTable, at start: Int) throws -> [StoredValue] {
    try table.columns.enumerated().map { index, column in
      var found = values[start + index]
      if column.isReal, case .integer(let value) = found { found = .real(Double(value)) }
      if let found, found == .null ? column.isOptional : column.values.contains(found) {
        return found
      }
      throw WrongValue(
        table: table.name, row: rowName(in: table, at: start), column: column.name,
        found: found.map { "\(ClippedText("\($0)"))" } ?? "a blob",
        expected: "\(column.values)\(column.isOptional ? ", or null" : "")")
    }
  }

  /// Returns the values of the primary key.
  private func rowName(in table: SchemaTable, at start: Int) -> String {
    table.columns.enumerated().filter { $1.isInKey }.map { index, _ in
      let name =
        switch values[start + index] {
        case .text(let text): text
        case let value?: "\(value)"
        case nil: "a blob"
        }
      return "\(ClippedText(name))"
    }.joined(separator: " ")
  }

  /// Returns the key in a column.
  func key(_ index: Int) throws -> ContentKey {
    let text: String = try decode(index)
    guard let key = ContentKey(hex: text) else {
      throw UnexpectedContent(
        description: "key '\(ClippedText(text))' is not 32 hexadecimal digits")
    }
    return key
  }

  /// Returns the run whose first column is at an index, without parts and regret.
  func run(at start: Int) throws -> RunRecord {
    let values = try values(of: .run, at: start)
    return RunRecord(
      key: try key(start), scenario: try key(start + 1),
      policy: try decode(start + 2),
      settings: try decode(start + 3),
      label: try decode(start + 4),
      budgetBytes: try decode(start + 5),
      seed: try decode(start + 6),
      modelVersion: try decode(start + 7),
      killed: try decode(start + 8),
      killedMilliseconds: try decode(start + 9),
      figures: Array(values[RunRecord.columnsBeforeFigures...]),
      parts: [], regret: nil)
  }

  /// Returns the regret whose first column, the run's key, is at an index; `nil` if that is null.
  func regret(at start: Int) throws -> RegretRecord? {
    guard values[start] != .null else { return nil }
    try values(of: .regret, at: start)
    return RegretRecord(
      bound: try decode(start + 1),
      leastMisses: try decode(start + 2),
      misses: try decode(start + 3))
  }

  /// Returns the regret in seconds whose first column, the run's key, is at an index; `nil` if that
  /// is null.
  func stallRegret(at start: Int) throws -> StallRegretRecord? {
    guard values[start] != .null else { return nil }
    try values(of: .stallRegret, at: start)
    return StallRegretRecord(
      proven: try decode(start + 1),
      reached: try decode(start + 2),
      reachedBy: try decode(start + 3),
      lru: try decode(start + 4))
  }

  /// Returns the trace whose first column is at an index.
  func trace(at start: Int) throws -> TraceRecord {
    try values(of: .trace, at: start)
    guard let gestures = GestureSketch(try decode(start + 8)) else {
      throw UnexpectedContent(description: "the gestures of a trace cannot be read")
    }
    return TraceRecord(
      digest: try decode(start),
      path: try decode(start + 1),
      title: try decode(start + 2),
      kind: try decode(start + 3),
      provenance: try decode(start + 4),
      durationSeconds: try decode(start + 5),
      items: try decode(start + 6),
      images: try decode(start + 7), gestures: gestures)
  }

  /// Returns the profile whose first column is at an index.
  func profile(at start: Int) throws -> ProfileRecord {
    try values(of: .profile, at: start)
    let kind: String = try decode(start + 1)
    guard let known = ProfileRecord.Kind(rawValue: kind) else {
      throw UnexpectedContent(description: "a profile is of the kind '\(kind)'")
    }
    return ProfileRecord(
      digest: try key(start), kind: known,
      name: try decode(start + 2),
      summary: try decode(start + 3),
      figures: try decode(start + 4),
      estimates: try decode(start + 5),
      refreshRate: try decode(start + 6),
      memoryBytes: try decode(start + 7))
  }

  /// Returns the sweep whose first column is at an index.
  func sweep(at start: Int) throws -> SweepRecord {
    try values(of: .sweep, at: start)
    return SweepRecord(
      key: try key(start), title: try decode(start + 1),
      spec: try decode(start + 2),
      runs: try decode(start + 3))
  }

  /// Returns the member whose first column is at an index.
  func member(at start: Int) throws -> ResultStore.Member {
    try values(of: .member, at: start)
    return ResultStore.Member(
      sweep: try key(start), position: try position(start + 1), run: try key(start + 2))
  }

  /// Returns the position of a run in its sweep, which must be below the number of the sweep's
  /// runs.
  func position(_ index: Int, of runs: Int = .max) throws -> Int {
    let position: Int = try decode(index)
    guard position >= 0, position < runs else {
      throw UnexpectedContent(description: "a run has the position \(position) in its sweep")
    }
    return position
  }
}

extension RunRecord {
  /// The number of columns of a run before its figures.
  static let columnsBeforeFigures = 10
}

// The records as rows: the values are in the order of their table's columns.

extension TraceRecord {
  var values: [StoredValue] {
    [
      .text(digest), .text(path), .text(title), .text(kind), .text(provenance),
      .real(durationSeconds), .integer(items), .integer(images),
      .text("\(gestures)"),
    ]
  }
}

extension ProfileRecord {
  var values: [StoredValue] {
    [
      .text(digest.description), .text(kind.rawValue), .text(name), .text(summary),
      .integer(figures), .integer(estimates), StoredValue(refreshRate), StoredValue(memoryBytes),
    ]
  }
}

extension ScenarioRecord {
  var values: [StoredValue] {
    [
      .text(key.description), .text(trace.digest), .text(layout), .text(device.digest.description),
      .text(network.digest.description), .text(loader), .text(loaderSettings), .text(prefetcher),
      .text(start),
    ]
  }
}

extension RunRecord {
  var values: [StoredValue] {
    [
      .text(key.description), .text(scenario.description), StoredValue(policy),
      StoredValue(settings), StoredValue(label), StoredValue(budgetBytes), .integer(seed),
      .integer(modelVersion), StoredValue(killed), StoredValue(killedMilliseconds),
    ] + figures
  }
}

extension RegretRecord {
  /// The values without the run's key.
  var values: [StoredValue] {
    [StoredValue(bound), StoredValue(leastMisses), StoredValue(misses)]
  }
}

extension StallRegretRecord {
  /// The values without the run's key.
  var values: [StoredValue] {
    [StoredValue(proven), StoredValue(reached), StoredValue(reachedBy), StoredValue(lru)]
  }
}

extension SweepRecord {
  var values: [StoredValue] {
    [.text(key.description), .text(title), .text(spec), .integer(runs)]
  }
}

extension BudgetRuleRecord {
  var values: [StoredValue] {
    [
      .text(sweep.description), .text(rule), .text(device.digest.description), .integer(bytes),
    ]
  }
}

extension ResultStore.Member {
  var values: [StoredValue] {
    [.text(sweep.description), .integer(position), .text(run.description)]
  }
}

/// The bytes of a budget that is a share of memory, on one device of a sweep.
///
/// Runs are identified by bytes alone, so that two rules with equal bytes share one run. From this
/// record, a report reads which rules were requested.
package struct BudgetRuleRecord: Sendable, Equatable {
  /// The key of the sweep.
  var sweep: ContentKey
  /// The rule in canonical spelling: `15%<=768MiB`.
  package var rule: String
  /// The device on which the rule applies.
  package var device: ProfileRecord
  /// The budget on the device, in bytes.
  package var bytes: Int

  package init(sweep: ContentKey, rule: String, device: ProfileRecord, bytes: Int) {
    self.sweep = sweep
    self.rule = rule
    self.device = device
    self.bytes = bytes
  }
}

/// A value of a column of the store.
package typealias StoredValue = FigureValue

extension StoredValue {
  /// Creates a text, or null.
  init(_ text: String?) { self = text.map(StoredValue.text) ?? .null }

  /// Creates a whole number, or null.
  package init(_ integer: Int?) { self = integer.map(StoredValue.integer) ?? .null }

  /// Creates a number, or null.
  init(_ real: Double?) { self = real.map(StoredValue.real) ?? .null }
}

extension FigureValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    }
  }
}

/// The queries for records: each uses one statement that is prepared once.
enum StoreQueries {
  private static func columns(_ table: String, as alias: String? = nil) -> String {
    StoreSchema.current[table].columnNames.map { "\(alias ?? table).\($0)" }
      .joined(separator: ", ")
  }

  /// Returns the number of columns of some tables, at which the columns of the next table begin.
  private static func width(_ tables: String...) -> Int {
    tables.reduce(0) { $0 + StoreSchema.current[$1].columns.count }
  }

  private static let runAndRegret = """
    SELECT \(columns("run")), \(columns("regret")), \(columns("stall_regret"))
    FROM run
    LEFT JOIN regret ON regret.run = run.key
    LEFT JOIN stall_regret ON stall_regret.run = run.key
    """

  /// The query for a run by its key, with its parts and its regrets.
  static let run = runAndRegret + " WHERE run.key = ?"

  static let runs = runAndRegret + " ORDER BY run.key"

  /// The query for runs of a sweep from a position on; the position is the last argument.
  static let runsOfSweep = """
    SELECT \(columns("run")), \(columns("regret")), \(columns("stall_regret")), member.position
    FROM member
    CROSS JOIN run ON run.key = member.run
    LEFT JOIN regret ON regret.run = run.key
    LEFT JOIN stall_regret ON stall_regret.run = run.key
    WHERE member.sweep = ? AND member.position >= ?
    ORDER BY member.position LIMIT ?
    """

  private static let regretColumn = width("run")
  private static let stallRegretColumn = width("run", "regret")
  static let positionColumn = width("run", "regret", "stall_regret")

  private static let scenarioWithAll = """
    SELECT \(columns("scenario")), \(columns("trace")), \(columns("profile", as: "device")),
      \(columns("profile", as: "network"))
    FROM scenario
    JOIN trace ON trace.digest = scenario.trace
    JOIN profile AS device ON device.digest = scenario.device
    JOIN profile AS network ON network.digest = scenario.network
    """

  private static let traceColumn = width("scenario")
  private static let deviceColumn = width("scenario", "trace")
  private static let networkColumn = width("scenario", "trace", "profile")

  static let scenario = scenarioWithAll + " WHERE scenario.key = ?"

  static let scenarios = scenarioWithAll + " ORDER BY scenario.key"

  static let parts =
    "SELECT \(columns("part")) FROM part WHERE run = ? ORDER BY kind, name"

  static let members = "SELECT \(columns("member")) FROM member ORDER BY sweep, position"

  static let member = "SELECT \(columns("member")) FROM member WHERE sweep = ? AND position = ?"

  private static let rulesWithDevice = """
    SELECT \(columns("budget_rule")), \(columns("profile"))
    FROM budget_rule JOIN profile ON profile.digest = budget_rule.device
    """

  static let budgetRules = rulesWithDevice + " ORDER BY sweep, rule, device"

  static let budgetRulesOfSweep =
    rulesWithDevice + " WHERE budget_rule.sweep = ? ORDER BY budget_rule.rule, budget_rule.device"

  static let budgetRule =
    rulesWithDevice
    + " WHERE budget_rule.sweep = ? AND budget_rule.rule = ? AND budget_rule.device = ?"

  static let tunings = "SELECT \(columns("tuning")) FROM tuning ORDER BY key"

  static let trials = "SELECT \(columns("trial")) FROM trial ORDER BY tuning, step, position"

  static let trialsOfTuning =
    "SELECT \(columns("trial")) FROM trial WHERE tuning = ? ORDER BY step, position"

  static let trial =
    "SELECT \(columns("trial")) FROM trial WHERE tuning = ? AND step = ? AND position = ?"

  static let traces = "SELECT \(columns("trace")) FROM trace ORDER BY digest"

  static let tracesOfSweep = """
    SELECT \(columns("trace")) FROM trace WHERE digest IN (
      SELECT scenario.trace FROM member
      CROSS JOIN run ON run.key = member.run
      CROSS JOIN scenario ON scenario.key = run.scenario
      WHERE member.sweep = ?)
    ORDER BY digest
    """

  static let sweep = "SELECT \(columns("sweep")) FROM sweep WHERE key = ?"

  static let sweeps = "SELECT \(columns("sweep")) FROM sweep ORDER BY title, key"
  static let latestSweep =
    "SELECT \(columns("sweep")) FROM sweep WHERE key = (SELECT sweep FROM latest)"
  /// The statements that empty the table of the sweep that was written last.
  ///
  /// A store without a sweep has no such table.
  static let forgetLatest =
    "CREATE TABLE IF NOT EXISTS latest (sweep TEXT NOT NULL) STRICT; DELETE FROM latest"

  /// Returns the run of a row, with its parts and its regret.
  static func run(_ row: Row, _ database: Database) throws -> RunRecord {
    var run = try row.run(at: 0)
    run.regret = try row.regret(at: regretColumn)
    run.stallRegret = try row.stallRegret(at: stallRegretColumn)
    run.parts = try database.rows(parts, [.text("\(run.key)")]) { row in
      try row.values(of: .part, at: 0)
      return RunRecord.Part(
        kind: try row.decode(1), name: try row.decode(2), value: try row.decode(3))
    }
    return run
  }

  /// Returns the budget rule of a row, with its device.
  static func budgetRule(_ row: Row) throws -> BudgetRuleRecord {
    try row.values(of: .budgetRule, at: 0)
    return BudgetRuleRecord(
      sweep: try row.key(0), rule: try row.decode(1),
      device: try row.profile(at: width("budget_rule")),
      bytes: try row.decode(3))
  }

  /// Returns the scenario of a row, with its trace and its profiles.
  static func scenario(_ row: Row) throws -> ScenarioRecord {
    try row.values(of: .scenario, at: 0)
    return ScenarioRecord(
      key: try row.key(0),
      trace: try row.trace(at: traceColumn),
      layout: try row.decode(2),
      device: try row.profile(at: deviceColumn),
      network: try row.profile(at: networkColumn),
      loader: try row.decode(5),
      loaderSettings: try row.decode(6),
      prefetcher: try row.decode(7),
      start: try row.decode(8))
  }
}

/// The statements that insert a row into a table, built from its columns.
struct TableStatements: Sendable {
  /// The statement that inserts a row and does not change an existing one with the same key.
  let insert: String
  /// The statement that keeps, of two rows with one key, the one whose columns come first in order,
  /// so that the order of writing does not matter.
  let insertLeast: String

  /// Creates the statements of a table.
  /// - Parameters:
  ///   - table: The table's name.
  ///   - keyColumns: The number of columns of the key, which come first.
  private init(_ table: String, keyColumns: Int = 1) {
    let columns = StoreSchema.current[table].columnNames
    let key = columns[..<keyColumns].joined(separator: ", ")
    let others = columns[keyColumns...]
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let row = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
    let theirs = others.map { "excluded.\($0)" }.joined(separator: ", ")
    let ours = others.map { "\(table).\($0)" }.joined(separator: ", ")
    insert = row + " ON CONFLICT (\(key)) DO NOTHING"
    insertLeast =
      row + " ON CONFLICT (\(key)) DO UPDATE SET "
      + others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
      + " WHERE (\(theirs)) < (\(ours))"
  }

  static let trace = Self("trace")
  static let profile = Self("profile")
  static let scenario = Self("scenario")
  static let run = Self("run")
  static let part = Self("part", keyColumns: 3)
  static let regret = Self("regret")
  static let stallRegret = Self("stall_regret")
  static let sweep = Self("sweep")
  static let member = Self("member", keyColumns: 2)
  static let budgetRule = Self("budget_rule", keyColumns: 3)
  static let tuning = Self("tuning")
  static let trial = Self("trial", keyColumns: 3)
  static let stream = Self("stream")
  static let replay = Self("replay")
  static let opening = Self("opening")
}

extension Database {
  /// Stores the spec of a sweep that drew sessions up to a target, in place of a spec without a
  /// target.
  ///
  /// The intervals in reports on this sweep share their error probability among several looks.
  func keepTarget(of sweep: SweepRecord) throws {
    guard SweepReport.looks(of: sweep.spec) > 1 else { return }
    try run(
      "UPDATE sweep SET spec = ? WHERE key = ?", [.text(sweep.spec), .text("\(sweep.key)")])
  }
}
