package import ScrollCore
import ScrollPages

/// The texts of times, counts and lists in explanations.
package enum ExplanationText {
  /// Returns a duration: `0.25 ms`, `8 ms`, `12.5 ms`, `417 ms`, `1.2 s`.
  package static func span(_ time: SimTime) -> String {
    let milliseconds = time.milliseconds
    switch milliseconds {
    case ..<1: return trimmed(milliseconds, decimals: 2) + " ms"
    case ..<99.95: return trimmed(milliseconds, decimals: 1) + " ms"
    case ..<999.5: return trimmed(milliseconds, decimals: 0) + " ms"
    default: return trimmed(time.seconds, decimals: 1) + " s"
    }
  }

  /// Returns a moment of the run: `12.483 s`.
  static func moment(_ time: SimTime) -> String {
    NumberText.fixed(time.seconds, decimals: 3) + " s"
  }

  /// Returns `items 3, 4 and 9` or `item 3`, with at most eight items by number.
  static func items(_ items: [Int32]) -> String {
    let names = Phrase.list(items.map(String.init), atMost: 8)
    return items.count == 1 ? "item \(names)" : "items \(names)"
  }

  private static func trimmed(_ value: Double, decimals: Int) -> String {
    var text = Substring(NumberText.fixed(value, decimals: decimals))
    guard text.contains(".") else { return String(text) }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return String(text)
  }
}
