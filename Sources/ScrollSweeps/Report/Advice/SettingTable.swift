import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollTraces

/// The settings of a sweep in some of its scenarios, each compared with one of them.
///
/// The table has only the settings that a recommendation can name. They were run in every one of
/// these scenarios, were never killed and kept their budgets.
struct SettingTable: Sendable {
  struct Row: Sendable {
    let setting: CacheSetting
    /// The seconds of stall in each session, a mean over scenarios and seeds.
    let stalls: [Double]
    /// The mean seconds of stall in each cluster of sessions.
    let ofClusters: [Double]
    /// A Boolean value that indicates whether all of the setting's runs are critical.
    let isCritical: Bool
    /// The mean hitch milliseconds per second of scrolling in each cluster of sessions.
    let hitchesOfClusters: [Double]
    /// The mean hitch milliseconds per second of scrolling over the runs, and the greatest
    /// footprint in bytes.
    let hitches: Double, footprint: Double
    /// The number of images that the budget has room for and the number that the policy needs; `nil`
    /// if there is enough room.
    let shortage: (room: Double, needed: Int)?
    /// The figures for the rule; a change differs from the reference.
    fileprivate(set) var candidate: ChoiceRule.Candidate

    /// The mean seconds of stall, in which each cluster has the same weight.
    var mean: Double { ofClusters.reduce(0, +) / Double(max(1, ofClusters.count)) }
  }

