package import ScrollResults
import ScrollSimulation

extension SweepReport {
  /// The runs that show the effect of the choice of policy best: on each device, in the scenario
  /// and at the budget at which policies differ most, that of the best policy and that of the
  /// worst.
  ///
  /// Empty if the report does not have its runs one by one.
  package func tellingRuns(atMost limit: Int) -> [ResultRow] {
    var found: [ResultRow] = []
    for device in devices where found.count < limit {
      guard let place = tellingPlace(device.scenes) else { continue }
      let standings = ranking(over: [place.scene], budget: place.budget)
      guard let best = standings.first, let worst = standings.last else { continue }
      for policy in best.policy == worst.policy ? [best] : [best, worst]
      where found.count < limit {
        let runs = zip(rows, rowScenes).filter { row, scene in
          scene == place.scene && (row.run.label ?? Self.noCache) == policy.name
            && Self.budget(of: row.run) == budgets[place.budget]
        }
        // Of several sessions the worst.
        let worst = runs.enumerated().max {
          ($0.element.0.run.number(.stall), $1.offset) < (
            $1.element.0.run.number(.stall), $0.offset
          )
        }
        found += worst.map { [$0.element.0] } ?? []
      }
    }
    return found
  }

  private func tellingPlace(_ scenes: [Int]) -> (scene: Int, budget: Int)? {
    var widest: (spread: Double, scene: Int, budget: Int)?
    for scene in scenes {
      for budget in budgets.indices {
        let stalls = ranking(over: [scene], budget: budget).map(\.stalls)
        guard let least = stalls.min(), let most = stalls.max() else { continue }
        if most - least > widest?.spread ?? -1 { widest = (most - least, scene, budget) }
      }
    }
    return widest.map { ($0.scene, $0.budget) }
  }
}
