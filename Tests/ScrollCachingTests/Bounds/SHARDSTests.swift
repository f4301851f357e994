import ScrollCaching
import ScrollCore
import Testing

/// The estimate against the exact curve.
struct SHARDSTests {
  @Test func `a sample of all images gives the exact curve`() {
    for seed in UInt64(1)...50 {
      let (stream, sizes) = PFOOTests.stream(seed: seed, length: 300, imageCount: 16)
      let capacities = Array(1...(sizes.reduce(0, +) + 1))
      let exact = LRUCurve(stream, capacities: capacities)
      let sampled = SHARDS(stream, capacities: capacities, rate: 1, seed: seed)
      #expect(sampled.sampledRequests == stream.images.count)
      #expect(sampled.expectedError == 0)
      for (point, estimate) in zip(exact.points, sampled.points) {
        let ratio = Double(point.misses) / Double(exact.requests)
        #expect(abs(ratio - estimate.missRatio) < 1e-12, "seed \(seed)")
      }
    }
  }

  @Test(arguments: [0.5, 0.1, 0.02])
  func `the mean error is at most about the expected error`(rate: Double) {
    let stream = TinyStreams.skewed(seed: 3, length: 60_000, imageCount: 20_000)
    let capacities = LRUCurve.evenCapacities(50, for: stream)
    let exact = LRUCurve(stream, capacities: capacities)
    var errors: [Double] = []
    var expected: [Double] = []
    for seed in UInt64(1)...8 {
      let sampled = SHARDS(stream, capacities: capacities, rate: rate, seed: seed)
      let error =
        zip(exact.points, sampled.points).map {
          abs(Double($0.misses) / Double(exact.requests) - $1.missRatio)
        }.reduce(0, +) / Double(capacities.count)
      errors.append(error)
      expected.append(sampled.expectedError)
      #expect(error < 4 * sampled.expectedError, "seed \(seed)")
    }
    let (mean, guess) = (errors.reduce(0, +) / 8, expected.reduce(0, +) / 8)
    #expect(mean < guess && guess < 8 * mean, "\(errors), expected \(expected)")
  }

  @Test func `equal seeds give equal samples, other seeds do not`() {
    let stream = TinyStreams.skewed(seed: 3, length: 5_000, imageCount: 1_000)
    let capacities = [10, 100, 500]
    let one = SHARDS(stream, capacities: capacities, rate: 0.2, seed: 1)
    #expect(one.points == SHARDS(stream, capacities: capacities, rate: 0.2, seed: 1).points)
    #expect(one.points != SHARDS(stream, capacities: capacities, rate: 0.2, seed: 2).points)
    #expect(one.sampledImages < 400 && one.sampledImages > 0)
  }

  @Test func `an empty sample has an expected error of 1`() {
    let stream = TinyStreams.stream([0, 1, 0], imageCount: 2)
    let sampled = SHARDS(stream, capacities: [1], rate: 1e-9)
    #expect(sampled.sampledImages == 0 && sampled.expectedError == 1)
  }
}
