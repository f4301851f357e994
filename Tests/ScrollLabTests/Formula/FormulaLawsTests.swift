import Testing
import scrollsim_lab

struct FormulaLawsTests {
  private static func kept(_ policy: String) throws -> [String: Bool] {
    let formula = try #require(Formula(policy: policy))
    return Dictionary(
      FormulaLaws.kept(by: formula, cases: 60, seed: 1).map { ($0.law, $0.isKept) },
      uniquingKeysWith: { $0 && $1 })
  }

  @Test func `the formula idle keeps the laws of LRU`() throws {
    let kept = try Self.kept("score: idle")
    for law in ["victims", "limit", "newcomers", "inclusion", "stack", "competitive", "mirror"] {
      #expect(kept[law] == true, "\(law)")
    }
    #expect(kept["cheapest-first"] == false)
  }

  @Test func `a formula with positions and sizes breaks the law stack`() throws {
    let kept = try Self.kept("score: distance + 100 * bytes")
    #expect(kept["victims"] == true)
    #expect(kept["mirror"] == true)
    #expect(kept["stack"] == false)
  }

  @Test func `a formula that refuses images is exempt from the laws about newcomers`() throws {
    let kept = try Self.kept("score: idle:admit=uses - 1.5")
    #expect(kept["refusal"] == true)
    #expect(kept["newcomers"] == nil)
    #expect(kept["not-below-belady"] == nil)
  }
}
