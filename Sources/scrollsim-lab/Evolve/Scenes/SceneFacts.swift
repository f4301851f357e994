import ScrollSimCommands
import ScrollSweeps
import ScrollTraces

/// What tells a scene apart from others, for people.
package struct SceneFacts: Sendable, Hashable {
  private enum Column: Int, CaseIterable {
    case source, layout, device, network, loader, prefetcher, budget
  }

  private let texts: [String]

  init(_ scenario: ScenarioRecord, budget: String) {
    texts = [
      Self.source(scenario.trace), scenario.layout, scenario.device.name, scenario.network.name,
      scenario.loader, scenario.prefetcher, budget,
    ]
  }

  /// A trace's name, or that of what sessions come from.
  private static func source(_ trace: TraceRecord) -> String {
    guard trace.session != nil, let mark = trace.name.lastIndex(of: "#") else { return trace.name }
    return String(trace.name[..<mark])
  }

  /// A name for each scene: source, device and budget, and what else differs among them.
  package static func names(of scenes: [SceneFacts]) -> [String] {
    let always: Set<Column> = [.source, .device, .budget]
    let columns = Column.allCases.filter { column in
      guard column != .layout else { return hasLayouts(scenes) }
      return always.contains(column) || Set(scenes.map { $0.texts[column.rawValue] }).count > 1
    }
    return scenes.map { scene in
      columns.map { scene.texts[$0.rawValue] }.joined(separator: ", ")
    }
  }

  /// Whether any source is shown on several layouts.
  private static func hasLayouts(_ scenes: [SceneFacts]) -> Bool {
    let pairs = Set(scenes.map { [$0.texts[0], $0.texts[1]] })
    return pairs.count > Set(scenes.map { $0.texts[0] }).count
  }
}
