import ScrollCore

/// The intervals over which images must be kept in order to be hit, among which offline bounds
/// choose.
///
/// A request can hit only if its image was kept since it was last available. So every reuse is an
/// interval. It takes up room in each gap between two requests, from the gap after `start` to the
/// gap before `end`. Over each gap, a cache can keep only intervals that fit into its capacity. The
/// hits of any cache that starts empty, stores images only on a miss and keeps its limit are
/// intervals that fit in this sense. Conversely, for any intervals that fit there is a cache that
/// may refuse images and keeps them.
package struct ReuseIntervals: Sendable {
  /// One reuse, whose image is needed over the gaps `start ..< end`.
  ///
  /// Gap `g` lies between the requests `g` and `g + 1`.
  struct Interval: Sendable, Equatable {
    /// The indices of the request that stored the image, and of the request that may hit.
    var start: Int32, end: Int32
    /// The room that the image takes up.
    var room: Int
    /// The saving of a hit at `end`.
    var value: Int

    var length: Int { Int(end) - Int(start) }
    /// The room times the length.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    var footprint: UInt128 { UInt128(room) * UInt128(length) }
  }

  /// The intervals that fit and save something, in order of their ends.
  let intervals: [Interval]
  let requestCount: Int
  /// The cost of missing every request.
  let totalCost: Int

  /// Finds the reuses of a stream that a cache can hit.
  /// - Parameters:
  ///   - stream: The requests. An image whose size changes takes up its smallest size.
  ///   - capacity: The capacity of the cache, in the unit of the sizes.
  ///   - cost: The cost of a miss.
  ///   - arrivals: For each request, the position from which on its image was available without
  ///     another hit. If loads take time, this is the request after which the image was stored.
  ///     `nil` means that every miss is stored at once; the position is then the previous request
  ///     for the same image.
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

  /// Returns the smallest size in the requests of each image; 1 each if there are no sizes.
  static func smallestSizes(of stream: RequestStream) -> [Int] {
    guard let sizes = stream.sizes else { return [Int](repeating: 1, count: stream.imageCount) }
    var smallest = [Int](repeating: .max, count: stream.imageCount)
    for (image, size) in zip(stream.images, sizes) {
      smallest[Int(image.index)] = min(smallest[Int(image.index)], size)
    }
    return smallest
  }

  /// The largest number of intervals that are open over one gap.
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
