import ScrollCaching
import ScrollCore
import ScrollDevice

/// One combination, as rules see it.
struct RuleSubject {
  /// Path, file name and name of the trace, and where it comes from.
  private let trace: [String]
  private let record: ScenarioRecord
  let device: DeviceProfile
  let loader: RuledChoice, prefetch: RuledChoice
  private(set) var policy: RuledChoice?
  /// Nil without a cache, and where nothing limits it.
  private(set) var budget: ByteCount?
  var seed = 0

  /// A scenario, of whose cache nothing is asked yet.
  init(_ scenario: PlannedScenario) {
    record = scenario.record
    device = scenario.device
    let file = record.trace.path.split(separator: "/").last.map(String.init) ?? ""
    trace = [record.trace.path, file, record.trace.name, record.trace.source]
    loader = RuledChoice(scenario.loader)
    prefetch = RuledChoice(scenario.prefetcher)
  }

  /// Asks the same scenario for another cache.
  mutating func ask(_ policy: Choice<PolicyDescriptor>?, budget: ByteCount?) {
    self.policy = policy.map { RuledChoice($0) }
    self.budget = policy == nil ? nil : budget
  }

  /// Whatever has settings.
  var choices: [RuledChoice] { [loader, prefetch] + (policy.map { [$0] } ?? []) }

  /// What rules may call it by, as far as a part is concerned.
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

/// What was chosen, without the type of its catalog.
struct RuledChoice: Sendable {
  let name: String
  /// In one spelling.
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

  /// The name with one of its settings.
  func key(of setting: String) -> String { "\(name):\(setting)=\(settings[setting] ?? "")" }

  /// The name, alone and with each of its settings.
  var keys: [String] { [name] + settings.keys.map(key) }
}
