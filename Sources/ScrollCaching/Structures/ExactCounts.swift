import BasicContainers
import ScrollCore

/// How often each image was counted, by a counter of its own: what a sketch counts with until
/// it is known for how many items it is made.
///
/// - Complexity: O(1); `counted` O(images log images).
struct ExactCounts: ~Copyable {
  private var digests: RigidArray<UInt64>
  private var counts: RigidArray<UInt32>

  /// Counts of 0; without keys, the digest of an image is its number.
  init(imageCount: Int, keys: [UInt64]) {
    digests = RigidArray(capacity: imageCount)
    for image in 0..<imageCount { digests.append(keys.isEmpty ? UInt64(image) : keys[image]) }
    counts = RigidArray(repeating: 0, count: imageCount)
  }

  func digest(of image: Int) -> UInt64 { digests[image] }

  subscript(image: ImageID) -> UInt32 { counts[Int(image.index)] }

  /// Counts an image once more, up to a highest count.
  mutating func count(_ image: ImageID, upTo most: UInt32) {
    let index = Int(image.index)
    if counts[index] < most { counts[index] += 1 }
  }

  /// Halves every count, rounding down.
  mutating func halve() {
    for image in 0..<counts.count { counts[image] >>= 1 }
  }

  /// Begins anew with an image of another digest.
  mutating func reassign(_ image: ImageID, digest: UInt64) {
    digests[Int(image.index)] = digest
    counts[Int(image.index)] = 0
  }

  mutating func grow(toImageCount count: Int) {
    let old = digests.count
    digests.grow(to: count, filling: 0)
    counts.grow(to: count, filling: 0)
    for image in old..<max(old, count) { digests[image] = UInt64(image) }
  }

  /// What was counted, and how often: by digest, so that it does not matter which ids they have.
  func counted() -> [(image: ImageID, count: UInt32)] {
    var found: [(digest: UInt64, image: Int)] = []
    for image in 0..<counts.count where counts[image] > 0 {
      found.append((digests[image], image))
    }
    found.sort { $0.digest < $1.digest }
    return found.map { (ImageID($0.image), counts[$0.image]) }
  }
}
