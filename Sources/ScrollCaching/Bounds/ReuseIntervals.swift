import ScrollCore

/// The gaps between requests through which an image must be kept to be hit: what offline
/// bounds choose from.
///
/// A request can hit only if its image was kept since it was last to be had. So every reuse is
/// an interval that takes up room in each gap between two requests from the one after `start`
/// to the one before `end`, and a cache holds, over each gap, intervals of no more room than it
/// has. Whatever a cache does that starts empty, is demand filled and keeps its limit, the
/// intervals of its hits fit in that sense; and a cache that may refuse can have any intervals
/// that fit.
package struct ReuseIntervals: Sendable {
  /// One reuse: its image is needed over the gaps `start ..< end`; gap `g` lies between the
  /// requests `g` and `g + 1`.
  package struct Interval: Sendable, Equatable {
    /// The request since which the image was to be had, and the request that may hit.
    package var start: Int32, end: Int32
    /// What the image takes up.
    package var room: Int
    /// What a hit at `end` saves.
    package var value: Int

    var length: Int { Int(end) - Int(start) }
    /// Room times length.
    var footprint: UInt128 { UInt128(room) * UInt128(length) }
  }

  /// In order of their ends; only those that fit and save something.
  package let intervals: [Interval]
  package let requestCount: Int
  /// What it costs to miss every request.
  package let totalCost: Int

  /// The reuses of a stream that a cache can hit.
  /// - Parameters:
  ///   - stream: the requests. An image whose size changes takes up its smallest size.
  ///   - capacity: what the cache holds, in the unit of the sizes.
  ///   - cost: what a miss costs.
  ///   - arrivals: for each request since when its image was to be had without a hit, as a
  ///     position: where loads take time, the request after which it was stored. Nil where
  ///     every miss is stored at once, which is the request before for the same image.
  /// - Precondition: the costs of all requests add up to an `Int`.
  package init(
    _ stream: RequestStream, capacity: Int, cost: MissCost = .one, arrivals: [Int32]? = nil
  ) {
    precondition(capacity >= 0, "a cache cannot hold \(capacity)")
    let rooms = Self.smallestSizes(of: stream)
    let values = cost.values(in: stream)
    var last = [Int32](repeating: -1, count: stream.imageCount)
    var intervals: [Interval] = []
    for (position, image) in stream.images.enumerated() {
      let index = Int(image.index)
      let start = arrivals.map { max($0[position], last[index]) } ?? last[index]
      if last[index] >= 0, rooms[index] <= capacity, values[position] > 0 {
        intervals.append(
          Interval(
            start: start, end: Int32(position), room: rooms[index], value: values[position]))
      }
      last[index] = Int32(position)
    }
    self.intervals = intervals
    requestCount = stream.images.count
    totalCost = values.reduce(0, +)
  }

  /// The smallest size that each image is asked for with; 1 each where there are no sizes.
  static func smallestSizes(of stream: RequestStream) -> [Int] {
    guard let sizes = stream.sizes else { return [Int](repeating: 1, count: stream.imageCount) }
    var smallest = [Int](repeating: .max, count: stream.imageCount)
    for (image, size) in zip(stream.images, sizes) {
      smallest[Int(image.index)] = min(smallest[Int(image.index)], size)
    }
    return smallest
  }

  /// The most intervals that are open over one gap.
  var depth: Int {
    var changes = [Int](repeating: 0, count: requestCount + 1)
    for interval in intervals {
      changes[Int(interval.start)] += 1
      changes[Int(interval.end)] -= 1
    }
    var (open, most) = (0, 0)
    for change in changes {
      open += change
      most = max(most, open)
    }
    return most
  }
}
