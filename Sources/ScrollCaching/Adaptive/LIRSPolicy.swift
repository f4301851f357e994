import BasicContainers
public import ScrollCore

/// Evicts images with the longest gap between their last two uses, instead of those used longest
/// ago.
///
/// Residents are *hot* (LIR in the paper: low inter-reference recency) or *cold* (HIR). Cold images
/// may weigh h, which is a hundredth of the capacity C (`hirShare`) but at least one. Hot images
/// may weigh C - h. There are three queues:
///
/// - the *stack*, in order of last use: all hot images, and every cold image, resident or not, that
///   was used after the oldest hot image. Images older than the oldest hot image are removed from
///   it;
/// - the *queue* of cold residents, in order of last use, whose oldest image is the victim;
/// - the *gone*, which are cold images on the stack that are not resident, in order of eviction.
///
/// A hit makes an image the newest of the stack and, if it is cold, of the queue. A cold image that
/// is hit while on the stack has been used again sooner than the oldest hot image, so it becomes
/// hot. A gone image that is stored again becomes hot, too. Any other stored image is hot while the
/// hot images have room, and otherwise cold. When the hot images weigh too much, the oldest of the
/// stack is demoted: it leaves the stack and becomes the newest of the queue. The oldest of the
/// queue are evicted to make room for it; if it is larger than h, it is evicted itself. After every
/// request, the oldest of the gone leave the stack until the stack weighs no more than 2 C.
///
/// S. Jiang, X. Zhang, "LIRS: An Efficient Low Inter-reference Recency Set Replacement Policy to
/// Improve Buffer Cache Performance", SIGMETRICS 2002, doi:10.1145/511334.511340. The paper has
/// pages of one size and no bound on the stack. Where the paper is silent, or differs from
/// libCacheSim 0.3.5, this policy matches that simulator miss for miss:
///
/// - an image larger than h, or than C - h, is not stored, unless it is among the gone;
/// - the weight of an image is its cost when it was first stored, until it leaves the stack, even
///   if it is stored again at another cost in between;
/// - a hit on a cold image that is not on the stack leaves the image cold, as in the paper, but
///   demotes hot images until they would have room for it. The next stored image gets that room and
///   is hot.
///
/// In libCacheSim, the demotion of the last rule can evict the image that is hit, where h is less
/// than 3 images, and a returning image is charged its former cost. `LibCacheSimLIRS` replays with
/// both behaviors. Here an image is demoted only if it fits into the queue beside the image that is
/// hit, and an image is charged its current cost, so more images may have to be evicted.
///
/// A refused image is forgotten. A gone image that is requested at a cost above the whole cache is
/// also forgotten, while libCacheSim keeps it on the stack. This affects 15 of 12 083 misses on a
/// stream that was made to show it. Pinned images are not evicted: demoted images join them in the
/// queue. If every image of the queue was just passed over as unseen, the oldest hot image is
/// evicted. When the capacity changes, it is divided again; a gone image that is too large for it
/// is forgotten when it comes back.
///
/// - Complexity: a hit O(1) amortized; a victim O(pinned) amortized.
public struct LIRSPolicy: EvictionPolicy, ~Copyable {
  static var queue: Int { 0 }
  static var gone: Int { 1 }

  /// The kind of an image, and its presence on the stack.
  struct State {
    /// The kind of an image.
    ///
    /// A `mistaken` image is on the stack only. Its own hit evicted it, but it still counts as a
    /// cold resident.
    enum Kind: UInt8 { case unknown, hot, cold, gone, mistaken }
    var kind = Kind.unknown
    var isOnStack = false
  }

