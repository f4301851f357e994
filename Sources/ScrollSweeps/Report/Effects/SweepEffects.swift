import ScrollCore
package import ScrollSimulation

/// What moves the stalls of a sweep: the effect of each axis, and where two depend on each other.
package struct SweepEffects: Sendable {
  /// How much of the variance two axes explain only together.
  package struct Pair: Sendable {
    package let first: EffectAxis, second: EffectAxis
    /// Of the same variance as for a single axis, from 0 to 1.
    package let variance: Double
  }

  /// Those with the greatest effect first: of the variance of the divided stalls.
  package let levers: [AxisEffect]
  /// Of settings that only one loader, prefetcher or policy has, over the runs with that one.
  package let settings: [AxisEffect]
  /// Those with the greatest effect first: of the variance of the means of scenes.
  package let conditions: [AxisEffect]
  /// The spread between sessions, each in the mean over its runs; `nil` where no scenario has several.
  package let sessions: AxisEffect?
  /// Those that explain most first.
  package let pairs: [Pair]
  /// Where the best level of a lever changes, what costs most to overlook first.
  package let conflicts: [LevelConflict]
  /// How many runs they rest on, and how many belong to an incomplete part of the grid.
  package let runs: Int, leftOut: Int
  /// The levels that were run and are not in the complete part.
  package let leftOutLevels: [EffectAxis]
  /// How many scenes there are, and in how many nothing stalls for as long as matters.
  package let scenes: Int, calmScenes: Int
  /// The mean over all runs, in seconds.
  package let stalls: Double

  /// - Parameters:
  ///   - grid: the stalls.
  ///   - materiality: from where on a difference matters.
  ///   - others: how many runs of the sweep are no points of the grid.
  ///   - settings: those of settings that not all runs have.
  ///   - sessions: that of the sessions.
  package init(
    _ grid: EffectGrid, _ materiality: Materiality = .standard, beside others: Int = 0,
    settings: [AxisEffect] = [], sessions: AxisEffect? = nil
  ) {
    self.settings = settings
    self.sessions = sessions
    let scale = SceneScale(grid)
    let (ofLevers, ofScenes) = (grid.shares(of: scale), grid.sharesOfScenes(scale))
    levers = Self.effects(of: grid.levers, in: grid, ofLevers, scale, materiality) {
      // Where every scene is calm nothing is divided.
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

  /// Whether one lever was swept in one scene, and nothing else.
  var isOneLever: Bool {
    levers.count == 1 && conditions.isEmpty && settings.isEmpty && leftOut == 0
  }

  /// Whether no lever moves the stalls by as much as anyone should act on.
  package var isCalm: Bool { !levers.contains { $0.matters } && conflicts.isEmpty }

  private static func effects(
    of axes: [Int], in grid: EffectGrid, _ shares: EffectGrid.Shares, _ scale: SceneScale,
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
  /// What moves the stalls, in sentences: levers, then conditions, then what depends on what.
  var sentences: [String] {
    let whole = [leverSentence, settingSentence, conditionSentence].compactMap { $0 }
    return whole + toldConflicts.map(\.sentence) + [leftOutSentence].compactMap { $0 }
  }

  /// So many conflicts are told in sentences and drawn; a table has all.
  private static let mostConflicts = 2

  /// Those with the greatest stakes, one for each lever and the axis that changes it.
  var toldConflicts: [LevelConflict] {
    var known: [String] = []
    return conflicts.filter { conflict in
      let axes = "\(conflict.lever.name) \(conflict.other.name)"
      defer { known.append(axes) }
      return !known.contains(axes)
    }.prefix(Self.mostConflicts).map { $0 }
  }

  /// Nil if no lever was swept.
  private var leverSentence: String? {
    guard let first = levers.first else { return nil }
    let rest = levers.dropFirst()
    if isCalm {
      let most =
        first.share > 0 ? "at most \(SecondsText.of(abs(first.seconds))) per session" : "nothing"
      return "No practical difference: over the levels swept, "
        + "\(Words.list(levers.map(\.axis.article), atMost: 6)) "
        + "\(levers.count == 1 ? "moves" : "move") the stalls by \(most), "
        + "of \(SecondsText.of(stalls))."
    }
    let others = rest.map { effect in
      effect.matters
        ? "\(effect.axis.article) by \(effect.amount)"
        : "\(effect.axis.article) by less than matters"
          + (effect.seconds > 0 ? " (\(SecondsText.of(effect.seconds)))" : "")
    }
    let name = first.axis.article
    guard first.matters else {
      return "Over the levels swept and all conditions no lever moves the stalls by as much as "
        + "matters; what is best depends on the conditions."
    }
    return name.prefix(1).uppercased() + name.dropFirst()
      + " moves the stalls\(rest.isEmpty ? "" : " most"): over the levels swept by "
      + first.finding + (others.isEmpty ? "" : "; \(others.joined(separator: ", "))") + "."
  }

  /// The settings that matter of what only some runs have; nil if there is none.
  private var settingSentence: String? {
    let told = settings.filter(\.matters).sorted { $0.share > $1.share }.prefix(2)
    guard !told.isEmpty else { return nil }
    let parts = told.enumerated().map { index, effect in
      "\(effect.axis.article) \(index == 0 ? "moves the stalls " : "")by \(effect.finding)"
    }
    return "Of their settings, " + Words.list(Array(parts)) + "."
  }

  /// Nil if no condition was swept.
  private var conditionSentence: String? {
    guard !conditions.isEmpty else { return nil }
    let amounts = conditions.map { "\($0.axis.article) by \($0.amount)" }
    guard conditions.count > 1 else {
      return "Of what users bring, \(conditions[0].axis.article) moves the stalls by "
        + "\(conditions[0].amount)."
    }
    return "Of what users bring, \(conditions[0].axis.article) moves the stalls most, by "
      + "\(conditions[0].amount), then \(Words.list(Array(amounts.dropFirst())))."
  }

  /// `policy nscache-corelibs, prefetcher none and 1 more`.
  private var leftOutNames: String {
    Words.list(
      leftOutLevels.flatMap { axis in axis.levels.map { "\(axis.alone) \($0)" } }, atMost: 6)
  }

  /// Nil if every run counts.
  private var leftOutSentence: String? {
    guard leftOut > 0 else { return nil }
    return
      "The effects rest on the largest part of the sweep that has every combination of its levels, "
      + "\(Words.digits(runs)) runs, and leave out \(Words.digits(leftOut))"
      + (leftOutLevels.isEmpty ? "" : ", among them all with \(leftOutNames)") + "."
  }
}

extension LevelConflict {
  /// Which level is best where, and what the wrong one costs.
  package var sentence: String {
    let place = condition.map { "With \($0.alone) \(conditionLevel ?? ""), the" } ?? "The"
    return
      "\(place) best \(lever.alone) depends on the \(other.alone): \(first) instead of \(second) "
      + "saves \(SecondsText.of(forFirst.saved)) per session with \(forFirst.level), and costs "
      + "\(SecondsText.of(forSecond.saved)) with \(forSecond.level)."
  }
}