  /// The rows, ascending by seconds of stall.
  private(set) var rows: [Row] = []
  /// The indices of the sessions in the report.
  private(set) var sessions: [Int] = []
  /// The setting that the others are compared with, fixed before the results are known.
  ///
  /// It is the baseline, else the setting of least effort; `nil` in an empty table.
  private(set) var reference: Row?
  /// A Boolean value that indicates whether the reference is the baseline.
  private(set) var hasBaseline = false
  /// The savings of the other settings against the reference; the intervals hold for all of
  /// them at once.
  private(set) var savings: [CacheSetting: MeanInterval] = [:]
  /// The hitches that the other settings save against the reference; these intervals hold at once
  /// with those of `savings`.
  private var hitchSavings: [CacheSetting: MeanInterval] = [:]
  let rule: ChoiceRule
  /// The frame-based part of the smallest visible difference, in seconds.
  private var frames: Double { reference?.candidate.frames ?? 0 }

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
    for (setting, cells) in eligible.sorted(by: { Self.isBefore($0.key, $1.key) }) {
      let draws = Dictionary(grouping: cells.flatMap(\.draws), by: \.session)
      let order = draws.keys.sorted()
      let sessions = zip(order, report.clusters.weights(of: order)).map { session, weight in
        ChoiceRule.Session(meanOf: (draws[session] ?? []).map(\.figures), share: weight)
      }
      let stalls = sessions.map(\.stall)
      let row = Row(
        setting: setting, stalls: stalls, ofClusters: report.clusters.means(stalls, of: order),
        isCritical: cells.allSatisfy(\.isCritical),
        hitchesOfClusters: report.clusters.means(sessions.map(\.hitches), of: order),
        hitches: cells.reduce(0) { $0 + $1[.hitchRatio].mean } / Double(cells.count),
        footprint: cells.reduce(0) { max($0, $1[.footprintPeak].greatest) },
        shortage: cells.lazy.compactMap(\.shortage).first,
        candidate: rule.candidate(sessions, changes: 0))
      found.append((row, order))
    }
    // Settings that were tried in fewer sessions are not comparable.
    sessions = found.map(\.sessions).max { $0.count < $1.count } ?? []
    var compared = found.filter { $0.sessions == sessions }.map(\.row)
    let baseline = scenes.first.flatMap { scene in
      report.baseline.flatMap { baseline in
        compared.first { baseline.is($0.setting, on: report.scenes[scene].device.name) }
      }
    }
    hasBaseline = baseline != nil
    reference = baseline ?? report.simplest(of: compared)
    guard let reference else { return }
    for place in compared.indices {
      compared[place].candidate.changes = compared[place].setting.changes(from: baseline?.setting)
    }
    rows = compared.enumerated()
      .sorted { ($0.element.mean, $0.offset) < ($1.element.mean, $1.offset) }.map(\.element)
    let others = compared.filter { $0.setting != reference.setting }
    let stalls = others.map { other in
      zip(reference.ofClusters, other.ofClusters).map { $0 - $1 }
    }
    let hitches = others.map { other in
      zip(reference.hitchesOfClusters, other.hitchesOfClusters).map { $0 - $1 }
    }
    let reaches = JointReach.values(stalls + hitches, amid: tables)
    for (place, other) in others.enumerated() {
      savings[other.setting] = MeanInterval(stalls[place], reach: reaches?[place])
      hitchSavings[other.setting] = MeanInterval(
        hitches[place], reach: reaches?[others.count + place])
    }
  }

  /// The number of clusters of sessions.
  var clusters: Int { rows.first?.ofClusters.count ?? 0 }

  /// Returns whether two settings differ visibly.
  func differ(_ first: Row, _ second: Row) -> Bool {
    rule.blankDiffers(first.mean, second.mean, frames: frames)
  }

  /// Returns whether a setting stalls visibly more than the best.
  func isBehind(_ row: Row) -> Bool { rows.first.map { differ(row, $0) } ?? false }

  func least(of larger: Double) -> Double {
    rule.materiality.leastDifference(of: larger, frames: frames)
  }

  /// Returns a Boolean value that indicates whether a setting is known to be better than the
  /// reference.
  ///
  /// It is if it saves a visible amount of stall or hitches over all sessions like these, with 95 %
  /// for all settings at once, and the rule prefers it to the reference in these sessions.
  func isKnownBetter(_ row: Row) -> Bool {
    guard let reference, rule.prefers(row.candidate, to: reference.candidate) else { return false }
    return savings[row.setting]?.isAbove(least(of: reference.mean)) ?? false
      || hitchSavings[row.setting]?.isAbove(
        rule.leastHitches(of: reference.candidate.hitches.mean)) ?? false
  }

  /// The choice of the rule among the settings that are known to be better than the reference; `nil`
  /// if there is none.
  var knownBetter: Row? {
    let known = rows.filter(isKnownBetter)
    return known.isEmpty ? nil : choice(of: known)
  }

  /// Returns the setting with visibly less memory than the reference that is worse in no other
  /// respect.
  ///
  /// Memory needs no interval, since a run has the same peak whenever it is made.
  /// - Parameter others: tables of parts of the sessions, in which the setting must not be visibly
  ///   worse either.
  /// - Returns: the setting; `nil` if there is none.
  func lessMemory(amid others: [SettingTable]) -> Row? {
    guard let reference else { return nil }
    func isWorse(_ row: Row, than reference: Row) -> Bool {
      row.candidate.broken > reference.candidate.broken
        || rule.isVisiblyWorse(row.candidate, than: reference.candidate)
    }
    let alike = ordered(rows).filter { row in
      !isWorse(row, than: reference)
        && others.allSatisfy { part in
          guard let own = part[row.setting], let kept = part[reference.setting] else {
            return false
          }
          return !isWorse(own, than: kept)
        }
    }
    guard !alike.isEmpty else { return nil }
    let found = alike[
      rule.leastMemory(among: alike.map(\.candidate), at: Array(alike.indices))]
    let isLess = found.candidate.memory.mean < reference.candidate.memory.mean
    return isLess
      && rule.memoryDiffers(found.candidate.memory.mean, reference.candidate.memory.mean)
      ? found : nil
  }

  /// Returns the choice of the rule among some settings, the simplest of equal ones.
  /// - Precondition: there is a setting.
  private func choice(of rows: [Row]) -> Row {
    let rows = ordered(rows)
    return rows[rule.choice(among: rows.map(\.candidate))]
  }

  private func ordered(_ rows: [Row]) -> [Row] {
    rows.sorted { Self.isBefore($0.setting, $1.setting) }
  }

  /// The choice of the rule; `nil` in an empty table.
  var best: Row? { rows.isEmpty ? nil : choice(of: rows) }

  /// Returns the visible differences of a setting to another.
  func effects(from old: Row, to new: Row) -> ComplaintEffects {
    ComplaintEffects(from: old.candidate, to: new.candidate, rule, countsLate: true)
  }

  /// A Boolean value that indicates whether no setting differs visibly from another in stall, hitches
  /// or memory.
  var isIndifferent: Bool {
    rows.allSatisfy { [first = rows[0]] in !rule.differ($0.candidate, first.candidate) }
  }

  subscript(setting: CacheSetting) -> Row? { rows.first { $0.setting == setting } }

  /// Returns the order of equal settings.
  ///
  /// The order is by simplest policy, smaller budget, no prefetching, fewest settings that differ
  /// from their defaults, then by name.
  static func isBefore(_ first: CacheSetting, _ second: CacheSetting) -> Bool {
    let (one, other) = (first.effort, second.effort)
    if one != other { return one.lexicographicallyPrecedes(other) }
    return (first.policy, first.prefetcher, first.loader)
      < (second.policy, second.prefetcher, second.loader)
  }
}

extension SweepReport {
  /// Returns the setting of least effort.
  ///
  /// It has no prefetching, the smallest budget, and `lru` or else the policy that was requested
  /// first.
  fileprivate func simplest(of rows: [SettingTable.Row]) -> SettingTable.Row? {
    func effort(_ setting: CacheSetting) -> [Int] {
      let effort = setting.leastEffort
      return effort.prefix(3) + [policies.firstIndex(of: setting.policy) ?? 0] + effort.suffix(1)
    }
    return rows.min { effort($0.setting).lexicographicallyPrecedes(effort($1.setting)) }
  }
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

  /// The shares of memory that requested the budget, as `15%<=768MiB`; empty if it was requested in
  /// bytes.
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

  /// The effort before anything is tuned: first prefetching, then the budget, then the policy.
  var leastEffort: [Int] {
    let effort = effort
    return [effort[2], effort[1], effort[0], effort[3]]
  }

  /// The policies of the loaders' own libraries, by the loaders' names.
  private static let ownPolicies: [String: String] = Dictionary(
    uniqueKeysWithValues: Catalog<LoaderDescriptor>.builtIn.entries.compactMap { entry in
      entry.ownCache.map { (entry.name, $0.policy) }
    })

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
