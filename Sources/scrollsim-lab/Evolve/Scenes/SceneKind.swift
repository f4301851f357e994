import ScrollSimCommands
import ScrollSweeps
import ScrollTraces

/// How a scene's users scroll and what they see, as far as its traces say.
struct SceneKind {
  let isRecorded: Bool
  /// Empty where nothing is said of it.
  let styles: Set<String>
  /// What the images are, apart from how many there are and which draw of them.
  let catalog: String

  init(_ scenario: PlannedScenario) {
    isRecorded = scenario.trace.header.kind == .recorded
    let path = scenario.record.trace.path
    guard path.hasPrefix(SessionName.drawn) else {
      styles = []
      catalog = Self.catalog(scenario.trace)
      return
    }
    let settings = path.split { $0 == ":" || $0 == "#" }
    let style = settings.first { $0.hasPrefix("style=") }.map { String($0.dropFirst(6)) }
    styles = style.map { [$0] } ?? Self.drawn
    catalog = "drawn sizes"
  }

  /// The styles of sessions whose style is drawn (`SessionTraits`).
  private static let drawn: Set<String> = Set(
    [SessionStyle.browsing, .reading, .toAndFro].map(\.rawValue))

  private static func catalog(_ trace: ScrollTrace) -> String {
    switch trace.catalog.source {
    case .listed: "listed for \(trace.header.title)"
    case .generated(let recipe):
      "\(recipe)".split(separator: " ")
        .filter { !$0.hasPrefix("items=") && !$0.hasPrefix("seed=") }.joined(separator: " ")
    }
  }
}
