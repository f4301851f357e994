import BasicContainers
package import ScrollCore

/// A set of images from which one can be drawn by number.
///
/// The images stand in a dense array; each knows its place. Taking one out moves the last into
/// its place, so the order depends on the history alone and draws are the same in every run.
///
/// - Complexity: O(1) for every verb.
package struct ImageBag: ~Copyable {
  private var images: RigidArray<ImageID>
  /// Where each image stands; -1 where it is not in the bag.
  private var places: RigidArray<Int32>

  /// An empty bag for images below `imageCount`.
  package init(imageCount: Int) {
    images = RigidArray(capacity: imageCount)
    places = RigidArray(repeating: -1, count: imageCount)
  }

  /// Images are `0..<count` from now on, never fewer than before.
  package mutating func grow(toImageCount count: Int) {
    images.reserveCapacity(count)
    places.grow(to: count, filling: -1)
  }

  package var count: Int { images.count }
  package var isEmpty: Bool { images.isEmpty }

  package func contains(_ image: ImageID) -> Bool { places[Int(image.index)] >= 0 }

  /// The image with that number, below `count`.
  package subscript(number: Int) -> ImageID { images[number] }

  /// - Precondition: the image is not in the bag.
  package mutating func insert(_ image: ImageID) {
    precondition(!contains(image), "\(image) is in the bag")
    places[Int(image.index)] = Int32(images.count)
    images.append(image)
  }

  /// - Precondition: the image is in the bag.
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
}
