import ScrollCaching
import ScrollCore

/// `lecar`: for every victim a number is drawn; below LRU's weight the image used longest ago
/// leaves, else the one with the fewest uses, of those the one used longest ago.
///
/// The victim goes to the history of the expert that decided, unless the other expert named it too
/// or it was not seen. When an image of a history is stored again after t requests, that expert's
/// weight is multiplied by exp(-rate x d^t), d = discount^(1 / capacity).
struct LeCaRReference: EvictionPolicy {
  private struct Resident {
    var uses: Int, lastUse: Int, place: Int
  }

  private struct Regret {
    var image: ImageID, cost: Int, time: Int
  }

  private var residents: [ImageID: Resident] = [:]
  private var cost: [ImageID: Int] = [:]
  private var histories: [[Regret]] = [[], []]
  private var weights = [0.5, 0.5]
  private var clock = 0, requests = 0
  private var capacity: Int
  private let rate: Double, discount: Double, share: Double
  private var random: SeededRandom
  private var unseen: UnseenImages

  init(_ setup: PolicySetup) {
    capacity = setup.limits.capacity
    rate = setup.settings.number("learningRate")
    discount = setup.settings.number("discount")
    share = setup.settings.number("historyShare")
    random = SeededRandom(seed: setup.seed)
    unseen = UnseenImages(setup.settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "lecar") { LeCaRReference($0) }

  private mutating func use(_ image: ImageID, uses: Int) {
    clock += 1
    residents[image] = Resident(uses: uses, lastUse: clock, place: clock)
  }

  mutating func didMiss(_ request: Request) { requests += 1 }

  mutating func didHit(_ request: Request) {
    requests += 1
    let uses = residents[request.image]?.uses ?? 0
    use(request.image, uses: unseen.unmark(request.image) ? 1 : uses + 1)
  }

  mutating func willStore(_ request: Request) {
    for expert in 0...1 {
      guard let regret = histories[expert].first(where: { $0.image == request.image }) else {
        continue
      }
      let age = Double(requests - regret.time)
      let power = age == 0 ? 1 : exp(age * log(discount) / Double(max(1, capacity)))
      weights[expert] *= exp(-rate * power)
      weights[0] /= weights[0] + weights[1]
      weights[1] = 1 - weights[0]
      histories[expert].removeAll { $0.image == request.image }
    }
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let decides = random.unit() < weights[0] ? 0 : 1
    let free = Array(residents.keys).unpinned(pins)
    let orders = [byAge(free), byUses(free)]
    guard let othersChoice = orders[1 - decides].first else { return nil }
    var chosen: ImageID?
    for image in orders[decides] where chosen == nil {
      if !unseen.useGrace(of: image) {
        chosen = image
      } else if decides == 0 {
        clock += 1
        residents[image]?.place = clock
      }
    }
    guard let victim = chosen ?? orders[decides].first else { return nil }
    let wasUnseen = unseen.isMarked(victim)
    didRemove(victim)
    let limit = historyLimit
    if !wasUnseen, victim != othersChoice, cost[victim, default: 0] <= limit {
      trim(decides, to: limit - cost[victim, default: 0])
      histories[decides].append(
        Regret(image: victim, cost: cost[victim, default: 0], time: requests))
    }
    return victim
  }

  private func byAge(_ images: [ImageID]) -> [ImageID] {
    images.sorted { residents[$0]?.place ?? 0 < residents[$1]?.place ?? 0 }
  }

  private func byUses(_ images: [ImageID]) -> [ImageID] {
    func rank(_ image: ImageID) -> (Int, Int) {
      (residents[image]?.uses ?? 0, residents[image]?.lastUse ?? 0)
    }
    return images.sorted { rank($0) < rank($1) }
  }

  private var historyLimit: Int {
    Int(min(0x1p62, Double(capacity / 2) * (2 * share)))
  }

  private mutating func trim(_ expert: Int, to limit: Int) {
    while histories[expert].reduce(0, { $0 + $1.cost }) > limit {
      histories[expert].removeFirst()
    }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    cost[request.image] = request.cost
    use(request.image, uses: 1)
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    residents[image] = nil
    unseen.unmark(image)
  }

  mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    trim(0, to: historyLimit)
    trim(1, to: historyLimit)
  }
}
