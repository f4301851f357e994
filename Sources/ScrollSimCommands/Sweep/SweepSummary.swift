import ScrollCore
import ScrollPages
import ScrollReports
import ScrollResults
import ScrollRunStories
import ScrollSweeps

/// Runs of a sweep by what was shown on what: a row per policy, a column per budget.
///
/// Memory is a few figures for each row and column, however many seeds there are.
struct SweepSummary {
  private struct Cell {
    var stalls = Spread(), hits = Spread(), hitches = Spread(), regret = Spread()
    var deaths = 0
  }

  /// The policies of one scenario, each with its budgets.
  private struct Scene {
    let record: ScenarioRecord
    var policies: [String: [Int?: Cell]] = [:]
  }

  /// Whether the fewest possible misses were asked for.
  private let regret: Bool
  private var scenes: [Scene] = []
  private var places: [ContentKey: Int] = [:]
  private var budgets: Set<Int?> = []
  private(set) var hasSeeds = false

  init(regret: Bool) { self.regret = regret }

  mutating func add(_ row: ResultRow) {
    let place = places[row.scenario.key] ?? scenes.count
    if place == scenes.count {
      scenes.append(Scene(record: row.scenario))
      places[row.scenario.key] = place
    }
    let (policy, budget) = (row.run.label ?? "-", row.run.budgetBytes)
    budgets.insert(budget)
    var cell = scenes[place].policies[policy]?[budget] ?? Cell()
    cell.stalls.add(row.run.number("stall_s"))
    cell.hits.add(row.run.number("hit_rate") * 100)
    cell.hitches.add(row.run.number("hitch_ratio"))
    if let misses = row.run.regret?.misses { cell.regret.add(Double(misses)) }
    if row.run.killed != nil { cell.deaths += 1 }
    if cell.stalls.count > 1 { hasSeeds = true }
    scenes[place].policies[policy, default: [:]][budget] = cell
  }

  /// Whether some run has a regret.
  var hasRegret: Bool {
    scenes.contains { $0.policies.values.contains { $0.values.contains { $0.regret.count > 0 } } }
  }

  private var names: SceneNames { SceneNames(scenes.map(\.record)) }

  /// What all runs share, as lines for people, and where traces and profiles come from.
  var common: [String] {
    let names = names
    return [names.shared, names.sources].filter { !$0.isEmpty }
  }

  var table: Table {
    let names = names
    let budgets = budgets.sorted { ($0 ?? 0) < ($1 ?? 0) }
    let labels = budgets.map { $0.map { "\(ByteCount($0))" } ?? "no cache" }
    var table = Table(
      names.columns.map { .left($0) } + [.left("policy")]
        + labels.map { .right("stall s \($0)") } + labels.map { .right("hit % \($0)") }
        + (regret ? labels.map { .right("regret \($0)") } : []))
    for (index, scene) in scenes.enumerated() {
      for (policy, row) in scene.policies.sorted(by: Self.isBetter) {
        let cells = budgets.map { row[$0] }
        table.append(
          names.cells(index) + [policy] + cells.map(Self.stalls)
            + zip(cells, budgets).map { Self.hits($0, hasCache: $1 != nil) }
            + (regret ? cells.map(Self.regret) : []))
      }
    }
    return table
  }

  /// Best first as single runs are ranked, over all budgets together.
  ///
  /// Whoever has fewer budgets than others comes after them: sums over fewer runs say nothing.
  private static func isBetter(
    _ left: (key: String, value: [Int?: Cell]), _ right: (key: String, value: [Int?: Cell])
  ) -> Bool {
    func rank(_ row: [Int?: Cell]) -> [Double] {
      let cells = row.sorted { ($0.key ?? 0) < ($1.key ?? 0) }.map(\.value)
      return [
        -Double(cells.count),
        cells.reduce(0) { $0 + Double($1.deaths) / Double($1.stalls.count) },
        cells.reduce(0) { $0 + $1.stalls.mean }, cells.reduce(0) { $0 + $1.hitches.mean },
        -cells.reduce(0) { $0 + $1.hits.mean },
      ]
    }
    let (a, b) = (rank(left.value), rank(right.value))
    return a == b ? left.key < right.key : a.lexicographicallyPrecedes(b)
  }

  private static func stalls(_ cell: Cell?) -> String {
    guard let cell else { return "-" }
    return cell.stalls.text(decimals: 2)
      + (cell.deaths == 0 ? "" : cell.deaths == cell.stalls.count ? " killed" : " some killed")
  }

  private static func hits(_ cell: Cell?, hasCache: Bool) -> String {
    guard let cell, hasCache else { return "-" }
    return cell.hits.text(decimals: 1)
  }

  private static func regret(_ cell: Cell?) -> String {
    guard let cell, cell.regret.count > 0 else { return "-" }
    return cell.regret.text(decimals: 0)
  }
}
