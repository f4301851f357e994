import ScrollCaching
import ScrollCore

/// Evicts the image that was stored last but one.
///
/// Images are kept in the order in which they were stored; uses change nothing. The newest `spares`
/// images stay, and the one before them is evicted. In a loop over more images than the cache
/// holds, the first images are still cached, where LRU has just evicted them. If that image is
/// pinned the next older one is evicted instead, and if there is none, the oldest of the newest.
///
/// - Complexity: O(1) for a use, O(`spares`) for a victim while nothing is pinned.
public struct SecondNewestPolicy: EvictionPolicy {
  /// Oldest first.
  private var images: [ImageID] = []
  private let spares: Int

  public init(spares: Int) { self.spares = spares }

  public mutating func didHit(_ request: Request) {}

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let newest = max(0, images.count - spares)
    for place in (0..<newest).reversed() where !pins.contains(images[place]) {
      return images.remove(at: place)
    }
    for place in newest..<images.count where !pins.contains(images[place]) {
      return images.remove(at: place)
    }
    return nil
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    images.append(request.image)
  }

  public mutating func didRemove(_ image: ImageID) {
    images.removeAll { $0 == image }
  }
}

extension SecondNewestPolicy {
  public static let descriptor = PolicyDescriptor(
    "second-newest", "Evicts the image that was stored last but one.",
    settings: [
      Setting(
        "spares", .integer(0...1000), standard: "1", "How many of the newest images stay.")
    ],
    facts: PolicyDescriptor.Facts(
      discussion: "An example: see Tests/ExamplePackage.",
      // A cache with room for one image has no last but one.
      smallestUsefulCapacity: 2,
      claims: [.keepsNewcomers, .keepsOldOnRefusal])
  ) { SecondNewestPolicy(spares: $0.settings.integer("spares")) }
}
