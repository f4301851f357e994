import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation

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
