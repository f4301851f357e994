import ScrollCore

/// An estimate of `LRUCurve` from the requests for some of the images.
///
/// An image is sampled if a hash of its id is among the lowest share `rate` of all hashes, so that
/// either all its requests are sampled or none. The sample is a smaller stream of the same kind:
/// distances in it are `rate` times as long. The rate is fixed. The number of sampled requests
/// differs from the expected number, and the difference counts as hits at the smallest distance.
/// The paper calls this correction SHARDS-adj (C. Waldspurger, N. Park, A. Garthwaite, I. Ahmad,
/// "Efficient MRC Construction with SHARDS", FAST 2015).
///
/// Hashes are those of `RequestStream.keys`, or of the images' numbers if there are none, mixed
/// with a seed, so that other seeds give other samples.
package struct SHARDS: Sendable {
  /// The estimate for one capacity.
  package struct Point: Sendable, Equatable {
    var capacity: Int
    /// The estimated ratios, from 0 to 1.
    package var missRatio: Double, byteMissRatio: Double
  }

  /// The points, one per capacity, in the order of the given capacities.
  package let points: [Point]
  /// The number of sampled requests, and of images that they request.
  package let sampledRequests: Int, sampledImages: Int

  /// The expected error of a miss ratio: one standard deviation if nearly every request misses,
  /// less if more hit.
  ///
  /// Each image is sampled with the probability `rate`, together with all its `c` requests. So the
  /// number of sampled requests varies by the root of (1 - rate) times the sum of all c x c, which
  /// is estimated from the sampled images. The expected error is not a bound, and not the whole
  /// error, because distances are estimates, too. It is too low if an image with very many requests
  /// was not sampled. The largest error of a curve is several times as large. Only a comparison
  /// with the exact curve shows the true error. The expected error is 0 at rate 1, and 1 if nothing
  /// was sampled.
  package let expectedError: Double

  /// Estimates the curve in one pass over a stream.
  /// - Parameters:
  ///   - stream: The requests; capacities count their sizes, or images if there are no sizes.
  ///   - capacities: Any capacities, in any order.
  ///   - rate: The share of images that is sampled, above 0 and at most 1.
  ///   - seed: The seed, which chooses the sample.
  /// - Complexity: O(requests + sampled requests x log images).
  package init(_ stream: RequestStream, capacities: [Int], rate: Double, seed: UInt64 = 0) {
    precondition(rate > 0 && rate <= 1, "a rate of \(rate) is not above 0 and at most 1")
    var seen = Self.sample(of: stream, rate: rate, seed: seed)
    let images = seen.renumber()
    var stack = RecencyStack(imageCount: images)
    // A distance is at most the capacity if the sampled one is at most `rate` times it.
    let scaled = capacities.map { Int((Double($0) * rate).rounded(.down)) }
    var histogram = DistanceHistogram(scaled)
    var requested = 0.0
    var counts = [Int](repeating: 0, count: images)
    for (position, image) in stream.images.enumerated() {
      let size = stream.sizes?[position] ?? 1
      requested += Double(size)
      let number = seen.numbers[Int(image.index)]
      guard number >= 0 else { continue }
      counts[Int(number)] += 1
      let distance = stack.request(Int(number), weight: size)
      histogram.count(distance, cost: size)
    }
    sampledImages = counts.count { $0 > 0 }
    sampledRequests = histogram.requests
    let expected = Double(stream.images.count) * rate
    let expectedCost = requested * rate
    let squares = counts.reduce(0.0) { $0 + Double($1) * Double($1) }
    expectedError =
      sampledImages == 0 ? 1 : min(1, ((1 - rate) * squares).squareRoot() / expected)
    points = zip(capacities, histogram.points(in: scaled)).map { capacity, point in
      Point(
        capacity: capacity, missRatio: Self.ratio(Double(point.misses), of: expected),
        byteMissRatio: Self.ratio(Double(point.costMissed), of: expectedCost))
    }
  }

  /// Returns misses over the expected number of sampled requests; the difference from the actual
  /// number counts as hits.
  private static func ratio(_ misses: Double, of expected: Double) -> Double {
    expected == 0 ? 0 : min(1, misses / expected)
  }

  /// The sampled images, marked with 0 at first and then numbered.
  private struct Sample {
    var numbers: [Int32]

    /// Numbers the sampled images, and returns their number.
    mutating func renumber() -> Int {
      var count = 0
      for image in numbers.indices where numbers[image] >= 0 {
        numbers[image] = Int32(count)
        count += 1
      }
      return count
    }
  }

  private static func sample(of stream: RequestStream, rate: Double, seed: UInt64) -> Sample {
    let limit = rate == 1 ? UInt64.max : UInt64(rate * 0x1p64)
    let salt = mixed(seed)
    return Sample(
      numbers: (0..<stream.imageCount).map { image in
        let key = stream.keys.isEmpty ? UInt64(image) : stream.keys[image]
        return mixed(key ^ salt) <= limit ? 0 : -1
      })
  }

  /// The finalizer of SplitMix64.
  private static func mixed(_ key: UInt64) -> UInt64 {
    var z = key &+ 0x9e37_79b9_7f4a_7c15
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
