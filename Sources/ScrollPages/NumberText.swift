import Foundation
package import ScrollCore

/// The text of figures in tables: rounded, with a point, the same in every locale.
///
/// JSON does not use them: its figures are unrounded. A figure that is not a number is `-`.
package enum NumberText {
  /// Returns a number with the given number of decimals, rounded to the nearest (the binary value
  /// decides halves).
  ///
  /// The text is never `-0`. Infinite is `never`; negative infinity is `-never`, which only a
  /// programming error prints, because the figures that can be infinite are waiting times.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    guard !value.isNaN else { return "-" }
    guard value.isFinite else { return value > 0 ? "never" : "-never" }
    let text = String(format: "%.\(max(0, decimals))f", value)
    let isZero = text.allSatisfy { "-0.".contains($0) }
    return isZero && text.hasPrefix("-") ? String(text.dropFirst()) : text
  }

  /// Returns the number of decimals for a column of mean counts: none if one of them is 10 or more.
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

  /// Returns a limit of bytes: exact if it is whole, `64MiB`, else `284.7 MiB`.
  package static func limit(_ amount: ByteCount) -> String {
    amount.bytes.isMultiple(of: 1 << 20) || amount.bytes < 1 << 20
      ? "\(amount)" : mebibytes(amount)
  }

  /// Returns a time in milliseconds without its unit, which the header has; `never` for infinite.
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
