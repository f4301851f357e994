import ScrollCore
import ScrollPages

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
