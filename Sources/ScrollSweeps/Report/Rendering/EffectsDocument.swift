package import ScrollPages

/// What moves the stalls, for programs: unrounded.
package struct EffectsDocument: Encodable, Sendable {
  package struct Axis: Encodable, Sendable {
    package struct Level: Encodable, Sendable {
      package let level: String
      /// The mean of the runs as they are.
      package let stallSeconds: Double
      /// With every scene weighed alike, which is what shares are of.
      package let weighedStallSeconds: Double
    }

    package let axis: String
    package let isLever: Bool
    package let best: String, worst: String
    /// The mean stall at the worst level less that at the best, as the runs are, and the share of
    /// the worst with every scene weighed alike.
    package let effectSeconds: Double, effectShare: Double
    @OrNull package var varianceShare: Double?
    package let matters: Bool
    package let levels: [Level]
    package let sentence: String

    init(_ effect: AxisEffect) {
      axis = effect.axis.name
      isLever = effect.axis.kind.isLever
      best = effect.best.name
      worst = effect.worst.name
      effectSeconds = effect.seconds
      effectShare = effect.share
      varianceShare = effect.variance
      matters = effect.matters
      levels = effect.levels.map {
        Level(level: $0.name, stallSeconds: $0.stalls, weighedStallSeconds: $0.weighed)
      }
      sentence = effect.sentence
    }
  }

  package struct Pair: Encodable, Sendable {
    package let axes: [String]
    package let varianceShare: Double
  }

  /// A lever whose best level changes with another axis.
  package struct Conflict: Encodable, Sendable {
    package let lever: String, other: String
    @OrNull package var condition: String?
    @OrNull package var conditionLevel: String?
    package let first: String, second: String
    /// Where the first is better, and by how many seconds.
    package let firstAt: String
    package let firstSavesSeconds: Double
    package let secondAt: String
    package let secondSavesSeconds: Double
    package let sentence: String

    init(_ conflict: LevelConflict) {
      lever = conflict.lever.name
      other = conflict.other.name
      condition = conflict.condition?.name
      conditionLevel = conflict.conditionLevel
      first = conflict.first
      second = conflict.second
      firstAt = conflict.forFirst.level
      firstSavesSeconds = conflict.forFirst.saved
      secondAt = conflict.forSecond.level
      secondSavesSeconds = conflict.forSecond.saved
      sentence = conflict.sentence
    }
  }

  package let runs: Int, leftOut: Int
  package let scenes: Int, calmScenes: Int
  package let stallSeconds: Double
  /// Those with the greatest effect first.
  package let levers: [Axis], conditions: [Axis]
  /// Of settings that only one loader, prefetcher or policy has, over the runs with that one.
  package let settings: [Axis]
  package let pairs: [Pair]
  package let conflicts: [Conflict]

  init(_ effects: SweepEffects) {
    runs = effects.runs
    leftOut = effects.leftOut
    scenes = effects.scenes
    calmScenes = effects.calmScenes
    stallSeconds = effects.stalls
    levers = effects.levers.map { Axis($0) }
    conditions = effects.conditions.map { Axis($0) }
    settings = effects.settings.map { Axis($0) }
    pairs = effects.pairs.map {
      Pair(axes: [$0.first.name, $0.second.name], varianceShare: $0.variance)
    }
    conflicts = effects.conflicts.map { Conflict($0) }
  }
}
