import ScrollCaching
import ScrollCore
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
