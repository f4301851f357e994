import ScrollCore
import ScrollReports
import ScrollResults
import ScrollSweeps

/// Runs of a sweep by what was shown on what: a row per policy, a column per budget.
///
/// Memory is a few figures for each row and column, however many seeds there are.
struct SweepSummary {
  /// What a row of the table stands for.
  private struct Key: Hashable {
    var scenario: [String]
    var policy: String
  }

  private struct Cell {
    var stalls = Spread(), hits = Spread(), hitches = Spread()
    var deaths = 0
  }

  private static let names = [
    "trace", "layout", "device", "network", "loader", "prefetcher",
  ]

  private var cells: [Key: [Int?: Cell]] = [:]
  /// In the order of the plan.
  private var scenarios: [[String]] = []
  private var budgets: Set<Int?> = []
  private(set) var hasSeeds = false
  private var origins: [String: String] = [:]

  mutating func add(_ row: ResultRow) {
    let scenario = row.scenario
    let names = [
      scenario.trace.name, scenario.layout, scenario.device.name,
      scenario.network.name, scenario.loader, scenario.prefetcher,
    ]
    if scenarios.last != names, !scenarios.contains(names) { scenarios.append(names) }
    for profile in [scenario.device, scenario.network] {
      origins[profile.name] =
        "\(profile.name) (\(profile.estimates) of its \(profile.figures) figures are estimates)"
    }
    let kind = scenario.trace.kind
    origins[names[0]] = "\(scenario.trace.path) (\(kind))"
    let key = Key(scenario: names, policy: row.run.label ?? "-")
    budgets.insert(row.run.budgetBytes)
    var cell = cells[key]?[row.run.budgetBytes] ?? Cell()
    cell.stalls.add(row.run.number("stall_s"))
    cell.hits.add(row.run.number("hit_rate") * 100)
    cell.hitches.add(row.run.number("hitch_ratio"))
    if row.run.killed != nil { cell.deaths += 1 }
    if cell.stalls.count > 1 { hasSeeds = true }
    cells[key, default: [:]][row.run.budgetBytes] = cell
  }

  /// The columns that differ from row to row; the caption has the others.
  ///
  /// A layout that a trace brings with it says nothing beside the trace.
  private var varied: [Int] {
    let isOwnLayout = Set(scenarios.map { $0[0] }).count == Set(scenarios.map { $0[...1] }).count
    return Self.names.indices.filter { index in
      Set(scenarios.map { $0[index] }).count > 1 && !(index == 1 && isOwnLayout)
    }
  }

  /// What all runs share, as lines for people, and where traces and profiles come from.
  var common: [String] {
    guard let first = scenarios.first else { return [] }
    let shared = Self.names.indices
      .filter { index in scenarios.allSatisfy { $0[index] == first[index] } }
      .map { "\(Self.names[$0]) \(first[$0])" }
    let sources = Set(scenarios.flatMap { [$0[0], $0[2]] }).compactMap { origins[$0] }.sorted()
    return [shared.joined(separator: ", "), sources.joined(separator: ", ")]
      .filter { !$0.isEmpty }
  }

  var table: Table {
    let varied = varied
    let budgets = budgets.sorted { ($0 ?? 0) < ($1 ?? 0) }
    let labels = budgets.map { $0.map { "\(ByteCount($0))" } ?? "no cache" }
    var table = Table(
      varied.map { .left(Self.names[$0]) } + [.left("policy")]
        + labels.map { .right("stall s \($0)") } + labels.map { .right("hit % \($0)") })
    for scenario in scenarios {
      let rows = cells.filter { $0.key.scenario == scenario }
      for (key, row) in rows.sorted(by: Self.isBetter) {
        let cells = budgets.map { row[$0] }
        table.append(
          varied.map { scenario[$0] } + [key.policy] + cells.map(Self.stalls)
            + zip(cells, budgets).map { Self.hits($0, hasCache: $1 != nil) })
      }
    }
    return table
  }

  /// Best first as single runs are ranked, over all budgets together.
  private static func isBetter(
    _ left: (key: Key, value: [Int?: Cell]), _ right: (key: Key, value: [Int?: Cell])
  ) -> Bool {
    func rank(_ row: [Int?: Cell]) -> [Double] {
      let cells = row.sorted { ($0.key ?? 0) < ($1.key ?? 0) }.map(\.value)
      return [
        cells.reduce(0) { $0 + Double($1.deaths) / Double($1.stalls.count) },
        cells.reduce(0) { $0 + $1.stalls.mean }, cells.reduce(0) { $0 + $1.hitches.mean },
        -cells.reduce(0) { $0 + $1.hits.mean },
      ]
    }
    let (a, b) = (rank(left.value), rank(right.value))
    return a == b ? left.key.policy < right.key.policy : a.lexicographicallyPrecedes(b)
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
}

/// Mean and standard deviation of figures that come one by one.
///
/// B. P. Welford, "Note on a method for calculating corrected sums of squares and products",
/// Technometrics 4(3), 1962.
private struct Spread {
  private(set) var count = 0
  private(set) var mean = 0.0
  private var squares = 0.0

  mutating func add(_ value: Double) {
    count += 1
    let distance = value - mean
    mean += distance / Double(count)
    squares += distance * (value - mean)
  }

  /// `1.94`, or with several figures that differ `1.94 ±0.03`.
  func text(decimals: Int) -> String {
    let text = NumberText.fixed(mean, decimals: decimals)
    guard count > 1, squares > 0 else { return text }
    let deviation = (squares / Double(count - 1)).squareRoot()
    return "\(text) ±\(NumberText.fixed(deviation, decimals: decimals))"
  }
}
