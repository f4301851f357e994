import Foundation
import ScrollCore
import ScrollSimulation

/// The settings of a loader or policy in a store: those that differ from its defaults, and those
/// that do not.
struct StoredSettings {
  /// The settings that differ from their defaults, and those that do not, by name.
  let changed: [(name: String, value: String)]
  let standard: [(name: String, value: String)]

  /// Reads the settings from a JSON object of texts.
  /// - Parameters:
  ///   - json: the text in the store; other text counts as no settings.
  ///   - isStandard: whether a setting has its default.
  private init(_ json: String, isStandard: (String, String) -> Bool) {
    let settings = try? JSONDecoder().decode([String: String].self, from: Data(json.utf8))
    let all = (settings ?? [:]).sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    changed = all.filter { !isStandard($0.name, $0.value) }
    standard = all.filter { isStandard($0.name, $0.value) }
  }

  /// Reads the settings of a scenario's loader, and compares them with its preset.
  ///
  /// For a loader that is in no catalog here, the settings that its name mentions count as changed.
  init(loaderOf scenario: ScenarioRecord) {
    let name = String(scenario.loader.prefix { $0 != ":" })
    let label = scenario.loader
    guard let preset = Catalog<LoaderDescriptor>.builtIn.entries.first(where: { $0.name == name })
    else {
      self.init(scenario.loaderSettings) { setting, _ in !label.contains("\(setting)=") }
      return
    }
    let standards = Dictionary(
      preset.settings.map { ($0.name, $0.standard) }, uniquingKeysWith: { first, _ in first })
    self.init(scenario.loaderSettings) { standards[$0] == $1 }
  }

  /// Reads the settings of a run's policy; its label mentions those that were changed.
  init(policyOf run: RunRecord) {
    let label = run.label ?? ""
    self.init(run.settings ?? "{}") { setting, _ in !label.contains("\(setting)=") }
  }

  /// The changed settings as text: `lanes=4, order=lifo`.
  var text: String {
    changed.isEmpty
      ? "none"
      : changed.map { "\($0.name)=\($0.value)" }.joined(separator: ", ")
  }
}
