import ScrollCore

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
