import ScrollCaching
import ScrollCore
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

extension Double {
  /// Returns the nearest number with this many significant digits.
  func rounded(digits: Int) -> Double {
    guard isFinite, self != 0 else { return self }
    let exponent = (log(abs(self)) / log(10)).rounded(.down) - Double(digits - 1)
    let unit = pow(10, abs(exponent))
    return exponent < 0 ? (self * unit).rounded() / unit : (self / unit).rounded() * unit
  }

  /// Returns the number times a factor, with two digits.
  ///
  /// It returns the number itself if the result would be too large or too small to be useful.
  func stepped(by factor: Double) -> Double {
    let next = (self * factor).rounded(digits: 2)
    return 1e-12...1e15 ~= abs(next) ? next : self
  }
}
