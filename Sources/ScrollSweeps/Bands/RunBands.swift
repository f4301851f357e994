import ScrollCaching
import ScrollCore
package import ScrollDevice
import ScrollLayout
package import ScrollSimulation

/// The uncertainty of the figures of some runs, given the stated errors of their device's figures.
///
/// Each run is repeated in `ScenarioDraw.count` draws. All runs use the same random numbers in a
/// draw, so that errors that are common to all runs do not blur their order.
package struct RunBands: Sendable, Equatable {
  package let draws: Int
  /// The number of device and network figures that deviate in the draws.
  package let figures: Int
  /// The bands, indexed by run and then by figure in the order of `DrawnRuns.figures`.
  package let bands: [[FigureBand]]
  /// The number of draws in which no other run is visibly better, by run.
  package let bestIn: [Int]
  /// The number of draws in which the app is killed, by run.
  package let killedIn: [Int]
  /// The causes that change the stall time of the examined run, the greatest first.
  package let causes: [BandCause]

  /// Creates the bands from draws.
  /// - Parameters:
  ///   - draws: The draws; at least one, of at least one run.
  ///   - run: The index of the examined run.
  package init(_ draws: [DrawnRuns], lookingAt run: Int) {
    precondition(!draws.isEmpty, "bands of no draws")
    self.draws = draws.count
    figures = draws[0].causes.reduce(0) { $0 + $1.figures.count }
    let runs = draws[0].values.indices
    bands = runs.map { run in
      DrawnRuns.figures.indices.map { figure in
        FigureBand(draws.map { $0.values[run][figure] })
      }
    }
    bestIn = runs.map { run in draws.count { $0.isBest[run] } }
    killedIn = runs.map { run in draws.count { $0.isKilled[run] } }
    causes = BandCause.causes(of: draws.map { $0.values[run][0] }, draws.map(\.causes))
  }
}

/// Runs of one scenario in one draw, which varies the figures of its device at random.
package struct DrawnRuns: Sendable {
  /// The figures that have a band: stalls, late images, hits and hitches.
  package static let figures = [
    "stallSeconds", "blankSeconds", "p50Milliseconds", "lateP50Milliseconds", "p95Milliseconds",
    "hitRate", "hitchRatio",
  ].map { FigureCatalog[$0] }

  /// The figures by run, then by figure of `figures`.
  ///
  /// A run that the device killed was cut short: its figures for which less is better are infinite.
  let values: [[Double]]
  /// A Boolean value for each run that indicates whether the device killed the app.
  let isKilled: [Bool]
  /// A Boolean value for each run that indicates whether no other run is visibly better.
  let isBest: [Bool]
  /// The figures that deviate in the draw, and by how many standard deviations.
  let causes: [ProfileDraw.Cause]

  /// Repeats every run of a plan of one scenario.
  /// - Complexity: that of the runs, and of preparing the scenario.
  package init(_ number: Int, of plan: SweepPlan) {
    let drawn = DrawnScenario(number, of: plan.scenarios[0])
    let reports = plan.runs.map { drawn.report($0, of: plan) }
    values = reports.map { report in
      Self.figures.map { figure in
        let isCut = report.death != nil && figure.better == .less
        return isCut ? .infinity : figure.value(of: report).number ?? .infinity
      }
    }
    isKilled = reports.map { $0.death != nil }
    let materiality = Materiality.standard
    let scenario = plan.scenarios[0].scenario
    let frames = materiality.leastSeconds(
      over: scenario.motion.duration.seconds, at: Double(scenario.device.refreshRate))
    let scores = zip(plan.runs, reports).map { drawn.score($1, of: $0, in: plan) }
    isBest = scores.map { score in
      !scores.contains { $0.isClearlyBetter(than: score, materiality, frames: frames) }
    }
    causes = drawn.causes
  }
}

/// The stalls of some runs of a plan in one draw, which varies the figures of their devices at
/// random.
package struct DrawnStalls: Sendable {
  /// The stalls by the keys of the runs.
  package let stalls: [ContentKey: DrawnStall]
  /// The figures that deviate in the draw, scenario by scenario, each listed once.
  package let causes: [ProfileDraw.Cause]

  /// Repeats runs; the stall time of a run does not depend on the other runs.
  /// - Parameters:
  ///   - number: The number of the draw.
  ///   - runs: Runs of the plan, each once.
  ///   - plan: The plan, which has their scenarios and policies.
  /// - Complexity: that of the runs, and of preparing their scenarios one after another.
  package init(_ number: Int, of runs: [PlannedRun], in plan: SweepPlan) {
    var stalls: [ContentKey: DrawnStall] = [:]
    var causes: [ProfileDraw.Cause] = []
    let scenarios = Dictionary(grouping: runs, by: \.scenario).sorted { $0.key < $1.key }
    for (scenario, runs) in scenarios {
      let drawn = DrawnScenario(number, of: plan.scenarios[Int(scenario)])
      for run in runs { stalls[run.key] = DrawnStall(drawn.report(run, of: plan)) }
      for cause in drawn.causes where !causes.contains(cause) { causes.append(cause) }
    }
    self.stalls = stalls
    self.causes = causes
  }
}

/// A scenario of a plan in one draw, which varies the figures of its device at random, prepared to
/// run.
struct DrawnScenario {
  private let drawn: ScenarioDraw
  private let prepared: PreparedScenario

  init(_ number: Int, of scenario: PlannedScenario) {
    drawn = ScenarioDraw(number, of: scenario.scenario)
    prepared = PreparedScenario(drawn.scenario)
  }

  /// The figures that deviate in the draw, and by how many standard deviations.
  var causes: [ProfileDraw.Cause] { drawn.draw.causes }

  /// Repeats one run of the scenario with the random numbers of the draw.
  func report(_ run: PlannedRun, of plan: SweepPlan) -> RunReport {
    let seed = drawn.seed(UInt64(run.seed))
    guard let policy = plan.policy(of: run) else {
      return prepared.run(nil, isSpatial: false, seed: seed)
    }
    return prepared.run(policy, budget: run.budget, seed: seed)
  }

  /// Returns the score of a repeated run, including whether the budget is too small for its policy.
  func score(_ report: RunReport, of run: PlannedRun, in plan: SweepPlan) -> RunScore {
    var score = RunScore(report)
    if let policy = plan.policy(of: run), let budget = run.budget,
      prepared.shortage(of: policy, budget: budget) != nil
    {
      score.tooSmallShare = 1
    }
    return score
  }
}
