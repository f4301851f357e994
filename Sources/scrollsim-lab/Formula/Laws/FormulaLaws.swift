import ScrollCaching
import ScrollLaws
import ScrollSimCommands
import ScrollTraces

/// Which laws of caches a formula keeps.
package enum FormulaLaws {
  /// Tries a formula on random cases.
  ///
  /// Of a policy of the catalog laws are checked that its descriptor claims. Nobody knows what a
  /// formula that was found would claim: so every law is tried, also those that few policies keep,
  /// like those of least recently used. A formula that refuses images is not held against the
  /// laws of those that store everything.
  ///
  /// - Parameters:
  ///   - formula: what is tried.
  ///   - cases: how many random cases each law has.
  ///   - seed: what they are drawn from.
  /// - Returns: the name of every law that a case exercised, in the order of all laws, and whether
  ///   no case broke it.
  package static func kept(
    by formula: Formula, cases: Int, seed: UInt64
  ) -> [(law: String, isKept: Bool)] {
    let plan = LawPlan(cases: cases, seed: seed, smallWorlds: false)
    return LawCheck(of: descriptor(of: formula), plan: plan).tally()
  }

  /// A policy without settings, which laws would change.
  private static func descriptor(of formula: Formula) -> PolicyDescriptor {
    let score = ScoreExpression(formula.score, constants: formula.constants)
    let admit = formula.admit.map { ScoreExpression($0, constants: formula.constants) }
    var claims: PolicyClaims = [
      .keepsNewcomers, .keepsOldOnRefusal, .mirrors, .scales, .inclusion, .leastRecentlyUsed,
      .conservative, .bestOnWalks, .cheapestFirst,
    ]
    var refusal = RefusalRule.largerThanCapacity
    if admit != nil {
      claims.remove(.keepsNewcomers)
      refusal = RefusalRule("refuses images for which its 'admit' is 0 or less") {
        cost, capacity in
        cost > capacity ? true : nil
      }
    }
    return PolicyDescriptor(
      "formula", "Evicts the image with the highest score.",
      facts: PolicyDescriptor.Facts(refusal: refusal, claims: claims)
    ) { ScorePolicy($0, score: score, admit: admit) }
  }
}
