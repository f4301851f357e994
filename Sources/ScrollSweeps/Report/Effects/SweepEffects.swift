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
  package init(
    _ grid: EffectGrid, _ materiality: Materiality = .standard, beside others: Int = 0,
    settings: [AxisEffect] = []
  ) {
    self.settings = settings
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
