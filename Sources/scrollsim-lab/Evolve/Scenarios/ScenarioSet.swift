import ScrollCore
import ScrollDevice
import ScrollSimCommands
package import ScrollSweeps
import ScrollTraces

/// The scenarios of one part of a contest.
package struct ScenarioSet: Sendable {
  /// A session in a scenario.
  struct Session: Sendable {
    /// The digest of the session's trace.
    let digest: String
    /// The cluster of the session among all sessions of the set (`SessionClusters`).
    var cluster = 0
    /// The weight of the session in its scenario: 1 divided by the number of its sessions in the
    /// cluster.
    var weight = 1.0
    /// The duration in seconds.
    let seconds: Double
    /// The session's gestures and images, which reveal copies and parts of the session.
    let likeness: SessionSimilarity
    /// The indices of the session's runs in the plan, one for each seed.
    fileprivate(set) var runs: [Int]

    init(_ trace: TraceRecord, _ likeness: SessionSimilarity) {
      digest = trace.digest
      seconds = trace.durationSeconds
      self.likeness = likeness
      runs = []
    }

    mutating func add(_ run: Int) { runs.append(run) }
  }

  /// Sessions from one source, on one device, with one budget.
  package struct ContestScenario: Sendable {
    /// The index of the scenario's entry in the spec.
    let grid: Int
    /// The facts that distinguish the scenario from others, for people.
    let facts: ScenarioFacts
    let device: String
    /// The refresh rate of the display, in hertz.
    let refreshRate: Double
    package let isRecorded: Bool
    /// The scroll styles of the scenario's users, as far as they are known.
    let styles: Set<String>
    /// The kinds of the scenario's images, without their number and seed.
    let catalogs: Set<String>
    var sessions: [Session]

    /// Returns the mean of one value for each session, in which each cluster has the same weight.
    func mean(_ values: [Double]) -> Double {
      zip(sessions, values).reduce(0) { $0 + $1.0.weight * $1.1 }
        / Double(Set(sessions.map(\.cluster)).count)
    }
  }

  /// Every run of the scenarios, with `lru`.
  package let plan: SweepPlan
  package let scenes: [ContestScenario]

  init(_ plan: SweepPlan, _ scenes: [ContestScenario]) {
    self.plan = plan
    self.scenes = scenes
  }

  /// Returns a set with some of the scenarios.
  func keeping(_ places: [Int]) -> ScenarioSet { ScenarioSet(plan, places.map { scenes[$0] }) }

  /// The weight of each scenario.
  var weights: ScenarioWeights {
    let clusters = scenes.flatMap(\.sessions).map { ($0.digest, $0.cluster) }
    return ScenarioWeights(
      scenes.map { $0.sessions.map(\.digest) },
      clusters: Dictionary(clusters, uniquingKeysWith: { first, _ in first }))
  }

  /// The digests of the sessions.
  var digests: Set<String> { Set(scenes.flatMap { $0.sessions.map(\.digest) }) }

  /// Returns the indices of all runs of some scenarios, by scenario and by session.
  func runs(of places: Range<Int>) -> [Int] {
    scenes[places].flatMap { $0.sessions.flatMap(\.runs) }
  }

  /// The key of the scenarios in any order: their sessions, devices and budgets.
  var key: ContentKey {
    let texts = runs(of: scenes.indices).map { place in
      let run = plan.runs[place]
      return "\(plan.scenario(of: run).record.key) \(run.budget.budgetText) \(run.seed)"
    }
    return ContentKey(of: texts.sorted().joined(separator: "\n"))
  }
}

