import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// Whether all policies were tried everywhere, none of them was killed or lacked room, and they
  /// differ in nothing that the user sees.
  var isAllAlike: Bool {
    let standings = ranking()
    guard standings.count > 1, standings.allSatisfy({ $0.deaths == 0 && !$0.isTooSmall }),
      standings.allSatisfy({ $0.isComplete && $0.stalls == standings[0].stalls })
    else { return false }
    var seen: [[Int]: [Double]] = [:]
    return places().allSatisfy { place, cell in
      let figures = [cell.stalls.mean, cell.hitches.mean, cell.softness.mean]
      let known = seen[[place.scene, place.budget]] ?? figures
      seen[[place.scene, place.budget]] = known
      return known == figures
    }
  }

  /// Why no policy is recommended; nil if there is none.
  var noWinner: String? {
    let all = ranking()
    guard !all.isEmpty, contenders().isEmpty else { return nil }
    if isKilledWithAll {
      let name = all.count == 1 ? all[0].name : "every policy"
      let counts = all.count == 1 ? "" : " (\(deathCounts))"
      return "The app was killed with \(name), in \(deathCount) of "
        + "\(Words.count(runCount, "run"))\(counts): no policy is recommended."
    }
    return all.allSatisfy(\.isTooSmall)
      ? "No policy had room for as many images as it needs."
      : "No policy is recommended: each had too little room, or the app was killed with it."
  }

  /// Whether there is no policy with which the app was never killed.
  var isKilledWithAll: Bool { ranking().allSatisfy { $0.deaths > 0 } }

  /// In how many runs the app was killed.
  var deathCount: Int { cells.values.reduce(0) { $0 + $1.deaths } }

  /// The same for each policy, `lru 3, fifo 1`, for six at most.
  var deathCounts: String {
    ranking().filter { $0.deaths > 0 }.prefix(6).map { "\($0.name) \($0.deaths)" }
      .joined(separator: ", ")
  }

  /// The policies that stall less because they exceed their budget.
  var exceeding: String? {
    let standings = contenders()
    guard let best = standings.first else { return nil }
    let bold = standings.filter { !$0.keepsBudget && $0.stalls < best.stalls }
    guard let first = bold.min(by: { $0.stalls < $1.stalls }) else { return nil }
    let footprint = NumberText.fixed(first.peakMemory / Double(1 << 20), decimals: 0)
    let others =
      bold.count > 1
      ? " (\(Words.count(bold.count - 1, "more policy does", "more policies do")) so, too)" : ""
    return
      "\(first.name) averages only \(seconds(first.stalls)), but exceeds its budget for "
      + "\(NumberText.percent(first.score.overBudgetShare, decimals: 0)) of the time, with a "
      + "footprint of \(footprint) MiB\(others)."
  }
}
