import ScrollCore
import Testing

struct SeededRandomTests {
  @Test(
    arguments: [
      (
        0,
        [
          0x99ec_5f36_cb75_f2b4, 0xbf6e_1f78_4956_452a, 0x1a5f_849d_4933_e6e0,
          0x6aa5_94f1_262d_2d2c,
        ]
      )
    ] as [(UInt64, [UInt64])])
  func `the generator is xoshiro256starstar seeded through SplitMix64`(
    seed: UInt64, numbers: [UInt64]
  ) {
    var random = SeededRandom(seed: seed)
    for number in numbers {
      let next = random.next()
      #expect(next == number)
    }
  }

  @Test func `equal seeds repeat the numbers, other seeds do not`() {
    var (a, b, c) = (SeededRandom(seed: 9), SeededRandom(seed: 9), SeededRandom(seed: 10))
    let (first, again, other) = (
      (0..<50).map { _ in a.next() }, (0..<50).map { _ in b.next() },
      (0..<50).map { _ in c.next() }
    )
    #expect(first == again)
    #expect(first != other)
  }

  @Test(arguments: [1, 2, 3, 10, 1000, Int.max])
  func `numbers below a bound are distributed evenly`(bound: Int) {
    let seed: UInt64 = 4
    var random = SeededRandom(seed: seed)
    let draws = (0..<20_000).map { _ in random.below(bound) }
    #expect(draws.allSatisfy { (0..<bound).contains($0) }, "seed \(seed)")
    let mean = draws.reduce(0.0) { $0 + Double($1) / Double(bound) } / 20_000
    let expected = 0.5 * Double(bound - 1) / Double(bound)
    #expect(abs(mean - expected) < 0.01, "seed \(seed): mean \(mean), expected \(expected)")
  }

  @Test func `a range includes both ends`() {
    var random = SeededRandom(seed: 5)
    let draws = Set((0..<500).map { _ in random.within(-2...2) })
    #expect(draws == [-2, -1, 0, 1, 2])
  }

  @Test func `unit numbers stay below 1 and chances match their probability`() {
    var random = SeededRandom(seed: 6)
    let draws = (0..<20_000).map { _ in random.unit() }
    #expect(draws.allSatisfy { (0..<1).contains($0) })
    let hits = (0..<20_000).count { _ in random.chance(0.13) }
    #expect((2300...2900).contains(hits), "\(hits) of 20000 at 0.13")
    let (never, always) = (random.chance(0), random.chance(1))
    #expect(!never)
    #expect(always)
  }
}
