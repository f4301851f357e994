import ScrollCaching
import ScrollSimCommands
import ScrollTraces

/// The neighbors of a formula: all formulas that differ from it in one number, by one step.
///
/// A search tries the neighbors of its best formulas, moves to the best neighbor and continues from
/// there, as in coordinate descent. Large steps come before small ones.
enum NumberSteps {
  private static let factors = [2, 0.5, 10, 0.1, 1.25, 0.8]

  /// Returns the neighbors of a formula, the largest steps first.
  static func neighbors(of formula: Formula) -> [Formula] {
    factors.flatMap { factor -> [Formula] in
      let scores = trees(near: formula.score, factor)
      let rules = formula.admit.map { trees(near: $0, factor) } ?? []
      return scores.map { Formula(score: $0, admit: formula.admit) }
        + rules.map { Formula(score: formula.score, admit: $0) }
    }
  }

  private static func trees(near tree: ScoreTree, _ factor: Double) -> [ScoreTree] {
    tree.subtrees.enumerated().compactMap { place, part in
      guard let number = part.number, number != 0 else { return nil }
      return tree.replacing(place, with: .number(number.stepped(by: factor)))
    }
  }
}
