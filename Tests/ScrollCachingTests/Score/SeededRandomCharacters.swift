import ScrollCore

/// Texts that are almost formulas.
struct SeededRandomCharacters {
  private var random: SeededRandom
  private static let pieces = [
    "age", "hits", "min", "(", ")", ",", "+", "-", "*", "/", " ", "1", ".5", "e", "2e-3", "é", "=",
  ]

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func text() -> String {
    (0..<random.below(12)).map { _ in Self.pieces[random.below(Self.pieces.count)] }.joined()
  }
}
