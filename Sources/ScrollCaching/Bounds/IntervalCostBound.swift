import ScrollCore

/// The least that misses can cost where sizes are equal and costs are not.
///
/// A miss of one image may cost more than that of another: more bytes to read, more time to
/// decode. Which reuses to keep so that the hits save most, with at most `capacity` of them over
/// each gap between two requests, is a linear program whose best solutions are whole, a
/// minimum-cost flow, so it can be solved exactly for any costs. The cache may refuse images. As
/// a choice of intervals for k machines: E. Arkin, E. Silverberg, "Scheduling jobs with fixed
/// start and end times", Discrete Applied Mathematics 18, 1987,
/// doi:10.1016/0166-218X(87)90037-0. At cost one it is `MinBypass`.
///
/// Long streams are not solved exactly. Then `lower` is still a lower bound and `upper` what
/// some cache that knows the future reaches, both from prices for room over each gap; `gap` says
/// how far apart they are.
package struct IntervalCostBound: Sendable, Equatable {
  /// No cache has misses that cost less.
  package let lower: Int
  /// A cache that knows the future has misses that cost no more.
  package let upper: Int

  /// Whether the two are one figure, and so the least there can be.
  package var isExact: Bool { lower == upper }
  /// How far apart they are, as a share of `upper`; 0 if both are 0.
  package var gap: Double { upper == 0 ? 0 : Double(upper - lower) / Double(upper) }

  /// Requests up to which a stream is solved exactly unless told otherwise.
  ///
  /// On skewed streams 10 000 requests take 0.1 s, 40 000 take 1.4 s.
  package static let usualExactLimit = 50_000
  /// How often prices are improved.
  static let steps = 1_000

  /// Finds the least cost of the misses on a stream that starts with an empty cache.
  /// - Parameters:
  ///   - stream: the requests; their sizes are ignored, except as costs.
  ///   - capacity: how many images fit.
  ///   - cost: what a miss costs.
  ///   - exactLimit: streams of more requests are relaxed.
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
    // Sums of so many roundings are good to far less than one part in 2^30.
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

/// What a miss costs: what a bound adds up.
package enum MissCost: Sendable {
  /// Every miss counts 1: the bound is a number of misses.
  case one
  /// A miss costs the bytes that were asked for; 1 where the stream has no sizes.
  case bytes
  /// A miss costs the value given for its image: the time to load it again, say.
  case images([Int])
  /// A miss costs the value given for its request.
  case requests([Int])

  /// The cost of each request if it misses.
  /// - Precondition: no cost is negative, and `images` has one for each of the stream.
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
