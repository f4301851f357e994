import ScrollPages
import ScrollSimulation

// Bands of seconds as text, with no more digits than they support.

extension FigureBand {
  private static let mostDecimals = 5

  /// The band of a stall: `1.9 to 3.4 s`.
  var secondsText: String { range(low, high) }

  /// Returns the band of a saving: `saves 1.2 to 2.1 s against lru`,
  /// `stalls between 0.1 s more and 0.3 s less than lru`.
  func savingText(against other: String) -> String {
    if low == 0, high == 0 { return "stalls as much as \(other)" }
    if low >= 0 || high > 0 && isNothing(low) {
      return "saves \(range(low, high)) against \(other)"
    }
    if high <= 0 || isNothing(high) {
      return "stalls \(range(-high, -low)) more than \(other)"
    }
    return "stalls between \(text(-low)) s more and \(text(high)) s less than \(other)"
  }

  private func range(_ first: Double, _ last: Double) -> String {
    let ends = (text(first), text(last))
    return ends.0 == ends.1 ? SecondsText.of(first) : "\(ends.0) to \(ends.1) s"
  }

  /// Returns whether a number of seconds rounds to 0.
  private func isNothing(_ seconds: Double) -> Bool { Double(text(abs(seconds))) == 0 }

  private func text(_ seconds: Double) -> String {
    NumberText.fixed(seconds, decimals: decimals(atMost: Self.mostDecimals))
  }
}
