import ScrollCaching
import ScrollCore

/// LRU in an array, of which a test can break any part.
struct ListPolicy: EvictionPolicy {
  /// The residents, least recently used first, or first stored if hits change nothing.
  var order: [ImageID] = []
  var renewsOnHit = true
  var forgetsWhatIsRemoved = true
  var isAdmitted: (_ policy: ListPolicy) -> Bool = { _ in true }
  /// Chooses a victim from the policy's residents and those that are not pinned, oldest first.
  var choose: (_ policy: ListPolicy, _ free: [ImageID]) -> ImageID? = { $1.first }

  mutating func didHit(_ request: Request) {
    if renewsOnHit { order.makeNewest(request.image) }
  }

  mutating func shouldStore(_ request: Request) -> Bool { isAdmitted(self) }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var free: [ImageID] = []
    for image in order where !pins.contains(image) { free.append(image) }
    let victim = choose(self, free)
    if let victim { order.takeOut(victim) }
    return victim
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    order.makeNewest(request.image)
  }

  mutating func didRemove(_ image: ImageID) {
    if forgetsWhatIsRemoved { order.takeOut(image) }
  }
}

/// A policy that evicts the highest score, and among equals the first stored.
struct ScorePolicy: EvictionPolicy {
  static var isSpatial: Bool { true }

  var order: [ImageID] = []
  var viewport: Viewport
  var setup: PolicySetup
  var score: (ImageID, Viewport) -> Double
  let makeScore: (PolicySetup) -> (ImageID, Viewport) -> Double
  /// A Boolean value that indicates whether the policy keeps using the first placement.
  var ignoresPlacement = false

  init(
    _ setup: PolicySetup, score: @escaping (PolicySetup) -> (ImageID, Viewport) -> Double
  ) {
    viewport = Viewport(lower: 0, upper: 0, direction: setup.direction)
    self.setup = setup
    self.score = score(setup)
    makeScore = score
  }

  mutating func placementChanged(to placement: ItemPlacement) {
    guard !ignoresPlacement else { return }
    setup.placement = placement
    score = makeScore(setup)
  }

  mutating func didHit(_ request: Request) {}
  mutating func viewportMoved(to viewport: Viewport) { self.viewport = viewport }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var victim: (image: ImageID, score: Double)?
    for image in order where !pins.contains(image) {
      let score = score(image, viewport)
      if victim.map({ score > $0.score }) ?? true { victim = (image, score) }
    }
    if let victim { order.takeOut(victim.image) }
    return victim?.image
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    order.append(request.image)
  }

  mutating func didRemove(_ image: ImageID) { order.takeOut(image) }
}

/// A spatial policy that does not declare it.
struct UndeclaredPolicy: EvictionPolicy {
  var policy: ScorePolicy

  mutating func didHit(_ request: Request) { policy.didHit(request) }
  mutating func viewportMoved(to viewport: Viewport) { policy.viewportMoved(to: viewport) }
  mutating func didRemove(_ image: ImageID) { policy.didRemove(image) }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    policy.nextVictim(sparing: pins)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    policy.didInsert(request, as: admission)
  }
}

extension PolicySetup {
  /// Returns the middles of the items that show an image; empty if no item shows it.
  func middles(of image: ImageID) -> [Double] {
    guard let placement else { return [Double(image.index) + 0.5] }
    return placement.items(showing: image).map {
      (placement.starts[Int($0.index)] + placement.ends[Int($0.index)]) / 2
    }
  }

  /// Returns the distance of the nearest item of an image from the middle of the viewport.
  func distance(of image: ImageID, from viewport: Viewport) -> Double {
    middles(of: image).map { abs($0 - viewport.center) }.min() ?? .infinity
  }
}
