import ScrollCaching
import ScrollCore

/// LRU with a segment of its own for what was hit, and victims that leave in pairs.
///
/// The second of a pair is handed out later, as policies do that decide about several images at
/// once; so is what the segment of the hit ones has no room for.
struct SegmentedPolicy: EvictionPolicy {
  /// Oldest first.
  private var stored: [ImageID] = [], hit: [ImageID] = []
  /// Forgotten, but not handed out yet.
  private var outgoing: [ImageID] = []
  /// How many of those that were hit are kept.
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
  /// The segmented policy with something changed.
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
