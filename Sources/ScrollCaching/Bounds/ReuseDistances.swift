package import ScrollCore

/// How much lies between two requests for the same image: what `lru` would have to hold.
///
/// The distance of a request is that of `LRUCurve`: what all images weigh that were asked for since
/// the image was, its own weight included. So the distance in images is the least capacity at which
/// `lru` hits, and 1 means that nothing else came between.
package struct ReuseDistances: Sendable {
  /// In images, of the requests for an image that was asked for before.
  package let images: Ranked<Int>
  /// In bytes as the stream's sizes have them; 1 an image where it has none.
  package let bytes: Ranked<Int>
  /// The requests for an image that nobody has asked for before.
  package let first: Int

  /// - Complexity: O(requests x log images); memory O(requests + images).
  package init(_ stream: RequestStream) {
    var (counts, weights) = (
      RecencyStack(imageCount: stream.imageCount), RecencyStack(imageCount: stream.imageCount)
    )
    var (images, bytes) = ([Int](), [Int]())
    for (position, image) in stream.images.enumerated() {
      let number = Int(image.index)
      let weight = weights.request(number, weight: stream.sizes?[position] ?? 1)
      guard let count = counts.request(number, weight: 1), let weight else { continue }
      images.append(count)
      bytes.append(weight)
    }
    self.images = Ranked(images)
    self.bytes = Ranked(bytes)
    first = stream.images.count - images.count
  }

  /// How many requests have a distance of 1, of 2, of 3 to 4, of 5 to 8 and so on, in images.
  /// - Returns: up to the greatest distance there is; nothing without one.
  package var doubling: [Int] {
    var counts: [Int] = []
    for distance in images.values {
      let step = distance <= 1 ? 0 : Int.bitWidth - (distance - 1).leadingZeroBitCount
      while counts.count <= step { counts.append(0) }
      counts[step] += 1
    }
    return counts
  }
}
