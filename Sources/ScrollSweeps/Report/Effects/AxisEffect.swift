import ScrollSimulation

/// By how much one axis of a sweep moves the stalls, over the levels that were swept.
///
/// The effect is the mean stall at the worst level less that at the best one. Which levels these are,
/// the share and whether it matters come, for a lever, from stalls divided by the mean of their scene, so
/// that no scene outweighs the rest; seconds are the means of the runs as they are, which anyone finds
/// in the rows again. A condition is a part of what makes a scene, so its levels are compared as they
/// are.
package struct AxisEffect: Sendable {
  package struct Level: Sendable, Equatable {
    package let name: String
    /// Seconds of missing screen per run, the mean of the runs as they are.
    package let stalls: Double
    /// With every scene weighed alike: for a scene that stalls as all do in the mean.
    package let weighed: Double
  }

  package let axis: EffectAxis
  /// In the order of the axis.
  package let levels: [Level]
  package let best: Level, worst: Level
  /// How much of the variance it explains alone, from 0 to 1; nil if nothing varies.
  ///
  /// For a lever that of the divided stalls, for a condition that of the means of the scenes.
  package let variance: Double?
  /// Whether it is as much as anyone should act on.
  package let matters: Bool

  /// In seconds per run; below zero where the level that is best in most scenes loses in one that
  /// stalls far more than these.
  package var seconds: Double { worst.stalls - best.stalls }
  /// Of the worst with every scene weighed alike, from 0 to 1; 0 if nothing stalls.
  package var share: Double {
    worst.weighed > 0 ? (worst.weighed - best.weighed) / worst.weighed : 0
  }

  init?(
    _ axis: EffectAxis, stalls: [Double], weighed: [Double], variance: Double?, least: Double,
    _ materiality: Materiality
  ) {
    self.axis = axis
    levels = zip(axis.levels, zip(stalls, weighed)).map {
      Level(name: $0, stalls: $1.0, weighed: $1.1)
    }
    // Of equal levels the first is both.
    guard let best = levels.min(by: { $0.weighed < $1.weighed }),
      let worst = levels.max(by: { $0.weighed < $1.weighed })
    else { return nil }
    self.best = best
    self.worst = worst
    self.variance = variance
    matters = materiality.matters(worst.weighed, best.weighed, frames: least)
  }
}
