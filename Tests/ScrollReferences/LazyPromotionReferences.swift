import ScrollCaching
import ScrollCore

extension Int {
  /// Returns a part of a capacity, rounded down; no limit has a large part.
  func part(_ share: Double) -> Int { Int(Swift.min(Double(self) * share, 1e18)) }
}

/// The entries of a list since the last one of an image: their cost, or their number.
private struct EntryList {
  private var entries: [(image: ImageID?, cost: Int)] = []
  /// The number of entries when the time of an image began.
  private var begin: [ImageID: Int] = [:]
  private let countsCost: Bool

  init(_ settings: SettingValues) { countsCost = settings["countedIn"] == "cost" }

  mutating func append(_ image: ImageID?, cost: Int) {
    entries.append((image, cost))
    if let image { restart(image) }
  }

  mutating func restart(_ image: ImageID) { begin[image] = entries.count }

  func distance(from image: ImageID) -> Int {
    let later = entries[begin[image, default: 0]...]
    return countsCost ? later.reduce(0) { $0 + $1.cost } : later.count
  }
}

/// `d-fr`: `clock`, where a hit gives a use only if the image got none for a while.
///
/// A while is more than `delayShare` of the capacity in insertions and in rounds at the front. It
/// begins with the insertion, and with each use that is given.
struct DelayFRReference: EvictionPolicy {
  private var queue: [ImageID] = []
  private var uses: [ImageID: Int] = [:], cost: [ImageID: Int] = [:]
  private var entries: EntryList
  private var capacity: Int
  private let mostUses: Int, share: Double
  private var unseen: UnseenImages

  init(_ setup: PolicySetup) {
    entries = EntryList(setup.settings)
    capacity = setup.limits.capacity
    mostUses =
      Array(repeating: 2, count: setup.settings.integer("bits")).reduce(1, *) - 1
    share = setup.settings.number("delayShare")
    unseen = UnseenImages(setup.settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "d-fr") { DelayFRReference($0) }

  mutating func didHit(_ request: Request) {
    let image = request.image
    if unseen.unmark(image) {
      queue.makeNewest(image)
      entries.append(image, cost: cost[image, default: 0])
    } else if uses[image, default: 0] < mostUses,
      entries.distance(from: image) > capacity.part(share)
    {
      uses[image, default: 0] += 1
      entries.restart(image)
    }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    queue.append(request.image)
    uses[request.image] = 0
    cost[request.image] = request.cost
    entries.append(request.image, cost: request.cost)
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    queue.remove(image)
    unseen.unmark(image)
  }

  mutating func capacityChanged(to capacity: Int) { self.capacity = capacity }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    while let front = queue.unpinned(pins).first {
      let left = uses[front, default: 0]
      if left > 0 {
        uses[front] = left - 1
        entries.append(nil, cost: cost[front, default: 0])
      } else if !unseen.useGrace(of: front) {
        didRemove(front)
        return front
      }
      queue.makeNewest(front)
    }
    return nil
  }
}

/// `delay-lru`: `lru`, where a hit makes an image the newest only if it was not made that for a
/// while: more than `delayShare` of the capacity in insertions, and more than 1.
struct DelayLRUReference: EvictionPolicy {
  private var queue: [ImageID] = []
  private var entries: EntryList
  private var capacity: Int
  private let share: Double

  init(_ setup: PolicySetup) {
    entries = EntryList(setup.settings)
    capacity = setup.limits.capacity
    share = setup.settings.number("delayShare")
  }

  static let descriptor = PolicyDescriptor.reference(of: "delay-lru") { DelayLRUReference($0) }

  mutating func didHit(_ request: Request) {
    let distance = entries.distance(from: request.image)
    guard distance > 1, distance > capacity.part(share) else { return }
    queue.makeNewest(request.image)
    entries.restart(request.image)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    queue.append(request.image)
    entries.append(request.image, cost: request.cost)
  }

  mutating func didRemove(_ image: ImageID) { queue.remove(image) }
  mutating func capacityChanged(to capacity: Int) { self.capacity = capacity }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let victim = queue.unpinned(pins).first
    if let victim { queue.remove(victim) }
    return victim
  }
}

