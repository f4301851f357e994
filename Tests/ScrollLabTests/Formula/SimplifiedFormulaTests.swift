import ScrollCaching
import ScrollCore
import Testing
import scrollsim_lab

struct SimplifiedFormulaTests {
  @Test(arguments: [
    // What does not change the order of scores goes.
    ("2 * idle", "idle"), ("3 - idle", "-idle"), ("-(-idle)", "idle"), ("a * idle", "idle"),
    ("log(1 + idle)", "idle"), ("exp(-idle)", "-idle"), ("sqrt(distance) * 4", "distance"),
    ("pow(distance, 2)", "distance"), ("1 / (1 + hits)", "-hits"),
    ("idle + velocity - pressure", "idle"), ("idle * (1 + abs(velocity))", "idle"),
    ("distance * 2 * bytes / 3", "distance * bytes"), ("velocity", "0"), ("17", "0"),
    // Numbers are worked out.
    ("bytes / (2 + 2 * 1)", "bytes"), ("hits * bytes + 0 * idle", "hits * bytes"),
    ("idle + 2 + 3 - bytes", "idle - bytes"), ("max(0, -bytes)", "0"), ("idle - idle", "0"),
    ("min(hits, 2 * 2) + age", "min(hits, 4) + age"),
    // What residents are like.
    ("abs(signedDistance)", "distance"), ("prefetched * (1 - viewed)", "-viewed"),
    ("bytes * (prefetched * (1 - viewed))", "bytes * (1 - viewed)"),
    ("age + hits * viewed", "age + hits"),
  ])
  func `simplification finds the simplest form of a formula`(text: String, simple: String) throws {
    let formula = try #require(Formula(policy: "score: \(text)"))
    #expect(formula.simplified().policy == "score: \(simple)")
  }

  @Test(arguments: [
    // Times a speed of 0 all are equal; a logarithm of what is negative is no number; infinitely
    // far minus infinitely far is none; this many seconds overflow.
    "idle * velocity", "log(signedDistance)", "distance - distance", "exp(idle * 4)",
    "timeToVisible / 10 + log(bytes / reloadMs)", "max(gap, 2 * idle) - hits", "-signedDistance",
  ])
  func `simplification keeps parts that change evictions`(text: String) throws {
    let formula = try #require(Formula(policy: "score: \(text)"))
    #expect(formula.simplified().policy == "score: \(text)")
  }

  @Test(
    arguments: [
      ("2 * (uses - 1)", "uses - 1"), ("bytes * (3 - hits) / 2", "3 - hits"), ("1 + hits", nil),
      ("0 / 0", "0 / 0"), ("-idle - 1", "0"), ("7", nil),
    ] as [(String, String?)])
  func `simplification keeps only the sign of admissions`(admit: String, simple: String?) throws {
    let formula = try #require(Formula(policy: "score: idle:admit=\(admit)"))
    #expect(
      formula.simplified().policy == "score: idle" + (simple.map { ":admit=\($0)" } ?? ""))
  }

  /// In states that no simplification has seen.
  @Test(arguments: 0..<40)
  func `a simplified formula evicts the same and is no larger`(seed: UInt64) {
    var garden = FormulaGenerator(seed: seed)
    let states = FormulaStates(moments: 30, residents: 6, seed: 1000 + seed)
    for _ in 0..<50 {
      let formula = garden.formula()
      let simple = formula.simplified()
      #expect(simple.size <= formula.size, "\(formula.policy)")
      for residents in states.moments {
        let before = residents.map { $0.worth(formula) }
        let after = residents.map { $0.worth(simple) }
        for (one, other) in Self.pairs(of: residents.count) {
          let wasOrder = Self.order(before[one], before[other])
          let isOrder = Self.order(after[one], after[other])
          #expect(
            wasOrder == isOrder || wasOrder == nil || isOrder == nil,
            "seed \(seed): \(formula.policy) became \(simple.policy)")
        }
      }
    }
  }

  @Test(arguments: 0..<40)
  func `the range of a formula contains its values`(seed: UInt64) {
    var garden = FormulaGenerator(seed: seed)
    let states = FormulaStates(moments: 20, residents: 6, seed: 2000 + seed).moments.joined()
    for _ in 0..<50 {
      let tree = garden.formula().score
      let range = ScoreRange(of: tree)
      for state in states {
        let value = tree.value(ScoreConstants()) { state[$0] }
        let fits = value.isNaN ? range.mayBeNaN : range.lower <= value && value <= range.upper
        #expect(fits, "seed \(seed): \(tree) is \(value), not in \(range)")
      }
    }
  }

  private static func pairs(of count: Int) -> [(Int, Int)] {
    (0..<count).flatMap { one in (0..<one).map { (one, $0) } }
  }

  /// -1, 0 or 1; nil where rounding or overflow may have decided.
  private static func order(_ one: Double, _ other: Double) -> Int? {
    if one == other { return one.isFinite ? 0 : nil }
    let difference = abs(one - other)
    if difference.isFinite, difference < 1e-9 * max(abs(one), abs(other)) { return nil }
    return one < other ? -1 : 1
  }
}
