import ScrollDevice
package import ScrollSimulation

/// Runs of one scenario as they come out in one draw of what its device's figures may truly be.
package struct DrawnRuns: Sendable {
  /// What a band is told of: stalls, late images, hits and hitches.
  package static let figures = [
    "stallSeconds", "blankSeconds", "p50Milliseconds", "lateP50Milliseconds", "p95Milliseconds",
    "hitRate", "hitchRatio",
  ].map { FigureCatalog[$0] }

  /// By run, then by figure.
  let values: [[Double]]
  /// The best of them, by its place.
  let best: Int
  /// What was wrong in the draw, and by how many standard deviations.
  let causes: [ProfileDraw.Cause]

  /// Makes every run of a plan of one scenario once more.
  /// - Complexity: that of the runs, and of preparing the scenario.
  package init(_ number: Int, of plan: SweepPlan) {
    let drawn = DrawnScenario(number, of: plan.scenarios[0])
    let reports = plan.runs.map { drawn.report($0, of: plan) }
    values = reports.map { report in
      Self.figures.map { $0.value(of: report).number ?? .infinity }
    }
    best = Ranking.bestFirst(Array(reports.indices)) { RunScore(reports[$0]) }.first ?? 0
    causes = drawn.causes
  }
}
