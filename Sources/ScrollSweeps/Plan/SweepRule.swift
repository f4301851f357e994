import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollTraces

/// A rule that matches combinations of a sweep.
///
/// A rule names values on some axes; it matches the combinations that have one of the values on
/// each of these axes. A policy, loader or prefetcher without settings matches any settings.
struct SweepRule {
  /// A part of a combination that a rule may restrict.
  enum Part: Hashable, Sendable {
    case axis(SweepAxis)
    case settings
  }

  /// One of the values that a rule has for a part.
  struct Alternative: Sendable {
    /// The key that a matching combination has for that part; `nil` if the match needs more than a
    /// name or a number.
    var key: String?
    /// A further condition of the match; `nil` if there is none.
    var condition: (@Sendable (RuleSubject) -> Bool)?
  }

  private(set) var parts: [Part: [Alternative]] = [:]
  /// The first value of the rule, for its place in error messages.
  let value: SweepValue?

  /// Creates a rule from a grid, whose names must exist.
  init(_ grid: SweepGrid, catalogs: SweepCatalogs) throws(SweepError) {
    value = grid.axes.values.joined().first ?? grid.settings.first?.values.first
    for axis in SweepAxis.allCases {
      guard let values = grid.axes[axis] else { continue }
      parts[.axis(axis)] = try Self.alternatives(axis, values, catalogs)
    }
    for axis in grid.settings { try catalogs.check(axis) }
    let settings = grid.settings.map { ($0.owner, $0.setting, $0.values.map(\.text)) }
    guard let first = settings.first else { return }
    parts[.settings] = [
      Alternative(key: first.0) { subject in
        settings.allSatisfy { owner, setting, texts in
          subject.choices.contains { choice in
            choice.name == owner && texts.contains { choice.has(setting, $0) }
          }
        }
      }
    ]
  }

  private static func alternatives(
    _ axis: SweepAxis, _ values: [SweepValue], _ catalogs: SweepCatalogs
  ) throws(SweepError) -> [Alternative] {
    var alternatives: [Alternative] = []
    for value in values {
      switch axis {
      case .trace: alternatives.append(Alternative(key: TraceName(value.text).ruleKey))
      case .layout:
        do { alternatives.append(Alternative(key: "\(try Layout(parsing: value.text))")) } catch {
          throw value.wrong(error)
        }
      case .device:
        let device = try value.profile(in: DeviceCatalog.builtIn, DeviceFile.load)
        alternatives.append(Alternative(key: "\(ProfileRecord(device).digest)"))
      case .network:
        let network = try value.profile(in: NetworkCatalog.builtIn, NetworkFile.load)
        alternatives.append(Alternative(key: "\(ProfileRecord(network).digest)"))
      case .start:
        guard let start = SessionStart(parsing: value.text) else {
          throw value.wrong("'\(value.text)' is not a start; expected cold, warm or warm-disk")
        }
        alternatives.append(Alternative(key: "\(start)"))
      case .loader: alternatives.append(try choice(value, catalogs.loaders) { $0.loader })
      case .prefetch: alternatives.append(try choice(value, catalogs.prefetchers) { $0.prefetch })
      case .policy:
        let policies = value.isFromFile ? catalogs.policies : catalogs.typedPolicies
        alternatives.append(try choice(value, policies) { $0.policy })
      case .budget: alternatives += try budgets(value)
      case .seed: alternatives += try seeds(value)
      }
    }
    return alternatives
  }

  /// Returns a match for a name with the given settings; other settings may have any value.
  private static func choice<Entry: CatalogEntry>(
    _ value: SweepValue, _ catalog: Catalog<Entry>,
    of part: @escaping @Sendable (RuleSubject) -> RuledChoice?
  ) throws(SweepError) -> Alternative {
    let choice: Choice<Entry>
    do { choice = try catalog.choose(value.text) } catch { throw value.wrong(error) }
    let wanted = RuledChoice(choice)
    let given = choice.settings.pairs.map(\.name).filter { choice.given.contains($0) }
    guard let first = given.first else { return Alternative(key: wanted.name) }
    return Alternative(key: wanted.key(of: first)) { subject in
      given.allSatisfy { part(subject)?.settings[$0] == wanted.settings[$0] }
    }
  }

  private static func seeds(_ value: SweepValue) throws(SweepError) -> [Alternative] {
    let list: SeedList
    do { list = try SeedList(parsing: value.text) } catch { throw value.wrong(error) }
    return list.ranges.map { range in
      range.count == 1
        ? Alternative(key: "\(range.lowerBound)") : Alternative { range.contains($0.seed) }
    }
  }

