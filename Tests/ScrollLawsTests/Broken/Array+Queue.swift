import ScrollCaching
import ScrollCore

/// Queues of images, the oldest first.
extension [ImageID] {
  /// Takes an image out, wherever and however often it is in.
  mutating func takeOut(_ image: ImageID) { removeAll { $0 == image } }

  /// Makes an image the last one.
  mutating func makeNewest(_ image: ImageID) {
    takeOut(image)
    append(image)
  }

  /// The first image that is not pinned.
  func oldest(sparing pins: borrowing PinSet) -> ImageID? {
    for image in self where !pins.contains(image) { return image }
    return nil
  }
}
