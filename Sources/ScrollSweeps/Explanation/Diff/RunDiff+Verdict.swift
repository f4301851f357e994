import ScrollCore
import ScrollPages
import ScrollSimulation

/// Which of the two runs is better.
extension RunDiff {
  /// The side that the ranking has first; nil where it has neither, and where a policy lacks room
  /// to be what its name says.
  package var better: Side? {
    guard shortages.a == nil, shortages.b == nil else { return nil }
    if scores.a.isBetter(than: scores.b) { return .a }
    return scores.b.isBetter(than: scores.a) ? .b : nil
  }

  /// The better side with the figure that decides, and then what else differs on screen.
  var verdict: String {
    guard divergence != nil else { return "\(names.a) and \(names.b) never diverge." }
    let side = better ?? difference.worse?.other
    guard let side else {
      return "\(names.a) and \(names.b) diverge, and it makes no difference on screen."
    }
    let decision =
      better.map(decision)
      ?? (shortages.a ?? shortages.b).map { _ in "Neither is called better." }
      ?? "\(names.a) and \(names.b) stall alike."
    let others = others(side)
    guard !others.isEmpty else { return decision }
    return "\(decision) \(better == nil ? name(side) : "It") \(Words.list(others))."
  }

  /// The first figure of the ranking in which the better side differs.
  private func decision(_ side: Side) -> String {
    let (best, worst) = (score(side), score(side.other))
    let (less, more) = (name(side), name(side.other))
    if best.killedShare != worst.killedShare {
      return "\(less) is better than \(more), with which the app was killed."
    }
    if best.killedShare > 0, best.livedSeconds != worst.livedSeconds {
      return "\(less) is better than \(more): the app lives for "
        + Self.pair(best.livedSeconds, worst.livedSeconds, decimals: 1) + " s."
    }
    if best.keepsBudget != worst.keepsBudget {
      let share = NumberText.percent(worst.overBudgetShare, decimals: 0)
      return "\(less) is better than \(more), which exceeds its budget for \(share) of the time."
    }
    if best.stallNanoseconds != worst.stallNanoseconds {
      return "\(less) stalls less than \(more): \(stalls(side))."
    }
    if best.hitchRatio != worst.hitchRatio {
      return "\(less) hitches less than \(more): "
        + Self.pair(best.hitchRatio, worst.hitchRatio, decimals: 2) + " ms/s."
    }
    return "\(less) hits more than \(more): "
      + Self.pair(best.hitRate * 100, worst.hitRate * 100, decimals: 1) + " %."
  }

  /// The other figures in which a side differs.
  private func others(_ side: Side) -> [String] {
    let (ours, theirs) = (figures(side), figures(side.other))
    let (score, other) = (score(side), score(side.other))
    var parts: [String] = []
    func add(_ verb: String, _ left: Int, _ right: Int, _ less: String, _ more: String) {
      guard left != right else { return }
      parts.append("\(verb) \(left < right ? less : more) (\(left) vs \(right))")
    }
    // The decision tells of stalls, unless something else comes before them.
    let isTold =
      better != nil && score.killedShare == other.killedShare
      && (score.killedShare == 0 || score.livedSeconds == other.livedSeconds)
      && score.keepsBudget == other.keepsBudget
    if !isTold, ours.stallSeconds != theirs.stallSeconds {
      parts.append(
        "stalls \(ours.stallSeconds < theirs.stallSeconds ? "less" : "more") (\(stalls(side)))")
    }
    if ours.waited != theirs.waited {
      parts.append(
        "waits \(ours.waited < theirs.waited ? "less" : "longer") "
          + "(\(StoryText.span(ours.waited)) vs \(StoryText.span(theirs.waited)))")
    }
    add("leaves", ours.neverShown, theirs.neverShown, "fewer images unshown", "more images unshown")
    add("hits", ours.hits, theirs.hits, "less", "more")
    return parts
  }

  private func stalls(_ side: Side) -> String {
    let (ours, theirs) = (figures(side).stallSeconds, figures(side.other).stallSeconds)
    return Self.pair(ours, theirs, decimals: max(ours, theirs) < 0.1 ? 4 : 3) + " screen-seconds"
  }

  /// Two numbers with as many decimals as it takes to tell them apart, nine at most.
  private static func pair(_ left: Double, _ right: Double, decimals: Int) -> String {
    let decimals =
      (decimals..<9).first { decimals in
        NumberText.fixed(left, decimals: decimals) != NumberText.fixed(right, decimals: decimals)
      } ?? 9
    return NumberText.fixed(left, decimals: decimals) + " vs "
      + NumberText.fixed(right, decimals: decimals)
  }

  private func figures(_ side: Side) -> Figures { side == .a ? figures.a : figures.b }
  private func score(_ side: Side) -> RunScore { side == .a ? scores.a : scores.b }
}
