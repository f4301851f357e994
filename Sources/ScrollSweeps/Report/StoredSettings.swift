import Foundation
import ScrollCore
import ScrollSimulation

/// The settings of a loader or policy as a store has them: which differ from the defaults of what
/// was named, and which do not.
struct StoredSettings {
  /// By name.
  let changed: [(name: String, value: String)]
  let standard: [(name: String, value: String)]

  /// The settings in a JSON object of texts.
  /// - Parameters:
  ///   - json: of the store; what is no such object counts as without settings.
  ///   - isStandard: whether a setting has its default.
  private init(_ json: String, isStandard: (String, String) -> Bool) {
    let settings = try? JSONDecoder().decode([String: String].self, from: Data(json.utf8))
    let all = (settings ?? [:]).sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    changed = all.filter { !isStandard($0.name, $0.value) }
    standard = all.filter { isStandard($0.name, $0.value) }
  }

  /// Those of the loader of a scenario, against its preset; of a loader that is in no catalog here,
  /// those that its name mentions have been changed.
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

  /// Those of the policy of a run: its label mentions what was changed.
  init(policyOf run: RunRecord) {
    let label = run.label ?? ""
    self.init(run.settings ?? "{}") { setting, _ in !label.contains("\(setting)=") }
  }

  /// What differs, `lanes=4, order=lifo`.
  var text: String {
    changed.isEmpty
      ? "none"
      : changed.map { "\($0.name)=\($0.value)" }.joined(separator: ", ")
  }
}
