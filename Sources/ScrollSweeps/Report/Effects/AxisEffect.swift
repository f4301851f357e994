import ScrollCore
import ScrollPages
import ScrollSimulation

/// The effect of one axis of a sweep on stall time, over the levels that were swept.
///
/// The effect is the mean stall at the worst level minus that at the best one. For a lever, the
/// best and worst levels, the share and the verdict come from stalls divided by the mean of their
/// scenario, so that no scenario outweighs the rest. Seconds are plain means of the runs, as the
/// rows show them. A condition is part of a scenario, so its levels are compared without division.
package struct AxisEffect: Sendable {
  package struct Level: Sendable, Equatable {
    package let name: String
    /// The seconds of missing screen per run, a plain mean of the runs.
    package let stalls: Double
    /// The mean stall, in seconds, with the same weight for every scenario.
    ///
    /// For a lever, each stall is divided by the mean stall of its scenario. The mean of these
    /// quotients, without those of calm scenarios, is then multiplied by the mean stall of all
    /// scenarios. For other axes, and if every scenario is calm, it equals `stalls`.
    let weighed: Double
  }

  package let axis: EffectAxis
  /// The levels, in the order of the axis.
  package let levels: [Level]
  package let best: Level, worst: Level
  /// The share of the variance that the axis explains alone, from 0 to 1; `nil` if nothing varies.
  ///
  /// For a lever, this is the variance of the divided stalls. For a condition, it is the variance
  /// of the scenarios' means.
  package let variance: Double?
  /// A Boolean value that indicates whether the effect is visible.
  package let matters: Bool

  /// The effect in seconds per run.
  ///
  /// It is negative if the level that is best in most scenarios loses in a scenario that stalls far
  /// more.
  package var seconds: Double { worst.stalls - best.stalls }
  /// The effect as a share of the worst level with all scenarios weighted equally, from 0 to 1; 0
  /// if nothing stalls.
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
    // If all levels are equal, the first is both the best and the worst.
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
  /// The axis with its article: `the prefetcher`, `'lanes' of the loader`, `'ahead' of ring`.
  var article: String {
    let own =
      setting.map { "'\($0)' of \(owner ?? "the \(kind.rawValue)")" } ?? "the \(kind.rawValue)"
    let others = companions.reduce(into: [String]()) { names, kind in
      if !names.contains("the \(kind.rawValue)") { names.append("the \(kind.rawValue)") }
    }
    return others.isEmpty ? own : "\(own) (varied with \(Phrase.list(others)))"
  }
}

extension AxisEffect {
  /// The size of the effect: `56 % (2.52 s)`, or `56 %` if the seconds come from another mean.
  var amount: String {
    guard share > 0 else { return "nothing" }
    return seconds > 0 && isPlain ? "\(percentage) (\(SecondsText.of(seconds)))" : percentage
  }

  /// A Boolean value that indicates whether the percentage is that of the mean seconds, not the
  /// mean of the percentages of the scenarios.
  private var isPlain: Bool {
    ShareText.of(worst.stalls > 0 ? seconds / worst.stalls : 0) == percentage
  }

  /// The effect as a percentage of the worst level; a whole number from 1 % on.
  var percentage: String { ShareText.of(share) }

  /// The percentage with the seconds: `56 %, from 4.50 s per session with none to 1.98 s with ring`.
  ///
  /// If the seconds come from another mean, it reads `77 % on average over scenarios (stall is
  /// longest with none, shortest with ring:ahead=4)`.
  var finding: String {
    isPlain
      ? "\(percentage), \(span)"
      : "\(percentage) on average over scenarios (stall is longest with \(worst.name), "
        + "shortest with \(best.name))"
  }

  /// The range of the effect: `from 2.95 s per session with none to 0.73 s with ring:ahead=4`.
  var span: String {
    "from \(SecondsText.of(worst.stalls)) per session with \(worst.name) to "
      + "\(SecondsText.of(best.stalls)) with \(best.name)"
  }

  /// A sentence on the range of the effect over the levels that were swept.
  var sentence: String {
    guard share > 0 else {
      return "Among the values tried, \(axis.article) changes nothing: "
        + "\(SecondsText.of(best.stalls)) per session with each."
    }
    return "Among the values tried, \(axis.article) "
      + (matters ? "changes stall time by \(finding)." : "makes no visible difference: \(span).")
  }
}

/// Shares as text for sentences.
enum ShareText {
  /// Returns a share as text: `56 %`, `0.4 %`, and 0 only for exactly 0.
  static func of(_ share: Double) -> String {
    guard share.isFinite else { return "-" }
    guard share != 0 else { return "0 %" }
    let size = abs(share)
    if size < 0.0005 { return "less than 0.1 %" }
    return NumberText.percent(share, decimals: size < 0.01 ? 1 : 0)
  }
}
