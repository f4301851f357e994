import TestSupport
import Testing

/// Whatever the formula, the fast ranking evicts what the plain evaluation does.
struct ScoreEvictionTests {
  @Test(arguments: 0..<(isNightly ? 200 : 20))
  func `the ranking of random formulas evicts like a full evaluation`(
    batch: Int
  ) throws {
    var evictions = 0
    for seed in UInt64(batch * 500)..<UInt64(batch * 500 + 500) {
      var formulas = RandomFormula(seed: seed)
      let policy = formulas.policy()
      var world = try ScoreInputs(policy: policy, seed: ~seed)
      let difference = world.difference(in: 60)
      #expect(difference == nil, "\(policy), seed \(seed)")
      guard difference == nil else { break }
      evictions += world.evictions
    }
    #expect(evictions > 1000)
  }

  /// Formulas that each way of ranking is meant for, in many more worlds than chance gives them.
  @Test(arguments: [
    "0", "0 / 0", "velocity", "age", "3 - age", "idle", "-idle", "min(idle, 0.04)",
    "idle * 2 - 1e9", "max(2, idle / 3) - pressure", "a * idle:a=-2", "idle * 1e308",
    "bytes", "-hits", "bytes / (1 + hits)", "hits / (1 - viewed)", "-uses", "cost * (1 - pressure)",
    "distance", "-distance", "gap", "visible * idle", "signedDistance * velocity",
    "distance * bytes / decodeMs + 0.2 * age", "timeToVisible", "log(hits) - 1 / viewed",
    "idle:admit=viewed", "age:admit=uses - 1", "distance:admit=20 - gap:b=2",
    "a * idle - b * hits:a=0.5:b=1e3:admit=1 - pressure",
  ])
  func `the ranking of every kind of formula evicts like a full evaluation`(formula: String) throws
  {
    for seed in UInt64(20_000)..<20_300 {
      var world = try ScoreInputs(policy: "score: \(formula)", seed: seed)
      let difference = world.difference(in: 60)
      #expect(difference == nil, "\(formula), seed \(seed)")
      guard difference == nil else { return }
    }
  }
}
