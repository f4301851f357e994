import Foundation
import ScrollCore
package import ScrollPages
package import ScrollResults
import ScrollSimulation

extension SweepReport {
  /// One run for a terminal: its configuration, and every figure of the store.
  ///
  /// - Parameters:
  ///   - row: the run.
  ///   - story: its worst stalls in sentences; may be empty.
  ///   - tableWidth: columns that the table may take; nil for all that it needs.
  ///   - style: whether headings are bold, and bands have colors.
  /// - Returns: lines that end with a line break.
  package static func text(
    of row: ResultRow, story: [String], fitting tableWidth: Int? = nil,
    style: TerminalStyle = .plain
  ) -> String {
    var text =
      (facts(of: row) + standards(of: row)).map { "\($0.name): \($0.value.visible)\n" }.joined()
      + "\n"
    let width = min(tableWidth ?? 100, 100)
    for sentence in story { text += TextLines.wrapped(sentence.visible, to: width) }
    if !story.isEmpty { text += "\n" }
    var table = Table([.left("figure"), .right("value").toned(Band.tones)])
    for figure in FigureCatalog.all {
      guard let value = row.run.value(figure) else { continue }
      table.append([figure.name, exact(value)])
    }
    for part in row.run.parts {
      table.append(["\(part.kind) \(part.name)", exact(.real(part.value))])
    }
    text += table.text(fitting: tableWidth, style: style)
    return text
  }

  /// The figures of a run that a page shows, by their headers: stalls first, hit rate second.
  package static func figures(of run: RunRecord) -> Table {
    var table = Table([.left("figure"), .right("value")])
    for name in shown {
      let figure = FigureCatalog[name]
      table.append([figure.header, figure.cell(run.value(figure) ?? .null)])
    }
    return table
  }

  private static let shown = [
    "stallSeconds", "blankSeconds", "wrongSeconds", "softSeconds", "frames", "hitches",
    "frozenSeconds", "hitchMilliseconds", "hitchRatio", "worstHitchMilliseconds", "hitchBand",
    "hangBand", "stallBand", "band", "appearances", "late",
    "neverShown", "p50Milliseconds", "p95Milliseconds", "p99Milliseconds", "hitRate", "removals",
    "evictedTooEarly", "cachePeakBytes", "footprintPeakBytes",
  ]

  /// The configuration of a run, without settings that have their defaults.
  package static func facts(of row: ResultRow) -> [RunFacts.Fact] {
    let (run, scenario) = (row.run, row.scenario)
    func profile(_ record: ProfileRecord) -> String {
      "\(record.name) (\(record.estimates) of its \(record.figures) figures are estimates), "
        + "digest \(record.digest)"
    }
    let cache =
      run.label.map { label in
        [
          RunFacts.Fact("policy", label),
          RunFacts.Fact("budget", run.budgetText),
        ] + facts("policy", StoredSettings(policyOf: run).changed)
      } ?? [RunFacts.Fact("policy", "none: this loader has no cache")]
    let trace = scenario.trace
    return [
      RunFacts.Fact("run", "\(run.key)"),
      RunFacts.Fact("trace", trace.path),
      RunFacts.Fact("title", trace.title),
      RunFacts.Fact("kind", trace.kind),
      RunFacts.Fact("provenance", trace.provenance),
      RunFacts.Fact("SHA-256", trace.digest),
      RunFacts.Fact("duration", "\(NumberText.fixed(trace.durationSeconds, decimals: 1)) s"),
      RunFacts.Fact(
        "items",
        "\(NumberText.count(trace.items)), showing \(NumberText.count(trace.images)) images"),
      RunFacts.Fact("layout", scenario.layout),
      RunFacts.Fact("device", profile(scenario.device)),
      RunFacts.Fact("network", profile(scenario.network)),
      RunFacts.Fact("loader", scenario.loader),
      RunFacts.Fact("prefetcher", scenario.prefetcher),
    ] + cache + facts("loader", StoredSettings(loaderOf: scenario).changed) + [
      RunFacts.Fact("seed", "\(run.seed)"),
      RunFacts.Fact("model version", "\(run.modelVersion)"),
    ] + (run.killed.map { [RunFacts.Fact("killed", $0)] } ?? [])
  }

  /// The settings of a run that have their defaults.
  package static func standards(of row: ResultRow) -> [RunFacts.Fact] {
    facts("policy", StoredSettings(policyOf: row.run).standard)
      + facts("loader", StoredSettings(loaderOf: row.scenario).standard)
  }

  /// A line for each setting.
  private static func facts(
    _ owner: String, _ settings: [(name: String, value: String)]
  ) -> [RunFacts.Fact] {
    settings.map { RunFacts.Fact("\(owner) \($0.name)", $0.value) }
  }

  private static func exact(_ value: StoredValue) -> String {
    switch value {
    case .null: "never"
    case .integer(let value): NumberText.count(value)
    case .real(let value): NumberText.fixed(value, decimals: 3)
    case .text(let value): value
    }
  }
}