  var stack: ItemList
  /// The queue of cold residents and the queue of gone images.
  var lists: ItemList
  var states: RigidArray<State>
  var weights: RigidArray<Int>
  var hotWeight = 0, coldWeight = 0, stackWeight = 0
  let hirShare: Double
  /// A Boolean value that indicates whether a hit may evict the image that is hit, as in
  /// `LibCacheSimLIRS`.
  let pushesOutHits: Bool
  var capacity = 0, hotLimit = 0, coldLimit = 0
  /// The weight that the image being stored had on the stack; `nil` if it was not on the stack.
  var remembered: Int?
  /// The weight of the image that needs room among the hot images: the image being stored, or the
  /// image hit in the queue.
  var incoming = 0
  /// A Boolean value that indicates whether one more hot image is demoted, regardless of their
  /// weight.
  var owesDemotion = false
  /// The image that was just stored or hit, which that operation does not evict.
  var current: ImageID?
  var unseen: UnseenMarks

  /// Creates empty queues.
  /// - Precondition: `hirShare` is 0...0.99.
  public init(
    imageCount: Int, capacity: Int, hirShare: Double = 0.01,
    prefetchedCountsAs standing: PrefetchedImageRule = .unseen
  ) {
    self.init(
      imageCount: imageCount, capacity: capacity, hirShare: hirShare, pushesOutHits: false,
      prefetchedCountsAs: standing)
  }

  init(
    imageCount: Int, capacity: Int, hirShare: Double, pushesOutHits: Bool,
    prefetchedCountsAs standing: PrefetchedImageRule
  ) {
    precondition((0...0.99).contains(hirShare), "a share of \(hirShare) leaves too little")
    stack = ItemList(imageCount: imageCount)
    lists = ItemList(imageCount: imageCount, queues: 2)
    states = RigidArray(repeating: State(), count: imageCount)
    weights = RigidArray(repeating: 0, count: imageCount)
    unseen = UnseenMarks(imageCount: imageCount, standing)
    self.hirShare = hirShare
    self.pushesOutHits = pushesOutHits
    divide(capacity)
  }

  public mutating func didHit(_ request: Request) {
    let image = request.image
    let state = states[Int(image.index)]
    current = nil
    let isFirstView = unseen.clear(image)
    if state.isOnStack {
      stack.moveToNewest(image)
    } else {
      push(image)
    }
    if state.kind == .cold {
      if isFirstView || !state.isOnStack {
        lists.moveToNewest(image, queue: Self.queue)
        if !isFirstView { (incoming, current) = (weights[Int(image.index)], image) }
      } else {
        lists.remove(image)
        coldWeight -= weights[Int(image.index)]
        becomeHot(image)
      }
    }
    prune()
  }

  public mutating func willStore(_ request: Request) {
    let image = request.image
    (remembered, incoming, current) = (nil, 0, nil)
    let kind = states[Int(image.index)].kind
    guard kind == .gone || kind == .mistaken else { return }
    forget(image)
    let weight = weights[Int(image.index)]
    if weight <= min(hotLimit, coldLimit) { remembered = weight }
  }

  public mutating func shouldStore(_ request: Request) -> Bool {
    guard let remembered else { return request.cost <= min(hotLimit, coldLimit) }
    incoming = remembered
    return true
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    if let victim = settle(sparing: pins) { return victim }
    // The hot images make room for an image that comes back at a higher cost.
    while remembered != nil, stack.oldest() != nil {
      owesDemotion = true
      if let victim = settle(sparing: pins) { return victim }
    }
    if remembered == nil {
      if let victim = retireCold(sparing: pins, insisting: false) { return victim }
      // There are only unseen images, which were just passed over, or pinned ones.
      if let image = stack.oldest(), !pins.contains(image), !unseen.passesOver(image) {
        didRemove(image)
        return image
      }
    }
    while true {
      if let victim = retireCold(sparing: pins) { return victim }
      guard let image = stack.oldest() else { return nil }
      demote(image)
    }
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    let image = request.image
    weights[Int(image.index)] = remembered ?? request.cost
    push(image)
    if remembered != nil || request.cost <= hotLimit - hotWeight {
      becomeHot(image)
    } else {
      states[Int(image.index)].kind = .cold
      coldWeight += weights[Int(image.index)]
      lists.append(image, queue: Self.queue)
    }
    unseen.didInsert(image, as: admission)
    (remembered, incoming, current) = (nil, 0, image)
  }

