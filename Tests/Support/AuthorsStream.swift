import Foundation
package import ScrollCaching
import ScrollCore

/// The streams on which policies are compared with the programs of their authors.
///
/// Popular images, scans and loops, scrolls, repeated requests and shifting sets, over 20 to 199
/// images, in whole numbers only. Odd seeds count bytes; in every second of these, images change
/// their sizes. `ClassicStreamFiles` writes them as files for the programs.
package struct AuthorsStream: Sendable {
  package static let seeds = 0..<200

  package let seed: Int
  package private(set) var images: [Int]
  package private(set) var sizes: [Int]
  /// The limits of a tiny, a small and a larger cache.
  package let capacities: [Int]

  package init(seed: Int) {
    self.seed = seed
    var random = SeededRandom(seed: UInt64(seed) + 1)
    let ids = 20 + random.below(180), length = 300 + random.below(500)
    images = []
    while images.count < length { Self.extend(&images, kind: seed % 5, ids: ids, &random) }
    images = Array(images.prefix(length))
    sizes = Array(repeating: 1, count: length)
    if seed % 2 == 1 {
      var current = (0..<ids).map { _ in Self.size(&random) }
      for (place, image) in images.enumerated() {
        if seed % 4 == 3, random.below(8) == 0 { current[image] = Self.size(&random) }
        sizes[place] = current[image]
      }
    }
    let unit = seed % 2 == 1 ? 4 : 1
    capacities = [(1, 30), (20, 40), (50, 100)].map { unit * ($0.0 + random.below($0.1)) }
  }

  private static func size(_ random: inout SeededRandom) -> Int {
    let bits = random.below(6)
    return 1 + random.below(1 << bits)
  }

  /// Returns a popular image: its rank has the weight 1/rank.
  private static func popular(_ ids: Int, _ random: inout SeededRandom) -> Int {
    let bits = random.below(9)
    return random.below(1 << bits) * 7_919 % ids
  }

  private static func extend(
    _ images: inout [Int], kind: Int, ids: Int, _ random: inout SeededRandom
  ) {
    switch kind {
    case 0: images.append(popular(ids, &random))
    case 1:
      let start = random.below(ids), span = 2 + random.below(ids - 1)
      let part = (start..<start + span).map { $0 % ids }
      for _ in 0..<1 + random.below(3) { images += part }
      if random.below(3) == 0 {
        for _ in 0..<1 + random.below(20) { images.append(random.below(ids)) }
      }
    case 2: images = scroll(ids, &random)
    case 3:
      images.append(popular(ids, &random))
      for _ in 0..<random.below(3) {
        images.append(images[images.count - 1 - random.below(min(8, images.count))])
      }
    default:
      let first = random.below(ids)
      for _ in 0..<100 {
        let bits = random.below(7)
        images.append((first + random.below(1 << bits)) % ids)
      }
    }
  }

  /// Returns cells that come into view one by one; some of the visible ones are requested again.
  private static func scroll(_ ids: Int, _ random: inout SeededRandom) -> [Int] {
    let rows = 3 + random.below(8)
    var top = 0, step = 1
    var images: [Int] = []
    while images.count < 800 {
      if random.below(20) == 0 { step = -step }
      if !(0...ids - rows).contains(top + step) { step = -step }
      top += step
      images.append(step > 0 ? top + rows - 1 : top)
      if random.below(4) == 0 { images.append(top + random.below(rows)) }
    }
    return images
  }

  /// The stream as a file for the programs: a line with the capacities, then one with the image and
  /// the size of each request.
  package var text: String {
    let requests = zip(images, sizes).map { "\($0) \($1)\n" }.joined()
    return capacities.map { "\($0)" }.joined(separator: " ") + "\n" + requests
  }

  /// The stream as `replay` reads it.
  package var requests: RequestStream {
    RequestStream(
      images: images.map { ImageID($0) }, imageCount: (images.max() ?? 0) + 1, sizes: sizes)
  }
}
