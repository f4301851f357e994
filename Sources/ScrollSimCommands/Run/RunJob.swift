import ScrollCaching
import ScrollCore
import ScrollSimulation
import ScrollSweeps

/// How each run of a request is made.
struct RunJob: Sendable {
  /// Whether the distance from the fewest misses was asked for, and exists.
  enum Regret {
    case unasked, missing, recorded
  }

  let prepared: PreparedScenario
  let seed: UInt64
  let regret: Regret

  /// One run; without a policy that of a loader without a cache.
  func row(
    _ policy: Choice<PolicyDescriptor>?, _ budget: ByteCount, log: RunLog? = nil
  ) -> RunRow {
    guard let policy else {
      return RunRow(
        policy: nil, budget: nil, seed: seed,
        report: prepared.run(nil, isSpatial: false, seed: seed, log: log))
    }
    guard regret == .recorded else {
      return RunRow(
        policy: policy, budget: budget, seed: seed,
        report: prepared.run(policy, budget: budget, seed: seed, log: log),
        regret: regret == .missing ? RunRegret() : nil)
    }
    let demand = DemandLog(imageCount: prepared.keyCount)
    let report = prepared.run(policy, budget: budget, seed: seed, log: log) {
      RecordedModel($0, log: demand)
    }
    return RunRow(
      policy: policy, budget: budget, seed: seed, report: report,
      regret: RunRegret(
        demand.regret(capacity: budget.bytes, facts: policy.entry.facts)))
  }
}
