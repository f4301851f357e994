import ScrollCore
import ScrollPages
package import ScrollSimulation

/// A report on the runs of a sweep, grouped by scenario, policy and budget.
///
///     var report = SweepReport(sweep, sessions: store.traces(of: sweep.key))
///     try store.rows(of: sweep.key) { report.add($0) }
///     print(report.text(width: 100))
///
/// Every statement is based on the runs that have been added, and states their number. For an
/// unfinished sweep it is based on the comparable runs. The sessions of one source belong to one
/// scenario. Its figures are means over their runs, in which each cluster of sessions has the same
/// weight.
///
/// The report takes a few hundred bytes for each combination of scenario, policy and budget. As
/// long as it has at most `detailLimit` runs, it also takes a few hundred bytes for each run. Each
/// further run of a combination, with another seed or session, takes 144 bytes. Each session takes
/// about a kilobyte, once, for the hashes of its gestures.
package struct SweepReport: Sendable {
  /// The largest number of runs that a report holds one by one; further runs stay in the store.
  package static let detailLimit = 2000

  struct Place: Hashable, Sendable {
    var scene: Int, policy: Int, budget: Int
  }

  let sweep: SweepRecord
  /// The smallest difference worth reporting.
  package var materiality = Materiality.standard
  /// The user's current setting; `nil` if none is given.
  package var baseline: Baseline?
  /// The budgets of the sweep that are shares of memory, device by device.
  package var rules: [BudgetRuleRecord] = []
  /// The results for the users of a population; `nil` if none is given.
  var population: PopulationAnswer?
  /// The uncertainty of the recommendations; empty unless it was requested.
  package var bands: [AdviceBand] = []
  /// The comparable runs; `nil` if all runs are comparable.
  let comparable: ComparableRuns?
  /// The number of looks at the data for which the intervals must hold together.
  let looks: Int
  /// The number of runs that have been added, and the number of those that are compared.
  private(set) var madeCount = 0
  package private(set) var runCount = 0
  /// The scenarios, in the order in which they first appear; the sessions of one source share a
  /// scenario.
  package private(set) var scenes: [ScenarioRecord] = []
  /// The traces, in the order in which they first appear; each trace is a session.
  private(set) var sessions: [TraceRecord] = []
  /// The sessions, grouped by their gestures.
  private(set) var clusters = SessionClusters()
  /// The weights of the sessions in means over runs, by the digests of their traces; 1 for others.
  private let shares: [String: Double]
  /// The policies as they were requested, in the order in which they first appear.
  private(set) var policies: [String] = []
  /// The budgets in bytes; `nil` for no cache, `unlimited` if nothing limits it.
  private(set) var budgets: [Int?] = []
  private(set) var cells: [Place: ReportCell] = [:]
  /// The places of each scenario that have a cell, in the order in which they first appear.
  private var placesOfScene: [[Place]] = []
  private(set) var seeds: Set<Int> = []
  /// The runs, in order; empty if there are more than `detailLimit`.
  private(set) var rows: [RunRow] = []
  private var sceneIndex: [ScenarioIdentity: Int] = [:]
  private var sessionIndex: [String: Int] = [:]
  private var policyIndex: [String: Int] = [:]
  private var budgetIndex: [Int?: Int] = [:]

  /// Creates a report without runs.
  /// - Parameters:
  ///   - sweep: the sweep.
  ///   - comparable: the comparable runs; `nil` if all are.
  ///   - sessions: the traces of the sweep; each of their clusters has the same weight in means.
  package init(
    _ sweep: SweepRecord, comparing comparable: ComparableRuns? = nil, sessions: [TraceRecord]
  ) {
    self.sweep = sweep
    self.comparable = comparable
    shares = SessionClusters.shares(of: sessions)
    looks = Self.looks(of: sweep.spec)
  }

  /// Adds a run to the list of runs, and to the compared runs if it is comparable.
  /// - Complexity: O(1) in the runs that were added before.
  package mutating func add(_ row: RunRow) {
    madeCount += 1
    if comparable?.contains(row) ?? true { compare(row) }
    if madeCount <= Self.detailLimit {
      rows.append(row)
    } else {
      rows.removeAll(keepingCapacity: false)
    }
  }

  /// Adds a run to the compared runs.
  private mutating func compare(_ row: RunRow) {
    runCount += 1
    let scene = Self.index(ScenarioIdentity(row.scenario), in: &sceneIndex)
    if scene == scenes.count {
      scenes.append(row.scenario.ofSource)
      placesOfScene.append([])
    }
    let session = Self.index(row.scenario.trace.digest, in: &sessionIndex)
    if session == sessions.count {
      sessions.append(row.scenario.trace)
      clusters.add(row.scenario.trace)
    }
    let label = row.run.label ?? Self.noCache
    let policy = Self.index(label, in: &policyIndex)
    if policy == policies.count { policies.append(label) }
    let bytes = Self.budget(of: row.run)
    let budget = Self.index(bytes, in: &budgetIndex)
    if budget == budgets.count { budgets.append(bytes) }
    seeds.insert(row.run.seed)
    let place = Place(scene: scene, policy: policy, budget: budget)
    if cells[place] == nil { placesOfScene[scene].append(place) }
    cells[place, default: ReportCell()].add(
      row, of: session, share: shares[row.scenario.trace.digest] ?? 1)
  }

  static let noCache = "no cache"
  /// The value for a budget without a limit, which is above all others and on no curve.
  package static let unlimited = Int.max

  static func budget(of run: RunRecord) -> Int? {
    run.policy == nil ? nil : run.budgetBytes ?? unlimited
  }

  private static func index<Key: Hashable>(_ key: Key, in known: inout [Key: Int]) -> Int {
    if let index = known[key] { return index }
    known[key] = known.count
    return known.count - 1
  }

  /// The indices of the limited budgets in `budgets`, the smallest budget first.
  var sizedBudgets: [Int] {
    budgets.indices.filter { budgets[$0] != nil && budgets[$0] != Self.unlimited }
      .sorted { (budgets[$0] ?? 0) < (budgets[$1] ?? 0) }
  }

  /// Returns the cells of some scenarios, all if `nil`, in the order in which they first appear.
  func places(in scenes: [Int]? = nil) -> some Sequence<(Place, ReportCell)> {
    (scenes ?? Array(self.scenes.indices)).lazy.flatMap { placesOfScene[$0] }
      .compactMap { place in cells[place].map { (place, $0) } }
  }

  var names: ScenarioNames { ScenarioNames(scenes) }

  /// The devices with their scenarios, in the order in which they first appear.
  var devices: [(name: String, scenes: [Int])] {
    var devices: [(name: String, scenes: [Int])] = []
    for (index, scene) in scenes.enumerated() {
      if let known = devices.firstIndex(where: { $0.name == scene.device.name }) {
        devices[known].scenes.append(index)
      } else {
        devices.append((scene.device.name, [index]))
      }
    }
    return devices
  }
}

