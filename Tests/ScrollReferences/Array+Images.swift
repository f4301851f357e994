import ScrollCaching
import ScrollCore

/// Queues as references have them: arrays of images, the oldest first.
extension [ImageID] {
  /// Takes an image out, wherever it is.
  mutating func remove(_ image: ImageID) { removeAll { $0 == image } }

  /// Makes an image the newest, whether it was in or not.
  mutating func makeNewest(_ image: ImageID) {
    remove(image)
    append(image)
  }

  /// Those that may leave, in the same order.
  func unpinned(_ pins: borrowing PinSet) -> [ImageID] {
    var candidates: [ImageID] = []
    for image in self where !pins.contains(image) { candidates.append(image) }
    return candidates
  }
}
