import ScrollCore
import ScrollPages
import ScrollResults
import ScrollSimulation

extension SweepReport {
  /// What rows must share to be ranked against each other.
  private struct Conditions: Hashable {
    let trace: String, layout: String
    let device: ContentKey, network: ContentKey

    init(_ scene: ScenarioRecord) {
      trace = scene.trace.digest
      layout = scene.layout
      device = scene.device.digest
      network = scene.network.digest
    }
  }

  /// Every policy of every scenario: those on the same trace, layout, device and network together,
  /// best first whatever their loaders, prefetchers and settings are.
  ///
  /// Such groups, and what is equally good in them, stand in the order asked; equally good policies
  /// of one scenario are ordered by name.
  var summaryRows: [(scene: Int, standing: Standing)] {
    var groups: [[(scene: Int, standing: Standing)]] = []
    var places: [Conditions: Int] = [:]
    for (index, scene) in scenes.enumerated() {
      let conditions = Conditions(scene)
      let place = places[conditions] ?? groups.count
      if place == groups.count { groups.append([]) }
      places[conditions] = place
      groups[place] += ranking(over: [index]).map { (index, $0) }
    }
    return groups.flatMap { Ranking.bestFirst($0) { $0.standing.score } }
  }

  /// That order in words: `for each trace and device best first by stall (mean over budgets)`.
  package var summaryOrder: String {
    let conditions: Set = ["trace", "layout", "device", "network"]
    let varied = names.columns.filter { conditions.contains($0) }
    return (varied.isEmpty ? "" : "for each \(Words.list(varied)) ") + "best first by stall"
      + (summaryRows.contains { $0.standing.cells > 1 } ? " (mean over budgets)" : "")
  }

  /// Why a row stands behind others that stall more, if it does.
  func reserve(_ standing: Standing) -> String? {
    guard !standing.keepsBudget else {
      return standing.isComplete ? nil : "not tried with every budget"
    }
    let share = NumberText.percent(standing.score.overBudgetShare, decimals: 0)
    return "over its budget for \(share) of the time"
  }
}