// A ranking over several devices, in which each has the same weight, so that a slow one does not
// dominate.
extension SweepReport {
  /// A Boolean value that indicates whether each device has its own column of stalls.
  ///
  /// A mean over devices would mostly show the slowest.
  var splitsRanking: Bool { (2...Self.splitLimit).contains(devices.count) }

  private static let splitLimit = 6

  /// Returns the policies over all devices, best first by their stalls in percent of each device's
  /// mean.
  func rankedAlike(_ standings: [PolicyResult]) -> [PolicyResult] {
    let relative = relativeStalls
    return Ranking.bestFirst(
      standings,
      score: { standing in
        var score = standing.score
        if let stalls = relative[standing.policy] { score.stallSeconds = stalls }
        return score
      }, name: { $0.name })
  }

  /// Each policy's stalls in percent of the mean of all policies on a device, averaged over the
  /// devices.
  ///
  /// It has no value for a policy with which the app was killed on some device.
  var relativeStalls: [Int: Double] {
    var sums: [Int: (stalls: Double, devices: Int)] = [:]
    for device in devices {
      let all = ranking(over: device.scenes)
      let known = all.compactMap(\.livingStalls)
      let mean = known.reduce(0, +) / Double(max(1, known.count))
      for standing in all {
        guard let own = standing.livingStalls else { continue }
        sums[standing.policy, default: (0, 0)].stalls += mean > 0 ? own / mean : 1
        sums[standing.policy, default: (0, 0)].devices += 1
      }
    }
    return sums.filter { $0.value.devices == devices.count }
      .mapValues { $0.stalls / Double(devices.count) * 100 }
  }
}

// Budgets as they were requested: a share of memory is one budget, whatever its bytes.

extension SweepReport {
  /// Returns the rules that give a budget on a device, in the order of their texts.
  func rules(of bytes: Int?, on device: String) -> [String] {
    guard let bytes else { return [] }
    return rules.filter { $0.device.name == device && $0.bytes == bytes }.map(\.rule).sorted()
  }

  /// Returns the texts that requested the budget of a place: rules, and the size itself if it was
  /// swept.
  func budgetLabels(at place: Place) -> [String] {
    let bytes = budgets[place.budget]
    let found = rules(of: bytes, on: scenes[place.scene].device.name)
    let isPlain = found.isEmpty || plainSizes.contains(bytes)
    return found + (isPlain ? [Self.text(ofBytes: bytes)] : [])
  }

  /// The budgets that match no rule on some device, since they were requested in bytes.
  private var plainSizes: Set<Int?> {
    guard !rules.isEmpty else { return Set(budgets) }
    var found: Set<Int?> = []
    for (place, _) in places() {
      let bytes = budgets[place.budget]
      if rules(of: bytes, on: scenes[place.scene].device.name).isEmpty { found.insert(bytes) }
    }
    return found
  }

  /// The sizes and rules that were requested, the smallest first.
  package var sizeTexts: [String] {
    budgetTexts.filter { $0 != Self.text(ofBytes: Self.unlimited) }
  }

