import ScrollCore
package import ScrollSimulation

/// The effects of a sweep's axes on stall time, and the pairs of axes that depend on each other.
package struct SweepEffects: Sendable {
  /// The share of the variance that two axes explain only together.
  package struct Pair: Sendable {
    let first: EffectAxis, second: EffectAxis
    /// The share of the variance, from 0 to 1, which is the same variance as for a single axis.
    package let variance: Double
  }

  /// The effects of the levers, the greatest first, by the variance of the divided stalls.
  package let levers: [AxisEffect]
  /// The effects of settings that only one loader, prefetcher or policy has, over the runs that use
  /// it.
  let settings: [AxisEffect]
  /// The effects of the conditions, the greatest first, by the variance of the scenarios' means.
  package let conditions: [AxisEffect]
  /// The spread between sessions, each represented by the mean of its runs; `nil` if no scenario
  /// has several sessions.
  package let sessions: AxisEffect?
  /// The pairs, those with the largest share first.
  package let pairs: [Pair]
  /// The conflicts, those with the greatest stake first.
  package let conflicts: [LevelConflict]
  /// The number of runs behind the effects, and the number of runs in the incomplete part of the
  /// grid.
  package let runs: Int, leftOut: Int
  /// The levels that were run and are not in the complete part.
  let leftOutLevels: [EffectAxis]
  /// The number of scenarios, and the number of those in which nothing stalls visibly.
  package let scenes: Int, calmScenes: Int
  /// The mean stall over all runs, in seconds.
  let stalls: Double
  /// The policies that a ranking names neither best nor worst, with the reasons.
  private let unranked: [String: String]

  /// Computes the effects.
  /// - Parameters:
  ///   - grid: the stalls.
  ///   - materiality: the smallest difference worth reporting.
  ///   - others: the number of runs of the sweep that are not points of the grid.
  ///   - settings: the effects of settings that not all runs have.
  ///   - sessions: the effect of the sessions.
  ///   - unranked: the policies that a ranking names neither best nor worst, with the reasons.
  package init(
    _ grid: EffectGrid, _ materiality: Materiality = .standard, beside others: Int = 0,
    settings: [AxisEffect] = [], sessions: AxisEffect? = nil, unranked: [String: String] = [:]
  ) {
    self.unranked = unranked
    self.settings = settings
    self.sessions = sessions
    let scale = ScenarioScale(grid)
    let (ofLevers, ofScenes) = (grid.shares(of: scale), grid.sharesOfScenes(scale))
    levers = Self.effects(of: grid.levers, in: grid, ofLevers, scale, materiality) {
      // If every scenario is calm, nothing is divided.
      scale.stallingCount > 0 ? grid.dividedMeans(of: $0, scale) : grid.plainMeans(of: $0)
    }
    conditions = Self.effects(of: grid.conditions, in: grid, ofScenes, scale, materiality) {
      grid.plainMeans(of: $0)
    }
    pairs =
      (Self.pairs(of: grid, ofLevers) { grid.axes[$0].kind.isLever || grid.axes[$1].kind.isLever }
      + Self.pairs(of: grid, ofScenes) { _, _ in true })
      .sorted { $0.variance > $1.variance }
    conflicts = LevelConflict.all(in: grid, materiality)
    (runs, leftOut) = (grid.runs, grid.leftOut + others)
    leftOutLevels = grid.leftOutLevels
    (scenes, calmScenes) = (scale.means.count, scale.means.count - scale.stallingCount)
    stalls = scale.mean
  }

  /// A Boolean value that indicates whether the sweep varies one lever in one scenario, and nothing
  /// else.
  var isOneLever: Bool {
    levers.count == 1 && conditions.isEmpty && settings.isEmpty && leftOut == 0
  }

  /// A Boolean value that indicates whether no lever affects stall time visibly.
  package var isCalm: Bool { !levers.contains { $0.matters } && conflicts.isEmpty }

  private static func effects(
    of axes: [Int], in grid: EffectGrid, _ shares: EffectGrid.Shares, _ scale: ScenarioScale,
    _ materiality: Materiality, means: (Int) -> [Double]
  ) -> [AxisEffect] {
    axes.compactMap { axis in
      AxisEffect(
        grid.axes[axis], stalls: grid.plainMeans(of: axis), weighed: means(axis),
        variance: shares.main(of: axis),
        least: scale.leastMean, materiality)
    }
    .enumerated()
    .sorted {
      ($1.element.share, $0.offset) < ($0.element.share, $1.offset)
    }
    .map(\.element)
  }

  private static func pairs(
    of grid: EffectGrid, _ shares: EffectGrid.Shares, where isWanted: (Int, Int) -> Bool
  ) -> [Pair] {
    shares.pairs.filter { isWanted($0.first, $0.second) }.map {
      Pair(first: grid.axes[$0.first], second: grid.axes[$0.second], variance: $0.variance)
    }
  }
}

extension SweepEffects {
  /// The effects on stall time, in sentences: levers, then conditions, then conflicts.
  package var sentences: [String] {
    let whole = [leverSentence, settingSentence, conditionSentence].compactMap { $0 }
    return whole + toldConflicts.map(\.sentence)
      + [unrankedSentence, leftOutSentence].compactMap { $0 }
  }

