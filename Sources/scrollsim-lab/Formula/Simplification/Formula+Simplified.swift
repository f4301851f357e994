import ScrollCaching
import ScrollSimCommands
import ScrollTraces

extension Formula {
  /// A formula that evicts the same in every state and has at most as many nodes: constants and
  /// sums of numbers are worked out, and what does not change the order of scores is dropped.
  ///
  /// Each step is one of the rules of `ScoreRewriting` and `ScoreOrder`, which hold for real
  /// numbers and for what `Double` makes of infinite ones and of those that are none. What they do
  /// not say is what roundings and overflows make of scores that are nearly equal: a step that
  /// changes anything on `FormulaStates.standard` is not made.
  package func simplified() -> Formula {
    var formula = settled()
    let behavior = FormulaFingerprint(formula)
    /// Takes a step if it keeps what must be kept.
    func take(_ next: Formula) -> Bool {
      guard next != formula, next.size <= formula.size, FormulaFingerprint(next) == behavior else {
        return false
      }
      formula = next
      return true
    }
    _ = take(formula.changing(score: ScoreRewriting.simplified(formula.score)))
    for _ in 0..<20 {
      guard let score = ScoreOrder.unwrapped(formula.score) else { break }
      guard take(formula.changing(score: ScoreRewriting.simplified(score))) else { break }
    }
    if let admit = formula.admit {
      _ = take(formula.changing(admit: ScoreRewriting.simplified(admit)))
    }
    if let admit = formula.admit {
      let shorter = ScoreRewriting.simplified(ScoreOrder.withoutFactors(ofAdmission: admit))
      _ = take(formula.changing(admit: shorter))
      let range = ScoreRange(of: formula.admit ?? admit)
      if range.lower > 0 { formula.admit = nil }
      if range.upper <= 0, !range.mayBeNaN { formula.admit = .number(0) }
    }
    return formula
  }

  private func changing(score: ScoreTree) -> Formula { Formula(score: score, admit: admit) }

  private func changing(admit: ScoreTree) -> Formula { Formula(score: score, admit: admit) }
}
