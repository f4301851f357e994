import ScrollCharts
import ScrollCore
public import ScrollResults

extension SweepReport {
  /// One run for a terminal: what it was made of, and every figure of the store.
  public static func text(of row: ResultRow) -> String {
    var text = facts(of: row).map { "\($0.name): \($0.value.visible)\n" }.joined() + "\n"
    var table = Table([.left("figure"), .right("value")])
    for (column, value) in zip(ResultStore.figureColumns, row.run.figures) {
      table.append([column, figure(value)])
    }
    for part in row.run.parts {
      table.append(["\(part.kind) \(part.name)", figure(.real(part.value))])
    }
    text += table.text()
    return text
  }

  /// What a run was made of.
  public static func facts(of row: ResultRow) -> [(name: String, value: String)] {
    let (run, scenario) = (row.run, row.scenario)
    func profile(_ record: ProfileRecord) -> String {
      "\(record.name) (\(record.estimates) of its \(record.figures) figures are estimates), "
        + "digest \(record.digest)"
    }
    let cache: [(name: String, value: String)] =
      run.label.map { label in
        [
          ("policy", label), ("settings", run.settings ?? "{}"),
          ("budget", run.budgetBytes.map { "\(ByteCount($0))" } ?? "-"),
        ]
      } ?? [("policy", noCache)]
    return [
      ("run", "\(run.key)"),
      (
        "trace", "\(scenario.trace.path) (\(scenario.trace.kind)), SHA-256 \(scenario.trace.digest)"
      ),
      ("layout", scenario.layout), ("device", profile(scenario.device)),
      ("network", profile(scenario.network)),
      ("loader", "\(scenario.loader), settings \(scenario.loaderSettings)"),
      ("prefetcher", scenario.prefetcher),
    ] + cache + [
      ("seed", "\(run.seed)"), ("model version", "\(run.modelVersion)"),
    ] + (run.killed.map { [("killed", $0)] } ?? [])
  }

  private static func figure(_ value: StoredValue) -> String {
    switch value {
    case .null: "never"
    case .integer(let value): NumberText.count(value)
    case .real(let value): NumberText.fixed(value, decimals: 3)
    case .text(let value): value
    }
  }

  /// A page on one run.
  public static func page(of part: RunPart, made: String) -> Page {
    var content = Markup()
    content.element("h1", text: part.heading)
    content.append(part.content)
    content.element("p", ["class": "note"], text: "Made by \(made).")
    return Page(title: part.heading, content: content)
  }
}
