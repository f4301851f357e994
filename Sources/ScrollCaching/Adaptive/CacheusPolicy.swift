import BasicContainers
public import ScrollCore

/// Chooses at random between an expert for scans and one for churn, and learns from regret which
/// expert to trust and how fast to learn.
///
/// Residents are on two lists, each with its oldest use first: *new*, images asked for once, and
/// *reused*. The first expert (SR-LRU) names the oldest image of *new*. If *new* is empty, it names
/// the oldest of *reused*. The second (CR-LFU) names the resident with the fewest uses; of several,
/// the one used last. Every eviction draws a random number from 0 to 1. If it is below the weight
/// of the first expert (0.5 at first), the first expert decides, otherwise the second. The victim
/// goes into the history of the expert that decided, or into none if both named it. Histories are
/// queues of `historyShare` of the capacity C each. An image that is stored again leaves its
/// history, and the weight of that history's expert is multiplied by exp(-rate). Then both weights
/// are divided by their sum and kept within 0.01...0.99. `CacheusRate` computes the rate; `Lists`
/// defines how new and reused images share the capacity.
///
/// L. V. Rodriguez, F. Yusuf, S. Lyons, E. Paz, R. Rangaswami, J. Liu, M. Zhao, G. Narasimhan,
/// "Learning Cache Replacement with CACHEUS", FAST 2021. The paper has pages of one size, and the
/// boundary between the lists moves by a number of pages. Here it moves by that number times the
/// cost of the requested image. The expert that decides passes over an unseen image, as in `lecar`;
/// a first view does not count as a hit for the rate. A new capacity is divided between the lists
/// again.
///
/// - Complexity: O(log residents); O(pinned) more for a victim.
public struct CacheusPolicy: EvictionPolicy, ~Copyable {
  /// The order of the second expert, in which images that stay longer are greater.
  struct Worth: Comparable, BitwiseCopyable {
    var uses: Int
    /// The number of the last use.
    var lastUse: Int

    static func < (left: Self, right: Self) -> Bool {
      left.uses < right.uses || (left.uses == right.uses && left.lastUse > right.lastUse)
    }
  }

  static var new: Int { 0 }
  static var reused: Int { 1 }
  /// The index of the history of all evicted images, which libCacheSim's lists use.
  static var past: Int { 2 }
  static var lruHistory: Int { 0 }
  static var lfuHistory: Int { 1 }

  let lists: Lists
  var queues: WeighedQueues
  var histories: WeighedQueues
  var order: IndexedHeap<Worth>
  /// The number of uses of each resident, and of each evicted image when it was evicted.
  var uses: RigidArray<Int>
  var marks: CacheusMarks
  /// The weights that the lists should have.
  var newTarget = 0, reusedTarget = 0
  /// The first expert's weight; the second expert's weight is 1 minus it.
  var weight = 0.5
  var rate: CacheusRate
  var capacity: Int
  let historyShare: Double
  var clock = 0
  /// `isBack` is true if the image being stored was in a history, `wasFull` if an image was evicted
  /// for it.
  var isBack = false, wasFull = false
  /// The image that was stored last; `nil` once the new list is within its share again.
  var newcomer: ImageID?
  var isSettling = false
  var random: PolicyRandom
  var unseen: UnseenMarks

  /// Creates empty lists from the settings.
  public init(_ setup: PolicySetup) {
    lists = Lists(rawValue: setup.settings["lists"]) ?? .libcachesim
    queues = WeighedQueues(imageCount: setup.imageCount, queues: 3)
    histories = WeighedQueues(imageCount: setup.imageCount, queues: 2)
    order = IndexedHeap(imageCount: setup.imageCount)
    uses = RigidArray(repeating: 0, count: setup.imageCount)
    marks = CacheusMarks(imageCount: setup.imageCount)
    let given = setup.settings.number("learningRate")
    rate = CacheusRate(given > 0 ? given : lists == .libcachesim ? 0.1 : nil)
    capacity = setup.limits.capacity
    historyShare = setup.settings.number("historyShare")
    random = setup.random
    unseen = UnseenMarks(imageCount: setup.imageCount, PrefetchedImageRule(setup.settings))
    divide()
  }

  public mutating func didHit(_ request: Request) {
    rate.count(request, capacity: capacity, random: &random)
    let image = request.image
    if unseen.clear(image) {
      queues.moveToNewest(image, queue: queues.queue(of: image) ?? Self.new)
    } else {
      rate.countHit()
      uses[Int(image.index)] += 1
      promote(image)
    }
    order.rekey(image, to: worth(of: image))
  }

