import ScrollSimulation

/// A look at sealed scenes, for one comparison that was named before.
package struct OpeningRecord: Sendable, Equatable {
  /// The digest of the scenes, the question, the formula and the opponent.
  package var key: ContentKey
  /// The digest of the sealed scenes.
  package var scenes: ContentKey
  /// Which opening of these scenes it was in its store, from 1.
  package var number: Int
  /// How many runs of the same sessions the store had before it.
  package var earlierRuns: Int
  /// The spec of the search, as YAML.
  package var question: String
  /// The policy that was found.
  package var formula: String
  /// The policy that it had to beat.
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

  /// Whether nobody had looked at the scenes before, as far as the store knows.
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
