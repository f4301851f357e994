import ScrollCaching
import ScrollCore

/// Evicts the newest, although it claims to evict the least recently used; sound if told to be.
struct NewestFirstPolicy: EvictionPolicy {
  var order: [ImageID] = []
  var isSound = false

  mutating func didHit(_ request: Request) {
    guard isSound else { return }
    order.removeAll { $0 == request.image }
    order.append(request.image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var victim: ImageID?
    for image in order where !pins.contains(image) && !(isSound && victim != nil) {
      victim = image
    }
    if let victim { order.removeAll { $0 == victim } }
    return victim
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    order.append(request.image)
  }

  mutating func didRemove(_ image: ImageID) { order.removeAll { $0 == image } }

  static func descriptor(isSound: Bool = false) -> PolicyDescriptor {
    PolicyDescriptor(
      "newest-first", "Evicts what was stored last.",
      facts: PolicyDescriptor.Facts(claims: [.standard, .leastRecentlyUsed])
    ) { _ in NewestFirstPolicy(isSound: isSound) }
  }
}
