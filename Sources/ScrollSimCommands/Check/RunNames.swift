import ScrollSweeps

/// What the runs of a check are called: by their trace, their device and their cache, and by what
/// else differs among them.
struct RunNames {
  private typealias Part = @Sendable (ScenarioRecord) -> String
  private let telling: [Part]

  /// - Parameter scenarios: of all runs.
  init(_ scenarios: [ScenarioRecord]) {
    let parts: [Part] = [
      { $0.layout }, { $0.network.name }, { $0.loader }, { $0.prefetcher },
    ]
    telling = parts.filter { part in Set(scenarios.map(part)).count > 1 }
  }

  /// `tall-feed, iphone-5, ring:ahead=0.3, lru, 16MiB`.
  func name(_ row: ResultRow) -> String {
    let scenario = row.scenario
    let parts = [scenario.trace.name, scenario.device.name] + telling.map { $0(scenario) }
    return (parts + CheckTable.cache(row)).joined(separator: ", ")
  }
}
