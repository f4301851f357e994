import ScrollSimulation

/// The record that sealed (held-out) scenarios were opened for one comparison that had been named
/// before.
package struct OpeningRecord: Sendable, Equatable {
  /// The digest of the scenarios, the spec, the formula and the opponent.
  var key: ContentKey
  /// The digest of the sealed scenarios.
  package var scenes: ContentKey
  /// The number of this opening of the scenarios in its store, from 1.
  package var number: Int
  /// The number of runs of the same sessions that the store had before the opening.
  package var earlierRuns: Int
  /// The spec of the search, as YAML.
  var question: String
  /// The policy that the search found.
  package var formula: String
  /// The policy to which it is compared.
  package var opponent: String

  package init(
    scenes: ContentKey, question: String, formula: String, opponent: String, number: Int = 1,
    earlierRuns: Int = 0
  ) {
    key = ContentKey(
      of: """
        scenes \(scenes)
        formula \(formula)
        opponent \(opponent)
        \(question)
        """)
    self.scenes = scenes
    self.number = number
    self.earlierRuns = earlierRuns
    self.question = question
    self.formula = formula
    self.opponent = opponent
  }

  /// A Boolean value that indicates whether the scenarios were sealed until this opening, as far as
  /// the store knows.
  package var isFirst: Bool { number == 1 && earlierRuns == 0 }
}

extension OpeningRecord {
  var values: [StoredValue] {
    [
      .text(key.description), .text(scenes.description), .integer(number), .integer(earlierRuns),
      .text(question), .text(formula), .text(opponent),
    ]
  }
}
