import ScrollCaching
import ScrollCore

/// `cacheus`: two lists, `new` and `reused`, and for every victim a drawn number: below the first
/// weight new's front leaves (reused's, if new is empty), else the image with the fewest uses, of
/// those the one used last.
///
/// A victim goes to the history of the expert that decided, unless the other expert named it too or
/// it was not seen. A request for an image in a history multiplies that expert's weight by
/// exp(-rate). libCacheSim's lists have half of the room each, new drops the excess, and all
/// evicted images are remembered. The authors' lists start with a hundredth for new, and move the
/// boundary.
struct CacheusReference: EvictionPolicy {
  private struct Ghost {
    var image: ImageID, cost: Int, uses: Int, isStranger: Bool
  }

  private let halves: Bool
  private var new: [ImageID] = [], reused: [ImageID] = []
  private var demoted: Set<ImageID> = [], strangers: Set<ImageID> = []
  private var past: [Ghost] = [], histories: [[Ghost]] = [[], []]
  private var cost: [ImageID: Int] = [:], uses: [ImageID: Int] = [:], lastUse: [ImageID: Int] = [:]
  private var clock = 0
  private var weights = [0.5, 0.5]
  private var rate: CacheusRateReference
  private var capacity: Int
  private var newShare = 0
  private let historyShare: Double
  private var returning: Ghost?, hasEvicted = false
  private var newcomer: ImageID?, settles = false
  private var random: SeededRandom
  private var unseen: UnseenImages

  init(_ setup: PolicySetup) {
    halves = setup.settings["lists"] == "libcachesim"
    capacity = setup.limits.capacity
    let given = setup.settings.number("learningRate")
    rate = CacheusRateReference(first: given > 0 ? given : halves ? 0.1 : nil)
    historyShare = setup.settings.number("historyShare")
    random = SeededRandom(seed: setup.seed)
    unseen = UnseenImages(setup.settings)
    startShares()
  }

  static let descriptor = PolicyDescriptor.reference(of: "cacheus") { CacheusReference($0) }

  private mutating func startShares() {
    newShare = halves ? capacity / 2 : max(1, Int((0.01 * Double(capacity)).rounded()))
  }

  private var reusedShare: Int { halves ? newShare : max(0, capacity - newShare) }
  private var historyLimit: Int {
    Int(min(Double(capacity / 2) * (2 * historyShare), 0x1p62))
  }
  private func weight(_ images: [ImageID]) -> Int {
    images.reduce(0) { $0 + cost[$1, default: 0] }
  }
  private func weight(_ ghosts: [Ghost]) -> Int { ghosts.reduce(0) { $0 + $1.cost } }

  private mutating func use(_ image: ImageID) {
    clock += 1
    lastUse[image] = clock
  }

  mutating func didMiss(_ request: Request) { rate.request(request.cost, capacity, &random) }

  mutating func didHit(_ request: Request) {
    rate.request(request.cost, capacity, &random)
    let image = request.image
    use(image)
    if unseen.unmark(image) {
      if new.contains(image) { new.makeNewest(image) } else { reused.makeNewest(image) }
      return
    }
    rate.hits += 1
    uses[image, default: 0] += 1
    if new.contains(image) {
      if !halves, demoted.contains(image) {
        let known = histories[0].count { $0.isStranger }
        growReused(by: quotient(known, demoted.count), of: cost[image, default: 0])
      }
      demoted.remove(image)
      new.remove(image)
      let own = cost[image, default: 0]
      demote { $0 + own > $1 }
    }
    reused.makeNewest(image)
  }

  private func quotient(_ upper: Int, _ lower: Int) -> Double {
    max(1, (Double(upper) / Double(max(1, lower))).rounded())
  }

  private mutating func growReused(by images: Double, of cost: Int) {
    let share = Double(reusedShare) + images * Double(cost)
    newShare =
      share >= Double(max(0, capacity - 1))
      ? capacity - max(0, capacity - 1) : capacity - Int(share)
  }

  private mutating func growNew(by images: Double, of cost: Int) {
    let share = Double(newShare) + images * Double(cost)
    newShare = share >= Double(max(0, capacity - 1)) ? max(0, capacity - 1) : Int(share)
  }

  /// Demotes the front of reused while its weight and its share require it.
  private mutating func demote(while isTooMuch: (Int, Int) -> Bool) {
    while !reused.isEmpty, isTooMuch(weight(reused), reusedShare) {
      let image = reused.removeFirst()
      new.append(image)
      demoted.insert(image)
    }
  }

