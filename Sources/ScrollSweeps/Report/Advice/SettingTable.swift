import ScrollCore
import ScrollPages
import ScrollSimulation

/// The settings of a sweep in some of its scenarios, each compared with one of them.
///
/// The table has only the settings that a recommendation can name. They were run in every one of
/// these scenarios, were never killed, had enough room and kept their budgets.
struct SettingTable: Sendable {
  struct Row: Sendable {
    let setting: CacheSetting
    /// The seconds of stall in each session, a mean over scenarios and seeds.
    let stalls: [Double]
    /// The mean seconds of stall in each cluster of sessions.
    let ofClusters: [Double]
    /// A Boolean value that indicates whether all of the setting's runs are critical.
    let isCritical: Bool
    /// The mean hitch milliseconds per second of scrolling over the runs, and the greatest
    /// footprint in bytes.
    let hitches: Double, footprint: Double

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
  /// The frame-based part of the smallest visible difference, in seconds; the mean over the runs'
  /// places.
  private(set) var frames = 0.0
  let materiality: Materiality

  /// Creates a table.
  /// - Parameters:
  ///   - report: the report.
  ///   - scenes: scenarios of one device.
  ///   - tables: the number of tables whose intervals hold at once.
  init(_ report: SweepReport, over scenes: [Int], amid tables: Int) {
    materiality = report.materiality
    var cells: [CacheSetting: [ReportCell]] = [:]
    var conditions: Set<[String]> = []
    for scene in scenes { conditions.insert(report.conditions(of: scene)) }
    var frames = (sum: 0.0, count: 0.0)
    for (place, cell) in report.places(in: scenes) {
      cells[report.setting(at: place), default: []].append(cell)
      frames.sum += report.leastSeconds(in: place.scene, cell)
      frames.count += 1
    }
    self.frames = frames.sum / max(1, frames.count)
    let eligible = cells.filter { _, cells in
      cells.count == conditions.count
        && cells.allSatisfy { $0.deaths == 0 && $0.shortage == nil && $0.score.keepsBudget }
    }
    var found: [(row: Row, sessions: [Int])] = []
    for (setting, cells) in eligible.sorted(by: { Self.isBefore($0.key, $1.key) }) {
      var sums: [Int: (sum: Double, count: Double)] = [:]
      for draw in cells.flatMap(\.draws) {
        let known = sums[draw.session] ?? (0, 0)
        sums[draw.session] = (known.sum + draw.stalls, known.count + 1)
      }
      let order = sums.keys.sorted()
      let stalls = order.map { sums[$0].map { $0.sum / $0.count } ?? 0 }
      let row = Row(
        setting: setting, stalls: stalls, ofClusters: report.clusters.means(stalls, of: order),
        isCritical: cells.allSatisfy(\.isCritical),
        hitches: cells.reduce(0) { $0 + $1[.hitchRatio].mean } / Double(cells.count),
        footprint: cells.reduce(0) { max($0, $1[.footprintPeak].greatest) })
      found.append((row, order))
    }
    // Settings that were tried in fewer sessions are not comparable.
    sessions = found.map(\.sessions).max { $0.count < $1.count } ?? []
    let compared = found.filter { $0.sessions == sessions }.map(\.row)
    rows = compared.enumerated()
      .sorted { ($0.element.mean, $0.offset) < ($1.element.mean, $1.offset) }.map(\.element)
    let baseline = scenes.first.flatMap { scene in
      report.baseline.flatMap { baseline in
        compared.first { baseline.is($0.setting, on: report.scenes[scene].device.name) }
      }
    }
    hasBaseline = baseline != nil
    reference = baseline ?? report.simplest(of: compared)
    guard let reference else { return }
    let others = compared.filter { $0.setting != reference.setting }
    let differences = others.map { other in
      zip(reference.ofClusters, other.ofClusters).map { $0 - $1 }
    }
    let reaches = JointReach.values(differences, amid: tables)
    for (place, other) in others.enumerated() {
      savings[other.setting] = MeanInterval(differences[place], reach: reaches?[place])
    }
  }

  /// The number of clusters of sessions.
  var clusters: Int { rows.first?.ofClusters.count ?? 0 }

  /// Returns whether two settings differ visibly.
  func differ(_ first: Row, _ second: Row) -> Bool {
    materiality.matters(first.mean, second.mean, frames: frames)
  }

  /// Returns whether a setting stalls visibly more than the best.
  func isBehind(_ row: Row) -> Bool { rows.first.map { differ(row, $0) } ?? false }

  func least(of larger: Double) -> Double {
    materiality.leastDifference(of: larger, frames: frames)
  }

  /// The settings that are known to save a visible amount against the reference.
  ///
  /// They save it over all sessions like these, with 95 % for all settings at once.
  var knownBetter: [Row] {
    guard let reference else { return [] }
    return rows.filter { savings[$0.setting]?.isAbove(least(of: reference.mean)) ?? false }
  }

  /// Returns the setting of least effort among those that do not differ visibly from the best of
  /// some settings.
  func choice(of rows: [Row], from current: CacheSetting?) -> Row? {
    guard let best = rows.first else { return nil }
    return rows.filter { !differ($0, best) }.min {
      $0.setting.effort(from: current)
        .lexicographicallyPrecedes($1.setting.effort(from: current))
    }
  }

  /// The setting of least effort among the best found.
  ///
  /// With enough clusters for an interval, the best found are the settings within a tenth of the
  /// best, since an interval has not separated them. With fewer clusters they are the settings that
  /// do not differ visibly from the best.
  var simplestOfBest: Row? {
    guard let best = rows.first, clusters >= MeanInterval.leastSessions else {
      return choice(of: rows, from: nil)
    }
    return rows.filter { !differ($0, best) || $0.mean < 1.1 * best.mean }.min {
      $0.setting.effort.lexicographicallyPrecedes($1.setting.effort)
    }
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

  /// Returns the effort to change the app's current setting, then to build this one.
  func effort(from current: CacheSetting?) -> [Int] {
    [current.map { changes(from: $0) } ?? 0] + effort
  }

  /// The policies of the loaders' own libraries, by the loaders' names.
  private static let ownPolicies: [String: String] = Dictionary(
    uniqueKeysWithValues: Catalog<LoaderDescriptor>.builtIn.entries.compactMap { entry in
      entry.ownCache.map { (entry.name, $0.policy) }
    })

  /// Returns the number of differences to another setting in loader, prefetcher, policy and budget.
  func changes(from other: CacheSetting) -> Int {
    [
      loader != other.loader, prefetcher != other.prefetcher, policy != other.policy,
      budgetBytes != other.budgetBytes,
    ].count { $0 }
  }

  /// A Boolean value that indicates whether the policy is `lru` or that of the loader's own
  /// library.
  var isSimplest: Bool { effort[0] < 2 }
}