extension ScenarioSet {
  /// Resolves and checks all names of some scenarios; no run is made.
  /// - Parameters:
  ///   - grids: The scenarios, each with one trace or one source of sessions.
  ///   - catalogs: The catalogs for the names.
  /// - Throws: `SweepError` for the first name that does not exist, does not fit or cannot be read,
  ///   and for a scenario that occurs twice.
  init?(_ grids: [SweepGrid], _ catalogs: SweepCatalogs) throws(SweepError) {
    var plans: [SweepPlan] = []
    var groups: [[Group]] = []
    for grid in grids {
      let plan = try Self.plan(of: grid, catalogs)
      plans.append(plan)
      groups.append(Group.groups(of: plan))
    }
    guard let plan = SweepPlan.joining(plans) else { return nil }
    let places = Dictionary(
      plan.runs.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    var taken: Set<Int> = []
    var clusters = SessionClusters()
    var numbers: [String: Int] = [:]
    var scenes: [ContestScenario] = []
    for (place, (grid, groups)) in zip(grids, groups).enumerated() {
      for group in groups {
        var scene = ContestScenario(group.scenario, budget: group.budget, grid: place)
        for (trace, likeness, keys) in group.sessions {
          if numbers[trace.digest] == nil {
            numbers[trace.digest] = numbers.count
            clusters.add(trace)
          }
          var session = Session(trace, likeness)
          for key in keys {
            let run = places[key] ?? 0
            guard taken.insert(run).inserted else {
              throw Self.wrong(grid, "the scenario appears twice; expected it once")
            }
            session.add(run)
          }
          scene.sessions.append(session)
        }
        scenes.append(scene)
      }
    }
    for place in scenes.indices {
      let own = scenes[place].sessions.map { numbers[$0.digest] ?? 0 }
      for (index, weight) in clusters.weights(of: own).enumerated() {
        scenes[place].sessions[index].cluster = clusters[own[index]]
        scenes[place].sessions[index].weight = weight
      }
    }
    self.init(plan, scenes)
  }

  private static func plan(
    of grid: SweepGrid, _ catalogs: SweepCatalogs
  ) throws(SweepError) -> SweepPlan {
    var grid = grid
    grid.axes[.policy] = [SweepValue("lru", place: "a scenario")]
    let plan = try SweepPlan(SweepSpec(base: grid), catalogs: catalogs)
    if let run = plan.runs.first(where: { !$0.hasCache }) {
      throw wrong(
        grid,
        "loader '\(plan.scenario(of: run).record.loader)' has no cache, so policies have no "
          + "effect; expected a loader with a cache")
    }
    return plan
  }

  private static func wrong(_ grid: SweepGrid, _ problem: String) -> SweepError {
    SweepError(.badData, (grid.axes[.trace]?.first?.place ?? "a scenario") + ": " + problem)
  }

  /// The runs of a plan that belong to one scenario.
  private struct Group {
    let scenario: PlannedScenario
    let budget: String
    var sessions: [(trace: TraceRecord, likeness: SessionSimilarity, runs: [ContentKey])] = []

    /// Returns the groups in the order of the plan.
    static func groups(of plan: SweepPlan) -> [Group] {
      var groups: [Group] = []
      var places: [[String]: Int] = [:]
      for run in plan.runs {
        let scenario = plan.scenario(of: run)
        let record = scenario.record
        let identity = [
          record.layout, "\(record.device.digest)", "\(record.network.digest)", record.loader,
          record.prefetcher, run.budget.budgetText,
        ]
        let place = places[identity] ?? groups.count
        places[identity] = place
        if place == groups.count {
          groups.append(Group(scenario: scenario, budget: run.budget.budgetText))
        }
        groups[place].add(run.key, of: scenario)
      }
      return groups
    }

    private mutating func add(_ run: ContentKey, of scenario: PlannedScenario) {
      let trace = scenario.record.trace
      if let place = sessions.firstIndex(where: { $0.trace.digest == trace.digest }) {
        sessions[place].runs.append(run)
      } else {
        sessions.append((trace, SessionSimilarity(scenario), [run]))
      }
    }
  }
}

extension ScenarioSet.ContestScenario {
  /// Creates a scenario without sessions.
  fileprivate init(_ scenario: PlannedScenario, budget: String, grid: Int) {
    let record = scenario.record
    let kind = ScenarioKind(scenario)
    self.init(
      grid: grid, facts: ScenarioFacts(record, budget: budget), device: record.device.name,
      refreshRate: Double(scenario.device.refreshRate), isRecorded: kind.isRecorded,
      styles: kind.styles, catalogs: [kind.catalog], sessions: [])
  }
}

/// The scroll styles and the images of a scenario, as far as its traces state them.
struct ScenarioKind {
  let isRecorded: Bool
  /// The styles; empty if they are unknown.
  let styles: Set<String>
  /// The kind of the images, without their number and seed.
  let catalog: String

  init(_ scenario: PlannedScenario) {
    isRecorded = scenario.trace.header.kind == .recorded
    let path = scenario.record.trace.path
    guard path.hasPrefix(SessionName.drawn) else {
      styles = []
      catalog = Self.catalog(scenario.trace)
      return
    }
    let settings = path.split { $0 == ":" || $0 == "#" }
    let style = settings.first { $0.hasPrefix("style=") }.map { String($0.dropFirst(6)) }
    styles = style.map { [$0] } ?? Self.drawn
    catalog = "drawn sizes"
  }

  /// The styles of sessions whose style is drawn (`SessionTraits`).
  private static let drawn: Set<String> = Set(
    [SessionStyle.browsing, .reading, .toAndFro].map(\.rawValue))

  private static func catalog(_ trace: ScrollTrace) -> String {
    switch trace.catalog.source {
    case .listed: "listed for \(trace.header.title)"
    case .generated(let recipe):
      "\(recipe)".split(separator: " ")
        .filter { !$0.hasPrefix("items=") && !$0.hasPrefix("seed=") }.joined(separator: " ")
    }
  }
}

/// The facts that distinguish a scenario from others, for people.
struct ScenarioFacts: Sendable, Hashable {
  private enum Column: Int, CaseIterable {
    case source, layout, device, network, loader, prefetcher, budget
  }

  private let texts: [String]

  init(_ scenario: ScenarioRecord, budget: String) {
    texts = [
      Self.source(scenario.trace), scenario.layout, scenario.device.name, scenario.network.name,
      scenario.loader, scenario.prefetcher, budget,
    ]
  }

