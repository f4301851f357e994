package import ScrollCore

/// The distances between requests for the same image, which are the capacities that `lru` needs.
///
/// The distance of a request is that of `LRUCurve`: the weight of all images that were requested
/// since the last request for its image, plus the weight of the image. So the distance in images is
/// the smallest capacity at which `lru` hits, and 1 means that no other image was requested in
/// between.
package struct ReuseDistances: Sendable {
  /// The distances, in images, of all requests whose image was requested before.
  package let images: Ranked<Int>
  /// The distances in bytes, from the stream's sizes; 1 per image if it has none.
  package let bytes: Ranked<Int>
  /// The number of requests for an image that was not requested before.
  package let first: Int

  /// Computes the distances of a stream.
  ///
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

  /// The number of requests with a distance of 1, of 2, of 3 to 4, of 5 to 8 and so on, in images.
  /// - Returns: The numbers up to the greatest distance; none if there is no distance.
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
