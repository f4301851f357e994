import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollTraces

/// The settings of a sweep in some of its scenarios, each compared with a reference setting.
///
/// The table has only the settings that a recommendation can name. These settings were run in every
/// one of the scenarios. The app was never killed with them, and the cache kept their budgets.
struct SettingTable: Sendable {
  struct Row: Sendable {
    let setting: CacheSetting
    /// The seconds of stall in each session, a mean over scenarios and seeds.
    let stalls: [Double]
    /// A Boolean value that indicates whether all of the setting's runs are critical.
    let isCritical: Bool
    /// The mean hitch milliseconds per second of scrolling over the runs, and the greatest
    /// footprint in bytes.
    let hitches: Double, footprint: Double
    /// The number of images that the budget has room for and the number that the policy needs; `nil`
    /// if there is enough room.
    let shortage: (room: Double, needed: Int)?
    /// The figures that are compared with those of the reference.
    fileprivate(set) var figures: ReferenceComparison.Setting

    var candidate: ChoiceRule.Candidate { figures.candidate }
    /// The mean seconds of stall, in which each cluster has the same weight.
    var mean: Double { figures.mean }
  }

  /// The rows, ascending by seconds of stall.
  private(set) var rows: [Row] = []
  /// The indices of the sessions in the report.
  private(set) var sessions: [Int] = []
  /// The rows in the order of the comparison: of equal ones the simplest first.
  private var compared: [Row] = []
  /// The comparison of the rows with the setting that is fixed before the results are known: the
  /// baseline, else the setting of least effort; `nil` in an empty table.
  private(set) var comparison: ReferenceComparison?
  let rule: ChoiceRule

  /// Creates a table.
  /// - Parameters:
  ///   - report: the report.
  ///   - scenes: scenarios of one device.
  ///   - tables: the number of tables whose intervals hold at once.
  init(_ report: SweepReport, over scenes: [Int], amid tables: Int) {
    rule = ChoiceRule(materiality: report.materiality)
    var cells: [CacheSetting: [ReportCell]] = [:]
    var conditions: Set<[String]> = []
    for scene in scenes { conditions.insert(report.conditions(of: scene)) }
    for (place, cell) in report.places(in: scenes) {
      cells[report.setting(at: place), default: []].append(cell)
    }
    let eligible = cells.filter { _, cells in
      cells.count == conditions.count
        && cells.allSatisfy { $0.deaths == 0 && $0.score.keepsBudget }
    }
    var found: [(row: Row, sessions: [Int])] = []
    for (setting, cells) in eligible.sorted(by: { $0.key.isBefore($1.key) }) {
      let draws = Dictionary(grouping: cells.flatMap(\.draws), by: \.session)
      let order = draws.keys.sorted()
      let sessions = zip(order, report.clusters.weights(of: order)).map { session, weight in
        ChoiceRule.Session(meanOf: (draws[session] ?? []).map(\.figures), share: weight)
      }
      let stalls = sessions.map(\.stall)
      let row = Row(
        setting: setting, stalls: stalls, isCritical: cells.allSatisfy(\.isCritical),
        hitches: cells.reduce(0) { $0 + $1[.hitchRatio].mean } / Double(cells.count),
        footprint: cells.reduce(0) { max($0, $1[.footprintPeak].greatest) },
        shortage: cells.lazy.compactMap(\.shortage).first,
        figures: ReferenceComparison.Setting(
          candidate: rule.candidate(sessions, changes: 0),
          stalls: report.clusters.means(stalls, of: order),
          hitches: report.clusters.means(sessions.map(\.hitches), of: order)))
      found.append((row, order))
    }
    // Settings that were tried in fewer sessions are not comparable.
    sessions = found.map(\.sessions).max { $0.count < $1.count } ?? []
    compared = found.filter { $0.sessions == sessions }.map(\.row)
    let baseline = scenes.first.flatMap { scene in
      report.baseline.flatMap { baseline in
        compared.firstIndex { baseline.is($0.setting, on: report.scenes[scene].device.name) }
      }
    }
    let settings = compared.map(\.setting)
    guard let reference = baseline ?? CacheSetting.simplest(settings, of: report.policies) else {
      return
    }
    for place in compared.indices {
      compared[place].figures.candidate.changes = settings[place].changes(
        from: baseline.map { settings[$0] })
    }
    rows = compared.enumerated()
      .sorted { ($0.element.mean, $0.offset) < ($1.element.mean, $1.offset) }.map(\.element)
    comparison = ReferenceComparison(
      compared.map(\.figures), reference: reference, hasBaseline: baseline != nil, by: rule,
      amid: tables)
  }

