import ScrollCore
import ScrollPages
import ScrollSimulation

/// The settings of a sweep in some of its scenes, session by session.
///
/// Only settings that were run in every one of these scenes are in it, that never were killed, had
/// room for what they need and kept their budgets: what an advice may name.
struct SettingTable: Sendable {
  struct Row: Sendable {
    let setting: CacheSetting
    /// Seconds of missing screen in each session: the mean over its scenes and seeds.
    let stalls: [Double]
    /// Whether every one of its runs is critical.
    let isCritical: Bool
    /// Hitch milliseconds per second of scrolling, the mean of its runs, and the greatest footprint
    /// in bytes.
    let hitches: Double, footprint: Double

    var mean: Double { stalls.reduce(0, +) / Double(stalls.count) }
  }

  /// The least first.
  private(set) var rows: [Row] = []
  /// The places of the sessions in the report.
  private(set) var sessions: [Int] = []
  /// The mean of the least seconds that matter.
  private(set) var frames = 0.0
  let materiality: Materiality

  init(_ report: SweepReport, over scenes: [Int]) {
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
      let row = Row(
        setting: setting, stalls: order.map { sums[$0].map { $0.sum / $0.count } ?? 0 },
        isCritical: cells.allSatisfy(\.isCritical),
        hitches: cells.reduce(0) { $0 + $1[.hitchRatio].mean } / Double(cells.count),
        footprint: cells.reduce(0) { max($0, $1[.footprintPeak].greatest) })
      found.append((row, order))
    }
    // Settings that were tried in fewer sessions do not compare.
    sessions = found.map(\.sessions).max { $0.count < $1.count } ?? []
    rows = found.filter { $0.sessions == sessions }.map(\.row)
    rows = rows.enumerated().sorted { ($0.element.mean, $0.offset) < ($1.element.mean, $1.offset) }
      .map(\.element)
  }

  /// Whether two settings differ by enough to act on.
  func differ(_ first: Row, _ second: Row) -> Bool {
    materiality.matters(first.mean, second.mean, frames: frames)
  }

  /// Whether one leaves as much more than the best as matters.
  func isBehind(_ row: Row) -> Bool { rows.first.map { differ(row, $0) } ?? false }

  func least(of larger: Double) -> Double {
    materiality.leastDifference(of: larger, frames: frames)
  }

  subscript(setting: CacheSetting) -> Row? { rows.first { $0.setting == setting } }

  /// The order of equal ones: the simplest policy, the smaller budget, nothing fetched ahead, the
  /// fewest settings that are not at their defaults, then by name.
  static func isBefore(_ first: CacheSetting, _ second: CacheSetting) -> Bool {
    let (one, other) = (first.effort, second.effort)
    if one != other { return one.lexicographicallyPrecedes(other) }
    return (first.policy, first.prefetcher, first.loader)
      < (second.policy, second.prefetcher, second.loader)
  }
}

extension SweepReport {
  /// What users bring to a scene.
  func conditions(of scene: Int) -> [String] {
    let scene = scenes[scene]
    return [
      scene.trace.path, scene.layout, "\(scene.device.digest)", "\(scene.network.digest)",
    ]
  }

  func setting(at place: Place) -> CacheSetting {
    CacheSetting(
      loader: scenes[place.scene].loader, prefetcher: scenes[place.scene].prefetcher,
      policy: policies[place.policy], budgetBytes: budgets[place.budget],
      rules: rules(of: budgets[place.budget], on: scenes[place.scene].device.name))
  }
}

// What is known of differences of settings for all sessions like those that were run.
extension SettingTable {
  /// How much one setting saves against another, session by session; the interval holds for all
  /// settings of the table at once.
  func saved(by row: Row, against other: Row) -> Certainty {
    Certainty(Self.differences(other, row), reach: reaches(against: other)[row.setting])
  }

