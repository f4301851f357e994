import BasicContainers
package import ScrollCore

/// A set of images from which an image can be drawn by number.
///
/// The images are in a dense array, with the place of each image. A removal moves the last image
/// into the free place, so the order depends on the history alone and draws are the same in every
/// run.
///
/// - Complexity: O(1) for every operation.
package struct ImageBag: ~Copyable {
  private var images: RigidArray<ImageID>
  /// The place of each image; -1 if it is not in the bag.
  private var places: RigidArray<Int32>

  /// Creates an empty bag for images below `imageCount`.
  package init(imageCount: Int) {
    images = RigidArray(capacity: imageCount)
    places = RigidArray(repeating: -1, count: imageCount)
  }

  /// Grows the bag to `count` images; the number of images never decreases.
  package mutating func grow(toImageCount count: Int) {
    images.reserveCapacity(count)
    places.grow(to: count, filling: -1)
  }

  package var count: Int { images.count }
  package var isEmpty: Bool { images.isEmpty }

  package func contains(_ image: ImageID) -> Bool { places[Int(image.index)] >= 0 }

  /// The image with a number below `count`.
  package subscript(number: Int) -> ImageID { images[number] }

  /// Adds an image.
  ///
  /// - Precondition: The image is not in the bag.
  package mutating func insert(_ image: ImageID) {
    precondition(!contains(image), "\(image) is in the bag")
    places[Int(image.index)] = Int32(images.count)
    images.append(image)
  }

  /// Removes an image.
  ///
  /// - Precondition: The image is in the bag.
  package mutating func remove(_ image: ImageID) {
    let place = Int(places[Int(image.index)])
    precondition(place >= 0, "\(image) is not in the bag")
    let last = images.removeLast()
    if last != image {
      images[place] = last
      places[Int(last.index)] = Int32(place)
    }
    places[Int(image.index)] = -1
  }

  /// Draws an image that is not pinned, each with the same probability; `nil` if all are pinned.
  ///
  /// The draw is repeated for a pinned image; after 32 draws an unpinned image is drawn by counting.
  ///
  /// - Complexity: O(1); O(images) where almost everything is pinned.
  func draw(sparing pins: borrowing PinSet, from random: inout PolicyRandom) -> ImageID? {
    guard !isEmpty else { return nil }
    for _ in 1...32 {
      let image = images[random.below(count)]
      if !pins.contains(image) { return image }
    }
    var free = 0
    for number in 0..<count where !pins.contains(images[number]) { free += 1 }
    guard free > 0 else { return nil }
    var left = random.below(free)
    for number in 0..<count where !pins.contains(images[number]) {
      if left == 0 { return images[number] }
      left -= 1
    }
    return nil
  }
}