  public mutating func didMiss(_ request: Request) {
    rate.count(request, capacity: capacity, random: &random)
  }

  public mutating func willStore(_ request: Request) {
    (isBack, wasFull) = (false, false)
    guard let history = histories.queue(of: request.image) else { return }
    isBack = true
    forget(request.image)
    if history == Self.lruHistory, lists == .authors, marks.isStranger(request.image) {
      newTarget = shifted(newTarget, by: marks.demoted, over: marks.strangers, request.cost)
      reusedTarget = capacity - newTarget
    }
    regret(history)
  }

  public mutating func shouldStore(_ request: Request) -> Bool {
    lists == .authors || request.cost <= newTarget
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    wasFull = true
    let asksFirst = random.chance(weight)
    let named =
      asksFirst
      ? leastRecent(sparing: pins) : leastUsed(sparing: pins, passesOver: true)
    guard let victim = named else { return nil }
    let other =
      asksFirst
      ? leastUsed(sparing: pins, passesOver: false) : oldest(sparing: pins)
    let history = asksFirst ? Self.lruHistory : Self.lfuHistory
    retire(victim, history: victim == other ? nil : history)
    return victim
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    let image = request.image
    switch lists {
    case .libcachesim: enterHalf(request)
    case .authors: enterShare(request)
    }
    order.insert(image, key: worth(of: image))
    unseen.didInsert(image, as: admission)
  }

  public mutating func didRemove(_ image: ImageID) {
    queues.remove(image)
    order.remove(image)
    marks.pardon(image)
    unseen.clear(image)
  }

  public mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    guard isSettling else { return nil }
    if queues.cost(ofQueue: Self.new) > newTarget, let victim = surplus(sparing: pins) {
      retire(victim, history: nil)
      return victim
    }
    (isSettling, newcomer) = (false, nil)
    return nil
  }

  public mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    (isBack, newcomer) = (false, nil)
    divide()
    if lists == .libcachesim {
      demote(to: reusedTarget)
      isSettling = true
    }
    queues.trim(queue: Self.past, to: max(capacity - 1, 0))
    trim(Self.lruHistory, to: historyLimit)
    trim(Self.lfuHistory, to: historyLimit)
  }

  /// Returns the worth of an image that was just used.
  private mutating func worth(of image: ImageID) -> Worth {
    clock += 1
    return Worth(uses: uses[Int(image.index)], lastUse: clock)
  }
}

