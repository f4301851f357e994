import ScrollCaching
import ScrollCore

/// `tinylfu`: least recently used, and a newcomer that needs room is compared with those who
/// would leave for it, by a sketch of all requests.
///
/// Its estimate must be above the sum of theirs (`implicit`: above that of the oldest). An
/// unseen image that would be compared for the first time becomes the newest instead.
struct TinyLFUReference: EvictionPolicy {
  private var order: [ImageID] = []
  private var cost: [ImageID: Int] = [:]
  private var sketch: SketchReference
  private var sample: SampleReference
  private var capacity: Int
  private let onlyFirst: Bool, admitsWarm: Bool
  private var random: SeededRandom
  private var unseen: UnseenImages

  init(_ setup: PolicySetup) {
    sketch = SketchReference(keys: setup.keys, kind: .fourBits)
    sample = SampleReference(setup)
    capacity = setup.limits.capacity
    onlyFirst = setup.settings["sizedAdmission"] == "implicit"
    admitsWarm = setup.settings.flag("warmAdmission")
    random = SeededRandom(seed: setup.seed)
    unseen = UnseenImages(setup.settings)
    if let items = sample.items { sketch.prepare(items) }
  }

  static let descriptor = PolicyDescriptor.reference(of: "tinylfu") { TinyLFUReference($0) }

  private mutating func count(_ request: Request) {
    if sample.items == nil {
      sample.add(request.cost, capacity)
      if let items = sample.items { sketch.prepare(items) }
    }
    sketch.count(request.image)
  }

  mutating func didMiss(_ request: Request) { count(request) }

  mutating func didHit(_ request: Request) {
    count(request)
    unseen.unmark(request.image)
    order.makeNewest(request.image)
  }

  mutating func shouldStore(_ request: Request) -> Bool {
    func missing(without gone: [ImageID]) -> Bool {
      let left = order.filter { $0 != request.image && !gone.contains($0) }
      return left.reduce(0) { $0 + cost[$1, default: 0] } > capacity - request.cost
    }
    guard missing(without: []) else { return true }
    var opponents: [ImageID] = []
    while missing(without: opponents), !(onlyFirst && opponents.count == 1) {
      let others = order.filter { $0 != request.image && !opponents.contains($0) }
      guard let oldest = others.first else { break }
      if unseen.useGrace(of: oldest) {
        order.makeNewest(oldest)
      } else {
        opponents.append(oldest)
      }
    }
    let own = sketch.estimate(request.image)
    if own > opponents.reduce(0, { $0 + sketch.estimate($1) }) { return true }
    return admitsWarm && own >= 6 && random.unit() < 1 / 128.0
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    while let oldest = order.unpinned(pins).first {
      guard unseen.useGrace(of: oldest) else {
        didRemove(oldest)
        return oldest
      }
      order.makeNewest(oldest)
    }
    return nil
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    order.append(request.image)
    cost[request.image] = request.cost
    unseen.insert(request.image, as: admission)
    if admission == .prefetched, !unseen.isMarked(request.image) { sketch.count(request.image) }
  }

  mutating func didRemove(_ image: ImageID) {
    order.remove(image)
    unseen.unmark(image)
  }

  mutating func capacityChanged(to capacity: Int) { self.capacity = capacity }
}
