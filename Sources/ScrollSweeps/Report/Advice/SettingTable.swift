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
        hitches: cells.reduce(0) { $0 + $1.hitches.mean } / Double(cells.count),
        footprint: cells.reduce(0) { max($0, $1.peakMemory.greatest) })
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
