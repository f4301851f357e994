/// A stream that comes part by part, so that a replay holds one part of it at a time, and how many
/// of its first requests fill the cache without being counted.
///
/// All parts number their images alike and have the same image count and keys.
public struct ReplayParts {
  /// How many of the first requests are not counted.
  @usableFromInline let warmUp: Int
  /// The next part; nil behind the last.
  public let next: () -> RequestStream?

  /// Parts of a stream.
  /// - Parameters:
  ///   - warmUp: how many of the first requests are not counted.
  ///   - next: the next part; nil behind the last. It is asked until it says so, and never again.
  public init(warmUp: Int = 0, next: @escaping () -> RequestStream?) {
    self.warmUp = warmUp
    self.next = next
  }

  /// A whole stream as its only part.
  public init(_ stream: RequestStream, warmUp: Int = 0) {
    var rest = Optional(stream)
    self.init(warmUp: warmUp) { rest.take() }
  }

  /// The stream in one part, for whoever needs all of it.
  ///
  /// - Complexity: O(requests), in memory too.
  func joined() -> RequestStream? {
    guard var stream = next() else { return nil }
    while let part = next() {
      stream.images += part.images
      if let sizes = part.sizes { stream.sizes?.append(contentsOf: sizes) }
      if let items = part.items { stream.items?.append(contentsOf: items) }
      if let operations = part.operations { stream.operations?.append(contentsOf: operations) }
    }
    return stream
  }

  /// Counts what follows the warm-up.
  /// - Parameters:
  ///   - first: the first part, which was taken already.
  ///   - serve: replays some requests of a part, the first request of which is at a position of
  ///     the whole, and says what was counted so far.
  /// - Returns: what was counted after the warm-up.
  @inlinable func tally(
    _ first: RequestStream, _ serve: (Range<Int>, RequestStream, Int) -> Tally
  ) -> Tally {
    var (part, position) = (Optional(first), 0)
    var (before, total) = (Tally(), Tally())
    while let stream = part {
      let count = stream.images.count
      let cold = Swift.max(0, Swift.min(count, warmUp - position))
      // One call for both: with two of them the compiler keeps the policy out of the loop.
      for requests in [0..<cold, cold..<count] where !requests.isEmpty {
        total = serve(requests, stream, position)
        if requests.upperBound == cold { before = total }
      }
      position += count
      part = next()
    }
    return total - before
  }
}

extension RequestStream {
  /// Its first requests.
  func prefix(_ count: Int) -> RequestStream {
    var stream = self
    stream.images = Array(images.prefix(count))
    stream.sizes = sizes.map { Array($0.prefix(count)) }
    stream.items = items.map { Array($0.prefix(count)) }
    return stream
  }
}
