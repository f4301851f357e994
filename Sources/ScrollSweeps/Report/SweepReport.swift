package import ScrollSimulation

/// The runs of a sweep, grouped by scene, policy and budget.
///
///     var report = SweepReport(sweep)
///     try store.rows(of: sweep.key) { report.add($0) }
///     print(report.text(width: 100))
///
/// Every statement rests on the runs that have been added, and says how many there are; of a sweep
/// that is not finished, on those that compare.
/// The sessions of one source belong to one scene, and are what its figures are means of.
///
/// Memory is a few hundred bytes for each combination of scene, policy and budget, and for each
/// run while there are at most `detailLimit`; a session or a seed more takes 72 bytes.
package struct SweepReport: Sendable {
  /// Up to so many runs a report has each of them; beyond, they stay in the store.
  package static let detailLimit = 2000

  struct Place: Hashable, Sendable {
    var scene: Int, policy: Int, budget: Int
  }

  package let sweep: SweepRecord
  /// From where on a difference matters.
  package var materiality = Materiality.standard
  /// What the user has now; nil if not given.
  package var baseline: Baseline?
  /// The budgets of the sweep that are shares of memory, device by device.
  package var rules: [BudgetRuleRecord] = []
  /// What the runs are for the users of a population; nil if none is given.
  package var population: PopulationAnswer?
  /// How far what is advised holds; empty unless that was asked for.
  package var bands: [AdviceBand] = []
  /// Which of the runs compare; nil if all do.
  package let comparable: ComparableRuns?
  /// How many runs have been added, and how many of them are compared.
  package private(set) var madeCount = 0
  package private(set) var runCount = 0
  /// The scenarios, in the order in which they came; of sessions their source.
  package private(set) var scenes: [ScenarioRecord] = []
  /// What was scrolled, in the order in which it came: each trace is a session.
  private(set) var sessions: [TraceRecord] = []
  /// The policies as they were asked for, in the order in which they came.
  private(set) var policies: [String] = []
  /// In bytes: nil for no cache, `unlimited` where nothing limits it.
  private(set) var budgets: [Int?] = []
  private(set) var cells: [Place: ReportCell] = [:]
  /// The places that have a cell, by scenario, in the order in which they came.
  private var placesOfScene: [[Place]] = []
  private(set) var seeds: Set<Int> = []
  /// The runs, in order; empty if there are more than `detailLimit`.
  private(set) var rows: [ResultRow] = []
  private var sceneIndex: [Scene: Int] = [:]
  private var sessionIndex: [String: Int] = [:]
  private var policyIndex: [String: Int] = [:]
  private var budgetIndex: [Int?: Int] = [:]

  /// A report without runs.
  package init(_ sweep: SweepRecord, comparing comparable: ComparableRuns? = nil) {
    self.sweep = sweep
    self.comparable = comparable
  }

  /// Adds a run: to what is compared, if it compares, and to the list of runs.
  /// - Complexity: O(1) in the runs that are there.
  package mutating func add(_ row: ResultRow) {
    madeCount += 1
    if comparable?.contains(row) ?? true { compare(row) }
    if madeCount <= Self.detailLimit {
      rows.append(row)
    } else {
      rows.removeAll(keepingCapacity: false)
    }
  }

  /// Adds a run to what is compared.
  private mutating func compare(_ row: ResultRow) {
    runCount += 1
    let scene = Self.index(Scene(row.scenario), in: &sceneIndex)
    if scene == scenes.count {
      scenes.append(row.scenario.ofSource)
      placesOfScene.append([])
    }
    let session = Self.index(row.scenario.trace.digest, in: &sessionIndex)
    if session == sessions.count { sessions.append(row.scenario.trace) }
    let label = row.run.label ?? Self.noCache
    let policy = Self.index(label, in: &policyIndex)
    if policy == policies.count { policies.append(label) }
    let bytes = Self.budget(of: row.run)
    let budget = Self.index(bytes, in: &budgetIndex)
    if budget == budgets.count { budgets.append(bytes) }
    seeds.insert(row.run.seed)
    let place = Place(scene: scene, policy: policy, budget: budget)
    if cells[place] == nil { placesOfScene[scene].append(place) }
    cells[place, default: ReportCell()].add(row, of: session)
  }

  static let noCache = "no cache"
  /// Stands for a budget that limits nothing: above all others, and on no curve.
  package static let unlimited = Int.max

  static func budget(of run: RunRecord) -> Int? {
    run.policy == nil ? nil : run.budgetBytes ?? unlimited
  }

  private static func index<Key: Hashable>(_ key: Key, in known: inout [Key: Int]) -> Int {
    if let index = known[key] { return index }
    known[key] = known.count
    return known.count - 1
  }

  /// The sizes of caches, the smallest first, by their places in `budgets`.
  var sizedBudgets: [Int] {
    budgets.indices.filter { budgets[$0] != nil && budgets[$0] != Self.unlimited }
      .sorted { (budgets[$0] ?? 0) < (budgets[$1] ?? 0) }
  }

  /// The cells of some scenarios, all if nil, in the order in which they came.
  func places(in scenes: [Int]? = nil) -> some Sequence<(Place, ReportCell)> {
    (scenes ?? Array(self.scenes.indices)).lazy.flatMap { placesOfScene[$0] }
      .compactMap { place in cells[place].map { (place, $0) } }
  }

  var names: SceneNames { SceneNames(scenes) }

  /// The devices, in the order in which they came, with their scenarios.
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
