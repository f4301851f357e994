package import ScrollCharts
import ScrollCore
package import ScrollPages
package import ScrollResults

extension SweepReport {
  /// One run for a terminal: what it was made of, and every figure of the store.
  ///
  /// - Parameters:
  ///   - row: the run.
  ///   - story: what happened in it, in sentences; may be empty.
  /// - Returns: lines that end with a line break.
  package static func text(of row: ResultRow, story: [String]) -> String {
    var text = facts(of: row).map { "\($0.name): \($0.value.visible)\n" }.joined() + "\n"
    for sentence in story { text += TextLines.wrapped(sentence.visible, to: 100) }
    if !story.isEmpty { text += "\n" }
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
  package static func facts(of row: ResultRow) -> [RunFacts.Fact] {
    let (run, scenario) = (row.run, row.scenario)
    func profile(_ record: ProfileRecord) -> String {
      "\(record.name) (\(record.estimates) of its \(record.figures) figures are estimates), "
        + "digest \(record.digest)"
    }
    let cache =
      run.label.map { label in
        [
          RunFacts.Fact("policy", label), RunFacts.Fact("settings", run.settings ?? "{}"),
          RunFacts.Fact("budget", run.budgetBytes.map { "\(ByteCount($0))" } ?? "-"),
        ]
      } ?? [RunFacts.Fact("policy", noCache)]
    let trace = scenario.trace
    return [
      RunFacts.Fact("run", "\(run.key)"),
      RunFacts.Fact("trace", "\(trace.path) (\(trace.kind)), SHA-256 \(trace.digest)"),
      RunFacts.Fact("provenance", trace.provenance),
      RunFacts.Fact("layout", scenario.layout),
      RunFacts.Fact("device", profile(scenario.device)),
      RunFacts.Fact("network", profile(scenario.network)),
      RunFacts.Fact("loader", "\(scenario.loader), settings \(scenario.loaderSettings)"),
      RunFacts.Fact("prefetcher", scenario.prefetcher),
    ] + cache + [
      RunFacts.Fact("seed", "\(run.seed)"),
      RunFacts.Fact("model version", "\(run.modelVersion)"),
    ] + (run.killed.map { [RunFacts.Fact("killed", $0)] } ?? [])
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
  package static func page(of run: Markup, title: String, made: String) -> Page {
    var content = Markup()
    content.element("h1", text: "A run of \(title)")
    content.append(run)
    content.element("p", ["class": "note"], text: "Made by \(made).")
    return Page(title: title, content: content)
  }
}
