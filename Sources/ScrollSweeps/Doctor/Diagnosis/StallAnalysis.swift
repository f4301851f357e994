package import ScrollCore
import ScrollDevice
package import ScrollSimulation
import ScrollTraces

/// An examination of a run: the run with its complete log, and the changes to try.
///
///     guard let analysis = StallAnalysis(run, catalogs: catalogs, log: RunLog()) else { return }
///     let tried = analysis.trials.map { analysis.tried($0) }
///     print(Diagnosis(analysis, tried).sentence)
///
/// Trials do not depend on each other, so they can run on several threads.
package struct StallAnalysis: Sendable {
  let run: RunCase
  let report: RunReport
  let causes: StallCauses
  /// The changes to try; empty if no complaint is visible.
  package let trials: [Trial]
  /// The worst complaint; `nil` if none is visible.
  let worst: Complaint?
  /// The parts of the footprint at its peak.
  let peakMemory: PeakMemory
  /// The warning that the cache has too little room; `nil` if it has enough.
  let warning: CacheWarning?

  private let prepared: PreparedScenario

  /// Makes a run and lists the changes to try; `nil` if the log is too small for all events.
  ///
  /// - Parameters:
  ///   - run: the run to examine.
  ///   - catalogs: the loaders, prefetchers and policies to try.
  ///   - log: an empty log, which receives the events.
  /// - Complexity: that of a run with a log.
  package init?(_ run: RunCase, catalogs: SweepCatalogs, log: RunLog) {
    let prepared = PreparedScenario(run.scenario)
    let report = prepared.report(of: run, log: log)
    guard log.cut == nil else { return nil }
    self.run = run
    self.prepared = prepared
    self.report = report
    warning = CacheWarning(prepared, run, report)
    let explainer = StallExplainer(log, of: prepared)
    causes = explainer.causes(of: report)
    peakMemory = PeakMemory(images: explainer.record.peak, app: run.device.memory.baseFootprint)
    worst = Complaint.worst(
      of: report, limit: run.device.memory.appLimit,
      isBlank: Self.matters(report.stalls.seconds, 0, in: run))
    trials =
      worst == nil
      ? []
      : Levers(now: run, catalogs: catalogs, wasKilled: report.death != nil).trials
        + Ideals(now: run, catalogs: catalogs).trials
  }

  /// Runs a trial.
  /// - Complexity: that of a run.
  package func tried(_ trial: Trial) -> WhatIf {
    let prepared = trial.sharesScenario ? prepared : PreparedScenario(trial.scenario)
    let made = prepared.report(of: trial.changed)
    let (old, new) = (report.stalls.seconds, made.stalls.seconds)
    let isComparable = report.death == nil && made.death == nil
    let isMaterial = isComparable && Self.matters(old, new, in: run)
    let candidate = Self.candidate(made, changes: 1, in: run)
    return WhatIf(
      trial: trial, report: made, savedSeconds: isComparable ? old - new : nil,
      isMaterial: isMaterial,
      effects: isComparable
        ? ComplaintEffects(
          from: Self.candidate(report, changes: 0, in: run), to: candidate, countsLate: true)
        : ComplaintEffects(), candidate: candidate,
      warning: CacheWarning(prepared, trial.changed, made), faultsBefore: RunFaults(report))
  }

  /// The lower bound on the stall with any cache of the run's budget, and the best stall found: that
  /// of the run itself if it keeps its budget and stalls less than all others.
  ///
  /// `nil` without a cache or a limit, if nothing stalls visibly, and if the app was killed.
  /// - Complexity: that of a run with each policy.
  package var bound: StallBound? {
    guard let policy = run.policy, let budget = run.budget, run.scenario.loader.cache,
      report.death == nil, !trials.isEmpty
    else { return nil }
    let bound = StallBound(prepared, budget: budget, seed: run.seed)
    guard report.cache.peakExcess == .zero else { return bound }
    return bound.including(
      BestFoundStall.Trial(policy: policy.text, seconds: report.stalls.seconds))
  }

  /// Returns the figures of a run for the rule, with the default limits of its device.
  private static func candidate(
    _ report: RunReport, changes: Int, in run: RunCase
  ) -> ChoiceRule.Candidate {
    let rule = ChoiceRule()
    return rule.candidate(
      [RunJudge(on: run.device, by: rule).session(report)], changes: changes)
  }

  /// Returns whether two stalls of a run, in seconds, differ visibly.
  private static func matters(_ stall: Double, _ other: Double, in run: RunCase) -> Bool {
    let rule = ChoiceRule()
    let frames = rule.materiality.leastSeconds(
      over: run.trace.duration.seconds, at: Double(run.device.refreshRate))
    return rule.blankDiffers(stall, other, frames: frames)
  }
}

extension PreparedScenario {
  fileprivate func report(of run: RunCase, log: RunLog? = nil) -> RunReport {
    guard let policy = run.policy, scenario.loader.cache else {
      return self.run(nil, isSpatial: false, seed: run.seed, log: log)
    }
    return self.run(policy, budget: run.budget, seed: run.seed, log: log)
  }
}

/// The parts of a run's footprint at its peak.
package struct PeakMemory: Sendable, Equatable {
  /// The images, by their holders.
  let images: HeldMemory
  /// The app without its images.
  let app: ByteCount

  /// The footprint at its peak: the sum of the parts.
  package var peak: ByteCount { app + images.sum }

  /// The parts with their names in JSON, in tables, and as variables of `Palette`.
  package var parts: [(name: String, words: String, color: String, bytes: ByteCount)] {
    [
      ("cached", "images in the cache", "kept", images.cached),
      ("displayed", "images on screen that the cache does not hold", "shown", images.displayed),
      ("inFlight", "images that are loading", "loading", images.inFlight),
      (
        "elsewhere", "images decoded elsewhere, such as in reused cells",
        "elsewhere", images.elsewhere
      ),
      ("app", "the app without its images", "muted", app),
    ]
  }
}
