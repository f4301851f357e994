import GRDB

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
  /// The statements that record which sweep was written last, in a table with no other content.
  ///
  /// A store without a sweep has no such table.
  static let noteLatest = [
    "CREATE TABLE IF NOT EXISTS latest (sweep TEXT NOT NULL) STRICT", "DELETE FROM latest",
  ]

  /// Returns the run of a row, with its parts and its regret.
  static func run(_ row: Row, _ parts: Statement) throws -> RunRecord {
    var run = try row.run(at: 0)
    run.regret = try row.regret(at: regretColumn)
    run.stallRegret = try row.stallRegret(at: stallRegretColumn)
    let rows = try Row.fetchCursor(parts, arguments: [run.key.description])
    while let row = try rows.next() {
      try row.values(of: .part, at: 0)
      run.parts.append(
        RunRecord.Part(
          kind: try row.decode(String.self, atIndex: 1),
          name: try row.decode(String.self, atIndex: 2),
          value: try row.decode(Double.self, atIndex: 3)))
    }
    return run
  }

  /// Returns the budget rule of a row, with its device.
  static func budgetRule(_ row: Row) throws -> BudgetRuleRecord {
    try row.values(of: .budgetRule, at: 0)
    return BudgetRuleRecord(
      sweep: try row.key(0), rule: try row.decode(String.self, atIndex: 1),
      device: try row.profile(at: width("budget_rule")),
      bytes: try row.decode(Int.self, atIndex: 3))
  }

  /// Returns the scenario of a row, with its trace and its profiles.
  static func scenario(_ row: Row) throws -> ScenarioRecord {
    try row.values(of: .scenario, at: 0)
    return ScenarioRecord(
      key: try row.key(0),
      trace: try row.trace(at: traceColumn),
      layout: try row.decode(String.self, atIndex: 2),
      device: try row.profile(at: deviceColumn),
      network: try row.profile(at: networkColumn),
      loader: try row.decode(String.self, atIndex: 5),
      loaderSettings: try row.decode(String.self, atIndex: 6),
      prefetcher: try row.decode(String.self, atIndex: 7),
      start: try row.decode(String.self, atIndex: 8))
  }
}
