/// A stream that comes part by part, and the number of requests at its beginning that warm the
/// cache and are not counted.
///
/// A replay holds one part of the stream at a time. All parts use the same image numbers and have
/// the same image count and keys.
public struct ReplayParts {
  /// The number of first requests that are not counted.
  @usableFromInline let warmUp: Int
  /// Returns the next part; `nil` after the last.
  public let next: () -> RequestStream?

  /// Creates a stream of parts.
  /// - Parameters:
  ///   - warmUp: The number of first requests that are not counted.
  ///   - next: Returns the next part; `nil` after the last. It is not called again after it
  ///     returned `nil`.
  public init(warmUp: Int = 0, next: @escaping () -> RequestStream?) {
    self.warmUp = warmUp
    self.next = next
  }

  /// Creates a stream with the whole stream as its only part.
  public init(_ stream: RequestStream, warmUp: Int = 0) {
    var rest = Optional(stream)
    self.init(warmUp: warmUp) { rest.take() }
  }

  /// Returns the stream in one part.
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

  /// Counts the requests after the warm-up.
  /// - Parameters:
  ///   - first: The first part, which was taken already.
  ///   - serve: Replays some requests of a part, whose first request is at a position of the whole
  ///     stream, and returns the counts so far.
  /// - Returns: The counts after the warm-up.
  @inlinable func tally(
    _ first: RequestStream, _ serve: (Range<Int>, RequestStream, Int) -> Tally
  ) -> Tally {
    var (part, position) = (Optional(first), 0)
    var (before, total) = (Tally(), Tally())
    while let stream = part {
      let count = stream.images.count
      let cold = Swift.max(0, Swift.min(count, warmUp - position))
      // One call serves both ranges: with two calls the compiler does not inline the policy into
      // the loop.
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
  /// Returns the first requests of the stream.
  func prefix(_ count: Int) -> RequestStream {
    var stream = self
    stream.images = Array(images.prefix(count))
    stream.sizes = sizes.map { Array($0.prefix(count)) }
    stream.items = items.map { Array($0.prefix(count)) }
    return stream
  }
}
