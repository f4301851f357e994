import ScrollCaching
import ScrollCore

/// LRU with a separate segment for images that were hit, and victims in pairs.
///
/// The second image of a pair is handed out later, as in policies that decide about several images
/// at once. So are the images that the segment has no room for.
struct SegmentedPolicy: EvictionPolicy {
  /// Oldest first.
  private var stored: [ImageID] = [], hit: [ImageID] = []
  /// The images that are forgotten, but not handed out yet.
  private var outgoing: [ImageID] = []
  /// The number of hit images that are kept.
  private let room = 3

  var sparesPins = true
  var overflowsTwice = false

  mutating func didHit(_ request: Request) {
    stored.takeOut(request.image)
    hit.makeNewest(request.image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    if let image = outgoing.popLast() { return image }
    var free: [ImageID] = []
    for image in stored + hit where !pins.contains(image) { free.append(image) }
    guard let victim = free.first else { return nil }
    for image in free.prefix(2) { didRemove(image) }
    outgoing = Array(free.prefix(2).dropFirst())
    return victim
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    stored.append(request.image)
  }

  mutating func didRemove(_ image: ImageID) {
    stored.takeOut(image)
    hit.takeOut(image)
  }

  mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    if let image = outgoing.popLast() { return image }
    guard hit.count > room else { return nil }
    for image in hit where !sparesPins || !pins.contains(image) {
      hit.takeOut(image)
      if overflowsTwice { outgoing = [image] }
      return image
    }
    return nil
  }
}

extension Broken {
  /// Returns the segmented policy with a change.
  static func segmented(
    _ change: @escaping @Sendable (inout SegmentedPolicy) -> Void
  ) -> PolicyDescriptor {
    PolicyDescriptor("segmented", "Overflows.") { _ in
      var policy = SegmentedPolicy()
      change(&policy)
      return policy
    }
  }
}
