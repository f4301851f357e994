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
    return "\(percentage) (\(SecondsText.of(seconds)))"
  }

  /// Of the worst, in whole percents from 1 on.
  var percentage: String { ShareText.of(share) }

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
    let finding =
      matters
      ? "moves the stalls by \(percentage)" : "makes no practical difference"
    return
      "Over the levels swept, \(axis.article) \(finding): \(span)."
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

/// Stalls for sentences.
package enum SecondsText {
  /// `2.52 s`, with as many decimals as tell it from 0, down to 10 µs.
  package static func of(_ seconds: Double) -> String {
    let size = abs(seconds)
    if size > 0, size < 0.00001 { return "less than 0.00001 s" }
    let decimals = size == 0 || size >= 0.1 ? 2 : size >= 0.01 ? 3 : size >= 0.001 ? 4 : 5
    return NumberText.fixed(seconds, decimals: decimals) + " s"
  }
}
