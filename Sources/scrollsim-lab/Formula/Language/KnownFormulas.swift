package import ScrollCaching
import ScrollSimCommands
import ScrollTraces

/// Eviction policies from the literature and from this package, written as formulas.
///
/// Policies that remember evicted images (`lru-k`, `arc`, GreedyDual's inflation) cannot be written
/// as formulas. Each is represented by a formula with the same idea.
package enum KnownFormulas {
  /// A policy as a formula.
  package struct Design: Sendable {
    /// The name in the catalog of policies, if the policy is there.
    package let name: String
    package let formula: Formula
  }

  /// All these policies, in the order in which a search adds them.
  package static let all: [Design] = texts.compactMap { name, text in
    (try? ScoreTree(parsing: text)).map { Design(name: name, formula: Formula(score: $0)) }
  }

  /// Returns the formulas that a vocabulary allows, except those with the given names.
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

/// The parts that formulas may have, besides numbers and `+ - * /`.
package struct FormulaVocabulary: Sendable {
  var variables: [ScoreVariable]
  var functions: [ScoreFunction]
  /// A Boolean value that indicates whether a formula may have a storage rule.
  var allowsAdmit: Bool

  /// Creates a vocabulary.
  /// - Precondition: There is a variable.
  package init(
    variables: [ScoreVariable], functions: [ScoreFunction] = ScoreFunction.allCases,
    allowsAdmit: Bool = false
  ) {
    precondition(!variables.isEmpty, "a formula without variables says nothing")
    self.variables = variables
    self.functions = functions
    self.allowsAdmit = allowsAdmit
  }

  /// The whole language.
  package static let all = FormulaVocabulary(
    variables: ScoreVariable.allCases, allowsAdmit: true)

  /// The variables that differ between images in `replay`.
  ///
  /// In a replay nothing is prefetched, nothing takes time, and every resident has been viewed.
  static let replay = FormulaVocabulary(
    variables: [
      .distance, .signedDistance, .gap, .timeToVisible, .age, .idle, .hits, .uses, .bytes, .cost,
    ], allowsAdmit: true)

  /// Returns whether the vocabulary allows all parts of a tree.
  func allows(_ tree: ScoreTree) -> Bool {
    switch tree {
    case .variable(let variable): variables.contains(variable)
    case .call(let function, let arguments):
      functions.contains(function) && arguments.allSatisfy(allows)
    case .number, .constant, .negate, .binary: tree.parts.allSatisfy(allows)
    }
  }

  /// Returns whether the vocabulary allows all parts of a formula.
  func allows(_ formula: Formula) -> Bool {
    let admits = formula.admit.map { allowsAdmit && allows($0) } ?? true
    return admits && allows(formula.score)
  }
}
