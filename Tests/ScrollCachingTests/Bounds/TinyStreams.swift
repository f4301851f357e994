import ScrollCaching
import ScrollCore

/// Request streams small enough to try everything.
enum TinyStreams {
  /// All streams of up to `length` requests over up to `imageCount` images, up to renaming:
  /// images are numbered in the order of their first requests.
  static func all(length: Int, imageCount: Int) -> [RequestStream] {
    var streams: [[Int]] = []
    var longest: [[Int]] = [[]]
    for _ in 0..<length {
      longest = longest.flatMap { stream in
        let next = min((stream.max() ?? -1) + 2, imageCount)
        return (0..<next).map { stream + [$0] }
      }
      streams += longest
    }
    return streams.map { stream($0, imageCount: imageCount) }
  }

  /// A stream of up to `length` requests, drawn from a seed.
  static func random(seed: UInt64, length: Int, imageCount: Int) -> RequestStream {
    var random = SeededRandom(seed: seed)
    let count = random.within(1...length)
    return stream((0..<count).map { _ in random.below(imageCount) }, imageCount: imageCount)
  }

  /// A stream in which low numbers are asked for more often, by a seed.
  static func skewed(seed: UInt64, length: Int, imageCount: Int) -> RequestStream {
    var random = SeededRandom(seed: seed)
    return stream(
      (0..<length).map { _ in
        let unit = random.unit()
        return min(imageCount - 1, Int(Double(imageCount) * unit * unit * unit))
      }, imageCount: imageCount)
  }

  static func stream(_ images: [Int], imageCount: Int) -> RequestStream {
    RequestStream(images: images.map { ImageID($0) }, imageCount: imageCount)
  }
}

extension RequestStream {
  /// `0 1 0`.
  var drawing: String { images.map { "\($0.index)" }.joined(separator: " ") }
}
