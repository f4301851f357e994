import ScrollCaching
import ScrollCore

/// `viewed-first`: scans the viewed residents, then the others; the farthest leaves.
///
/// Equally far images go in the order of storing.
struct ViewedFirstReference: EvictionPolicy {
  struct Resident {
    let image: ImageID
    let stored: Int
  }

  /// The viewed and the other residents, in the order in which they joined.
  var viewed: [Resident] = [], unviewed: [Resident] = []
  /// The images that count as viewed.
  var asked: Set<ImageID> = []
  /// The images that count as viewed and are not resident, the next to be forgotten first.
  var outside: [ImageID] = []
  var storedCount = 0
  let mostOutside: Int
  /// Measures distances, nothing else.
  var distance: DistanceReference

  init(_ setup: PolicySetup, mostOutside: Int = 256) {
    distance = DistanceReference(setup)
    self.mostOutside = mostOutside
  }

  static let descriptor = PolicyDescriptor.reference(of: "viewed-first") {
    ViewedFirstReference($0)
  }

  static var isSpatial: Bool { true }

  mutating func didHit(_ request: Request) {
    guard asked.insert(request.image).inserted,
      let place = unviewed.firstIndex(where: { $0.image == request.image })
    else { return }
    viewed.append(unviewed.remove(at: place))
  }

  mutating func didMiss(_ request: Request) {
    asked.insert(request.image)
    leave(request.image)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    let resident = Resident(image: request.image, stored: storedCount)
    storedCount += 1
    outside.removeAll { $0 == request.image }
    if asked.contains(request.image) { viewed.append(resident) } else { unviewed.append(resident) }
  }

  mutating func didRemove(_ image: ImageID) {
    viewed.removeAll { $0.image == image }
    unviewed.removeAll { $0.image == image }
    if asked.contains(image) { leave(image) }
  }

  private mutating func leave(_ image: ImageID) {
    outside.removeAll { $0 == image }
    outside.append(image)
    if outside.count > mostOutside { asked.remove(outside.removeFirst()) }
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var victim = farthest(of: viewed, sparing: pins)
    if victim == nil { victim = farthest(of: unviewed, sparing: pins) }
    if let victim { didRemove(victim) }
    return victim
  }

  private func farthest(of group: [Resident], sparing pins: borrowing PinSet) -> ImageID? {
    var best: (resident: Resident, score: Double)?
    for resident in group where !pins.contains(resident.image) {
      let score = distance.score(DistanceReference.Resident(image: resident.image, weight: 1))
      guard let found = best else {
        best = (resident, score)
        continue
      }
      let isOlder = resident.stored < found.resident.stored
      if score > found.score || score == found.score && isOlder { best = (resident, score) }
    }
    return best?.resident.image
  }

  mutating func viewportMoved(to viewport: Viewport) { distance.viewportMoved(to: viewport) }

  mutating func placementChanged(to placement: ItemPlacement) {
    distance.placementChanged(to: placement)
  }
}