  /// Returns a trace's name, or the name of the source of its sessions.
  private static func source(_ trace: TraceRecord) -> String {
    guard trace.session != nil, let mark = trace.name.lastIndex(of: "#") else { return trace.name }
    return String(trace.name[..<mark])
  }

  /// Returns a name for each scenario: source, device and budget, and everything else that differs.
  static func names(of scenes: [ScenarioFacts]) -> [String] {
    let always: Set<Column> = [.source, .device, .budget]
    let columns = Column.allCases.filter { column in
      guard column != .layout else { return hasLayouts(scenes) }
      return always.contains(column) || Set(scenes.map { $0.texts[column.rawValue] }).count > 1
    }
    return scenes.map { scene in
      columns.map { scene.texts[$0.rawValue] }.joined(separator: ", ")
    }
  }

  /// Returns whether any source is shown on several layouts.
  private static func hasLayouts(_ scenes: [ScenarioFacts]) -> Bool {
    let pairs = Set(scenes.map { [$0.texts[0], $0.texts[1]] })
    return pairs.count > Set(scenes.map { $0.texts[0] }).count
  }
}

/// The weights of scenarios, and of their sessions, in a mean over all of them.
///
/// The weight of a scenario is proportional to the number of its clusters of sessions, but at most a
/// third. The clusters of a scenario have equal weights, and so do the sessions of a cluster in it.
/// Sessions with the same gestures, and parts of one recording, are one cluster (`SessionClusters`).
package struct ScenarioWeights: Sendable, Equatable {
  /// The largest weight of a scenario, if there are three or more.
  package static let most = 1.0 / 3

  /// The weight of each scenario; their sum is 1.
  package let shares: [Double]
  /// The number of different sessions; a session may occur in several scenarios.
  package let sessionCount: Int
  /// The number of clusters of these sessions, the unit of intervals.
  package let clusterCount: Int
  /// For each scenario, the numbers of its sessions' clusters.
  private let numbers: [[Int]]
  /// For each scenario, the weights of its sessions, which add up to 1 in each cluster.
  private let weights: [[Double]]
  /// For each scenario, the number of its clusters.
  private let counts: [Int]

  /// Creates the weights.
  /// - Parameters:
  ///   - sessions: The digests of the sessions of each scenario; none is empty.
  ///   - clusters: The cluster of each session, by its digest; a session that is missing here is a
  ///     cluster of its own.
  package init(_ sessions: [[String]], clusters: [String: Int] = [:]) {
    enum Unit: Hashable { case cluster(Int), session(String) }
    var known: [Unit: Int] = [:]
    var numbers: [[Int]] = []
    for scene in sessions {
      precondition(!scene.isEmpty, "a scenario without a session")
      numbers.append(
        scene.map { session in
          let unit = clusters[session].map(Unit.cluster) ?? .session(session)
          let number = known[unit] ?? known.count
          known[unit] = number
          return number
        })
    }
    self.numbers = numbers
    sessionCount = Set(sessions.joined()).count
    clusterCount = known.count
    weights = numbers.map { scene in
      let sizes = Dictionary(scene.map { ($0, 1.0) }, uniquingKeysWith: +)
      return scene.map { 1 / (sizes[$0] ?? 1) }
    }
    counts = numbers.map { Set($0).count }
    shares = Self.shares(of: counts)
  }

  /// Returns the weighted mean over all sessions of one value for each, by scenario.
  package func mean(_ values: [[Double]]) -> Double {
    values.indices.reduce(0) { sum, scene in
      let own = zip(weights[scene], values[scene]).reduce(0) { $0 + $1.0 * $1.1 }
      return sum + shares[scene] * own / Double(counts[scene])
    }
  }

  /// Returns one value for each cluster of sessions; the plain mean of these values is the weighted
  /// mean of the given values.
  package func byCluster(_ values: [[Double]]) -> [Double] {
    var sums = [Double](repeating: 0, count: clusterCount)
    for (scene, own) in values.enumerated() {
      let factor = shares[scene] * Double(clusterCount) / Double(counts[scene])
      for (session, value) in own.enumerated() {
        sums[numbers[scene][session]] += factor * weights[scene][session] * value
      }
    }
    return sums
  }

  private static func shares(of counts: [Int]) -> [Double] {
    guard counts.count > 3 else {
      return counts.map { _ in 1 / Double(counts.count) }
    }
    // The excess of the largest scenario goes to the others, which may make another one too large.
    var full: Set<Int> = []
    while true {
      let others = counts.indices.filter { !full.contains($0) }
      let sessions = Double(others.reduce(0) { $0 + counts[$1] })
      let each = (1 - most * Double(full.count)) / sessions
      let larger = others.filter { each * Double(counts[$0]) > most }
      guard larger.isEmpty else {
        full.formUnion(larger)
        continue
      }
      return counts.indices.map { full.contains($0) ? most : each * Double(counts[$0]) }
    }
  }
}
