package import ScrollDevice
package import ScrollSimulation

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
