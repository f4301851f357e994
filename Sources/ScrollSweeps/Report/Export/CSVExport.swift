import ScrollPages
import ScrollSimulation

/// Runs as comma-separated values: a line for each run, with every figure unrounded and without
/// clock times.
///
/// The time of an event that never happened is empty.
package enum CSVExport {
  private static let columns = [
    "trace", "trace_digest", "trace_kind", "layout", "device", "device_digest", "network",
    "network_digest", "loader",
    "prefetcher", "start", "policy", "label", "budget_bytes", "seed", "model_version", "key",
    "killed",
    "killed_ms",
  ]
  private static let figures = FigureCatalog.stored + FigureCatalog.regret

  /// Writes rows one after the other.
  ///
  /// - Parameters:
  ///   - rows: a function that passes the rows to its argument.
  ///   - regret: whether to write regret that is known.
  ///   - output: a function that receives the pieces of text.
  /// - Throws: the errors of `rows` and `output`.
  package static func print(
    _ rows: @escaping ((RunRow) throws -> Void) throws -> Void, regret: Bool,
    to output: (String) throws -> Void
  ) throws {
    var lines = [line(columns + figures.map { $0.column })]
    try rows { row in
      lines.append(line(cells(row, regret: regret)))
      if lines.count >= 256 {
        try output(lines.joined())
        lines.removeAll(keepingCapacity: true)
      }
    }
    try output(lines.joined())
  }

  private static func cells(_ row: RunRow, regret isAsked: Bool) -> [String] {
    let (run, scenario) = (row.run, row.scenario)
    let what = [
      scenario.trace.path, scenario.trace.digest, scenario.trace.kind, scenario.layout,
      scenario.device.name, "\(scenario.device.digest)", scenario.network.name,
      "\(scenario.network.digest)", scenario.loader,
      scenario.prefetcher, scenario.start, run.policy ?? "", run.label ?? "",
      run.budgetBytes.map(String.init) ?? "", "\(run.seed)", "\(run.modelVersion)",
      "\(run.key)", run.killed ?? "", run.killedMilliseconds.map { "\($0)" } ?? "",
    ]
    return what
      + figures.map { figure in
        if case .regret = figure.source, !isAsked { return "" }
        return text(run.value(figure) ?? .null)
      }
  }

  private static func text(_ value: StoredValue) -> String {
    switch value {
    case .null: ""
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): value
    }
  }

  private static func line(_ cells: [String]) -> String { Table.csvLine(cells) }
}
