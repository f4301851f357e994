import ScrollCore

/// The misses of `lru` at many capacities, from one pass over the requests.
///
/// A cache with the inclusion property always contains the images of a smaller one, so a request
/// hits exactly if the capacity is at least the distance of its image. The distance is the weight
/// of all images that were requested since the last request for this image, plus its own weight (R.
/// Mattson, J. Gecsei, D. Slutz, I. Traiger, "Evaluation techniques for storage hierarchies", IBM
/// Systems Journal 9(2), 1970, doi:10.1147/sj.92.0078).
///
/// If capacities count images, the curve is exact. If they count bytes, it is exact from the
/// capacity `exactFrom` on. In a smaller cache, an image larger than the whole cache is never
/// stored, which the distances of other images ignore. If an image changes its size, the curve is
/// exact nowhere, because a cache charges the size at which it stored the image, and a distance
/// does not know that size.
package struct LRUCurve: Sendable {
  /// The misses of `lru` at one capacity.
  package struct Point: Sendable, Equatable {
    package var capacity: Int
    package var misses: Int
    /// The missed bytes; the number of misses if the stream has no sizes.
    package var costMissed: Int

    /// Creates a point of a curve.
    package init(capacity: Int, misses: Int, costMissed: Int) {
      self.capacity = capacity
      self.misses = misses
      self.costMissed = costMissed
    }
  }

  /// The points, one per capacity, in the order of the given capacities.
  package let points: [Point]
  /// The number of requests and their cost, as `Tally` counts them.
  package let requests: Int, costRequested: Int

  /// Computes the curve in one pass over a stream.
  /// - Parameters:
  ///   - stream: The requests; capacities count their sizes, or images if there are no sizes.
  ///   - capacities: Any capacities, in any order.
  /// - Complexity: O(requests x log images); memory O(images + capacities).
  package init(_ stream: RequestStream, capacities: [Int]) {
    var stack = RecencyStack(imageCount: stream.imageCount)
    var histogram = DistanceHistogram(capacities)
    for (position, image) in stream.images.enumerated() {
      let size = stream.sizes?[position] ?? 1
      let distance = stack.request(Int(image.index), weight: size)
      histogram.count(distance, cost: size)
    }
    requests = histogram.requests
    costRequested = histogram.costRequested
    points = histogram.points(in: capacities)
  }

  /// Returns the capacity from which on the curve of a stream is exact: its largest image.
  ///
  /// - Returns: 0 if images are counted, `nil` if an image changes its size.
  package static func exactFrom(_ stream: RequestStream) -> Int? {
    guard let sizes = stream.sizes else { return 0 }
    var known = [Int](repeating: -1, count: stream.imageCount)
    for (image, size) in zip(stream.images, sizes) {
      let index = Int(image.index)
      guard known[index] < 0 || known[index] == size else { return nil }
      known[index] = size
    }
    return sizes.max() ?? 0
  }

  /// Returns capacities in steps of `1/count` of the total weight of all images, each with its
  /// largest size.
  ///
  /// - Parameters:
  ///   - count: The number of capacities; the last one holds everything.
  ///   - stream: The requests; capacities count their sizes.
  /// - Returns: Rising capacities, fewer than `count` if rounding up makes some of them equal.
  package static func evenCapacities(_ count: Int, for stream: RequestStream) -> [Int] {
    var largest = [Int](repeating: 0, count: stream.imageCount)
    for (position, image) in stream.images.enumerated() {
      largest[Int(image.index)] = max(largest[Int(image.index)], stream.sizes?[position] ?? 1)
    }
    let whole = largest.reduce(0, +)
    var capacities: [Int] = []
    for step in stride(from: 1, through: count, by: 1) {
      let (product, remainder) = whole.multipliedFullWidth(by: step)
      let (quotient, rest) = count.dividingFullWidth((product, remainder))
      let capacity = quotient + (rest > 0 ? 1 : 0)
      if capacity > capacities.last ?? 0 { capacities.append(capacity) }
    }
    return capacities
  }
}

/// A histogram of requests by the smallest capacity at which they hit.
struct DistanceHistogram {
  private let capacities: [Int]
  /// The number of requests for which each capacity is the smallest at which they hit, and their
  /// cost.
  private var hits: [Int], saved: [Int]
  private(set) var requests = 0, costRequested = 0

  /// Creates a histogram for some capacities.
  init(_ capacities: [Int]) {
    self.capacities = Set(capacities).sorted()
    hits = [Int](repeating: 0, count: self.capacities.count + 1)
    saved = hits
  }

  /// Counts a request; `distance` is `nil` if it hits at no capacity.
  mutating func count(_ distance: Int?, cost: Int) {
    requests += 1
    costRequested += cost
    guard let distance else { return }
    let place = place(of: distance)
    hits[place] += 1
    saved[place] += cost
  }

  func points(in order: [Int]) -> [LRUCurve.Point] {
    var (hit, kept) = (0, 0)
    var points: [Int: LRUCurve.Point] = [:]
    for (place, capacity) in capacities.enumerated() {
      hit += hits[place]
      kept += saved[place]
      points[capacity] = LRUCurve.Point(
        capacity: capacity, misses: requests - hit, costMissed: costRequested - kept)
    }
    return order.compactMap { points[$0] }
  }

  /// Returns the index of the first capacity of at least this distance.
  private func place(of distance: Int) -> Int {
    var (low, high) = (0, capacities.count)
    while low < high {
      let middle = (low + high) / 2
      if capacities[middle] < distance { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
