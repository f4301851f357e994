import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// The only way in which these tests make runs: counts must add up, and no event may precede its
/// cause.
extension PreparedScenario {
  /// Runs with a policy and records every law that is broken.
  ///
  /// Without a `log` the order of events is not checked. A failure prints `told` besides the law.
  /// `adapting` changes the policy's set-up.
  func lawfulRun(
    _ policy: Choice<PolicyDescriptor>, budget: ByteCount, seed: UInt64 = 0,
    log: RunLog? = RunLog(), told: @autoclosure () -> Any = "",
    sourceLocation: SourceLocation = #_sourceLocation,
    adapting: ((inout PolicySetup) -> Void)? = nil
  ) -> RunReport {
    let report =
      if let adapting, scenario.loader.cache {
        run(policy, budget: budget, seed: seed, log: log, adapting: adapting)
      } else {
        run(policy, budget: budget, seed: seed, log: log)
      }
    expectLaws(of: report, log, at: sourceLocation) {
      "seed \(seed), policy \(policy.text), budget \(budget.bytes) \(told())"
    }
    return report
  }

  /// Runs with the given cache model, or with none, and records every law that is broken.
  func lawfulRun(
    _ model: (any CacheModel)?, isSpatial: Bool, log: RunLog? = RunLog(),
    afterRelaunch: (() -> any CacheModel)? = nil, told: @autoclosure () -> Any = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> RunReport {
    let report = run(model, isSpatial: isSpatial, log: log, afterRelaunch: afterRelaunch)
    expectLaws(of: report, log, at: sourceLocation) { "\(told())" }
    return report
  }

  /// Runs with a policy whose set-up is changed.
  private func run(
    _ policy: Choice<PolicyDescriptor>, budget: ByteCount, seed: UInt64, log: RunLog?,
    adapting: (inout PolicySetup) -> Void
  ) -> RunReport {
    var setup = setup(for: policy, budget: budget, seed: seed)
    adapting(&setup)
    let told = setup
    return run(
      policy.entry.makeModel(told), isSpatial: policy.entry.isSpatial, budget: budget,
      seed: seed, log: log, afterRelaunch: { policy.entry.makeModel(told) })
  }

  private func expectLaws(
    of report: RunReport, _ log: RunLog?, at sourceLocation: SourceLocation,
    _ told: () -> String
  ) {
    let broken =
      report.brokenLaws + (log.flatMap { LogOrder.problem(in: $0) }.map { [$0] } ?? [])
      + (log.flatMap { peakProblem(in: $0, report) }.map { [$0] } ?? [])
    for law in broken { Issue.record("\(law)\n\(told())", sourceLocation: sourceLocation) }
  }

  /// Returns the difference between the peak in a whole log and in the report; `nil` if there is none.
  private func peakProblem(in log: RunLog, _ report: RunReport) -> String? {
    let held = log.entries.reduce(HeldMemory()) { held, entry in
      if case .peak(let newer) = entry.event { newer } else { held }
    }
    let peak = scenario.device.memory.baseFootprint + held.sum
    guard log.cut == nil, peak != report.memory.peakFootprint else { return nil }
    return "the parts of the peak add up to \(peak), not to \(report.memory.peakFootprint)"
  }
}
