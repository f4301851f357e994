import ScrollCaching
import ScrollCore
import Testing

/// A small request stream that is the same on every machine: whole numbers only.
struct ClassicStream: CustomTestStringConvertible, Sendable {
  enum Pattern: Sendable {
    /// Independent requests, image i with weight 1/(i + 1).
    case zipf
    /// Steps of one item; one step in `turns` changes direction.
    case walk(turns: Int)
    /// A loop over a fifth of the images, a scan over all, in turns.
    case scanAndLoop
    /// Viewports of `length` images that move by up to three either way.
    case viewport(length: Int)
  }

  enum Sizes: Sendable, Equatable {
    case none
    /// 1 ... 4 096 bytes, one size per image.
    case perImage
    /// 1 ... 4 096 bytes, another size with every eighth request.
    case perRequest
  }

  let name: String
  let seed: UInt64
  let pattern: Pattern
  let sizes: Sizes
  var imageCount = 200
  var requestCount = 4_000

  var testDescription: String { "\(name), seed \(seed)" }

  static let all = [
    ClassicStream(name: "zipf", seed: 1, pattern: .zipf, sizes: .none),
    ClassicStream(name: "zipf-wide", seed: 2, pattern: .zipf, sizes: .none, imageCount: 1_000),
    ClassicStream(name: "zipf-sized", seed: 3, pattern: .zipf, sizes: .perImage),
    ClassicStream(name: "zipf-resized", seed: 4, pattern: .zipf, sizes: .perRequest),
    ClassicStream(name: "walk", seed: 5, pattern: .walk(turns: 8), sizes: .none),
    ClassicStream(name: "walk-long", seed: 6, pattern: .walk(turns: 60), sizes: .none),
    ClassicStream(name: "walk-sized", seed: 7, pattern: .walk(turns: 30), sizes: .perImage),
    ClassicStream(name: "loop", seed: 8, pattern: .scanAndLoop, sizes: .none),
    ClassicStream(name: "loop-sized", seed: 9, pattern: .scanAndLoop, sizes: .perImage),
    ClassicStream(name: "viewport", seed: 10, pattern: .viewport(length: 6), sizes: .none),
    ClassicStream(
      name: "viewport-sized", seed: 11, pattern: .viewport(length: 6), sizes: .perImage),
    ClassicStream(
      name: "viewport-resized", seed: 12, pattern: .viewport(length: 9), sizes: .perRequest),
  ]

  static func named(_ name: some StringProtocol) -> ClassicStream? {
    all.first { $0.name == name }
  }

  /// The requests.
  func generate() -> RequestStream {
    var random = SeededRandom(seed: seed)
    let images = requests(&random)
    var known = (0..<imageCount).map { _ in random.within(1...4_096) }
    var sizes: [Int]? = []
    switch self.sizes {
    case .none: sizes = nil
    case .perImage: sizes = images.map { known[$0] }
    case .perRequest:
      for image in images {
        if random.below(8) == 0 { known[image] = random.within(1...4_096) }
        sizes?.append(known[image])
      }
    }
    return RequestStream(
      images: images.map { ImageID($0) }, imageCount: imageCount, sizes: sizes)
  }

  private func requests(_ random: inout SeededRandom) -> [Int] {
    var images: [Int] = []
    switch pattern {
    case .zipf:
      var total = 0
      let upTo = (0..<imageCount).map { index in
        total += 1_000_000 / (index + 1)
        return total
      }
      while images.count < requestCount {
        let drawn = random.below(total)
        images.append(upTo.firstIndex { $0 > drawn } ?? 0)
      }
    case .walk(let turns):
      var (place, step) = (imageCount / 2, 1)
      while images.count < requestCount {
        images.append(place)
        if random.below(turns) == 0 { step = -step }
        if !(0..<imageCount).contains(place + step) { step = -step }
        place += step
      }
    case .scanAndLoop:
      while images.count < requestCount {
        let start = random.below(imageCount * 4 / 5)
        for _ in 0..<4 { images += start..<(start + imageCount / 5) }
        images += 0..<imageCount
      }
    case .viewport(let length):
      var place = imageCount / 2
      while images.count < requestCount {
        images += place..<(place + length)
        place = min(max(place + random.within(-3...3), 0), imageCount - length)
      }
    }
    return Array(images.prefix(requestCount))
  }
}
