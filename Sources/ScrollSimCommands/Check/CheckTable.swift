import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// Limits with their results, a row each.
struct CheckTable {
  struct Row: Encodable {
    let limit: String, place: String
    let runs: Int, broken: Int, unknown: Int
    /// The figure of the run that keeps the limit most narrowly, in the figure's unit; null if no
    /// run keeps it.
    @FiniteOrNull var nearest: Double?
    @OrNull var worst: Worst?
  }

  struct Worst: Encodable {
    let trace: String, device: String, network: String, loader: String, prefetcher: String
    @OrNull var policy: String?
    @OrNull var budgetBytes: Int?
    let seed: Int
    /// The value in the figure's unit; null for an event that never happened, and for a killed app.
    @FiniteOrNull var value: Double?
    @FiniteOrNull var excess: Double?
    @OrNull var killed: String?
  }

  let document: [Row]
  let table: Table

  init(_ check: LimitCheck, _ names: RunNames) {
    var table = Table([
      .left("limit"), .right("runs"), .right("broken"), .prose("worst"), .prose("in"),
    ])
    var rows: [Row] = []
    for (entry, tally) in zip(check.entries, check.tallies) {
      let worst = tally.worst
      table.append([
        "\(entry.limit)", "\(tally.runs)", "\(tally.broken)",
        worst.map { entry.limit.text($0.verdict) }
          ?? (tally.unknown > 0 ? "unknown in \(tally.unknown)" : Self.kept(entry.limit, tally)),
        worst.map { names.name($0.row) } ?? "",
      ])
      rows.append(
        Row(
          limit: "\(entry.limit)", place: entry.place, runs: tally.runs, broken: tally.broken,
          unknown: tally.unknown, nearest: tally.nearest,
          worst: worst.map { Self.worst($0.row, $0.verdict) }))
    }
    self.table = table
    document = rows
  }

  /// Returns a text such as `kept, 1.94 s at most`.
  private static func kept(_ limit: Limit, _ tally: LimitCheck.Tally) -> String {
    guard let nearest = tally.nearest else { return "kept" }
    let end = limit.figure.better == .more ? "at least" : "at most"
    return "kept, \(limit.figure.unit.text(nearest)) \(end)"
  }

  /// Returns a name such as `tall-feed, iphone-5, lru, 16MiB`.
  static func name(_ row: RunRow) -> String {
    let parts = [row.scenario.trace.name, row.scenario.device.name] + cache(row)
    return parts.joined(separator: ", ")
  }

  /// Returns the policy and the budget, and the seed unless it is 0.
  static func cache(_ row: RunRow) -> [String] {
    [row.run.label ?? "no cache", row.run.policy == nil ? "" : row.run.budgetText]
      .filter { !$0.isEmpty } + (row.run.seed == 0 ? [] : ["seed \(row.run.seed)"])
  }

  private static func worst(_ row: RunRow, _ verdict: Limit.Verdict) -> Worst {
    var (value, excess, killed): (Double?, Double?, String?) = (nil, nil, nil)
    switch verdict {
    case .broken(let found, let by): (value, excess) = (found, by)
    case .killed(let reason): killed = reason
    case .kept, .unknown: break
    }
    return Worst(
      trace: row.scenario.trace.path, device: row.scenario.device.name,
      network: row.scenario.network.name, loader: row.scenario.loader,
      prefetcher: row.scenario.prefetcher, policy: row.run.label,
      budgetBytes: row.run.budgetBytes, seed: row.run.seed, value: value, excess: excess,
      killed: killed)
  }
}
