import Foundation
package import ScrollCore

/// The text of figures in tables: rounded, with a decimal point, and the same in every locale.
///
/// JSON has unrounded figures instead. The text of a figure that is not a number is `-`.
package enum NumberText {
  /// Returns a number with the given number of decimals, rounded to the nearest.
  ///
  /// The exact binary value decides how a half is rounded.
  ///
  /// The text is never `-0`. Infinity is `never`, because only waiting times can be infinite.
  /// Negative infinity is `-never`, which only a programming error can cause.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    guard !value.isNaN else { return "-" }
    guard value.isFinite else { return value > 0 ? "never" : "-never" }
    let text = String(format: "%.\(max(0, decimals))f", value)
    let isZero = text.allSatisfy { "-0.".contains($0) }
    return isZero && text.hasPrefix("-") ? String(text.dropFirst()) : text
  }

  /// Returns the number of decimals for a column of mean counts.
  ///
  /// The number of decimals is 0 if one of the counts is 10 or more.
  package static func decimals(ofCounts counts: [Double]) -> Int {
    counts.contains { $0 >= 10 } ? 0 : 1
  }

  /// Returns a ratio in percent: `0.8124` as `81.2 %`.
  package static func percent(_ ratio: Double, decimals: Int = 1) -> String {
    ratio.isFinite ? fixed(ratio * 100, decimals: decimals) + " %" : "-"
  }

  /// Returns bytes in MiB, such as `64.0 MiB`.
  package static func mebibytes(_ amount: ByteCount, decimals: Int = 1) -> String {
    fixed(amount.mebibytes, decimals: decimals) + " MiB"
  }

  /// Returns a limit in bytes as text: exact for a whole number of a unit, such as `64MiB`,
  /// otherwise rounded, such as `284.7 MiB`.
  package static func limit(_ amount: ByteCount) -> String {
    amount.bytes.isMultiple(of: 1 << 20) || amount.bytes < 1 << 20
      ? "\(amount)" : mebibytes(amount)
  }

  /// Returns a time in milliseconds without its unit, which is in the header; `never` for an
  /// infinite time.
  package static func milliseconds(_ milliseconds: Double, decimals: Int = 1) -> String {
    fixed(milliseconds, decimals: decimals)
  }

  /// Returns a time in milliseconds without its unit; `never` for `SimTime.never`.
  package static func milliseconds(_ time: SimTime, decimals: Int = 1) -> String {
    fixed(time == .never ? .infinity : time.milliseconds, decimals: decimals)
  }

  /// Returns a whole number, with a space every three digits if it has more than four, such as `113
  /// 872`.
  package static func count(_ number: Int) -> String {
    Phrase.digits(number)
  }
}
