import BasicContainers
public import ScrollCore

/// Draws lots between an expert for scans and one for churn, and learns from regret which of the
/// two is to be trusted, and how fast to learn.
///
/// Residents stand on two lists, each with its oldest use first: *new*, images asked for once,
/// and *reused*. The first expert (SR-LRU) names the oldest of new, or of reused if new is empty;
/// the second (CR-LFU) the resident with the fewest uses, of several the one used last. For every
/// eviction a number is drawn: below the first one's weight (0.5 at first) it decides, else the
/// second. The victim goes into the history of the expert that decided, or into none if both
/// named it. Histories are queues of `historyShare` of the capacity C each. Storing an image
/// found in a history multiplies that expert's weight by exp(-rate) before the weights are
/// divided by their sum and kept within 0.01...0.99; the image leaves the history.
/// `CacheusRate` is the rate; `Lists` says how new and reused share the room.
///
/// L. V. Rodriguez, F. Yusuf, S. Lyons, E. Paz, R. Rangaswami, J. Liu, M. Zhao, G. Narasimhan,
/// "Learning Cache Replacement with CACHEUS", FAST 2021. The paper has pages of one size: here
/// the boundary moves by as many times what the image that came back weighs. An unseen image is
/// passed over by the expert that decides, as in `lecar`; its first view is no hit for the rate.
/// A new capacity divides the lists anew.
///
/// - Complexity: O(log residents); O(pinned) more for a victim.
public struct CacheusPolicy: EvictionPolicy, ~Copyable {
  /// The order of the second expert: what stays longer is greater.
  struct Worth: Comparable, BitwiseCopyable {
    var uses: Int
    /// Number of the last use.
    var lastUse: Int

    static func < (left: Self, right: Self) -> Bool {
      left.uses < right.uses || (left.uses == right.uses && left.lastUse > right.lastUse)
    }
  }

  static var new: Int { 0 }
  static var reused: Int { 1 }
  /// What left, whichever expert named it: of libCacheSim's lists only.
  static var past: Int { 2 }
  static var lruHistory: Int { 0 }
  static var lfuHistory: Int { 1 }

  let lists: Lists
  var queues: WeighedQueues
  var histories: WeighedQueues
  var order: IndexedHeap<Worth>
  /// Uses of residents, and of what left when it left.
  var uses: RigidArray<Int>
  var marks: CacheusMarks
  /// What the lists are to weigh.
  var newTarget = 0, reusedTarget = 0
  /// The first expert's weight; the second one's is the rest to 1.
  var weight = 0.5
  var rate: CacheusRate
  var capacity: Int
  let historyShare: Double
  var clock = 0
  /// Whether the image being stored was in a history, and whether something left for it.
  var isBack = false, wasFull = false
  /// The image that was stored just now, for as long as new may have too much because of it.
  var newcomer: ImageID?
  var isSettling = false
  var random: PolicyRandom
  var unseen: UnseenMarks

  /// Empty lists, by the settings.
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
    unseen = UnseenMarks(imageCount: setup.imageCount, PrefetchStanding(setup.settings))
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

  /// The worth of an image used just now.
  private mutating func worth(of image: ImageID) -> Worth {
    clock += 1
    return Worth(uses: uses[Int(image.index)], lastUse: clock)
  }
}
