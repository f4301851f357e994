import ScrollCaching
import ScrollCore
import Testing
import scrollsim_lab

struct FormulaTests {
  @Test(arguments: [
    "score: idle", "score: bytes / (a + hits):a=2.5", "score: -uses:admit=uses - 1",
    "score: distance * b:admit=c - bytes:b=3:c=1000000",
  ])
  func `a policy text survives parsing and printing`(text: String) throws {
    #expect(try #require(Formula(policy: text)).policy == text)
  }

  @Test func `the text omits default values`() throws {
    let formula = try #require(Formula(policy: "score: a * idle:admit=1:a=1:b=7"))
    #expect(formula.policy == "score: a * idle")
    #expect(formula.size == 3)
  }

  @Test(arguments: ["lru", "idle", "score: idel", "score: idle:admit=usses", ""])
  func `a policy without a score is not a formula`(text: String) {
    #expect(Formula(policy: text) == nil)
  }

  @Test(arguments: [("lru", "idle"), ("fifo", "age"), ("distance", "distance")])
  func `a known design has the misses of its policy`(name: String, text: String) throws {
    let design = try #require(KnownFormulas.all.first { $0.name == name })
    #expect(design.formula.policy == "score: \(text)")
    for seed in 0..<50 {
      var random = SeededRandom(seed: UInt64(seed))
      let images = (0..<300).map { _ in ImageID(random.below(random.chance(0.5) ? 4 : 20)) }
      let stream = RequestStream(images: images, imageCount: 20)
      let room = random.within(1...12)
      func misses(_ policy: String) throws -> Int {
        let choice = try PolicyCatalog.builtIn.choose(policy)
        let setup = PolicySetup(
          imageCount: 20, limits: CacheLimits(count: room), settings: choice.settings)
        return choice.entry.replay(stream, setup).misses
      }
      #expect(try misses(name) == misses(design.formula.policy), "seed \(seed)")
    }
  }

  @Test func `a vocabulary selects the known designs that it can express`() {
    #expect(KnownFormulas.all.count == 15)
    #expect(KnownFormulas.formulas(in: .all).count == KnownFormulas.all.count)
    let timeless = KnownFormulas.formulas(in: FormulaVocabulary(variables: [.bytes, .hits]))
    #expect(timeless.map(\.policy) == ["score: bytes"])
  }
}