  /// A sentence on policies that are named above although a ranking names them neither best nor
  /// worst; `nil` if there are none.
  private var unrankedSentence: String? {
    let ends = isCalm ? [] : levers.filter { $0.axis.kind == .policy && $0.matters }
    let named =
      ends.flatMap { [$0.worst.name, $0.best.name] }
      + toldConflicts.filter { $0.lever.kind == .policy }.flatMap { [$0.first, $0.second] }
    let found = Set(named).sorted().compactMap { name in unranked[name].map { "\(name) \($0)" } }
    guard !found.isEmpty else { return nil }
    return "In some of these runs \(Phrase.list(found)), so the ranking names "
      + "\(found.count == 1 ? "it" : "them") neither best nor worst."
  }

  /// The largest number of conflicts in sentences and pictures; a table has all conflicts.
  private static let mostConflicts = 2

  /// The conflicts with the greatest stakes, one for each lever and the axis that it depends on.
  var toldConflicts: [LevelConflict] {
    var known: [String] = []
    return conflicts.filter { conflict in
      let axes = "\(conflict.lever.name) \(conflict.other.name)"
      defer { known.append(axes) }
      return !known.contains(axes)
    }.prefix(Self.mostConflicts).map { $0 }
  }

  /// A sentence on the levers; `nil` if none was swept.
  private var leverSentence: String? {
    guard let first = levers.first else { return nil }
    let rest = levers.dropFirst()
    if isCalm {
      let most =
        first.share > 0 ? "at most \(SecondsText.of(abs(first.seconds))) per session" : "nothing"
      return "No visible difference: among the values tried, "
        + "\(Phrase.list(levers.map(\.axis.article), atMost: 6)) "
        + "\(levers.count == 1 ? "changes" : "change") the stall of \(SecondsText.of(stalls)) by "
        + "\(most)."
    }
    let others = rest.map { effect in
      effect.matters
        ? "\(effect.axis.article) affects it by \(effect.amount)"
        : "the effect of \(effect.axis.article) is not visible"
          + (effect.seconds > 0 ? " (\(SecondsText.of(effect.seconds)))" : "")
    }.joined(separator: "; ")
    let name = first.axis.article
    guard first.matters else {
      return "No setting has a visible effect in all conditions; the best value depends on the "
        + "conditions."
    }
    return "Among the values tried, \(name) affects stall time "
      + "\(rest.isEmpty ? "" : "most, ")by \(first.finding)."
      + (others.isEmpty ? "" : " " + others.prefix(1).uppercased() + others.dropFirst() + ".")
      + (longest.map { " \($0)" } ?? "")
  }

  /// A sentence on the lever that changes the mean stall by more seconds than the one with the
  /// largest share; `nil` if they are the same.
  ///
  /// A share is a mean over scenarios: half of a short stall weighs as much as half of a long one.
  private var longest: String? {
    guard let first = levers.first,
      let longest = levers.filter(\.matters).max(by: { abs($0.seconds) < abs($1.seconds) }),
      abs(longest.seconds) > abs(first.seconds)
    else { return nil }
    return "In seconds \(longest.axis.article) matters most: it changes the mean stall by "
      + "\(SecondsText.of(abs(longest.seconds))), \(first.axis.article) by "
      + "\(SecondsText.of(abs(first.seconds)))."
  }

  /// A sentence on visible effects of settings that only some runs have; `nil` if there are none.
  private var settingSentence: String? {
    let told = settings.filter(\.matters).sorted { $0.share > $1.share }.prefix(2)
    guard !told.isEmpty else { return nil }
    return told.map { "Setting \($0.axis.article) changes stall time by \($0.finding)." }
      .joined(separator: " ")
  }

  /// A sentence on the conditions; `nil` if none was swept.
  private var conditionSentence: String? {
    let moving = conditions.filter { $0.share > 0 }
    let still = conditions.filter { $0.share == 0 }.map(\.axis.article)
    let idle =
      still.isEmpty
      ? nil : "\(Phrase.list(still)) \(still.count == 1 ? "changes" : "change") nothing"
    guard let first = moving.first else { return idle.map { "Outside your control, \($0)." } }
    let rest = moving.dropFirst().map { "\($0.axis.article) by \($0.amount)" }
    let most =
      conditions.count == 1
      ? "changes stall time by \(first.amount)" : "matters most, by \(first.amount)"
    return "Outside your control, \(first.axis.article) \(most)"
      + (rest.isEmpty ? "" : ", then \(Phrase.list(Array(rest)))") + (idle.map { "; \($0)" } ?? "")
      + "."
  }

  /// The levels that are left out: `policy nscache-corelibs, prefetcher none and 1 more`.
  private var leftOutNames: String {
    Phrase.list(
      leftOutLevels.flatMap { axis in axis.levels.map { "\(axis.alone) \($0)" } }, atMost: 6)
  }

  /// A sentence on the runs that are left out; `nil` if there are none.
  private var leftOutSentence: String? {
    guard leftOut > 0 else { return nil }
    return
      "Effects need every combination of values, so they use \(Phrase.digits(runs)) runs and "
      + "leave out \(Phrase.digits(leftOut))"
      + (leftOutLevels.isEmpty ? "" : ", including all with \(leftOutNames)") + "."
  }
}

extension LevelConflict {
  /// A sentence on the best level in each case, and the loss with the wrong one.
  var sentence: String {
    let place = condition.map { "With \($0.alone) \(conditionLevel ?? ""), the" } ?? "The"
    return
      "\(place) best \(lever.alone) depends on the \(other.alone). \(first) instead of \(second) "
      + "saves \(SecondsText.of(forFirst.saved)) per session with \(forFirst.level), and costs "
      + "\(SecondsText.of(forSecond.saved)) with \(forSecond.level)."
  }
}
