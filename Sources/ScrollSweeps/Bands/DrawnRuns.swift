import ScrollCore
import ScrollDevice
import ScrollLayout
package import ScrollSimulation

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
