import Testing
import scrollsim_lab

struct PrunedFormulaTests {
  @Test(arguments: [
    ("idle * bytes + visible / 1000000", "score: idle * bytes"),
    ("max(idle * bytes, hits)", "score: idle * bytes"),
    ("idle * bytes", "score: idle * bytes"),
  ])
  func `pruning removes parts that training does not need`(text: String, pruned: String) throws {
    var judge = OrderJudge(try #require(Formula(policy: "score: idle * bytes")))
    let formula = try #require(Formula(policy: "score: \(text)"))
    let cut = try PrunedFormula.pruned(formula, tolerance: 0.001, &judge)
    #expect(cut.policy == pruned)
  }

  @Test(arguments: [0, 0.02, 0.1, 1])
  func `the loss grows by no more than the tolerance`(tolerance: Double) throws {
    var judge = OrderJudge(
      try #require(Formula(policy: "score: idle * bytes / (1 + hits) + distance")))
    let formula = try #require(
      Formula(policy: "score: idle * bytes / (1 + hits) + max(distance, 3 * gap)"))
    let pruned = try PrunedFormula.pruned(formula, tolerance: tolerance, &judge)
    #expect(judge.loss(of: pruned) <= judge.loss(of: formula) + tolerance + 1e-9)
    #expect(pruned.size <= formula.size)
    if tolerance == 1 { #expect(pruned.size == 1, "\(pruned.policy)") }
  }
}
