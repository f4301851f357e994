import ScrollSimulation

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