  /// The setting that the others are compared with; `nil` in an empty table.
  var reference: Row? { comparison.map { compared[$0.reference] } }
  /// A Boolean value that indicates whether the reference is the baseline.
  var hasBaseline: Bool { comparison?.hasBaseline ?? false }
  /// The setting that the rule chooses from these sessions alone; `nil` in an empty table.
  var best: Row? { comparison.map { compared[$0.best] } }

  /// Returns the seconds that a row saves against the reference.
  func saving(of row: Row) -> MeanInterval? {
    compared.firstIndex { $0.setting == row.setting }.flatMap { comparison?.savings[$0] }
  }

  /// The savings of the settings other than the reference.
  var savings: [MeanInterval] {
    guard let comparison else { return [] }
    return compared.indices.filter { $0 != comparison.reference }.map { comparison.savings[$0] }
  }

  /// Returns the recommended row.
  /// - Parameter parts: tables of parts of the sessions, in which a setting with less memory must not
  ///   be visibly worse either.
  /// - Returns: the row with the evidence for it; `nil` in an empty table.
  func recommendation(amid parts: [SettingTable]) -> (row: Row, basis: Recommendation.Basis)? {
    guard let comparison, let reference else { return nil }
    let found = comparison.recommendation { place in
      !parts.allSatisfy { part in
        guard let own = part[compared[place].setting], let kept = part[reference.setting] else {
          return false
        }
        return !comparison.isWorse(own.candidate, than: kept.candidate)
      }
    }
    return (compared[found.place], found.basis)
  }

  /// Returns the choice of the rule if it stalls visibly less than the kept reference; `nil`
  /// otherwise.
  func rival(of basis: Recommendation.Basis) -> Row? {
    comparison?.rival(of: basis).map { compared[$0] }
  }

  /// Returns the row that stalls least if it stalls visibly less than a row that the rule prefers; `nil`
  /// otherwise.
  func lessStalling(than row: Row) -> Row? {
    compared.firstIndex { $0.setting == row.setting }.flatMap {
      comparison?.lessStalling(than: $0)
    }.map { compared[$0] }
  }

  /// The number of clusters of sessions.
  var clusters: Int { comparison?.clusters ?? 0 }

  /// Returns whether the stalls of two settings differ visibly.
  func differ(_ first: Row, _ second: Row) -> Bool {
    comparison?.differ(first.mean, second.mean) ?? false
  }

  /// Returns whether a setting stalls visibly more than the best.
  func isBehind(_ row: Row) -> Bool { rows.first.map { differ(row, $0) } ?? false }

  func least(of larger: Double) -> Double { comparison?.least(of: larger) ?? 0 }

  /// Returns the visible differences of a new setting from an old one.
  func effects(from old: Row, to new: Row) -> ComplaintEffects {
    ComplaintEffects(from: old.candidate, to: new.candidate, rule, countsLate: true)
  }

  /// A Boolean value that indicates whether no setting differs visibly from another in stall, hitches
  /// or memory.
  var isIndifferent: Bool { comparison?.isIndifferent ?? true }

  subscript(setting: CacheSetting) -> Row? { rows.first { $0.setting == setting } }
}

extension SweepReport {
  /// Returns the conditions of a scenario, which the app does not choose.
  func conditions(of scene: Int) -> [String] {
    let scene = scenes[scene]
    return [
      scene.trace.path, scene.layout, "\(scene.device.digest)", "\(scene.network.digest)",
      scene.start,
    ]
  }

  func setting(at place: Place) -> CacheSetting {
    CacheSetting(
      loader: scenes[place.scene].loader, prefetcher: scenes[place.scene].prefetcher,
      policy: policies[place.policy], budgetBytes: budgets[place.budget],
      rules: rules(of: budgets[place.budget], on: scenes[place.scene].device.name))
  }
}