extension CacheusPolicy {
  static let descriptor = PolicyDescriptor(
    "cacheus", "Evicts by one of two experts, for scans or for churn, learning from regret.",
    settings: [
      Setting(
        "lists", .choice(Lists.allCases.map { $0.rawValue }), standard: "libcachesim",
        "The implementation, which decides how new and reused images share the capacity."),
      Setting(
        "learningRate", .number(0...1), standard: "0",
        """
        The initial learning rate, by which an expert's weight decreases after a mistake; 0 \
        means 0.1 with lists=libcachesim, sqrt(2 ln 2 / C) with lists=authors.
        """),
      Setting(
        "historyShare", .number(0...1), standard: "0.5",
        "The size of each of the two histories, as a share of the capacity."),
      PrefetchedImageRule.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Residents on two lists, new and reused, each least recently used first. Two experts have \
        weights: the oldest of the new (SR-LRU), and the fewest uses, latest use first (CR-LFU). \
        An expert loses weight when an image that it evicted returns, at a rate that follows the \
        hits. Rodriguez et al., FAST 2021.

        lists=libcachesim: each list has half of the capacity. The new list evicts its excess at \
        once and refuses larger images, so part of the cache stays empty until images are \
        requested again. lists=authors: the new list has 1 % at first. Hits on images demoted \
        from the reused list make that share smaller, returns of other images larger.
        """,
      refusal: RefusalRule(
        """
        with lists=libcachesim refuses images larger than half the capacity, rounded down; with \
        lists=authors only images larger than the whole cache
        """
      ) { cost, capacity in
        if cost > capacity { return true }
        return cost <= capacity / 2 ? false : nil
      },
      smallestUsefulCapacity: 2, drawsAtRandom: true, claims: .standard.union(.reusesIDs))
  ) { CacheusPolicy($0) }
}

/// The two lists of residents.
extension CacheusPolicy {
  /// The rule by which the lists share the capacity C.
  public enum Lists: String, Sendable, CaseIterable {
    /// Each list has half of the capacity, rounded down, as in libCacheSim.
    ///
    /// - A hit in *reused* makes the image the newest of that list. A hit in *new* moves the image
    ///   to the newest end of *reused*. To make room there, the oldest of *reused* move to the
    ///   newest end of *new*.
    /// - A stored image enters *new*. If *new* then exceeds its half, its oldest images are
    ///   evicted, even if the cache has room, and enter no history of an expert.
    /// - The last evicted images are remembered, up to a weight below C. An image that is stored
    ///   again while it is remembered enters *reused* and counts one use more than when it was
    ///   evicted.
    ///
    /// libCacheSim is meant to move the boundary as well, but loses the marks that would move it.
    /// It draws the first learning rate from 0.001...1 and never changes it, because it divides
    /// whole numbers. It does not limit the weights of the experts either. As a result, its misses
    /// on one published trace, in a cache of 8 000 items, fall into two groups that are 8 % apart.
    /// Here the first rate is 0.1 and adapts, which gives nearly the published misses.
    case libcachesim

    /// The boundary moves, as the authors of the paper programmed it.
    ///
    /// The target weight of *new* is n = max(1, C / 100 rounded); that of *reused* is the rest, r.
    /// The learning rate at first is the square root of 2 ln 2 / C.
    ///
    /// - A hit in *reused* makes the image the newest of that list. A hit in *new* moves the image
    ///   to *reused*. To make room there, the oldest of *reused* are *demoted* to the newest end of
    ///   *new*. If the image itself had been demoted before, r first grows by max(1, s / d rounded)
    ///   times the cost of the image, and n shrinks by as much. Here d is the number of demoted
    ///   images in *new*, and s the number of strangers in the first expert's history.
    /// - A stored image enters *reused* if that list has room and *new* is empty, and otherwise
    ///   *new*. In *new* it is a *stranger* if another image was evicted for it, or if *new* then
    ///   exceeds n.
    /// - A stored image that was in a history enters *reused*, with the number of uses that it had
    ///   when it was evicted. If it was a stranger in the first expert's history, n grows by max(1,
    ///   d / s rounded) times the cost of the image.
    /// - After a stranger or an image from a history was stored, the oldest of *reused* are demoted
    ///   until that list weighs less than r.
    case authors
  }

  /// Divides the capacity between the lists.
  mutating func divide() {
    switch lists {
    case .libcachesim: (newTarget, reusedTarget) = (capacity / 2, capacity / 2)
    case .authors:
      newTarget = max(1, Int((Double(capacity) * 0.01).rounded()))
      reusedTarget = max(capacity - newTarget, 0)
    }
  }

  /// Returns a target raised by `count / other` images of a cost, rounded to at least one image.
  func shifted(_ target: Int, by count: Int, over other: Int, _ cost: Int) -> Int {
    let images = max(1, Int((Double(count) / Double(max(other, 1))).rounded()))
    let (step, isTooMuch) = images.multipliedReportingOverflow(by: cost)
    let most = max(capacity - 1, 0)
    return isTooMuch || step > most - target ? most : target + step
  }

  /// Makes a hit image the newest of the reused list.
  mutating func promote(_ image: ImageID) {
    if queues.queue(of: image) == Self.new {
      if lists == .authors, marks.isDemoted(image) {
        reusedTarget = shifted(
          reusedTarget, by: marks.strangers, over: marks.demoted, queues.cost(of: image))
        newTarget = capacity - reusedTarget
      }
      marks.pardon(image)
      demote(to: reusedTarget - queues.cost(of: image))
    }
    queues.moveToNewest(image, queue: Self.reused)
  }

  /// Moves the oldest of the reused list to the new list until its weight is at most `limit`.
  mutating func demote(to limit: Int) {
    while queues.cost(ofQueue: Self.reused) > limit,
      let oldest = queues.oldest(queue: Self.reused)
    {
      queues.moveToNewest(oldest, queue: Self.new)
      marks.demote(oldest)
    }
  }

  /// Adds a stored image to the list that libCacheSim chooses.
  mutating func enterHalf(_ request: Request) {
    let image = request.image
    if queues.queue(of: image) == Self.past {
      queues.remove(image)
      uses[Int(image.index)] += 1
      demote(to: reusedTarget - request.cost)
      queues.append(image, cost: request.cost, queue: Self.reused)
    } else {
      uses[Int(image.index)] = 1
      queues.append(image, cost: request.cost, queue: Self.new)
    }
    newcomer = image
    isSettling = true
  }

  /// Adds a stored image to the list that the paper's authors choose.
  mutating func enterShare(_ request: Request) {
    let image = request.image
    let fits = queues.cost(ofQueue: Self.reused) + request.cost <= reusedTarget
    let isCrowded = wasFull || queues.cost(ofQueue: Self.new) + request.cost > newTarget
    let entersReused = isBack || (fits && queues.oldest(queue: Self.new) == nil)
    if !isBack { uses[Int(image.index)] = 1 }
    marks.introduce(image, asStranger: !entersReused && isCrowded)
    queues.append(image, cost: request.cost, queue: entersReused ? Self.reused : Self.new)
    if isBack || marks.isStranger(image) { demote(to: reusedTarget - 1) }
    isBack = false
  }
}

/// Eviction and the histories of evicted images.
extension CacheusPolicy {
  /// Lowers the weight of the expert in whose history an image was.
  mutating func regret(_ history: Int) {
    let factor = exp(-rate.value)
    let (first, second) =
      history == Self.lruHistory
      ? (weight * factor, 1 - weight) : (weight, (1 - weight) * factor)
    weight = min(max(first / (first + second), 0.01), 0.99)
  }

  /// Evicts a victim, which enters a history if it was seen.
  mutating func retire(_ victim: ImageID, history: Int?) {
    order.remove(victim)
    marks.pardon(victim)
    let cost = queues.cost(of: victim)
    guard !unseen.clear(victim) else { return queues.remove(victim) }
    switch lists {
    case .libcachesim:
      queues.moveToNewest(victim, queue: Self.past)
      queues.trim(queue: Self.past, to: max(capacity - 1, 0))
    case .authors: queues.remove(victim)
    }
    guard let history, cost <= historyLimit else { return }
    trim(history, to: historyLimit - cost)
    histories.append(victim, cost: cost, queue: history)
    if history == Self.lruHistory { marks.didEnterHistory(victim) }
  }

  public func remembers(_ image: ImageID) -> Bool {
    queues.queue(of: image) != nil || histories.queue(of: image) != nil
  }

  public mutating func grow(toImageCount count: Int) {
    queues.grow(toImageCount: count)
    histories.grow(toImageCount: count)
    order.grow(toImageCount: count)
    uses.grow(to: count, filling: 0)
    marks.grow(toImageCount: count)
    unseen.grow(toImageCount: count)
  }

  var historyLimit: Int {
    Int(min(Double(capacity / 2) * (2 * historyShare), .mostCapacity))
  }

  /// Drops the oldest images of a history until it weighs at most `limit`.
  mutating func trim(_ history: Int, to limit: Int) {
    while histories.cost(ofQueue: history) > limit, let oldest = histories.oldest(queue: history) {
      forget(oldest)
    }
  }

  /// Removes an image from its history.
  mutating func forget(_ image: ImageID) {
    if histories.queue(of: image) == Self.lruHistory { marks.didLeaveHistory(image) }
    histories.remove(image)
  }

  func oldest(sparing pins: borrowing PinSet) -> ImageID? {
    queues.oldest(queue: Self.new, sparing: pins)
      ?? queues.oldest(queue: Self.reused, sparing: pins)
  }

  /// Returns the victim that the first expert names.
  mutating func leastRecent(sparing pins: borrowing PinSet) -> ImageID? {
    while let image = oldest(sparing: pins) {
      guard unseen.passesOver(image) else { return image }
      queues.moveToNewest(image, queue: queues.queue(of: image) ?? Self.new)
    }
    return nil
  }

  /// Returns the victim that the second expert names.
  mutating func leastUsed(sparing pins: borrowing PinSet, passesOver: Bool) -> ImageID? {
    let first =
      passesOver && !unseen.isEmpty
      ? order.removeFirst(sparing: pins, passingOver: &unseen) : nil
    guard let found = first ?? order.removeFirst(sparing: pins) else { return nil }
    order.insert(found.image, key: found.key)
    return found.image
  }

  /// Returns the oldest image of the new list that is neither pinned nor the newcomer.
  ///
  /// Unseen images are passed over once.
  mutating func surplus(sparing pins: borrowing PinSet) -> ImageID? {
    var candidate = queues.oldest(queue: Self.new)
    while let image = candidate {
      candidate = queues.order.newer(than: image)
      if pins.contains(image) || image == newcomer { continue }
      guard unseen.passesOver(image) else { return image }
      queues.moveToNewest(image, queue: Self.new)
      candidate = candidate ?? image
    }
    return nil
  }
}
