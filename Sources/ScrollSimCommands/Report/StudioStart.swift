import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// How a studio begins with a scroll of a sweep.
struct StudioStart {
  let scene: StudioScene
  /// The policy beside that of the scene; nil is the usual one.
  let other: String?
  /// What tells the scroll from the others of the sweep.
  let name: String
  /// `lru beside distance, 32MiB, on iphone-5`.
  let beginning: String

  /// A start for each scroll of a plan, those of the preferred runs first.
  ///
  /// A scroll begins with the first of the preferred runs that shows it, against the next one on
  /// the same device that has another policy; without them with the plan's first run and policies.
  /// - Parameters:
  ///   - plan: of the sweep.
  ///   - preferred: runs of it.
  /// - Returns: none for a scroll whose runs all need what is not built in.
  static func starts(of plan: SweepPlan, preferring preferred: [PlannedRun]) -> [StudioStart] {
    var known: Set<String> = []
    return (preferred + plan.runs).compactMap { run in
      let scenario = plan.scenarios[Int(run.scenario)]
      guard isBuiltIn(run, of: plan), known.insert(key(scenario)).inserted else { return nil }
      return StudioStart(run, of: plan, preferring: preferred)
    }
  }

  private init(_ run: PlannedRun, of plan: SweepPlan, preferring preferred: [PlannedRun]) {
    let scenario = plan.scenarios[Int(run.scenario)]
    let rivals = preferred.filter { other in
      let rival = plan.scenarios[Int(other.scenario)]
      return other.policy != run.policy && Self.key(rival) == Self.key(scenario)
        && rival.device.name == scenario.device.name && Self.isBuiltIn(other, of: plan)
    }
    let others = rivals.map(\.policy) + plan.policies.indices.map { Int32($0) }
    other = others.first { policy in
      policy != run.policy && policy >= 0 && StudioParts.has(plan.policies[Int(policy)].entry)
    }.map { plan.policies[Int($0)].text }
    var setting = StudioSetting(
      device: scenario.device.name, network: scenario.network.name, loader: scenario.loader.text,
      prefetch: scenario.prefetcher.text, seed: UInt64(run.seed))
    if run.hasCache {
      setting.policy = plan.policies[Int(run.policy)].text
      setting.budget = run.budget.map { .size($0) } ?? .none
    }
    let trace = scenario.record.trace
    scene = StudioScene(
      scenario.trace, path: scenario.trace.digest == trace.digest ? trace.path : "",
      device: scenario.device, network: scenario.network, setting)
    name = trace.name
    beginning = [
      run.hasCache
        ? "\(setting.policy) beside \(other ?? PackedScene.usual(beside: setting.policy)), "
          + run.budget.budgetText : "no cache",
      "on \(setting.device)",
    ].joined(separator: ", ")
  }

  /// What is scrolled, where it lies.
  private static func key(_ scenario: PlannedScenario) -> String {
    "\(scenario.record.trace.digest) \(scenario.record.layout)"
  }

  private static func isBuiltIn(_ run: PlannedRun, of plan: SweepPlan) -> Bool {
    let scenario = plan.scenarios[Int(run.scenario)]
    return (!run.hasCache || StudioParts.has(plan.policies[Int(run.policy)].entry))
      && StudioParts.has(scenario.loader.entry) && StudioParts.has(scenario.prefetcher.entry)
  }
}
