import Foundation
import ScrollCore
package import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// One run for a terminal: what of its configuration differs from the defaults, and the figures
  /// that a page shows.
  ///
  /// - Parameters:
  ///   - row: the run.
  ///   - tableWidth: columns that the table may take; nil for all that it needs.
  ///   - style: whether headings are bold, and bands have colors.
  /// - Returns: lines that end with a line break.
  package static func text(
    of row: ResultRow, fitting tableWidth: Int? = nil, style: TerminalStyle = .plain
  ) -> String {
    let width = min(tableWidth ?? 100, 100)
    let facts = facts(of: row).map { "\($0.name): \($0.value.visible)\n" }.joined()
    let count = FigureCatalog.all.count + row.run.parts.count
    let rest =
      "All \(count) figures: --format json; \(Words.count(standards(of: row).count, "setting")) with "
      + "their defaults: --format html."
    return facts + "\n" + figures(of: row.run).text(fitting: tableWidth, style: style) + "\n"
      + TextLines.wrapped(rest, to: width)
  }

  /// The figures of a run that a page shows, by their headers: stalls first, hit rate second.
  package static func figures(of run: RunRecord) -> Table {
    var table = Table([.left("figure"), .right("value").toned(Band.tones)])
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
}