  /// The sizes and rules, with no limit at the end if some run has none.
  var budgetTexts: [String] { budgetLabels.filter { $0 != Self.noCache } }

  /// The sizes and rules, with no cache at the beginning if some run has none.
  var budgetLabels: [String] {
    var sizes: [String: Int] = [:]
    for (place, _) in places() {
      let bytes = budgets[place.budget] ?? -1
      for label in budgetLabels(at: place) { sizes[label] = min(sizes[label] ?? .max, bytes) }
    }
    return sizes.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
  }

  /// Returns a budget as text: `64MiB`, `284.7 MiB`, `no limit`, `no cache`.
  static func text(ofBytes bytes: Int?) -> String {
    guard let bytes else { return noCache }
    return bytes == unlimited ? "no limit" : NumberText.limit(ByteCount(bytes))
  }
}

extension SweepReport {
  /// Returns the runs to show one by one: the worst session of each recommendation, and the same
  /// session with the reference.
  ///
  /// Without recommendations, these are the runs that stall least and most in one scenario. The
  /// result is empty if the report does not hold its runs one by one.
  package func detailedRuns(atMost limit: Int) -> [RunRow] {
    var found: [RunRow] = []
    func add(_ row: RunRow?) {
      guard let row, found.count < limit, !found.contains(where: { $0.run.key == row.run.key })
      else { return }
      found.append(row)
    }
    for recommendation in recommendations {
      guard let worst = rows.first(where: { $0.run.key == recommendation.worst.run }) else {
        continue
      }
      add(worst)
      let other = recommendation.reference.flatMap {
        $0.setting == recommendation.setting ? recommendation.rival : $0
      }
      guard let other else { continue }
      add(
        rows.first {
          Self.isSameSession($0, worst) && setting(of: $0) == other.setting
        })
    }
    guard found.isEmpty else { return found }
    let living = rows.filter { $0.run.killed == nil && $0.scenario.key == rows[0].scenario.key }
    add(living.min { $0.run.number(.stall) < $1.run.number(.stall) })
    add(living.max { $0.run.number(.stall) < $1.run.number(.stall) })
    return found
  }

  /// Returns whether two runs are of one session under the same conditions.
  private static func isSameSession(_ one: RunRow, _ other: RunRow) -> Bool {
    let (a, b) = (one.scenario, other.scenario)
    return a.trace.digest == b.trace.digest && a.layout == b.layout
      && a.device.digest == b.device.digest && a.network.digest == b.network.digest
      && a.start == b.start
      && one.run.seed == other.run.seed
  }

  private func setting(of row: RunRow) -> CacheSetting {
    let budget = Self.budget(of: row.run)
    return CacheSetting(
      loader: row.scenario.loader, prefetcher: row.scenario.prefetcher,
      policy: row.run.label ?? Self.noCache, budgetBytes: budget,
      rules: rules(of: budget, on: row.scenario.device.name))
  }
}

extension SweepReport {
  /// A Boolean value that indicates whether the sweep is complete.
  var isFinished: Bool { madeCount >= sweep.runs }

  /// A sentence about the runs that are missing and those that are compared; `nil` if none is
  /// missing.
  var incompleteness: String? {
    guard !isFinished else { return nil }
    let made =
      "So far \(NumberText.count(madeCount)) of \(NumberText.count(sweep.runs)) runs are finished"
    guard let comparable, comparable.allPolicies > 1 else {
      return "\(made); the answer may change."
    }
    guard !comparable.isEmpty else {
      return
        "\(made). No comparison is possible yet: no two policies have run in the same scenario "
        + "with the same budget."
    }
    let (policies, all) = (comparable.policies.count, comparable.allPolicies)
    let who =
      policies == all
      ? (all == 2 ? "both policies" : "all \(all) policies")
      : "\(policies) of \(all) policies"
    return "\(made); the answer may change. It compares \(who), on the "
      + "\(NumberText.count(comparable.placeCount)) of "
      + "\(Phrase.count(comparable.allPlaces, "combination")) of \(placeWords) that all of "
      + "them have."
  }

  private var placeWords: String {
    sessions.count > scenes.count ? "scenario, session and budget" : "scenario and budget"
  }
}

/// The identity of a scenario: everything about a run except its cache and its session.
struct ScenarioIdentity: Hashable, Sendable {
  private let key: ContentKey
  private let texts: [String]

  init(_ scenario: ScenarioRecord) {
    guard scenario.trace.session != nil else {
      // Scenarios that differ in anything differ in their keys.
      (key, texts) = (scenario.key, [])
      return
    }
    key = scenario.device.digest
    texts = [
      scenario.trace.source, scenario.layout, "\(scenario.network.digest)", scenario.loader,
      scenario.loaderSettings, scenario.prefetcher, scenario.start,
    ]
  }
}

extension ScenarioRecord {
  /// The scenario with the source of its session in place of the session.
  var ofSource: ScenarioRecord {
    guard trace.session != nil else { return self }
    var scene = self
    scene.trace.path = trace.source
    scene.trace.digest = trace.source
    return scene
  }
}
