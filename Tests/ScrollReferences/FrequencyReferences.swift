import ScrollCaching
import ScrollCore

/// `cr-lfu`: how often each image was used since it was stored; the fewest uses leave.
///
/// Among equals the one that reached its count last. The first view of an unseen image is its
/// first use.
struct CRLFUReference: EvictionPolicy {
  private var uses: [ImageID: Int] = [:], reached: [ImageID: Int] = [:]
  private var clock = 0
  private var unseen: UnseenImages

  init(_ settings: SettingValues) { unseen = UnseenImages(settings) }

  static let descriptor = PolicyDescriptor.reference(of: "cr-lfu") {
    CRLFUReference($0.settings)
  }

  private mutating func count(_ image: ImageID, _ number: Int) {
    clock += 1
    (uses[image], reached[image]) = (number, clock)
  }

  mutating func didHit(_ request: Request) {
    let before = unseen.unmark(request.image) ? 0 : uses[request.image, default: 0]
    count(request.image, before + 1)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    count(request.image, 1)
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    uses[image] = nil
    unseen.unmark(image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let ranked = uses.keys.sorted {
      (uses[$0, default: 0], -reached[$0, default: 0])
        < (uses[$1, default: 0], -reached[$1, default: 0])
    }
    let candidates = ranked.unpinned(pins)
    var victim = candidates.first
    for image in candidates where !unseen.useGrace(of: image) {
      victim = image
      break
    }
    if let victim { didRemove(victim) }
    return victim
  }
}

/// `lfu-da`: key L + uses, of the moment of the last use; the least leaves, and L is its key.
///
/// Among equals the one used longest ago leaves. The first view of an unseen image is its first
/// use.
struct LFUDAReference: EvictionPolicy {
  private var uses: [ImageID: Int] = [:], keys: [ImageID: Int] = [:]
  /// Least recently used first.
  private var residents: [ImageID] = []
  private var age = 0
  private var unseen: UnseenImages

  init(_ settings: SettingValues) { unseen = UnseenImages(settings) }

  static let descriptor = PolicyDescriptor.reference(of: "lfu-da") {
    LFUDAReference($0.settings)
  }

  private mutating func use(_ image: ImageID) {
    keys[image] = age + uses[image, default: 0]
    residents.makeNewest(image)
  }

  mutating func didHit(_ request: Request) {
    if !unseen.unmark(request.image) { uses[request.image, default: 0] += 1 }
    use(request.image)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    uses[request.image] = 1
    use(request.image)
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    residents.remove(image)
    unseen.unmark(image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var candidates = residents.unpinned(pins)
    var passedOver: [ImageID] = []
    while let least = candidates.map({ keys[$0, default: 0] }).min(),
      let victim = candidates.first(where: { keys[$0] == least })
    {
      guard unseen.useGrace(of: victim) else { return leave(victim) }
      passedOver.append(victim)
      candidates.remove(victim)
    }
    return passedOver.first.map { leave($0) }
  }

  private mutating func leave(_ victim: ImageID) -> ImageID {
    age = keys[victim, default: 0]
    didRemove(victim)
    return victim
  }
}
