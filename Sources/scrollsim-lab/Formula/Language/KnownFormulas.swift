import ScrollCaching
import ScrollSimCommands
import ScrollTraces

/// Designs of the field and of this package, in the language of scores.
///
/// Those with a memory of what has left (`lru-k`, `arc`, GreedyDual's inflation) have none here:
/// the one with their idea stands in their place.
package enum KnownFormulas {
  /// One design.
  package struct Design: Sendable {
    /// What it is called in the catalog of policies, if it is there.
    package let name: String
    package let formula: Formula
  }

  /// In the order in which they are planted.
  package static let all: [Design] = texts.compactMap { name, text in
    (try? ScoreTree(parsing: text)).map { Design(name: name, formula: Formula(score: $0)) }
  }

  /// Those that a vocabulary can say, but for designs of some names.
  package static func formulas(
    in vocabulary: FormulaVocabulary, without names: [String] = []
  ) -> [Formula] {
    all.filter { !names.contains($0.name) }.map(\.formula).filter { vocabulary.allows($0) }
  }

  private static let texts: [(name: String, text: String)] = [
    ("lru", "idle"),
    ("distance-cost", "distance * bytes / reloadMs"),
    ("distance", "distance"),
    ("expected-stall", "timeToVisible / 10 + log(bytes / reloadMs)"),
    ("time-to-visible", "timeToVisible"),
    ("gdsf", "idle * bytes / (1 + hits)"),
    ("landlord", "idle * bytes / reloadMs"),
    ("hyperbolic", "age / (1 + hits)"),
    ("lfu", "-uses"),
    ("fifo", "age"),
    ("viewed-first", "distance + 1000000 * min(1, uses)"),
    ("viewport-ring", "gap"),
    ("size", "bytes"),
    ("behind", "-signedDistance"),
    ("unseen-first", "distance * bytes / reloadMs * (2 - viewed)"),
  ]
}
