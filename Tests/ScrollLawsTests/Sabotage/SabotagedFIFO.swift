import ScrollCaching
import ScrollCore
import ScrollReferences

/// FIFO as an array.
struct SabotagedFIFO: EvictionPolicy {
  let bug: FIFOBug?
  /// Oldest first.
  var order: [ImageID] = []
  /// The image that was taken out last, and where it was.
  var takenOut: (image: ImageID, place: Int)?

  mutating func didHit(_ request: Request) {
    if bug == .renewsOnHit { order.makeNewest(request.image) }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    if bug == .overwriteKeepsPlace, let old = takenOut, old.image == request.image {
      order.insert(request.image, at: min(old.place, order.count))
    } else {
      order.append(request.image)
    }
  }

  mutating func didRemove(_ image: ImageID) {
    takenOut = order.firstIndex(of: image).map { (image, $0) }
    order.takeOut(image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let oldest =
      bug == .newestFirst
      ? Array(order.reversed()).oldest(sparing: pins) : order.oldest(sparing: pins)
    guard let victim = oldest else { return nil }
    order.takeOut(victim)
    return victim
  }
}

enum FIFOBug: PlantedBug {
  case renewsOnHit, overwriteKeepsPlace, newestFirst

  var descriptor: PolicyDescriptor {
    .reference(of: "fifo") { _ in SabotagedFIFO(bug: self) }
  }
}
