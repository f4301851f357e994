import ScrollPages

/// Seconds in a sentence or a table: three digits, `52`, `2.1`, `0.034`.
package enum SecondsText {
  /// - Parameters:
  ///   - seconds: what is written.
  ///   - most: decimals at most, where more would say nothing.
  /// - Returns: what is not 0 is never written as 0.
  package static func text(_ seconds: Double, decimals most: Int = 3) -> String {
    let size = abs(seconds)
    guard size > 0 else { return "0" }
    let decimals = min(max(0, most), size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3)
    let last = (0..<decimals).reduce(1.0) { unit, _ in unit / 10 }
    guard size >= last / 2 else {
      let text = NumberText.fixed(last, decimals: decimals)
      return seconds > 0 ? "under \(text)" : "over -\(text)"
    }
    return trimmed(NumberText.fixed(seconds, decimals: decimals))
  }

  /// `2.52 s`, with as many decimals as tell it from 0, down to 10 µs.
  package static func of(_ seconds: Double) -> String {
    let size = abs(seconds)
    if size > 0, size < 0.00001 { return "less than 0.00001 s" }
    let decimals = size == 0 || size >= 0.1 ? 2 : size >= 0.01 ? 3 : size >= 0.001 ? 4 : 5
    return NumberText.fixed(seconds, decimals: decimals) + " s"
  }

  /// The same for a column, whose decimals line up: as many for all as tell the largest from
  /// others.
  package static func column(_ seconds: [Double]) -> [String] {
    let decimals = seconds.contains { abs($0) >= 1 } ? 2 : 3
    let least = 0.5 / (decimals == 2 ? 100 : 1000)
    return seconds.map { value in
      value != 0 && abs(value) < least
        ? (value > 0 ? "<" : ">-") + NumberText.fixed(2 * least, decimals: decimals)
        : NumberText.fixed(value, decimals: decimals)
    }
  }

  /// Without zeros at the end of a fraction.
  private static func trimmed(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var text = Substring(text)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return String(text)
  }
}
