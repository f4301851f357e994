import ScrollCaching
import ScrollCore

/// `fifo`: a queue; new images at its end, victims from its front.
struct FIFOReference: EvictionPolicy {
  private var queue: [ImageID] = []

  static let descriptor = PolicyDescriptor.reference(of: "fifo") { _ in FIFOReference() }

  mutating func didHit(_ request: Request) {}
  mutating func didInsert(_ request: Request, as admission: Admission) {
    queue.append(request.image)
  }
  mutating func didRemove(_ image: ImageID) { queue.remove(image) }
  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let victim = queue.unpinned(pins).first
    if let victim { queue.remove(victim) }
    return victim
  }
}

/// `lru`: when each image was used last; the victim is who was used longest ago.
struct LRUReference: EvictionPolicy {
  private var lastUse: [ImageID: Int] = [:]
  private var uses = 0

  static let descriptor = PolicyDescriptor.reference(of: "lru") { _ in LRUReference() }

  private mutating func use(_ image: ImageID) {
    uses += 1
    lastUse[image] = uses
  }

  mutating func didHit(_ request: Request) { use(request.image) }
  mutating func didInsert(_ request: Request, as admission: Admission) { use(request.image) }
  mutating func didRemove(_ image: ImageID) { lastUse[image] = nil }
  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let oldestFirst = lastUse.sorted { $0.value < $1.value }.map(\.key)
    let victim = oldestFirst.unpinned(pins).first
    if let victim { lastUse[victim] = nil }
    return victim
  }
}

/// `mru`: a stack; who was used last lies on top, and the victim is the topmost.
struct MRUReference: EvictionPolicy {
  private var stack: [ImageID] = []

  static let descriptor = PolicyDescriptor.reference(of: "mru") { _ in MRUReference() }

  mutating func didHit(_ request: Request) { stack.makeNewest(request.image) }
  mutating func didInsert(_ request: Request, as admission: Admission) {
    stack.append(request.image)
  }
  mutating func didRemove(_ image: ImageID) { stack.remove(image) }
  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let victim = stack.unpinned(pins).last
    if let victim { stack.remove(victim) }
    return victim
  }
}
