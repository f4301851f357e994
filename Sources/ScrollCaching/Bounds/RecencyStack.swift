/// The weight of the images requested since each image's last request: Mattson's stack distances.
///
/// Every image has a place in the order of last requests; a Fenwick tree over the places adds up
/// the weights after a place. When the places run out, they are assigned again in the same order.
///
/// - Complexity: O(log images) per request, amortised; memory O(images).
struct RecencyStack {
  /// The weights at the places, as a Fenwick tree: entry `i` covers the last `i & -i` places.
  private var sums: [Int]
  /// The place of each image, from 1 on, or 0 if it was never requested.
  private var places: [Int32]
  private var weights: [Int]
  /// The image at each place, -1 if it has moved to a later place.
  private var images: [Int32]
  private var last = 0
  private var total = 0

  /// Creates a stack for images `0..<imageCount`.
  init(imageCount: Int) {
    let count = max(2 * imageCount, 2)
    sums = [Int](repeating: 0, count: count + 1)
    images = [Int32](repeating: -1, count: count + 1)
    places = [Int32](repeating: 0, count: imageCount)
    weights = [Int](repeating: 0, count: imageCount)
  }

  /// Records a request for an image.
  /// - Parameters:
  ///   - image: The image.
  ///   - weight: The weight of the image at its first request; the image keeps it.
  /// - Returns: The weight of all images requested since its last request, plus its own; `nil` the
  ///   first time.
  mutating func request(_ image: Int, weight: Int) -> Int? {
    if last == images.count - 1 { compact() }
    let place = Int(places[image])
    var distance: Int?
    if place > 0 {
      distance = total - sum(upTo: place - 1)
      add(-weights[image], at: place)
      images[place] = -1
    } else {
      weights[image] = weight
    }
    last += 1
    places[image] = Int32(last)
    images[last] = Int32(image)
    add(weights[image], at: last)
    return distance
  }

  private func sum(upTo place: Int) -> Int {
    var (place, sum) = (place, 0)
    while place > 0 {
      sum += sums[place]
      place &= place - 1
    }
    return sum
  }

  private mutating func add(_ weight: Int, at place: Int) {
    total += weight
    var place = place
    while place < sums.count {
      sums[place] += weight
      place += place & -place
    }
  }

  private mutating func compact() {
    var next = 0
    for place in 1...last where images[place] >= 0 {
      next += 1
      images[next] = images[place]
      places[Int(images[next])] = Int32(next)
    }
    for place in 1..<images.count {
      if place > next { images[place] = -1 }
      sums[place] = place > next ? 0 : weights[Int(images[place])]
    }
    last = next
    for place in 1..<sums.count {
      let above = place + (place & -place)
      if above < sums.count { sums[above] += sums[place] }
    }
  }
}
