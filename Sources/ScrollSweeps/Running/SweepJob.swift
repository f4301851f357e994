import ScrollCaching
import ScrollCore
package import ScrollSimulation
import Synchronization

/// A job that makes the runs of a plan, from any thread.
package struct SweepJob: Sendable {
  package let plan: SweepPlan
  /// The regrets that are computed for each run, besides its figures.
  package let regret: RegretKinds
  private let shelf: ScenarioCache
  private let leastStalls = LeastStalls()

  /// Creates a job.
  /// - Parameters:
  ///   - plan: The plan of the runs.
  ///   - regret: The regrets that are computed for each run, besides its figures.
  ///   - jobs: The number of threads that make runs.
  package init(_ plan: SweepPlan, regret: RegretKinds = [], jobs: Int) {
    self.plan = plan
    self.regret = regret
    shelf = ScenarioCache(plan.scenarios, jobs: jobs)
  }

  /// Returns the prepared scenario of a run.
  package func prepared(_ run: PlannedRun) -> PreparedScenario { shelf.prepared(run.scenario) }

  /// Makes one run.
  /// - Parameters:
  ///   - run: A run of the plan.
  ///   - log: A log that receives the events of the run; `nil` keeps none.
  /// - Returns: the report of the run, and its misses above the fewest if these were requested.
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

  /// Makes one run, and returns its record for the store.
  package func record(_ run: PlannedRun) -> RunRecord {
    let (report, regret) = report(run)
    return record(run, report, regret)
  }

  /// Makes one run of the plan, without a store.
  ///
  /// - Parameters:
  ///   - position: The position of the run in the plan.
  ///   - log: A log that receives the events of the run; `nil` keeps none.
  /// - Returns: the row that a store would have, and the report.
  package func made(_ position: Int, log: RunLog? = nil) -> CompletedRun {
    let run = plan.runs[position]
    let (report, regret) = report(run, log: log)
    let row = RunRow(
      position: position, run: record(run, report, regret),
      scenario: plan.scenario(of: run).record)
    return CompletedRun(row: row, report: report)
  }

  private func record(
    _ run: PlannedRun, _ report: RunReport, _ regret: RegretRecord?
  ) -> RunRecord {
    let policy = plan.policy(of: run)
    // Without a limit every image fits.
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

  /// Returns the known bounds of the least stall, for a run with a cache and a budget.
  private func stallRegret(of run: PlannedRun) -> StallRegretRecord {
    guard plan.policy(of: run) != nil, let budget = run.budget else { return .none }
    return leastStalls.record(
      prepared(run), scenario: Int(run.scenario), budget: budget, seed: UInt64(run.seed))
  }
}

/// A run that was just made: the row that a store would have, and the full report.
package struct CompletedRun: Sendable {
  package let row: RunRow
  package let report: RunReport
}

/// A small cache of scenarios that are prepared for their runs.
///
/// Runs come in the order of the plan, so those in progress share one scenario or two. A scenario
/// that is needed again after it was dropped is prepared again: memory depends on the number of
/// jobs, not on the size of the sweep.
final class ScenarioCache: Sendable {
  /// A slot for one scenario, filled by the first thread that needs it.
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
  /// The slots; the most recently used is last.
  private let slots = Mutex<[(scenario: Int32, slot: Slot)]>([])

  init(_ scenarios: [PlannedScenario], jobs: Int) {
    self.scenarios = scenarios
    capacity = jobs + 1
  }

  /// Returns a scenario, prepared to run.
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

/// The known least stalls, each computed once for all runs of a scenario with a budget.
///
/// The first thread that needs a value computes it; other threads wait for it.
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

  /// Returns the known bounds for a scenario, by its index in the plan, with a budget.
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
