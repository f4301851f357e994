import BasicContainers
import ScrollCore

/// How often each image was asked for since the run began, also while it was not in the cache.
///
/// Residents are always remembered. Of the other images at most so many are: first that one is
/// forgotten which was asked for, or left the cache, longest ago. It begins anew at 0. An image
/// that was never asked for, only prefetched, takes no place.
///
/// - Complexity: every verb O(1).
struct UseCounts: ~Copyable {
  private var counts: RigidArray<Int>
  /// Images outside the cache that were asked for, the one to be forgotten next first.
  private var outside: ItemList
  private var outsideCount = 0
  private let mostOutside: Int

  init(imageCount: Int, mostOutside: Int = ScoreVariable.mostRemembered) {
    counts = RigidArray(repeating: 0, count: imageCount)
    outside = ItemList(imageCount: imageCount)
    self.mostOutside = mostOutside
  }

  /// Images are `0..<count` from now on, never fewer than before.
  mutating func grow(toImageCount count: Int) {
    counts.grow(to: count, filling: 0)
    outside.grow(toImageCount: count)
  }

  /// Those of an image.
  subscript(image: ImageID) -> Int { counts[Int(image.index)] }

  /// A resident was asked for.
  mutating func found(_ image: ImageID) { counts[Int(image.index)] += 1 }

  /// An image was asked for that is not in the cache.
  mutating func missed(_ image: ImageID) {
    if counts[Int(image.index)] > 0 { leaveOutside(image) }
    counts[Int(image.index)] += 1
    joinOutside(image)
  }

  /// An image is in the cache from now on.
  mutating func stored(_ image: ImageID) {
    if counts[Int(image.index)] > 0 { leaveOutside(image) }
  }

  /// An image is no longer in the cache.
  mutating func left(_ image: ImageID) {
    if counts[Int(image.index)] > 0 { joinOutside(image) }
  }

  private mutating func leaveOutside(_ image: ImageID) {
    outside.remove(image)
    outsideCount -= 1
  }

  private mutating func joinOutside(_ image: ImageID) {
    outside.append(image)
    outsideCount += 1
    guard outsideCount > mostOutside, let forgotten = outside.oldest() else { return }
    leaveOutside(forgotten)
    counts[Int(forgotten.index)] = 0
  }
}
