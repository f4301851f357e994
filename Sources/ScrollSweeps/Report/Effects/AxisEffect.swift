import ScrollCore
import ScrollPages
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

extension EffectAxis {
  /// `the prefetcher`, `'lanes' of the loader`, `'ahead' of ring`.
  var article: String {
    let own =
      setting.map { "'\($0)' of \(owner ?? "the \(kind.rawValue)")" } ?? "the \(kind.rawValue)"
    return companions.isEmpty
      ? own
      : own + " together with " + Words.list(companions.map { "the \($0.rawValue)" })
  }
}

extension AxisEffect {
  /// By how much, `56 % (2.52 s)`.
  var amount: String {
    guard share > 0 else { return "nothing" }
    return seconds > 0 ? "\(percentage) (\(SecondsText.of(seconds)))" : percentage
  }

  /// Of the worst, in whole percents from 1 on.
  var percentage: String { ShareText.of(share) }

  /// The percentage and the seconds, which is said where they are not of one figure: `77 % with every
  /// scene weighed alike, in the mean from 2.95 s per session with none to 0.73 s with ring:ahead=4`.
  var finding: String {
    let isPlain = ShareText.of(worst.stalls > 0 ? seconds / worst.stalls : 0) == percentage
    return percentage + (isPlain ? ", " : " with every scene weighed alike, in the mean ") + span
  }

  /// `from 2.95 s per session with none to 0.73 s with ring:ahead=4`.
  var span: String {
    "from \(SecondsText.of(worst.stalls)) per session with \(worst.name) to "
      + "\(SecondsText.of(best.stalls)) with \(best.name)"
  }

  /// From where to where, over the levels that were swept.
  var sentence: String {
    guard share > 0 else {
      return "Over the levels swept, \(axis.article) changes nothing: "
        + "\(SecondsText.of(best.stalls)) per session with each."
    }
    return "Over the levels swept, \(axis.article) "
      + (matters ? "moves the stalls by \(finding)." : "makes no practical difference: \(span).")
  }
}

/// Shares for sentences.
package enum ShareText {
  /// `56 %`, `0.4 %`, and never 0 for what is more than nothing.
  package static func of(_ share: Double) -> String {
    guard share.isFinite else { return "-" }
    guard share != 0 else { return "0 %" }
    let size = abs(share)
    if size < 0.0005 { return "less than 0.1 %" }
    return NumberText.percent(share, decimals: size < 0.01 ? 1 : 0)
  }
}
