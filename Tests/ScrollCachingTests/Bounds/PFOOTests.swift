import ScrollCaching
import ScrollCore
import Testing

/// The two bounds of unequal sizes, with the best of all caches between them.
struct PFOOTests {
  /// A stream with a size per image, some of them 0, some larger than any capacity here.
  static func stream(seed: UInt64, length: Int, imageCount: Int) -> (RequestStream, [Int]) {
    var random = SeededRandom(seed: seed &+ 1 << 32)
    let largest = [1, 3, 8][random.below(3)]
    let sizes = (0..<imageCount).map { _ in random.below(largest + 1) }
    var stream = TinyStreams.random(seed: seed, length: length, imageCount: imageCount)
    stream.sizes = stream.images.map { sizes[Int($0.index)] }
    return (stream, sizes)
  }

  @Test(arguments: [MissCost.one, .bytes], 0...7)
  func `the optimum lies between the two bounds`(cost: MissCost, capacity: Int) {
    for seed in UInt64(1)...1_000 {
      let (stream, sizes) = Self.stream(seed: seed, length: 14, imageCount: 5)
      let least = CheapestChoice.cost(
        stream, sizes: sizes, costs: cost.values(in: stream), capacity: capacity)
      let lower = PFOO.lower(stream, capacity: capacity, cost: cost)
      let uppers = [1, 2, 5, 100].map {
        PFOO.upper(stream, capacity: capacity, cost: cost, group: $0)
      }
      let note = "\(stream.drawing), sizes \(sizes), room \(capacity), seed \(seed)"
      #expect(lower <= least, "\(note)")
      #expect(uppers.allSatisfy { least <= $0 }, "\(note): \(uppers)")
      guard lower <= least, uppers.allSatisfy({ least <= $0 }) else { return }
    }
  }

  @Test(arguments: 1...4)
  func `the optimum for random costs lies between the two bounds`(capacity: Int) {
    for seed in UInt64(1)...1_000 {
      let (stream, sizes) = Self.stream(seed: seed, length: 12, imageCount: 5)
      let costs = IntervalCostBoundTests.costs(stream.images.count, seed: seed)
      let least = CheapestChoice.cost(stream, sizes: sizes, costs: costs, capacity: capacity)
      #expect(PFOO.lower(stream, capacity: capacity, cost: .requests(costs)) <= least)
      #expect(PFOO.upper(stream, capacity: capacity, cost: .requests(costs)) >= least)
    }
  }

  @Test func `no policy is below the lower bound`() throws {
    for seed in UInt64(1)...300 {
      let (stream, _) = Self.stream(seed: seed, length: 60, imageCount: 8)
      for name in ["lru", "gdsf", "belady"] {
        let choice = try PolicyCatalog.builtIn.choose(name)
        let setup = PolicySetup(
          imageCount: stream.imageCount, limits: CacheLimits(cost: 9),
          settings: choice.settings, nextUses: stream.nextUses())
        let tally = choice.entry.replay(stream, setup)
        #expect(tally.misses >= PFOO.lower(stream, capacity: 9), "\(name), seed \(seed)")
        #expect(
          tally.costMissed >= PFOO.lower(stream, capacity: 9, cost: .bytes),
          "\(name), seed \(seed)")
      }
    }
  }

  @Test func `one group equals the optimum for equal sizes, and the lower bound is below it`() {
    var isBelow = false
    for seed in UInt64(1)...500 {
      var stream = TinyStreams.random(seed: seed, length: 60, imageCount: 8)
      stream.sizes = stream.images.map { _ in 5 }
      for capacity in [0, 5, 14, 20] {
        let least = MinBypass.misses(stream, capacity: capacity / 5)
        let lower = PFOO.lower(stream, capacity: capacity)
        #expect(PFOO.upper(stream, capacity: capacity) == least, "seed \(seed)")
        #expect(lower <= least, "seed \(seed)")
        isBelow = isBelow || lower < least
      }
    }
    #expect(isBelow)
  }

  @Test func `nested reuses share the capacity in the middle`() {
    let stream = TinyStreams.stream([0, 1, 2, 2, 1, 0], imageCount: 3)
    #expect(PFOO.lower(stream, capacity: 1) == 4)
    #expect(MinBypass.misses(stream, capacity: 1) == 5)
    #expect(PFOO.upper(stream, capacity: 1) == 5)
  }

  @Test func `the bound on missed bytes depends only on lengths`() {
    // Both reuses fit: 3 over one gap, 2 over two others.
    var stream = TinyStreams.stream([0, 0, 1, 2, 1], imageCount: 3)
    stream.sizes = [3, 3, 2, 1, 2]
    #expect(PFOO.lower(stream, capacity: 3, cost: .bytes) == 3 + 2 + 1)
    #expect(PFOO.upper(stream, capacity: 3, cost: .bytes) == 3 + 2 + 1)
    // With room for 2 the image of 3 is never kept.
    #expect(PFOO.lower(stream, capacity: 2, cost: .bytes) == 3 + 3 + 2 + 1)
  }

  @Test func `an image whose size changes occupies its smallest size`() {
    var stream = TinyStreams.stream([0, 0, 0], imageCount: 1)
    stream.sizes = [9, 4, 9]
    #expect(PFOO.lower(stream, capacity: 4) == 1)
    #expect(PFOO.lower(stream, capacity: 4, cost: .bytes) == 9)
    #expect(PFOO.lower(stream, capacity: 3) == 3)
  }

  @Test func `huge sizes do not overflow`() {
    var stream = TinyStreams.stream([0, 1, 0, 1, 2, 0], imageCount: 3)
    let huge = Int.max / 8
    stream.sizes = [huge, huge, huge, huge, 1, huge]
    #expect(PFOO.lower(stream, capacity: .max) == 3)
    #expect(PFOO.upper(stream, capacity: .max) == 3)
    #expect(PFOO.lower(stream, capacity: .max, cost: .bytes) == 2 * huge + 1)
    #expect(PFOO.upper(stream, capacity: huge, cost: .bytes) == 3 * huge + 1)
  }
}
