import BasicContainers
public import ScrollCore

/// Chooses at random between the least recent and the least frequent image, and learns from regret
/// which rule to trust.
///
/// Two experts look at the same residents. LRU names the image used longest ago. LFU names the
/// image with the fewest uses since it was stored; of several, the one used longest ago. Every
/// eviction draws a random number from 0 to 1. If it is below LRU's weight (0.5 at first), LRU
/// decides, otherwise LFU. The victim goes into the history of the expert that decided, or into
/// none if both named it. Histories are queues of `historyShare` of the capacity C each.
///
/// If an image is stored t requests after its eviction and is in a history, the weight of that
/// history's expert is multiplied by exp(-`learningRate` x d^t), where d = `discount`^(1 / C). Then
/// both weights are divided by their sum, and the image leaves the history.
///
/// G. Vietri, L. Rodriguez, W. Martinez, S. Lyons, J. Liu, R. Rangaswami, M. Zhao, G. Narasimhan,
/// "Driving Cache Replacement with ML-based LeCaR", HotStorage 2018. By default, each history has
/// half of the capacity, as in libCacheSim; in the paper it has all of C. In the paper, the C of
/// the formula for d is a number of pages. If the capacity is in bytes, it is in bytes here, as in
/// other simulators. Then d is almost 1, and a mistake counts fully for as long as a history
/// remembers it. A number is drawn for every victim, even if both experts name the same image. The
/// expert that decides passes over an unseen image (`UnseenMarks`): LRU makes it the newest image,
/// and LFU names the next image.
///
/// - Complexity: O(1) and O(pinned) for a victim, with a table as in `lfu`.
public struct LeCaRPolicy: EvictionPolicy, ~Copyable {
  static var residents: Int { 0 }
  static var lruHistory: Int { 1 }
  static var lfuHistory: Int { 2 }

  var queues: WeighedQueues
  var frequency: LFUPolicy
  /// The request at which each image was evicted.
  var leftAt: RigidArray<Int>
  /// LRU's weight; LFU's weight is 1 minus it.
  var weight = 0.5
  var requests = 0
  var capacity: Int
  let learningRate: Double, discount: Double, historyShare: Double
  var random: PolicyRandom
  var unseen: UnseenMarks

  /// Creates empty queues from the settings.
  public init(_ setup: PolicySetup) {
    queues = WeighedQueues(imageCount: setup.imageCount, queues: 3)
    frequency = LFUPolicy(imageCount: setup.imageCount, prefetchedCountsAs: .viewed)
    leftAt = RigidArray(repeating: 0, count: setup.imageCount)
    capacity = setup.limits.capacity
    learningRate = setup.settings.number("learningRate")
    discount = setup.settings.number("discount")
    historyShare = setup.settings.number("historyShare")
    random = setup.random
    unseen = UnseenMarks(imageCount: setup.imageCount, PrefetchedImageRule(setup.settings))
  }

  public mutating func didHit(_ request: Request) {
    requests += 1
    queues.moveToNewest(request.image, queue: Self.residents)
    if unseen.clear(request.image) {
      frequency.didRemove(request.image)
      frequency.didInsert(request, as: .viewed)
    } else {
      frequency.didHit(request)
    }
  }

  public mutating func didMiss(_ request: Request) { requests += 1 }

  public mutating func willStore(_ request: Request) {
    let queue = queues.queue(of: request.image)
    guard queue == Self.lruHistory || queue == Self.lfuHistory else { return }
    let age = Double(requests - leftAt[Int(request.image.index)])
    let regret = age == 0 ? 1 : exp(age * log(discount) / Double(max(capacity, 1)))
    let factor = exp(-learningRate * regret)
    let (lru, lfu) =
      queue == Self.lruHistory
      ? (weight * factor, 1 - weight) : (weight, (1 - weight) * factor)
    weight = lru / (lru + lfu)
    queues.remove(request.image)
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let asksLRU = random.chance(weight)
    let named = asksLRU ? leastRecent(sparing: pins) : leastFrequent(sparing: pins)
    guard let victim = named else { return nil }
    let other =
      asksLRU
      ? frequency.order.oldest(sparing: pins)
      : queues.oldest(queue: Self.residents, sparing: pins)
    frequency.didRemove(victim)
    let cost = queues.cost(of: victim)
    let share = historyLimit
    if unseen.clear(victim) || victim == other || cost > share {
      queues.remove(victim)
    } else {
      let history = asksLRU ? Self.lruHistory : Self.lfuHistory
      queues.trim(queue: history, to: share - cost)
      queues.moveToNewest(victim, queue: history)
      leftAt[Int(victim.index)] = requests
    }
    return victim
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    queues.append(request.image, cost: request.cost, queue: Self.residents)
    frequency.didInsert(request, as: .viewed)
    unseen.didInsert(request.image, as: admission)
  }

  public mutating func didRemove(_ image: ImageID) {
    queues.remove(image)
    frequency.didRemove(image)
    unseen.clear(image)
  }

  public mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    queues.trim(queue: Self.lruHistory, to: historyLimit)
    queues.trim(queue: Self.lfuHistory, to: historyLimit)
  }

  public func remembers(_ image: ImageID) -> Bool { queues.queue(of: image) != nil }

  public mutating func grow(toImageCount count: Int) {
    queues.grow(toImageCount: count)
    frequency.grow(toImageCount: count)
    leftAt.grow(to: count, filling: 0)
    unseen.grow(toImageCount: count)
  }

  private var historyLimit: Int {
    Int(min(Double(capacity / 2) * (2 * historyShare), .mostCapacity))
  }

  private mutating func leastRecent(sparing pins: borrowing PinSet) -> ImageID? {
    while let image = queues.oldest(queue: Self.residents, sparing: pins) {
      guard unseen.passesOver(image) else { return image }
      queues.moveToNewest(image, queue: Self.residents)
    }
    return nil
  }

  private mutating func leastFrequent(sparing pins: borrowing PinSet) -> ImageID? {
    var candidate = frequency.order.oldest()
    while let image = candidate, pins.contains(image) || unseen.passesOver(image) {
      candidate = frequency.order.newer(than: image)
    }
    return candidate ?? frequency.order.oldest(sparing: pins)
  }
}

extension LeCaRPolicy {
  static let descriptor = PolicyDescriptor(
    "lecar",
    "Evicts the least recent or the least frequent image, at random, learning from regret.",
    settings: [
      Setting(
        "learningRate", .number(0...10), standard: "0.45",
        "The learning rate, by which an expert's weight decreases after a mistake."),
      Setting(
        "discount", .number(1e-9...1), standard: "0.005",
        "The weight of a mistake after as many requests as the capacity, in items or bytes."),
      Setting(
        "historyShare", .number(0...1), standard: "0.5",
        "The size of each of the two histories, as a share of the capacity."),
      PrefetchedImageRule.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: "Vietri et al., HotStorage 2018.", drawsAtRandom: true,
      claims: .standard.union(.reusesIDs))
  ) { LeCaRPolicy($0) }
}
