import ScrollResults
import ScrollSweeps

/// What the rows of a search's table are about: trace and device, and what else differs.
struct TuneScenarios {
  private static let names = ["trace", "layout", "device", "network", "loader", "prefetcher"]

  private let all: [ScenarioRecord]
  private let varied: [Int]

  init(_ scenarios: [ScenarioRecord]) {
    all = scenarios
    let values = scenarios.map(Self.values)
    // A layout that a trace brings with it says nothing beside the trace.
    let isOwnLayout = Set(values.map { $0[0] }).count == Set(values.map { $0[...1] }).count
    varied = Self.names.indices.filter { index in
      index == 0 || index == 2
        || Set(values.map { $0[index] }).count > 1 && !(index == 1 && isOwnLayout)
    }
  }

  var columns: [String] { varied.map { Self.names[$0] } }

  func cells(_ scenario: ScenarioRecord) -> [String] {
    let values = Self.values(scenario)
    return varied.map { values[$0] }
  }

  /// What no column says because all have it, and where traces and profiles come from.
  var shared: String {
    guard let first = all.first else { return "" }
    let values = Self.values(first)
    let common = Self.names.indices.filter { index in
      !varied.contains(index) && all.allSatisfy { Self.values($0)[index] == values[index] }
    }.map { "\(Self.names[$0]) \(values[$0])" }
    let traces = all.map { "\($0.trace.path) (\($0.trace.kind))" }
    let devices = all.map {
      "\($0.device.name) (\($0.device.estimates) of its \($0.device.figures) figures are estimates)"
    }
    return [common, Set(traces + devices).sorted()].filter { !$0.isEmpty }
      .map { $0.joined(separator: ", ") }.joined(separator: "\n")
  }

  private static func values(_ scenario: ScenarioRecord) -> [String] {
    [
      scenario.trace.name, scenario.layout, scenario.device.name,
      scenario.network.name, scenario.loader, scenario.prefetcher,
    ]
  }
}
