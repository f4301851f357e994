import ScrollCaching
import ScrollCore
import Testing

/// The least cost of misses with equal sizes, against trying everything.
struct IntervalCostBoundTests {
  static let streams = TinyStreams.all(length: 8, imageCount: 4)

  /// Costs of requests from 0 to 9, some of them equal.
  static func costs(_ count: Int, seed: UInt64) -> [Int] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in random.below(10) }
  }

  /// Compares both ways to find the bound with brute force.
  func check(_ stream: RequestStream, capacity: Int, seed: UInt64) -> Bool {
    let costs = Self.costs(stream.images.count, seed: seed)
    let least = CheapestChoice.cost(
      stream, sizes: Array(repeating: 1, count: stream.imageCount), costs: costs,
      capacity: capacity)
    let exact = IntervalCostBound(stream, capacity: capacity, cost: .requests(costs))
    let relaxed = IntervalCostBound(
      stream, capacity: capacity, cost: .requests(costs), exactLimit: 0)
    let note = "\(stream.drawing) with room for \(capacity) at \(costs), seed \(seed)"
    #expect(exact.lower == least && exact.isExact, "\(note)")
    #expect(relaxed.lower <= least && least <= relaxed.upper, "\(note)")
    return exact.lower == least && relaxed.lower <= least && least <= relaxed.upper
  }

  @Test(arguments: 0...4)
  func `the bound is the least cost on every stream of eight requests`(capacity: Int) {
    for (index, stream) in Self.streams.enumerated() {
      guard check(stream, capacity: capacity, seed: UInt64(index)) else { return }
    }
  }

  @Test(arguments: 0...4)
  func `the bound is the least cost on random streams`(capacity: Int) {
    for seed in UInt64(1)...1_000 {
      let stream = TinyStreams.random(seed: seed, length: 16, imageCount: 6)
      guard check(stream, capacity: capacity, seed: seed) else { return }
    }
  }

  @Test func `the bound for cost one equals the bound with refusals`() {
    for seed in UInt64(1)...200 {
      let stream = TinyStreams.random(seed: seed, length: 400, imageCount: 40)
      for capacity in [1, 3, 10, 39] {
        let least = MinBypass.misses(stream, capacity: capacity)
        let bound = IntervalCostBound(stream, capacity: capacity, cost: .one)
        #expect(bound == IntervalCostBound(stream, capacity: capacity, cost: .one))
        #expect(bound.lower == least && bound.isExact, "seed \(seed), \(capacity)")
        let relaxed = IntervalCostBound(
          stream, capacity: capacity, cost: .one, exactLimit: 0)
        #expect(relaxed.lower <= least && least <= relaxed.upper, "seed \(seed), \(capacity)")
      }
    }
  }

  @Test func `costs of images equal costs of their requests`() {
    let stream = TinyStreams.stream([0, 1, 2, 1, 0, 2], imageCount: 3)
    let one = IntervalCostBound(stream, capacity: 1, cost: .images([5, 1, 7]))
    let other = IntervalCostBound(stream, capacity: 1, cost: .requests([5, 1, 7, 1, 5, 7]))
    #expect(one == other)
    #expect(one.lower == 5 + 1 + 7 + 1 + 5)
  }

  @Test func `the optimum keeps the image with the higher cost, not the one needed first`() {
    let stream = TinyStreams.stream([0, 1, 1, 0], imageCount: 2)
    #expect(IntervalCostBound(stream, capacity: 1, cost: .images([9, 1])).lower == 11)
    #expect(IntervalCostBound(stream, capacity: 1, cost: .images([1, 9])).lower == 11)
    #expect(IntervalCostBound(stream, capacity: 1, cost: .images([4, 4])).lower == 12)
  }

  @Test func `the bound solves five thousand requests exactly`() {
    let stream = TinyStreams.skewed(seed: 7, length: 5_000, imageCount: 1_000)
    var random = SeededRandom(seed: 8)
    let costs = (0..<1_000).map { _ in 1 + random.below(1_000_000) }
    for capacity in [10, 100, 400] {
      let exact = IntervalCostBound(stream, capacity: capacity, cost: .images(costs))
      let relaxed = IntervalCostBound(
        stream, capacity: capacity, cost: .images(costs), exactLimit: 0)
      #expect(exact.isExact)
      #expect(relaxed.lower <= exact.lower && exact.upper <= relaxed.upper)
      #expect(relaxed.gap < 0.02, "\(relaxed.gap) with room for \(capacity)")
    }
  }

  @Test func `an empty stream costs nothing`() {
    let stream = TinyStreams.stream([], imageCount: 0)
    #expect(IntervalCostBound(stream, capacity: 3, cost: .one).upper == 0)
    #expect(IntervalCostBound(stream, capacity: 3, cost: .one).gap == 0)
    #expect(IntervalCostBound(stream, capacity: 3, cost: .one, exactLimit: 0).isExact)
  }
}
