import Foundation
package import ScrollCore

/// Figures as people read them in tables: rounded, with a point, the same in every locale.
///
/// JSON does not use these: its figures are unrounded. A figure that is no number is `-`.
package enum NumberText {
  /// A number with so many decimals, rounded to the nearest (the binary value decides halves).
  ///
  /// Never `-0`. Infinite is `never` or, below, `-never`, which only a programming mistake
  /// prints: what can be infinite here are waiting times.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    guard !value.isNaN else { return "-" }
    guard value.isFinite else { return value > 0 ? "never" : "-never" }
    let text = String(format: "%.\(max(0, decimals))f", value)
    let isZero = text.allSatisfy { "-0.".contains($0) }
    return isZero && text.hasPrefix("-") ? String(text.dropFirst()) : text
  }

  /// How many decimals a column of mean counts takes: none where one of them is 10 or more.
  package static func decimals(ofCounts counts: [Double]) -> Int {
    counts.contains { $0 >= 10 } ? 0 : 1
  }

  /// A ratio in percent, `0.8124` as `81.2 %`.
  package static func percent(_ ratio: Double, decimals: Int = 1) -> String {
    ratio.isFinite ? fixed(ratio * 100, decimals: decimals) + " %" : "-"
  }

  /// Bytes in MiB, `64.0 MiB`.
  package static func mebibytes(_ amount: ByteCount, decimals: Int = 1) -> String {
    fixed(amount.mebibytes, decimals: decimals) + " MiB"
  }

  /// A limit of bytes for people: exact where it is whole, `64MiB`, else `284.7 MiB`.
  package static func limit(_ amount: ByteCount) -> String {
    amount.bytes.isMultiple(of: 1 << 20) || amount.bytes < 1 << 20
      ? "\(amount)" : mebibytes(amount)
  }

  /// A time in milliseconds without its unit, which the header has; `never` for infinite.
  package static func milliseconds(_ milliseconds: Double, decimals: Int = 1) -> String {
    fixed(milliseconds, decimals: decimals)
  }

  /// A time in milliseconds without its unit; `never` for `SimTime.never`.
  package static func milliseconds(_ time: SimTime, decimals: Int = 1) -> String {
    fixed(time == .never ? .infinity : time.milliseconds, decimals: decimals)
  }

  /// A whole number, with a space every three digits where it has more than four: `113 872`.
  package static func count(_ number: Int) -> String {
    Words.digits(number)
  }
}
