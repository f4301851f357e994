import ScrollCaching
import ScrollSimCommands
import ScrollTraces

/// A formula without the parts that training does not need.
///
/// Every operation is taken away in turn, so that one of its operands stands in its place, and the
/// rule for what is stored; of what is left so the smallest stays whose loss, measured, is at most
/// the formula's own and a tolerance, and is pruned in turn. The tolerance is not added up.
package struct PrunedFormula {
  private let candidate: FormulaSearch.Candidate
  private let tolerance: Double

  init(_ candidate: FormulaSearch.Candidate, tolerance: Double) {
    self.candidate = candidate
    self.tolerance = tolerance
  }

  /// Prunes as far as it goes, and as runs allow.
  /// - Parameters:
  ///   - race: counts the runs.
  ///   - judge: says how good formulas are.
  /// - Returns: the smallest that was found; of two equally small ones the one with less loss.
  /// - Throws: what the judge throws.
  func smallest<Judge: FormulaJudge>(
    _ race: inout FormulaRace, _ judge: inout Judge
  ) throws -> FormulaSearch.Candidate {
    let bar = candidate.loss + tolerance
    var kept = candidate
    while true {
      let tried = try race.candidates(of: Self.cuts(of: kept.formula), &judge)
      let best = tried.filter { $0.loss <= bar }.min {
        ($0.formula.size, $0.loss) < ($1.formula.size, $1.loss)
      }
      guard let best else { return kept }
      kept = best
    }
  }

  /// Prunes a formula outside a search.
  /// - Parameters:
  ///   - formula: in any form.
  ///   - tolerance: how much loss it may have more.
  ///   - judge: says how good formulas are.
  /// - Returns: the smallest that was found.
  /// - Throws: what the judge throws.
  package static func pruned<Judge: FormulaJudge>(
    _ formula: Formula, tolerance: Double, _ judge: inout Judge
  ) throws -> Formula {
    var race = FormulaRace(weights: judge.weights, mostRuns: .max)
    let simple = formula.simplified()
    guard let candidate = try race.candidates(of: [simple], &judge).first else { return simple }
    return try PrunedFormula(candidate, tolerance: tolerance).smallest(&race, &judge).formula
  }

  /// All smaller formulas with one operation less, the smallest first.
  static func cuts(of formula: Formula) -> [Formula] {
    var cuts = trees(cutFrom: formula.score).map { Formula(score: $0, admit: formula.admit) }
    if let admit = formula.admit {
      cuts.append(Formula(score: formula.score))
      cuts += trees(cutFrom: admit).map { Formula(score: formula.score, admit: $0) }
    }
    var known: Set<Formula> = []
    let smaller = cuts.map { $0.simplified() }.filter {
      $0.size < formula.size && known.insert($0).inserted
    }
    return smaller.indices.sorted { (smaller[$0].size, $0) < (smaller[$1].size, $1) }
      .map { smaller[$0] }
  }

  private static func trees(cutFrom tree: ScoreTree) -> [ScoreTree] {
    tree.subtrees.enumerated().flatMap { place, part in
      part.parts.map { tree.replacing(place, with: $0) }
    }
  }
}
