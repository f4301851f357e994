import ScrollDevice
import ScrollSimulation
import ScrollSweeps

/// Why what comes nearest to some limits does not keep them.
enum NearestReason {
  /// A diagnosis of the worst run where it waits for images, else what its own sums say; nil if
  /// neither is known.
  static func text(_ trial: some LimitedTrial, in plan: SweepPlan) -> String? {
    guard let diagnosis = trial.waitingRun.flatMap({ diagnosis($0, in: plan) }) else {
      return trial.reason
    }
    return ([diagnosis] + [trial.reasonBesidesWaiting].compactMap { $0 }).joined(separator: "; ")
  }

  private static func diagnosis(_ run: RunRecord, in plan: SweepPlan) -> String? {
    guard let tried = plan.trial(run) else { return nil }
    let scenario = tried.scenario
    let asked = RunCase(
      path: scenario.record.trace.path, trace: scenario.trace, layout: nil, renditions: nil,
      device: scenario.device, deviceText: scenario.device.name, network: scenario.network,
      networkText: scenario.network.name, loader: scenario.loader,
      prefetcher: scenario.prefetcher, policy: tried.policy, budget: tried.budget,
      seed: UInt64(tried.seed))
    return try? asked.diagnosed().sentence
  }
}
