import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

extension HuntScene {
  /// How bad a session is for the policy; nil for one that breaks a rule, and where the app is
  /// killed.
  package func judge(_ genome: HuntGenome) -> HuntTrial? {
    guard let session = HuntSession(genome, in: self) else { return nil }
    if case .bound = against { return judgeByBound(session) }
    let report = session.prepared.run(policy, budget: session.budget)
    guard report.death == nil else { return nil }
    let ours = figure(of: report)
    // What it never gave up it never had to load again.
    guard report.evictions > 0 else { return trial(ours, ours, evictions: 0) }
    guard let other = figure(of: opponents[genome.opponent], in: session) else { return nil }
    return trial(ours, other, evictions: report.evictions)
  }

  /// The figure of an opponent; nil where the app is killed, or where the budget is too small for
  /// the policy to be what its name says.
  private func figure(of opponent: Choice<PolicyDescriptor>, in session: HuntSession) -> Double? {
    if let budget = session.budget,
      session.prepared.shortage(of: opponent, budget: budget) != nil
    {
      return nil
    }
    let report = session.prepared.run(opponent, budget: session.budget)
    return report.death == nil ? figure(of: report) : nil
  }

  private func figure(of report: RunReport) -> Double {
    switch metric {
    case .stall: report.stalls.seconds
    case .misses: Double(report.requests.count - report.requests.hits)
    }
  }

  private func judgeByBound(_ session: HuntSession) -> HuntTrial? {
    let demand = DemandLog(imageCount: session.prepared.keyCount)
    let report = session.prepared.run(policy, budget: session.budget) {
      RecordedModel($0, log: demand)
    }
    guard report.death == nil else { return nil }
    switch metric {
    case .stall:
      let bound = ProvenStallBound(session.prepared, budget: session.budget)
      return trial(report.stalls.seconds, bound.seconds, evictions: report.evictions)
    case .misses:
      guard let budget = session.budget else { return nil }
      let regret = demand.regret(capacity: budget.bytes, facts: policy.entry.facts)
      guard let least = regret.leastMisses, let more = regret.misses else { return nil }
      return trial(Double(least + more), Double(least), evictions: report.evictions)
    }
  }

  /// The two figures and their score: the ratio, as far as the difference is worth it.
  ///
  /// Where the policy is no worse, sessions in which it gives up more are nearer to one in which it
  /// is.
  private func trial(_ policy: Double, _ other: Double, evictions: Int) -> HuntTrial {
    let worth = min(1, max(0, policy - other) / scale.enough)
    return HuntTrial(
      policy: policy, other: other,
      score: worth * policy / (other + scale.least) + 0.001 * min(1, Double(evictions) / 100))
  }
}

extension RunReport {
  /// How many images left the cache, or were not let in.
  fileprivate var evictions: Int { cache.removals.reduce(0, +) + cache.refusals }
}