/// `prob-lru`: `lru`, where a number drawn for each hit decides whether it counts.
struct ProbabilisticLRUReference: EvictionPolicy {
  private var queue: [ImageID] = []
  private var random: SeededRandom
  private let probability: Double

  init(_ setup: PolicySetup) {
    random = SeededRandom(seed: setup.seed)
    probability = setup.settings.number("probability")
  }

  static let descriptor = PolicyDescriptor.reference(of: "prob-lru") {
    ProbabilisticLRUReference($0)
  }

  mutating func didHit(_ request: Request) {
    if random.unit() < probability { queue.makeNewest(request.image) }
  }
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

/// `sieve-k`: `sieve`, where an image has up to k uses and the hand takes one at a time.
struct SieveKReference: EvictionPolicy {
  private var queue: [ImageID] = []
  private var uses: [ImageID: Int] = [:]
  /// The place of the hand in the queue; a place behind its end means the oldest image.
  private var hand = 0
  private let mostUses: Int
  private var unseen: UnseenImages

  init(_ settings: SettingValues) {
    mostUses = settings.integer("k")
    unseen = UnseenImages(settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "sieve-k") {
    SieveKReference($0.settings)
  }

  mutating func didHit(_ request: Request) {
    let image = request.image
    if unseen.unmark(image) {
      leave(image)
      queue.append(image)
    } else {
      uses[image] = min(uses[image, default: 0] + 1, mostUses)
    }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    queue.append(request.image)
    uses[request.image] = 0
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    leave(image)
    unseen.unmark(image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard !queue.unpinned(pins).isEmpty else { return nil }
    while true {
      let candidate = queue[hand]
      if !pins.contains(candidate) {
        let left = uses[candidate, default: 0]
        if left == 0, !unseen.useGrace(of: candidate) {
          didRemove(candidate)
          return candidate
        }
        uses[candidate] = max(0, left - 1)
      }
      hand = (hand + 1) % queue.count
    }
  }

  /// Removes an image; the images behind it move up by one, under the hand too.
  private mutating func leave(_ image: ImageID) {
    guard let place = queue.firstIndex(of: image) else { return }
    queue.remove(at: place)
    if place < hand { hand -= 1 }
    if hand == queue.count { hand = 0 }
  }
}

/// `ran-sieve`: images in a row, where the last one takes the place of one that leaves.
///
/// Numbers are drawn until one is the place of an image that is not pinned; after 32 of them the
/// images that are not pinned are counted and one of these is drawn. It loses a use, or leaves.
struct RandomSieveReference: EvictionPolicy {
  private var row: [ImageID] = []
  private var uses: [ImageID: Int] = [:]
  private var random: SeededRandom
  private let mostUses: Int
  private var unseen: UnseenImages

  init(_ setup: PolicySetup) {
    random = SeededRandom(seed: setup.seed)
    mostUses = setup.settings.integer("k")
    unseen = UnseenImages(setup.settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "ran-sieve") { RandomSieveReference($0) }

  mutating func didHit(_ request: Request) {
    guard !unseen.unmark(request.image) else { return }
    uses[request.image] = min(uses[request.image, default: 0] + 1, mostUses)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    row.append(request.image)
    uses[request.image] = 0
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    guard let place = row.firstIndex(of: image) else { return }
    row.swapAt(place, row.count - 1)
    row.removeLast()
    unseen.unmark(image)
  }

  private mutating func draw(sparing pins: borrowing PinSet) -> ImageID? {
    guard !row.isEmpty else { return nil }
    for _ in 0..<32 {
      let image = row[random.below(row.count)]
      if !pins.contains(image) { return image }
    }
    let free = row.unpinned(pins)
    return free.isEmpty ? nil : free[random.below(free.count)]
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    while let image = draw(sparing: pins) {
      let left = uses[image, default: 0]
      if left > 0 {
        uses[image] = left - 1
      } else if !unseen.useGrace(of: image) {
        didRemove(image)
        return image
      }
    }
    return nil
  }
}
