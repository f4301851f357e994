import ScrollCaching
import ScrollCore
import ScrollLayout
import ScrollResults
import ScrollTraces

/// Whether a combination is one of those that a rule means.
///
/// A rule names values on some axes; it means the combinations that have one of them on each. A
/// policy, loader or prefetcher without settings means it with any.
struct SweepRule {
  /// One combination, as rules see it.
  struct Subject {
    /// Path, file name and name of the trace.
    var trace: [String]
    var layout: String
    var device: ContentKey, network: ContentKey
    var loader: RuledChoice, prefetch: RuledChoice, policy: RuledChoice?
    /// Nil without a cache.
    var budget: ByteCount?
    var seed = 0

    /// A scenario, of whose cache nothing is asked yet.
    init(_ scenario: PlannedScenario) {
      let record = scenario.record
      let file = record.trace.path.split(separator: "/").last.map(String.init) ?? ""
      trace = [record.trace.path, file, record.trace.name]
      layout = record.layout
      device = record.device.digest
      network = record.network.digest
      loader = RuledChoice(scenario.loader)
      prefetch = RuledChoice(scenario.prefetcher)
    }

    /// The same scenario with another cache.
    mutating func ask(_ policy: Choice<PolicyDescriptor>?, budget: ByteCount, seed: Int) {
      self.policy = policy.map { RuledChoice($0) }
      self.budget = policy == nil ? nil : budget
      self.seed = seed
    }
  }

  /// What somebody chose, without the type of its catalogue.
  struct RuledChoice {
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
  }

  private var tests: [@Sendable (Subject) -> Bool] = []
  /// Where the rule stands.
  let value: SweepValue?

  /// Makes a rule of a grid, whose names must exist.
  init(_ grid: SweepGrid, catalogs: SweepCatalogs) throws(SweepError) {
    value = grid.axes.values.joined().first ?? grid.settings.first?.values.first
    for axis in SweepAxis.allCases {
      guard let values = grid.axes[axis] else { continue }
      tests.append(try Self.test(axis, values, catalogs))
    }
    for axis in grid.settings {
      try catalogs.check(axis)
      let (owner, setting, texts) = (axis.owner, axis.setting, axis.values.map(\.text))
      tests.append { subject in
        [subject.loader, subject.prefetch, subject.policy].contains { choice in
          guard let choice, choice.name == owner else { return false }
          return texts.contains { choice.has(setting, $0) }
        }
      }
    }
  }

  func matches(_ subject: Subject) -> Bool { tests.allSatisfy { $0(subject) } }

  private static func test(
    _ axis: SweepAxis, _ values: [SweepValue], _ catalogs: SweepCatalogs
  ) throws(SweepError) -> @Sendable (Subject) -> Bool {
    let texts = values.map(\.text)
    switch axis {
    case .trace: return { subject in subject.trace.contains { texts.contains($0) } }
    case .layout:
      let layouts = try layouts(values)
      return { subject in layouts.contains(subject.layout) }
    case .device:
      let digests = try values.map { value throws(SweepError) in
        ProfileRecord(try value.profile(in: DeviceCatalog.builtIn, DeviceFile.load)).digest
      }
      return { subject in digests.contains(subject.device) }
    case .network:
      let digests = try values.map { value throws(SweepError) in
        ProfileRecord(try value.profile(in: NetworkCatalog.builtIn, NetworkFile.load)).digest
      }
      return { subject in digests.contains(subject.network) }
    case .loader:
      let wanted = try choices(values, catalogs.loaders)
      return { subject in wanted.contains { $0.covers(subject.loader) } }
    case .prefetch:
      let wanted = try choices(values, catalogs.prefetchers)
      return { subject in wanted.contains { $0.covers(subject.prefetch) } }
    case .policy:
      let wanted = try choices(values, catalogs.policies)
      return { subject in wanted.contains { $0.covers(subject.policy) } }
    case .budget:
      let ranges = try budgets(values)
      return { subject in
        guard let budget = subject.budget else { return false }
        return ranges.contains { $0(budget) }
      }
    case .seed:
      let seeds = try SweepPlanner.seeds(values)
      return { subject in seeds.contains(subject.seed) }
    }
  }

  /// A name with the settings that were given; others may be anything.
  private struct Wanted: Sendable {
    let name: String
    let given: [(name: String, value: String)]

    func covers(_ choice: RuledChoice?) -> Bool {
      guard let choice, choice.name == name else { return false }
      return given.allSatisfy { choice.has($0.name, $0.value) }
    }
  }

  private static func choices<Entry: CatalogEntry>(
    _ values: [SweepValue], _ catalog: Catalog<Entry>
  ) throws(SweepError) -> [Wanted] {
    var wanted: [Wanted] = []
    for value in values {
      do {
        let choice = try catalog.choose(value.text)
        let given = choice.settings.pairs.filter { choice.given.contains($0.name) }
        wanted.append(Wanted(name: choice.entry.name, given: given))
      } catch { throw value.wrong(error) }
    }
    return wanted
  }

  private static func layouts(_ values: [SweepValue]) throws(SweepError) -> [String] {
    var layouts: [String] = []
    for value in values {
      do { layouts.append("\(try Layout(parsing: value.text))") } catch {
        throw value.wrong(error)
      }
    }
    return layouts
  }

  /// Sizes, or all on one side of one: `<32MiB`, `>= 1GiB`.
  private static func budgets(
    _ values: [SweepValue]
  ) throws(SweepError) -> [@Sendable (ByteCount) -> Bool] {
    var tests: [@Sendable (ByteCount) -> Bool] = []
    for value in values {
      let sign = value.text.prefix { "<>=".contains($0) }
      guard !sign.isEmpty else {
        let sizes = try SweepPlanner.sizes([value])
        tests.append { sizes.contains($0) }
        continue
      }
      let rest = value.text.dropFirst(sign.count).drop { $0 == " " }
      guard let size = ByteCount(parsing: String(rest)) else {
        throw value.wrong("'\(value.text)' is no size; expected one like 64MiB, or <64MiB")
      }
      switch sign {
      case "<": tests.append { $0 < size }
      case "<=": tests.append { $0 <= size }
      case ">": tests.append { $0 > size }
      case ">=": tests.append { $0 >= size }
      default: throw value.wrong("'\(sign)' compares nothing; expected <, <=, > or >=")
      }
    }
    return tests
  }
}
