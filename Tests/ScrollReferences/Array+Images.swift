import ScrollCaching
import ScrollCore

/// The queues of references: arrays of images, the oldest first.
extension [ImageID] {
  /// Removes an image, wherever it is.
  mutating func remove(_ image: ImageID) { removeAll { $0 == image } }

  /// Makes an image the newest, whether it was present or not.
  mutating func makeNewest(_ image: ImageID) {
    remove(image)
    append(image)
  }

  /// Returns the images that are not pinned, in the same order.
  func unpinned(_ pins: borrowing PinSet) -> [ImageID] {
    var candidates: [ImageID] = []
    for image in self where !pins.contains(image) { candidates.append(image) }
    return candidates
  }
}
