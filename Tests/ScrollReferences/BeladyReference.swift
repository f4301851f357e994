import ScrollCaching
import ScrollCore

/// `belady`: evicts the resident whose next request comes last.
///
/// The n-th look-up is for the n-th entry of the future that the policy receives. Among images
/// without a further request, the one stored or used first is evicted; where sizes are equal this
/// choice changes no count.
struct BeladyReference: EvictionPolicy {
  private let future: [Int32]
  private var lookups = 0
  /// The residents, the least recently used first.
  private var residents: [(image: ImageID, nextUse: Int32)] = []

  init(future: [Int32]) { self.future = future }

  static let descriptor = PolicyDescriptor.reference(of: "belady") {
    BeladyReference(future: $0.nextUses)
  }

  mutating func didMiss(_ request: Request) { lookups += 1 }
  mutating func didHit(_ request: Request) {
    lookups += 1
    didRemove(request.image)
    residents.append((request.image, future[lookups - 1]))
  }
  mutating func didInsert(_ request: Request, as admission: Admission) {
    residents.append((request.image, future[lookups - 1]))
  }
  mutating func didRemove(_ image: ImageID) { residents.removeAll { $0.image == image } }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var last: (image: ImageID, nextUse: Int32)?
    for resident in residents where !pins.contains(resident.image) {
      if resident.nextUse > last?.nextUse ?? -1 { last = resident }
    }
    if let last { didRemove(last.image) }
    return last?.image
  }
}