  public mutating func didRemove(_ image: ImageID) {
    forget(image)
    unseen.clear(image)
    prune()
  }

  public mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    // A value that is still set after a store means that the image was refused.
    if remembered != nil { (remembered, incoming, owesDemotion) = (nil, 0, false) }
    let spared = incoming > 0 && pushesOutHits ? nil : current
    if let victim = settle(sparing: pins, and: spared) { return victim }
    if coldWeight > coldLimit, let victim = retireCold(sparing: pins, and: current) {
      return victim
    }
    incoming = 0
    while stackWeight - capacity > capacity, let image = lists.oldest(queue: Self.gone) {
      forget(image)
    }
    return nil
  }

  public mutating func capacityChanged(to capacity: Int) {
    (remembered, incoming) = (nil, 0)
    divide(capacity)
  }

  private mutating func divide(_ capacity: Int) {
    self.capacity = capacity
    coldLimit = max(1, Int(Double(capacity) * hirShare))
    hotLimit = max(0, capacity - coldLimit)
  }
}

extension LIRSPolicy {
  static let descriptor = PolicyDescriptor(
    "lirs", "Evicts the image with the longest gap between uses, not the one used longest ago.",
    settings: [
      Setting(
        "hirShare", .number(0.0001...0.5), standard: "0.01",
        "The size of the cold images in the cache, as a share of the capacity; at least 1 image."),
      Setting(
        "accounting", .choice(Accounting.allCases.map { $0.rawValue }), standard: "libcachesim",
        """
        The accounting of replay. libcachesim: a returning image costs its old weight, and an \
        image that its own hit evicted is found once more. strict: only images in the cache are \
        found, at their cost. A run is always strict.
        """),
      PrefetchedImageRule.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Jiang, Zhang, SIGMETRICS 2002; the details that the paper leaves open are those of \
        libCacheSim. With a limit in bytes, it stores no images of equal size unless a hundred \
        fit.
        """,
      refusal: RefusalRule(
        """
        refuses images larger than the share of the cold (hirShare) or of the hot images, unless \
        the history remembers them as smaller
        """
      ) { cost, capacity in
        if cost > capacity { return true }
        let least = max(1, Int(Double(capacity) * 0.0001))
        return cost <= min(least, capacity - max(1, capacity / 2)) ? false : nil
      },
      smallestUsefulCapacity: 2,
      smallestUsefulBy: { settings, countsImages in
        countsImages ? 2 : max(2, Int((1 / settings.number("hirShare")).rounded(.up)))
      }, claims: .standard.union(.reusesIDs))
  ) {
    LIRSPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity,
      hirShare: $0.settings.number("hirShare"),
      prefetchedCountsAs: PrefetchedImageRule($0.settings))
  }
  .imitating(where: { $0["accounting"] == Accounting.libcachesim.rawValue }) { stream, setup in
    var cache = LibCacheSimLIRS(setup)
    return cache.replay(stream)
  }

  /// The rule by which a replay counts.
  private enum Accounting: String, CaseIterable { case libcachesim, strict }
}

extension LIRSPolicy {
  public func remembers(_ image: ImageID) -> Bool {
    states[Int(image.index)].kind != .unknown
  }

  public mutating func grow(toImageCount count: Int) {
    stack.grow(toImageCount: count)
    lists.grow(toImageCount: count)
    states.grow(to: count, filling: State())
    weights.grow(to: count, filling: 0)
    unseen.grow(toImageCount: count)
  }

  /// Adds an image as the newest of the stack.
  mutating func push(_ image: ImageID) {
    stack.append(image)
    states[Int(image.index)].isOnStack = true
    stackWeight += weights[Int(image.index)]
  }

  /// Removes an image from the stack, if it is on it.
  mutating func leaveStack(_ image: ImageID) {
    guard states[Int(image.index)].isOnStack else { return }
    stack.remove(image)
    states[Int(image.index)].isOnStack = false
    stackWeight -= weights[Int(image.index)]
  }

  /// Makes an image hot.
  ///
  /// - Precondition: the image is on the stack and in no queue.
  mutating func becomeHot(_ image: ImageID) {
    states[Int(image.index)].kind = .hot
    hotWeight += weights[Int(image.index)]
  }

  /// Removes an image from the stack and the queues.
  mutating func forget(_ image: ImageID) {
    let index = Int(image.index)
    leaveStack(image)
    switch states[index].kind {
    case .unknown, .mistaken: break
    case .hot: hotWeight -= weights[index]
    case .cold:
      coldWeight -= weights[index]
      lists.remove(image)
    case .gone: lists.remove(image)
    }
    states[index].kind = .unknown
  }

  /// Removes all images from the stack that are older than the oldest hot image.
  mutating func prune() {
    while let image = stack.oldest(), states[Int(image.index)].kind != .hot {
      if states[Int(image.index)].kind == .cold { leaveStack(image) } else { forget(image) }
    }
  }

  /// Makes the oldest of the stack, which is hot, the newest of the queue.
  mutating func demote(_ image: ImageID) {
    let index = Int(image.index)
    leaveStack(image)
    hotWeight -= weights[index]
    states[index].kind = .cold
    coldWeight += weights[index]
    lists.append(image, queue: Self.queue)
    prune()
  }

  /// Demotes hot images until the hot images have enough room.
  ///
  /// - Returns: the next image to evict for a demotion; `nil` if no further eviction is needed.
  mutating func settle(
    sparing pins: borrowing PinSet, and spared: ImageID? = nil
  ) -> ImageID? {
    while let image = stack.oldest(), owesDemotion || incoming > hotLimit - hotWeight {
      let weight = weights[Int(image.index)]
      if let spared, incoming > 0, weight > coldLimit - weights[Int(spared.index)] {
        // Otherwise the image that is hit would be evicted for itself.
        incoming = 0
        continue
      }
      if weight > coldLimit, !pins.contains(image) {
        owesDemotion = false
        didRemove(image)
        return image
      }
      if weight > coldLimit - coldWeight,
        let victim = retireCold(sparing: pins, and: spared)
      {
        if states[Int(victim.index)].kind == .mistaken, victim == current {
          // libCacheSim reads the wanted weight from memory that it has freed, which by now holds
          // the image that takes the place.
          (incoming, owesDemotion) = (weight, true)
        }
        return victim
      }
      owesDemotion = false
      demote(image)
    }
    return nil
  }

  /// Evicts the oldest of the queue, which stays among the gone if it is on the stack.
  ///
  /// If every image of the queue was just passed over, this evicts the first of them if
  /// `insisting`, and otherwise none.
  mutating func retireCold(
    sparing pins: borrowing PinSet, and spared: ImageID? = nil, insisting: Bool = true
  ) -> ImageID? {
    var firstPassed: ImageID?
    var candidate = lists.oldest(queue: Self.queue)
    while let image = candidate, insisting || image != firstPassed {
      candidate = lists.newer(than: image)
      if pins.contains(image) || image == spared { continue }
      if unseen.passesOver(image) {
        lists.moveToNewest(image, queue: Self.queue)
        firstPassed = firstPassed ?? image
        candidate = candidate ?? image
        continue
      }
      if image == current, incoming > 0 {
        // The image is evicted by its own hit and then put on the stack as if it were resident.
        coldWeight -= weights[Int(image.index)]
        states[Int(image.index)].kind = .mistaken
        lists.remove(image)
      } else if !unseen.clear(image), states[Int(image.index)].isOnStack {
        coldWeight -= weights[Int(image.index)]
        states[Int(image.index)].kind = .gone
        lists.moveToNewest(image, queue: Self.gone)
      } else {
        forget(image)
      }
      return image
    }
    return nil
  }
}
