import ScrollCore
import ScrollPages
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

  /// A policy in a scenario.
  struct SummaryRow {
    let scene: Int
    let standing: Standing
    /// Its stalls over the budgets at which it is compared, if these are several.
    var mean: Double?

    var place: (scene: Int, policy: Int) { (scene, standing.policy) }
  }

  /// Every policy of every scenario: those on the same trace, layout, device and network together,
  /// best first whatever their loaders, prefetchers and settings are.
  ///
  /// Rows are compared at the budgets that all of their group have that have a cache; where there
  /// is none, each at its own. Groups, and what is equally good in them, stand in the order asked;
  /// equally good policies of one scenario are ordered by name.
  var summaryRows: [SummaryRow] {
    summaryGroups.flatMap { group in
      let shared = sharedBudgets(of: group)
      let told = group.map { row in
        var row = row
        let compared = shared.isEmpty ? budgets(of: row) : shared
        if compared.count > 1 { row.mean = score(of: row, at: shared).stallSeconds }
        return row
      }
      return Ranking.bestFirst(told) { score(of: $0, at: shared) }
    }
  }

  private var summaryGroups: [[SummaryRow]] {
    var groups: [[SummaryRow]] = []
    var places: [Conditions: Int] = [:]
    for (index, scene) in scenes.enumerated() {
      let conditions = Conditions(scene)
      let place = places[conditions] ?? groups.count
      if place == groups.count { groups.append([]) }
      places[conditions] = place
      groups[place] += ranking(over: [index]).map { SummaryRow(scene: index, standing: $0) }
    }
    return groups
  }

  /// The budgets of a row, by their places; empty without a cache.
  private func budgets(of row: SummaryRow) -> Set<Int> {
    Set(
      budgets.indices.filter {
        budgets[$0] != nil
          && cells[Place(scene: row.scene, policy: row.standing.policy, budget: $0)] != nil
      })
  }

  private func sharedBudgets(of group: [SummaryRow]) -> Set<Int> {
    let all = group.map { budgets(of: $0) }.filter { !$0.isEmpty }
    return all.dropFirst().reduce(all.first ?? []) { $0.intersection($1) }
  }

  /// What a row is ranked by: whether the app was killed, what exceeded the budget or lacked room at
  /// any budget, everything else at those that are shared.
  private func score(of row: SummaryRow, at shared: Set<Int>) -> RunScore {
    let compared = shared.sorted().compactMap {
      cells[Place(scene: row.scene, policy: row.standing.policy, budget: $0)]
    }
    let whole = row.standing.score
    var score = compared.isEmpty ? whole : RunScore(meanOf: compared.map { $0.score })
    score.killedShare = whole.killedShare
    score.livedSeconds = whole.livedSeconds
    score.overBudgetShare = whole.overBudgetShare
    score.tooSmallShare = whole.tooSmallShare
    score.isComplete = true
    return score
  }

  /// That order in words: `for each trace and device best first by stall (mean over budgets)`.
  package var summaryOrder: String {
    let conditions: Set = ["trace", "layout", "device", "network"]
    let varied = names.columns.filter { conditions.contains($0) }
    return (varied.isEmpty ? "" : "for each \(Words.list(varied)) ") + "best first by stall"
      + comparison
  }

  /// At which budgets rows are compared, where that is not plain.
  private var comparison: String {
    var (isMean, isPartial, isApart, isSingle) = (false, false, false, true)
    for group in summaryGroups {
      let shared = sharedBudgets(of: group)
      let rest = group.map { budgets(of: $0) }.filter { !$0.isEmpty && $0 != shared }
      if shared.count > 1 { isMean = true }
      if group.contains(where: { budgets(of: $0).count > 1 }) { isSingle = false }
      if !rest.isEmpty { if shared.isEmpty { isApart = true } else { isPartial = true } }
    }
    if isApart, isSingle { return " (each at its own budget)" }
    if isApart { return " (rows without a budget in common: the mean of each over its own)" }
    if isPartial { return " (at the budgets that all rows have)" }
    return isMean ? " (mean over budgets)" : ""
  }
}