  /// Returns a match for sizes, or for every size that a comparison allows: `<32MiB`, `>= 1GiB`.
  private static func budgets(_ value: SweepValue) throws(SweepError) -> [Alternative] {
    let sign = value.text.prefix { "<>=".contains($0) }
    guard !sign.isEmpty else {
      var alternatives: [Alternative] = []
      for (entry, value) in try SweepPlanner.budgets([value], holding: .zero) {
        switch entry {
        case .own: throw value.wrong("'own' can be any budget; expected a size, or none")
        case .none: alternatives.append(Alternative(key: BudgetList.none))
        case .size(let size): alternatives.append(Alternative(key: "\(size.bytes)"))
        case .share(let share):
          alternatives.append(
            Alternative { subject in
              subject.budget.map { $0 == share.limit.budget(on: subject.device) } ?? false
            })
        }
      }
      return alternatives
    }
    let rest = value.text.dropFirst(sign.count).drop { $0 == " " }
    guard let size = ByteCount(parsing: String(rest)) else {
      throw value.wrong("'\(value.text)' is not a size; expected one like 64MiB, or <64MiB")
    }
    let compare: @Sendable (ByteCount) -> Bool
    switch sign {
    case "<": compare = { $0 < size }
    case "<=": compare = { $0 <= size }
    case ">": compare = { $0 > size }
    case ">=": compare = { $0 >= size }
    default: throw value.wrong("'\(sign)' is not a comparison; expected <, <=, > or >=")
    }
    return [Alternative { subject in subject.budget.map(compare) ?? false }]
  }
}

extension SweepRule.Alternative {
  fileprivate init(_ condition: @escaping @Sendable (RuleSubject) -> Bool) {
    self.init(key: nil, condition: condition)
  }
}

/// An index of rules that returns all rules matching a combination.
///
/// The parts of a combination are matched one after the other, those that change least often first,
/// so that few rules remain. The cost of a part grows with the number of rules that have its name
/// or number, and slightly with the number of other rules.
struct RuleIndex {
  /// A subset of the rules, by their indices.
  struct Selection: Equatable {
    fileprivate var words: [UInt64]

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    func contains(_ rule: Int) -> Bool { words[rule >> 6] & (1 << UInt64(rule & 63)) != 0 }

    fileprivate mutating func insert(_ rule: Int) { words[rule >> 6] |= 1 << UInt64(rule & 63) }

    mutating func formUnion(_ other: Selection) {
      for index in words.indices { words[index] |= other.words[index] }
    }

    fileprivate mutating func formIntersection(_ other: Selection) {
      for index in words.indices { words[index] &= other.words[index] }
    }
  }

  private typealias Condition = @Sendable (RuleSubject) -> Bool

  /// The conditions of the rules on one part.
  private struct Entry {
    /// The rules without a condition on the part.
    var silent: Selection
    var byKey: [String: [(rule: Int, condition: Condition?)]] = [:]
    /// The rules whose condition is no name or number.
    var others: [(rule: Int, condition: Condition?)] = []
  }

  private var entries: [SweepRule.Part: Entry] = [:]
  /// None of the rules, and all of them.
  let none: Selection, all: Selection

  init(_ rules: [SweepRule]) {
    let none = Selection(words: [UInt64](repeating: 0, count: (rules.count + 63) / 64))
    var all = none
    for rule in rules.indices { all.insert(rule) }
    for part in Set(rules.flatMap(\.parts.keys)) {
      var entry = Entry(silent: none)
      for (index, rule) in rules.enumerated() {
        guard let alternatives = rule.parts[part] else {
          entry.silent.insert(index)
          continue
        }
        for alternative in alternatives {
          if let key = alternative.key {
            entry.byKey[key, default: []].append((index, alternative.condition))
          } else {
            entry.others.append((index, alternative.condition))
          }
        }
      }
      entries[part] = entry
    }
    self.none = none
    self.all = all
  }

  /// Returns the rules that match a combination.
  func rules(meaning subject: RuleSubject) -> Selection {
    rules(
      among: all, meaning: subject,
      in: SweepRule.Part.scenario + SweepRule.Part.cache + [.axis(.seed)])
  }

  /// Returns the rules of a selection that match these parts of a combination.
  func rules(
    among selection: Selection, meaning subject: RuleSubject, in parts: [SweepRule.Part]
  ) -> Selection {
    var left = selection
    for part in parts {
      guard let entry = entries[part], !left.isEmpty else { continue }
      var meaning = left
      meaning.formIntersection(entry.silent)
      let add = { (candidates: [(rule: Int, condition: Condition?)]) in
        for (rule, condition) in candidates where left.contains(rule) && !meaning.contains(rule) {
          if condition?(subject) ?? true { meaning.insert(rule) }
        }
      }
      for key in subject.keys(part) { add(entry.byKey[key] ?? []) }
      add(entry.others)
      left = meaning
    }
    return left
  }
}

extension SweepRule.Part {
  /// The parts of a scenario.
  static let scenario = [SweepAxis.trace, .layout, .device, .network, .start, .loader, .prefetch]
    .map(Self.axis)
  /// The parts of a scenario's cache, except for the seed.
  static let cache: [Self] = [.axis(.policy), .settings, .axis(.budget)]
}

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
