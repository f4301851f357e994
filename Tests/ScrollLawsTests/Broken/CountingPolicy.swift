import ScrollCaching
import ScrollCore

/// A policy that evicts the image with the fewest requests.
///
/// It keeps the counts under the digest of each key, as sketches do, and spares images that it
/// evicted a short while ago and stored again.
struct CountingPolicy: EvictionPolicy {
  /// A Boolean value that indicates whether a new key has the counts of the key before.
  var keepsDigests = false
  /// A Boolean value that indicates whether the policy conceals the images that it remembers.
  var concealsGhosts = false

  private var order: [ImageID] = []
  private var digests: [ImageID: UInt64] = [:]
  private var counts: [UInt64: Int] = [:]
  private var ghosts: [ImageID] = []
  private var spared: [ImageID] = []
  private static let mostGhosts = 3

  private func digest(of image: ImageID) -> UInt64 { digests[image] ?? UInt64(image.index) }

  mutating func didHit(_ request: Request) { counts[digest(of: request.image), default: 0] += 1 }
  mutating func didMiss(_ request: Request) { counts[digest(of: request.image), default: 0] += 1 }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var victim: (image: ImageID, worth: Int)?
    for image in order where !pins.contains(image) {
      let worth = counts[digest(of: image), default: 0] + (spared.contains(image) ? 100 : 0)
      if victim.map({ worth < $0.worth }) ?? true { victim = (image, worth) }
    }
    guard let victim = victim?.image else { return nil }
    didRemove(victim)
    ghosts.makeNewest(victim)
    if ghosts.count > Self.mostGhosts { ghosts.removeFirst() }
    return victim
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    order.append(request.image)
    if ghosts.contains(request.image) {
      ghosts.takeOut(request.image)
      spared.append(request.image)
    }
  }

  mutating func didRemove(_ image: ImageID) {
    order.takeOut(image)
    spared.takeOut(image)
  }

  func remembers(_ image: ImageID) -> Bool { !concealsGhosts && ghosts.contains(image) }

  mutating func reassign(_ image: ImageID, digest: UInt64) {
    if !keepsDigests { digests[image] = digest }
  }
}
