import ScrollCaching
import ScrollCore
package import ScrollDevice
import ScrollLayout
package import ScrollSimulation

/// How far the figures of some runs can be trusted, given the stated errors of their device's figures.
///
/// Each run is made again in `ScenarioDraw.count` draws, all runs with the same luck in each, so that
/// what is common to them does not blur their order.
package struct RunBands: Sendable, Equatable {
  package let draws: Int
  /// How many figures of the device and the network are off in the draws.
  package let figures: Int
  /// By run, then by figure of `DrawnRuns.figures`.
  package let bands: [[FigureBand]]
  /// In how many draws no other is better by as much as matters, by run.
  package let bestIn: [Int]
  /// In how many draws the app is killed, by run.
  package let killedIn: [Int]
  /// What moves the stall of the run that is looked at, the greatest first.
  package let causes: [BandCause]

  /// Puts draws together.
  /// - Parameters:
  ///   - draws: at least one, of at least one run.
  ///   - run: the place of the run that is looked at.
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

/// Runs of one scenario as they come out in one draw of what its device's figures may truly be.
package struct DrawnRuns: Sendable {
  /// The figures that have a band: stalls, late images, hits and hitches.
  package static let figures = [
    "stallSeconds", "blankSeconds", "p50Milliseconds", "lateP50Milliseconds", "p95Milliseconds",
    "hitRate", "hitchRatio",
  ].map { FigureCatalog[$0] }

  /// By run, then by figure.
  ///
  /// A run that the device killed was cut short: what is better the less it is, is infinite.
  let values: [[Double]]
  /// Whether the device killed the app, by run.
  let isKilled: [Bool]
  /// Whether no other is better by as much as matters, by run.
  let isBest: [Bool]
  /// What was wrong in the draw, and by how many standard deviations.
  let causes: [ProfileDraw.Cause]

  /// Makes every run of a plan of one scenario once more.
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

/// The stalls of some runs of a plan in one draw of what the figures of their devices may truly be.
package struct DrawnStalls: Sendable {
  /// By the keys of the runs.
  package let stalls: [ContentKey: DrawnStall]
  /// What was wrong in the draw, scenario by scenario, each once.
  package let causes: [ProfileDraw.Cause]

  /// Makes runs once more; what a run stalls for does not depend on the others.
  /// - Parameters:
  ///   - number: of the draw.
  ///   - runs: of the plan, each once.
  ///   - plan: has their scenarios and policies.
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

/// A scenario of a plan in one draw of what its device's figures may truly be, ready for its runs.
struct DrawnScenario {
  private let drawn: ScenarioDraw
  private let prepared: PreparedScenario

  init(_ number: Int, of scenario: PlannedScenario) {
    drawn = ScenarioDraw(number, of: scenario.scenario)
    prepared = PreparedScenario(drawn.scenario)
  }

  /// What was wrong in the draw, and by how many standard deviations.
  var causes: [ProfileDraw.Cause] { drawn.draw.causes }

  /// Makes one of its runs once more, with the luck of the draw.
  func report(_ run: PlannedRun, of plan: SweepPlan) -> RunReport {
    let seed = drawn.seed(UInt64(run.seed))
    guard let policy = plan.policy(of: run) else {
      return prepared.run(nil, isSpatial: false, seed: seed)
    }
    return prepared.run(policy, budget: run.budget, seed: seed)
  }

  /// The score of such a run, which is told whether the budget is too small for its policy.
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
