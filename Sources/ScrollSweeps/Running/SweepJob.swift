import ScrollCaching
import ScrollCore
package import ScrollSimulation
import Synchronization

/// Makes the runs of a plan, whichever thread asks.
package struct SweepJob: Sendable {
  package let plan: SweepPlan
  /// What is worked out of each run beside its figures.
  package let regret: RegretKinds
  private let shelf: ScenarioShelf
  private let leastStalls = LeastStalls()

  /// - Parameters:
  ///   - plan: what there is to run.
  ///   - regret: what is worked out of each run beside its figures.
  ///   - jobs: how many threads will ask.
  package init(_ plan: SweepPlan, regret: RegretKinds = [], jobs: Int) {
    self.plan = plan
    self.regret = regret
    shelf = ScenarioShelf(plan.scenarios, jobs: jobs)
  }

  /// The scenario of a run, made ready.
  package func prepared(_ run: PlannedRun) -> PreparedScenario { shelf.prepared(run.scenario) }

  /// Makes one run.
  /// - Parameters:
  ///   - run: of the plan.
  ///   - log: gets what happens in it; nil keeps nothing.
  /// - Returns: what the run reports, and its misses above the fewest where these were asked for.
  package func report(
    _ run: PlannedRun, log: RunLog? = nil
  ) -> (report: RunReport, regret: RegretRecord?) {
    let prepared = prepared(run)
    let seed = UInt64(run.seed)
    guard let policy = plan.policy(of: run) else {
      let report = prepared.run(nil, isSpatial: false, seed: seed, log: log)
      return (report, regret.contains(.misses) ? RegretRecord.none : nil)
    }
    guard regret.contains(.misses), let budget = run.budget, prepared.scenario.hasBoundedMisses
    else {
      let report = prepared.run(policy, budget: run.budget, seed: seed, log: log)
      return (report, regret.contains(.misses) ? RegretRecord.none : nil)
    }
    let demand = DemandLog(imageCount: prepared.keyCount)
    let report = prepared.run(policy, budget: run.budget, seed: seed, log: log) {
      RecordedModel($0, log: demand)
    }
    return (report, demand.regret(capacity: budget.bytes, facts: policy.entry.facts))
  }

  /// Makes one run, for the store.
  package func record(_ run: PlannedRun) -> RunRecord {
    let (report, regret) = report(run)
    return record(run, report, regret)
  }

  /// Makes one run of the plan, without a store.
  ///
  /// - Parameters:
  ///   - position: of the run in the plan.
  ///   - log: gets what happens in it; nil keeps nothing.
  /// - Returns: what a store would have of it, and its report.
  package func made(_ position: Int, log: RunLog? = nil) -> MadeRun {
    let run = plan.runs[position]
    let (report, regret) = report(run, log: log)
    let row = RunRow(
      position: position, run: record(run, report, regret),
      scenario: plan.scenario(of: run).record)
    return MadeRun(row: row, report: report)
  }

  private func record(
    _ run: PlannedRun, _ report: RunReport, _ regret: RegretRecord?
  ) -> RunRecord {
    let policy = plan.policy(of: run)
    // Without a limit there is room for every image.
    let shortage = run.budget.flatMap { budget in
      policy.flatMap { prepared(run).shortage(of: $0, budget: budget) }
    }
    return RunRecord(
      key: run.key, scenario: plan.scenario(of: run).record.key, policy: policy?.entry.name,
      settings: policy?.settingsText, label: policy?.label,
      budgetBytes: run.budget?.bytes, seed: run.seed,
      modelVersion: ModelVersion.current, killed: report.death.map { "\($0.reason)" },
      killedMilliseconds: report.death?.time.milliseconds,
      figures: FigureCatalog.stored.map { $0.value(of: report) },
      parts: report.storedParts + RunRecord.Part.room(shortage),
      regret: regret, stallRegret: self.regret.contains(.stalls) ? stallRegret(of: run) : nil)
  }

  /// What is known of the least stall: of runs with a cache and a budget.
  private func stallRegret(of run: PlannedRun) -> StallRegretRecord {
    guard plan.policy(of: run) != nil, let budget = run.budget else { return .none }
    return leastStalls.record(
      prepared(run), scenario: Int(run.scenario), budget: budget, seed: UInt64(run.seed))
  }
}

/// A run that was made just now: what a store would have of it, and all that it reports.
package struct MadeRun: Sendable {
  package let row: RunRow
  package let report: RunReport
}

/// Scenarios made ready for their runs, a few at a time.
///
/// Runs come in the order of the plan, so those under way share one scenario or two. One that
/// is wanted again after it was put away is made again: memory depends on the number of jobs, not
/// on the size of the sweep.
final class ScenarioShelf: Sendable {
  /// A place for one scenario, filled by the first thread that needs it.
  private final class Slot: Sendable {
    private let prepared = Mutex<PreparedScenario?>(nil)

    func value(_ make: () -> PreparedScenario) -> PreparedScenario {
      prepared.withLock { prepared in
        if let prepared { return prepared }
        let made = make()
        prepared = made
        return made
      }
    }
  }

  private let scenarios: [PlannedScenario]
  private let capacity: Int
  /// The most recently used last.
  private let slots = Mutex<[(scenario: Int32, slot: Slot)]>([])

  init(_ scenarios: [PlannedScenario], jobs: Int) {
    self.scenarios = scenarios
    capacity = jobs + 1
  }

  /// A scenario, ready to run.
  func prepared(_ scenario: Int32) -> PreparedScenario {
    let slot = slots.withLock { slots in
      let slot: Slot
      if let place = slots.firstIndex(where: { $0.scenario == scenario }) {
        slot = slots.remove(at: place).slot
      } else {
        slot = Slot()
        if slots.count >= capacity { slots.removeFirst() }
      }
      slots.append((scenario, slot))
      return slot
    }
    return slot.value { PreparedScenario(scenarios[Int(scenario)].scenario) }
  }
}

/// The least stalls that are known, each worked out once for all runs of a scenario with a budget.
///
/// Whichever run asks first works it out; others that ask meanwhile wait for it.
final class LeastStalls: Sendable {
  private struct Place: Hashable {
    var scenario: Int
    var budget: ByteCount
    var seed: UInt64
  }

  private final class Entry: Sendable {
    let record = Mutex<StallRegretRecord?>(nil)
  }

  private let entries = Mutex<[Place: Entry]>([:])

  /// What is known of a scenario, by its place in the plan, with a budget.
  /// - Complexity: some forty runs the first time.
  func record(
    _ prepared: PreparedScenario, scenario: Int, budget: ByteCount, seed: UInt64
  ) -> StallRegretRecord {
    let place = Place(scenario: scenario, budget: budget, seed: seed)
    let entry = entries.withLock { entries in
      let entry = entries[place] ?? Entry()
      entries[place] = entry
      return entry
    }
    return entry.record.withLock { known in
      if let known { return known }
      let bound = StallBound(prepared, budget: budget, seed: seed)
      let record = StallRegretRecord(
        proven: bound.proven, reached: bound.reached, reachedBy: bound.reachedBy, lru: bound.lru)
      known = record
      return record
    }
  }
}
