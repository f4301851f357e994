import ScrollCore
import ScrollDevice
package import ScrollSimulation
import ScrollTraces

/// A run that is looked into: the run itself with everything that happened in it, and what is to
/// be tried.
///
///     guard let examination = Examination(run, catalogs: catalogs, log: RunLog()) else { return }
///     let tried = examination.trials.map { examination.tried($0) }
///     print(Diagnosis(examination, tried).sentence)
///
/// What is tried does not depend on each other, so that it may be run on several threads.
package struct Examination: Sendable {
  package let run: RunCase
  package let report: RunReport
  package let causes: StallCauses
  /// What to try; nothing where nothing stalls.
  package let trials: [Trial]
  /// For how many images its budget has room, and how many its policy needs, where these are more.
  package let shortage: (room: Double, needed: Int)?

  private let prepared: PreparedScenario

  /// Makes a run and lists what is to be tried; nil if the log has no room for all that happens.
  ///
  /// - Parameters:
  ///   - run: what is looked into.
  ///   - catalogs: what there is to be tried.
  ///   - log: an empty one, which gets what happens.
  /// - Complexity: that of a run with a log.
  package init?(_ run: RunCase, catalogs: SweepCatalogs, log: RunLog) {
    let prepared = PreparedScenario(run.scenario)
    let report = prepared.report(of: run, log: log)
    guard log.cut == nil else { return nil }
    self.run = run
    self.prepared = prepared
    self.report = report
    shortage = prepared.shortage(of: run)
    causes = Story(log, of: prepared).causes(of: report)
    let isCalm = report.death == nil && !Self.matters(report.stalls.seconds, 0, in: run)
    trials =
      isCalm
      ? []
      : Levers(now: run, catalogs: catalogs, wasKilled: report.death != nil).trials
        + Ideals(now: run, catalogs: catalogs).trials
  }

  /// Makes the run of a trial.
  /// - Complexity: that of a run.
  package func tried(_ trial: Trial) -> WhatIf {
    let prepared = trial.sharesScenario ? prepared : PreparedScenario(trial.scenario)
    let made = prepared.report(of: trial.changed)
    let (old, new) = (report.stalls.seconds, made.stalls.seconds)
    let isComparable = report.death == nil && made.death == nil
    return WhatIf(
      trial: trial, report: made, savedSeconds: isComparable ? old - new : nil,
      isMaterial: isComparable && Self.matters(old, new, in: run),
      shortage: prepared.shortage(of: trial.changed),
      faultsBefore: RunFaults(report, isTooSmall: shortage != nil))
  }

  /// What no cache of the run's budget can avoid, and the least that was reached with one.
  ///
  /// Nil where nothing limits the cache or there is none, where nothing stalls for as long as
  /// matters, and where the app was killed.
  /// - Complexity: that of a run with each policy.
  package var bound: StallBound? {
    guard run.policy != nil, let budget = run.budget, run.scenario.loader.cache,
      report.death == nil, !trials.isEmpty
    else { return nil }
    return StallBound(prepared, budget: budget, seed: run.seed)
  }

  /// Whether two stalls of a run, in seconds, differ by what matters.
  private static func matters(_ stall: Double, _ other: Double, in run: RunCase) -> Bool {
    let materiality = Materiality.standard
    return materiality.matters(
      stall, other,
      frames: materiality.leastSeconds(
        over: run.trace.duration.seconds, at: Double(run.device.refreshRate)))
  }
}

extension PreparedScenario {
  fileprivate func shortage(of run: RunCase) -> (room: Double, needed: Int)? {
    guard let policy = run.policy, let budget = run.budget else { return nil }
    return shortage(of: policy, budget: budget)
  }

  fileprivate func report(of run: RunCase, log: RunLog? = nil) -> RunReport {
    guard let policy = run.policy, scenario.loader.cache else {
      return self.run(nil, isSpatial: false, seed: run.seed, log: log)
    }
    return self.run(policy, budget: run.budget, seed: run.seed, log: log)
  }
}
