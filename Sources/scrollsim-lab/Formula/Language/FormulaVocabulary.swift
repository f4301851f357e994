package import ScrollCaching
import ScrollSimCommands
import ScrollTraces

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
