import ScrollCaching
import ScrollCore

/// The request streams of the benchmarks, generated here and repeatable.
enum Streams {
  /// Returns independent draws, in which the image of rank `r` has a probability proportional to `1
  /// / r`.
  ///
  /// Ids are numbered in order of first appearance, as a reader of a trace numbers them.
  static func zipf(requests: Int, images: Int, seed: UInt64) -> RequestStream {
    var random = SeededRandom(seed: seed)
    var cumulative = [Double]()
    cumulative.reserveCapacity(images)
    var sum = 0.0
    for rank in 1...images {
      sum += 1 / Double(rank)
      cumulative.append(sum)
    }
    var numbers = [Int32](repeating: -1, count: images)
    var seen: Int32 = 0
    var stream = [ImageID]()
    stream.reserveCapacity(requests)
    for _ in 0..<requests {
      let drawn = random.unit() * sum
      var (low, high) = (0, images - 1)
      while low < high {
        let middle = (low + high) / 2
        if cumulative[middle] > drawn { high = middle } else { low = middle + 1 }
      }
      if numbers[low] < 0 {
        numbers[low] = seen
        seen += 1
      }
      stream.append(ImageID(numbers[low]))
    }
    return RequestStream(images: stream, imageCount: Int(seen))
  }

  /// Returns the requests of a scroll through a long list.
  ///
  /// The lengths of flings have nearly a log-normal distribution, 38 % of the flings go backward,
  /// and there are a few jumps.
  static func scroll(requests: Int, images: Int, seed: UInt64) -> RequestStream {
    var random = SeededRandom(seed: seed)
    var stream = [ImageID]()
    stream.reserveCapacity(requests)
    var (position, forward) = (images / 2, true)
    while stream.count < requests {
      if random.chance(0.38) { forward.toggle() }
      if random.chance(0.0005) { position = random.below(images) }
      // The product of two draws has the long tail of human flings.
      let length = 1 + Int(60 * random.unit() * random.unit() / max(0.02, random.unit()))
      for _ in 0..<min(length, requests - stream.count) {
        position = min(max(position + (forward ? 1 : -1), 0), images - 1)
        stream.append(ImageID(position))
      }
    }
    return RequestStream(images: stream, imageCount: images)
  }
}
