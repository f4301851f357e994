package import ScrollCaching
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

/// What formulas may be made of, besides numbers and `+ - * /`.
package struct FormulaVocabulary: Sendable {
  package var variables: [ScoreVariable]
  package var functions: [ScoreFunction]
  /// Whether a formula may also say what is stored.
  package var allowsAdmit: Bool

  /// - Precondition: there is a variable.
  package init(
    variables: [ScoreVariable], functions: [ScoreFunction] = ScoreFunction.allCases,
    allowsAdmit: Bool = false
  ) {
    precondition(!variables.isEmpty, "a formula without variables says nothing")
    self.variables = variables
    self.functions = functions
    self.allowsAdmit = allowsAdmit
  }

  /// Everything that the language has.
  package static let all = FormulaVocabulary(
    variables: ScoreVariable.allCases, allowsAdmit: true)

  /// What differs from image to image in `replay`, where nothing is fetched ahead, nothing takes
  /// time, and every resident has been viewed.
  package static let replay = FormulaVocabulary(
    variables: [
      .distance, .signedDistance, .gap, .timeToVisible, .age, .idle, .hits, .uses, .bytes, .cost,
    ], allowsAdmit: true)

  /// Whether a tree is made of this.
  func allows(_ tree: ScoreTree) -> Bool {
    switch tree {
    case .variable(let variable): variables.contains(variable)
    case .call(let function, let arguments):
      functions.contains(function) && arguments.allSatisfy(allows)
    case .number, .constant, .negate, .binary: tree.parts.allSatisfy(allows)
    }
  }

  /// Whether a formula is made of this.
  package func allows(_ formula: Formula) -> Bool {
    let admits = formula.admit.map { allowsAdmit && allows($0) } ?? true
    return admits && allows(formula.score)
  }
}
