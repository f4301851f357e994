import ScrollPages

/// Seconds as text for sentences and tables, with three digits: `52`, `2.1`, `0.034`.
package enum SecondsText {
  /// Returns seconds as text.
  /// - Parameters:
  ///   - seconds: the number.
  ///   - most: the largest number of decimals.
  /// - Returns: the text, which is 0 only for exactly 0.
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

  /// Returns seconds with enough decimals to distinguish them from 0, down to 10 µs: `2.52 s`.
  package static func of(_ seconds: Double) -> String {
    let size = abs(seconds)
    if size > 0, size < 0.00001 { return "less than 0.00001 s" }
    let decimals = size == 0 || size >= 0.1 ? 2 : size >= 0.01 ? 3 : size >= 0.001 ? 4 : 5
    return NumberText.fixed(seconds, decimals: decimals) + " s"
  }

  /// Returns the texts of a column, with aligned decimals.
  ///
  /// All values have the number of decimals that suits the largest.
  package static func column(_ seconds: [Double]) -> [String] {
    let decimals = seconds.contains { abs($0) >= 1 } ? 2 : 3
    let least = 0.5 / (decimals == 2 ? 100 : 1000)
    return seconds.map { value in
      value != 0 && abs(value) < least
        ? (value > 0 ? "<" : ">-") + NumberText.fixed(2 * least, decimals: decimals)
        : NumberText.fixed(value, decimals: decimals)
    }
  }

  /// Returns a text without zeros at the end of its fraction.
  private static func trimmed(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var text = Substring(text)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return String(text)
  }
}