  mutating func willStore(_ request: Request) {
    (returning, hasEvicted) = (nil, false)
    for expert in 0...1 {
      guard let ghost = histories[expert].first(where: { $0.image == request.image }) else {
        continue
      }
      histories[expert].removeAll { $0.image == request.image }
      returning = ghost
      if !halves, expert == 0, ghost.isStranger {
        let known = histories[0].count { $0.isStranger }
        growNew(by: quotient(demoted.count, known), of: request.cost)
      }
      weights[expert] *= exp(-rate.value)
      weights[0] = min(0.99, max(0.01, weights[0] / (weights[0] + weights[1])))
      weights[1] = 1 - weights[0]
    }
  }

  mutating func shouldStore(_ request: Request) -> Bool { !halves || request.cost <= capacity / 2 }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    hasEvicted = true
    let decides = random.unit() < weights[0] ? 0 : 1
    let free = (new + reused).unpinned(pins)
    let ranked = free.sorted {
      (uses[$0, default: 0], -lastUse[$0, default: 0])
        < (uses[$1, default: 0], -lastUse[$1, default: 0])
    }
    guard let fewest = ranked.first, var front = free.first else { return nil }
    let victim: ImageID
    if decides == 0 {
      while unseen.useGrace(of: front) {
        if new.contains(front) { new.makeNewest(front) } else { reused.makeNewest(front) }
        front = (new + reused).unpinned(pins)[0]
      }
      victim = front
    } else {
      var seen: ImageID?
      for image in ranked where seen == nil && !unseen.useGrace(of: image) { seen = image }
      victim = seen ?? fewest
    }
    leave(victim, history: victim == (decides == 0 ? fewest : front) ? nil : decides)
    return victim
  }

  private mutating func leave(_ image: ImageID, history: Int?) {
    let ghost = Ghost(
      image: image, cost: cost[image, default: 0], uses: uses[image, default: 0],
      isStranger: strangers.contains(image))
    let isSeen = !unseen.isMarked(image)
    didRemove(image)
    guard isSeen else { return }
    if halves {
      past.append(ghost)
      trimPast()
    }
    guard let history, ghost.cost <= historyLimit else { return }
    trim(history, to: historyLimit - ghost.cost)
    histories[history].append(ghost)
  }

  private mutating func trim(_ history: Int, to limit: Int) {
    while weight(histories[history]) > limit { histories[history].removeFirst() }
  }

  private mutating func trimPast() {
    while !past.isEmpty, weight(past) > max(0, capacity - 1) { past.removeFirst() }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    let image = request.image
    if halves { insertHalf(request) } else { insertShare(request) }
    use(image)
    unseen.insert(image, as: admission)
  }

  private mutating func insertHalf(_ request: Request) {
    let image = request.image
    cost[image] = request.cost
    if let ghost = past.first(where: { $0.image == image }) {
      past.removeAll { $0.image == image }
      uses[image] = ghost.uses + 1
      demote { $0 + request.cost > $1 }
      reused.append(image)
    } else {
      uses[image] = 1
      new.append(image)
    }
    (newcomer, settles) = (image, true)
  }

  private mutating func insertShare(_ request: Request) {
    let image = request.image
    cost[image] = request.cost
    uses[image] = returning?.uses ?? 1
    let hasRoom = weight(reused) + request.cost <= reusedShare
    if returning != nil {
      reused.append(image)
    } else if new.isEmpty, hasRoom {
      reused.append(image)
      strangers.remove(image)
      return
    } else {
      new.append(image)
      guard hasEvicted || weight(new) > newShare else { return }
      strangers.insert(image)
    }
    demote { $0 >= $1 }
    returning = nil
  }

  mutating func didRemove(_ image: ImageID) {
    new.remove(image)
    reused.remove(image)
    demoted.remove(image)
    strangers.remove(image)
    unseen.unmark(image)
  }

  mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    guard settles else { return nil }
    while weight(new) > newShare {
      let others = new.unpinned(pins).filter { $0 != newcomer }
      guard let front = others.first else { break }
      guard unseen.useGrace(of: front) else {
        leave(front, history: nil)
        return front
      }
      new.makeNewest(front)
    }
    (newcomer, settles) = (nil, false)
    return nil
  }

  mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    (returning, newcomer) = (nil, nil)
    startShares()
    if halves {
      demote { $0 > $1 }
      settles = true
    }
    trimPast()
    trim(0, to: historyLimit)
    trim(1, to: historyLimit)
  }
}