  /// The settings that no other beats by as much as matters: surely so where the sessions tell,
  /// else in the sessions that were run.
  var notSurelyWorse: [Row] {
    guard let best = rows.first else { return [] }
    let reaches = reaches(against: best)
    return rows.filter { row in
      let lost = Certainty(Self.differences(row, best), reach: reaches[row.setting])
      return !(lost.isAbove(least(of: row.mean)) ?? differ(row, best))
    }
  }

  /// Of these, the settings that leave at most so much more than the best that it is not worth a
  /// less simple one until it is certain.
  var nearlyBest: [Row] {
    guard let best = rows.first else { return [] }
    return notSurelyWorse.filter {
      !differ($0, best) || $0.mean - best.mean < Self.uncertainShare * best.mean
    }
  }

  /// An uncertain gain of a tenth is advised, and called uncertain.
  private static let uncertainShare = 0.1

  private static func differences(_ first: Row, _ second: Row) -> [Double] {
    zip(first.stalls, second.stalls).map { $0 - $1 }
  }

  /// How far the interval of each setting against one of them reaches; none where nothing is claimed.
  private func reaches(against row: Row) -> [CacheSetting: Double] {
    let others = rows.filter { $0.setting != row.setting }
    let values = JointReach.values(
      of: others.map(\.stalls), against: row.stalls, materiality, frames: frames)
    return Dictionary(
      uniqueKeysWithValues: zip(others, values).compactMap { other, reach in
        reach.map { (other.setting, $0) }
      })
  }
}

/// What the author of an app can choose, as far as a sweep varied it.
package struct CacheSetting: Sendable, Equatable, Hashable {
  package let loader: String
  package let prefetcher: String
  /// `no cache` for a loader without one.
  package let policy: String
  /// In bytes: nil without a cache, `SweepReport.unlimited` where nothing limits it.
  package let budgetBytes: Int?

  /// The shares of memory that it was asked for as, `15%<=768MiB`; empty where it was in bytes.
  package let rules: [String]

  /// `64MiB`, `15%<=768MiB (293 MiB)`, `no limit`, `no cache`.
  var budgetText: String {
    let size = SweepReport.text(ofBytes: budgetBytes)
    guard let budgetBytes, !rules.isEmpty else { return size }
    let mebibytes = NumberText.mebibytes(ByteCount(budgetBytes), decimals: 0)
    return "\(rules.joined(separator: " or ")) (\(mebibytes))"
  }

  /// How much there is to build and to explain, the least first.
  ///
  /// `lru` is the simplest policy; the one that the loader's library comes with is there already.
  /// Fetching nothing ahead is simpler than anything else, and so is a setting at its default.
  var effort: [Int] {
    let own = Self.ownPolicies[String(loader.prefix { $0 != ":" })]
    let rank = policy == "lru" ? 0 : policy == own ? 1 : 2
    let settings = [loader, prefetcher, policy].reduce(0) { $0 + $1.count { $0 == ":" } }
    return [rank, budgetBytes ?? 0, prefetcher == "none" ? 0 : 1, settings]
  }

  /// The same for what one does before anything is tuned: nothing fetched ahead, the smallest
  /// budget, `lru`.
  var leastEffort: [Int] {
    let effort = effort
    return [effort[2], effort[1], effort[0], effort[3]]
  }

  /// The policies that loaders come with, by their names.
  private static let ownPolicies: [String: String] = Dictionary(
    uniqueKeysWithValues: Catalog<LoaderDescriptor>.builtIn.entries.compactMap { entry in
      entry.ownCache.map { (entry.name, $0.policy) }
    })

  /// How many of loader, prefetcher, policy and budget are others than those of a setting.
  func changes(from other: CacheSetting) -> Int {
    [
      loader != other.loader, prefetcher != other.prefetcher, policy != other.policy,
      budgetBytes != other.budgetBytes,
    ].count { $0 }
  }

  /// Whether it is as simple as can be.
  var isSimplest: Bool { effort[0] < 2 }
}