/// A setting that an app's developer can choose, as far as a sweep varied it.
package struct CacheSetting: Sendable, Equatable, Hashable {
  package let loader: String
  package let prefetcher: String
  /// The policy's label; `no cache` for a loader without one.
  package let policy: String
  /// The budget in bytes; `nil` without a cache, `SweepReport.unlimited` if nothing limits it.
  package let budgetBytes: Int?

  /// The shares of memory by which the budget was requested, such as `15%<=768MiB`; empty if it was
  /// requested in bytes.
  package let rules: [String]

  /// The budget as text: `64MiB`, `15%<=768MiB (293 MiB)`, `no limit`, `no cache`.
  var budgetText: String {
    let size = SweepReport.text(ofBytes: budgetBytes)
    guard let budgetBytes, !rules.isEmpty else { return size }
    let mebibytes = NumberText.mebibytes(ByteCount(budgetBytes), decimals: 0)
    return "\(rules.joined(separator: " or ")) (\(mebibytes))"
  }

  /// The effort to build and explain the setting, as numbers that compare in order.
  ///
  /// `lru` is the simplest policy, followed by the policy of the loader's own library. No
  /// prefetching is simpler than any prefetcher, and a default is simpler than a changed setting.
  var effort: [Int] {
    let own = Self.ownPolicies[String(loader.prefix { $0 != ":" })]
    let rank = policy == "lru" ? 0 : policy == own ? 1 : 2
    let settings = [loader, prefetcher, policy].reduce(0) { $0 + $1.count { $0 == ":" } }
    return [rank, budgetBytes ?? 0, prefetcher == "none" ? 0 : 1, settings]
  }

  /// The effort by which the reference is chosen: first prefetching, then the budget, then the
  /// policy.
  var leastEffort: [Int] {
    let effort = effort
    return [effort[2], effort[1], effort[0], effort[3]]
  }

  /// The policies of the loaders' own libraries, by the loaders' names.
  private static let ownPolicies: [String: String] = Dictionary(
    uniqueKeysWithValues: Catalog<LoaderDescriptor>.builtIn.entries.compactMap { entry in
      entry.ownCache.map { (entry.name, $0.policy) }
    })

  /// Returns the index of the setting of least effort; `nil` without settings.
  ///
  /// It has no prefetching, the smallest budget, and `lru` or else the policy that was requested
  /// first.
  static func simplest(_ settings: [CacheSetting], of policies: [String]) -> Int? {
    func effort(_ place: Int) -> [Int] {
      let effort = settings[place].leastEffort
      let policy = policies.firstIndex(of: settings[place].policy) ?? 0
      return effort.prefix(3) + [policy] + effort.suffix(1)
    }
    return settings.indices.min { effort($0).lexicographicallyPrecedes(effort($1)) }
  }

  /// Returns a Boolean value that indicates whether this setting comes before another with equal
  /// results.
  ///
  /// The order is by simplest policy, smaller budget, no prefetching, fewest settings that differ
  /// from their defaults, then by name.
  func isBefore(_ other: CacheSetting) -> Bool {
    let (mine, theirs) = (effort, other.effort)
    if mine != theirs { return mine.lexicographicallyPrecedes(theirs) }
    return (policy, prefetcher, loader) < (other.policy, other.prefetcher, other.loader)
  }

  /// Returns the number of settings that differ from the present ones: loader, prefetcher, policy
  /// and budget.
  ///
  /// Without present settings, a change is a prefetcher, a policy other than `lru`, or a setting that
  /// differs from its default.
  func changes(from now: CacheSetting?) -> Int {
    guard let now else {
      let isSimple = ["lru", SweepReport.noCache].contains(policy)
      return (prefetcher == "none" ? 0 : 1) + (isSimple ? 0 : 1) + effort[3]
    }
    return [
      loader != now.loader, prefetcher != now.prefetcher, policy != now.policy,
      budgetBytes != now.budgetBytes,
    ].count { $0 }
  }

  /// A Boolean value that indicates whether the policy is `lru` or that of the loader's own
  /// library.
  var isSimplest: Bool { effort[0] < 2 }
}
