import ScrollCore
import ScrollDevice
import ScrollSimCommands
import ScrollSweeps
import ScrollTraces

extension SceneSet {
  /// Finds and checks everything that some scenes name; nothing is run.
  /// - Parameters:
  ///   - grids: of scenes, each with one trace or one source of sessions.
  ///   - catalogs: what names mean.
  /// - Throws: `SweepError` for the first thing that does not exist, does not fit or cannot be
  ///   read, and for a scene that stands there twice.
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
    var scenes: [Scene] = []
    for (place, (grid, groups)) in zip(grids, groups).enumerated() {
      for group in groups {
        var scene = Scene(group.scenario, budget: group.budget, grid: place)
        for (trace, keys) in group.sessions {
          var session = Session(trace)
          for key in keys {
            let run = places[key] ?? 0
            guard taken.insert(run).inserted else {
              throw Self.wrong(grid, "the scene stands there twice; expected it once")
            }
            session.add(run)
          }
          scene.sessions.append(session)
        }
        scenes.append(scene)
      }
    }
    self.init(plan, scenes)
  }

  private static func plan(
    of grid: SweepGrid, _ catalogs: SweepCatalogs
  ) throws(SweepError) -> SweepPlan {
    var grid = grid
    grid.axes[.policy] = [SweepValue("lru", place: "a scene")]
    let plan = try SweepPlan(SweepSpec(base: grid), catalogs: catalogs)
    if let run = plan.runs.first(where: { !$0.hasCache }) {
      throw wrong(
        grid,
        "loader '\(plan.scenario(of: run).record.loader)' has no cache, so no policy decides "
          + "anything there; expected a loader with a cache")
    }
    return plan
  }

  private static func wrong(_ grid: SweepGrid, _ problem: String) -> SweepError {
    SweepError(.badData, (grid.axes[.trace]?.first?.place ?? "a scene") + ": " + problem)
  }

  /// The runs of a plan that belong to one scene.
  private struct Group {
    let scenario: PlannedScenario
    let budget: String
    var sessions: [(trace: TraceRecord, runs: [ContentKey])] = []

    /// In the order of the plan.
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
        groups[place].add(run.key, of: record.trace)
      }
      return groups
    }

    private mutating func add(_ run: ContentKey, of trace: TraceRecord) {
      if let place = sessions.firstIndex(where: { $0.trace.digest == trace.digest }) {
        sessions[place].runs.append(run)
      } else {
        sessions.append((trace, [run]))
      }
    }
  }
}

extension SceneSet.Scene {
  /// A scene without sessions yet.
  fileprivate init(_ scenario: PlannedScenario, budget: String, grid: Int) {
    let record = scenario.record
    let kind = SceneKind(scenario)
    self.init(
      grid: grid, facts: SceneFacts(record, budget: budget), device: record.device.name,
      refreshRate: Double(scenario.device.refreshRate), isRecorded: kind.isRecorded,
      styles: kind.styles, catalogs: [kind.catalog], sessions: [])
  }
}
