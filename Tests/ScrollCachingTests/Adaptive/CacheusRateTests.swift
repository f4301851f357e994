import ScrollCaching
import ScrollCore
import Testing

/// Tests of the learning rate of `cacheus`, in periods of ten requests.
struct CacheusRateTests {
  /// Returns the rate after periods with these numbers of hits.
  func rate(_ first: Double?, hits: [Int], seed: UInt64 = 0) -> Double {
    var random = PolicyRandom(seed: seed)
    var rate = CacheusRate(first)
    for hits in hits {
      for request in 0..<10 {
        if request < hits { rate.countHit() }
        rate.count(
          Request(image: ImageID(0), cost: 3, time: SimTime(nanoseconds: 0)), capacity: 30,
          random: &random)
      }
    }
    return rate.value
  }

  @Test func `the default rate is the root of 2 ln 2 over the number of images that fit`() {
    // No image was hit, so the rate stays.
    #expect(abs(rate(nil, hits: [0]) - 0.372_329_7) < 1e-6)
    #expect(rate(0.5, hits: [0]) == 0.5)
  }

  @Test func `the rate rises again if the hits rose with it`() {
    // From 0 to 0.5 before; by its own half.
    #expect(rate(0.5, hits: [8]) == 0.75)
    #expect(rate(0.9, hits: [8]) == 1)
  }

  @Test func `the rate falls if it rose while the hits fell`() {
    #expect(rate(0.5, hits: [8, 4]) == 0.5625)
  }

  @Test func `a coin decides if the rate was constant while the hits fell`() {
    let rates = (0..<20).map { rate(0.5, hits: [8, 8, 4], seed: $0) }
    #expect(Set(rates) == [0.5625, 0.9375])
  }

  @Test func `the rate restarts after ten periods without hits`() {
    #expect(rate(0.5, hits: [8, 0] + Array(repeating: 0, count: 9)) == 0.5625)
    #expect(rate(0.5, hits: [8, 0] + Array(repeating: 0, count: 10)) == 0.5)
  }
}
