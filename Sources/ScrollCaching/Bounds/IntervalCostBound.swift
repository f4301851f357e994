import ScrollCore

/// The lowest possible cost of misses where sizes are equal and costs differ.
///
/// A miss of one image may cost more than that of another: more bytes to read, more time to decode.
/// The best choice of reuses keeps at most `capacity` of them over each gap between two requests.
/// It is a linear program with integral optimal solutions, a minimum-cost flow, and can be solved
/// exactly for any costs. The cache may refuse images. The same problem, as a choice of intervals
/// for k machines, is solved in E. Arkin, E. Silverberg, "Scheduling jobs with fixed start and end
/// times", Discrete Applied Mathematics 18, 1987, doi:10.1016/0166-218X(87)90037-0. If every miss
/// costs 1, the bound is `MinBypass`.
///
/// Long streams are not solved exactly. Then `lower` is still a lower bound, and `upper` is the
/// cost of some cache that knows the future; both follow from prices for room over each gap. `gap`
/// is their relative difference.
package struct IntervalCostBound: Sendable, Equatable {
  /// The lower bound: no cache has misses that cost less.
  package let lower: Int
  /// The upper bound: some cache that knows the future has misses that cost no more.
  package let upper: Int

  /// A Boolean value that indicates whether both bounds are equal, and so the exact minimum.
  package var isExact: Bool { lower == upper }
  /// The difference of the bounds as a share of `upper`; 0 if both are 0.
  package var gap: Double { upper == 0 ? 0 : Double(upper - lower) / Double(upper) }

  /// The default number of requests up to which a stream is solved exactly.
  ///
  /// On skewed streams 10 000 requests take 0.1 s, 40 000 take 1.4 s.
  static let usualExactLimit = 50_000
  /// The number of times that prices are improved.
  static let steps = 1_000

  /// Computes the lowest cost of the misses on a stream that starts with an empty cache.
  /// - Parameters:
  ///   - stream: The requests; their sizes are ignored, except as costs.
  ///   - capacity: The number of images that fit.
  ///   - cost: The cost of a miss.
  ///   - exactLimit: The number of requests above which a stream is not solved exactly.
  /// - Complexity: below the limit a network simplex, about quadratic in requests (measured);
  ///   above it O(requests x log requests) for each of a fixed number of steps.
  package init(
    _ stream: RequestStream, capacity: Int, cost: MissCost,
    exactLimit: Int = usualExactLimit
  ) {
    let values = cost.values(in: stream)
    let costs = MissCost.requests(values)
    let reuses = ReuseIntervals(stream.countingItems, capacity: capacity, cost: costs)
    guard reuses.requestCount > exactLimit else {
      let saved = Self.mostSaved(reuses, capacity: capacity)
      lower = reuses.totalCost - saved
      upper = lower
      return
    }
    var prices = GapPrices(reuses, capacity: capacity)
    prices.improve(steps: Self.steps)
    // The sum of these roundings is accurate to far better than one part in 2^30.
    let most = prices.mostSaved * (1 + 0x1p-30)
    lower = max(0, reuses.totalCost - Int(min(most, Double(reuses.totalCost))))
    upper = reuses.totalCost - prices.saved
  }

  private static func mostSaved(_ reuses: ReuseIntervals, capacity: Int) -> Int {
    guard capacity > 0 else { return 0 }
    guard reuses.depth > capacity else { return reuses.intervals.reduce(0) { $0 + $1.value } }
    let gaps = [Int](repeating: capacity, count: max(1, reuses.requestCount - 1))
    let intervals = reuses.intervals.map {
      IntervalCirculation.Interval(
        start: Int($0.start), end: Int($0.end), room: 1, profit: $0.value)
    }
    var circulation = IntervalCirculation(gaps: gaps, intervals: intervals)
    return zip(circulation.solve(), intervals).reduce(0) { $0 + $1.0 * $1.1.profit }
  }
}

/// The cost of a miss, which a bound adds up.
package enum MissCost: Sendable {
  /// Every miss counts 1: the bound is a number of misses.
  case one
  /// A miss costs the requested bytes; 1 if the stream has no sizes.
  case bytes
  /// A miss costs the value given for its image, for example the time to load it again.
  case images([Int])
  /// A miss costs the value given for its request.
  case requests([Int])

  /// Returns the cost of each request if it misses.
  /// - Precondition: no cost is negative, and `images` has a cost for each image of the stream.
  package func values(in stream: RequestStream) -> [Int] {
    let values: [Int]
    switch self {
    case .one: values = [Int](repeating: 1, count: stream.images.count)
    case .bytes: values = stream.sizes ?? [Int](repeating: 1, count: stream.images.count)
    case .images(let costs):
      precondition(costs.count == stream.imageCount, "one cost per image, not \(costs.count)")
      values = stream.images.map { costs[Int($0.index)] }
    case .requests(let costs):
      precondition(costs.count == stream.images.count, "one cost per request, not \(costs.count)")
      values = costs
    }
    precondition(values.allSatisfy { $0 >= 0 }, "no miss costs less than nothing")
    return values
  }
}
