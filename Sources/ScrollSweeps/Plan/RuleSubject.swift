import ScrollCaching
import ScrollCore
import ScrollDevice

/// One combination, with the properties that rules match.
struct RuleSubject {
  /// The path, file name and name of the trace, and its source.
  private let trace: [String]
  private let record: ScenarioRecord
  let device: DeviceProfile
  let loader: RuledChoice, prefetch: RuledChoice
  private(set) var policy: RuledChoice?
  /// The budget; `nil` without a cache, and without a limit.
  private(set) var budget: ByteCount?
  var seed = 0

  /// Creates the subject of a scenario, without a cache.
  init(_ scenario: PlannedScenario) {
    record = scenario.record
    device = scenario.device
    let file = record.trace.path.split(separator: "/").last.map(String.init) ?? ""
    trace = [record.trace.path, file, record.trace.name, record.trace.source]
    loader = RuledChoice(scenario.loader)
    prefetch = RuledChoice(scenario.prefetcher)
  }

  /// Sets the cache of the scenario.
  mutating func ask(_ policy: Choice<PolicyDescriptor>?, budget: ByteCount?) {
    self.policy = policy.map { RuledChoice($0) }
    self.budget = policy == nil ? nil : budget
  }

  /// The choices that have settings.
  var choices: [RuledChoice] { [loader, prefetch] + (policy.map { [$0] } ?? []) }

  /// Returns the names by which rules may match a part of the combination.
  func keys(_ part: SweepRule.Part) -> [String] {
    switch part {
    case .axis(.trace): trace
    case .axis(.layout): [record.layout]
    case .axis(.device): ["\(record.device.digest)"]
    case .axis(.network): ["\(record.network.digest)"]
    case .axis(.start): [record.start]
    case .axis(.loader): loader.keys
    case .axis(.prefetch): prefetch.keys
    case .axis(.policy): policy?.keys ?? []
    case .axis(.budget):
      budget.map { ["\($0.bytes)"] } ?? (policy == nil ? [] : [BudgetList.none])
    case .axis(.seed): ["\(seed)"]
    case .settings: choices.map(\.name)
    }
  }
}

/// A choice without the type of its catalog.
struct RuledChoice: Sendable {
  let name: String
  /// The settings in canonical spelling.
  let settings: [String: String]
  private let domains: [String: Setting.Domain]

  init<Entry: CatalogEntry>(_ choice: Choice<Entry>) {
    name = choice.entry.name
    domains = Dictionary(
      choice.entry.settings.map { ($0.name, $0.domain) }, uniquingKeysWith: { $1 })
    settings = Dictionary(
      zip(choice.entry.settings, choice.settings.pairs).map {
        ($0.name, $0.domain.canonical($1.value))
      }, uniquingKeysWith: { $1 })
  }

  func has(_ setting: String, _ value: String) -> Bool {
    guard let domain = domains[setting] else { return false }
    return settings[setting] == domain.canonical(value)
  }

  /// Returns the name with one of its settings.
  func key(of setting: String) -> String { "\(name):\(setting)=\(settings[setting] ?? "")" }

  /// The name, alone and with each of its settings.
  var keys: [String] { [name] + settings.keys.map(key) }
}
