public import ScrollCore

/// Keeps new images in a small window, and admits them to the rest of the cache only if they are
/// requested more often than the images they displace.
///
/// The *window* has a hundredth of the capacity C. *Main* has the rest, in two segments:
/// *probation*, and *protected* with four fifths of main. All three are in order of last use. A
/// sketch estimates the number of requests for each image. G. Einziger, R. Friedman, B. Manes,
/// "TinyLFU: A Highly Efficient Cache Admission Policy", ACM Transactions on Storage 13(4), 2017,
/// doi:10.1145/3149371. Implementations differ; `sketch` chooses between two.
///
/// **libcachesim** is the rule of that simulator. The window has Int(C / 100), main has m = C minus
/// the window, probation m / 5 and protected 4 m / 5, rounded down. The simulator refuses images
/// larger than the window, and so does `refusesLarge`. Without it the window holds at least the
/// image being stored, and main has the rest meanwhile (`LargeImages`).
///
/// - A hit in the window makes the image the newest of the window and is not counted. A hit in main
///   is counted and makes the image the newest of protected. Images for which protected then has no
///   room become the newest of probation. If probation then exceeds its share, its oldest are
///   evicted.
/// - A stored image is counted and enters the window, which may grow until the cache is full.
/// - To make room, the policy examines the oldest image of the window and counts this as a request.
///   If main has room, the image moves to probation if that has room, and otherwise to protected.
///   If main has no room, the image is compared with the oldest of main, probation first. If the
///   image had been counted strictly more often before this examination, the oldest of main is
///   evicted, the image moves to main, and the next image of the window is examined. Otherwise the
///   image is evicted and the search ends. After the last image of the window, the oldest of main
///   is evicted. So one store can empty the window and evict several images.
/// - If neither segment has room for an image that moves to main, the oldest of main are evicted
///   until main has room, and the image enters probation. If a segment has room, nothing is
///   evicted. So main may weigh more than m, with probation over its share while protected is half
///   empty.
/// - The sketch is a `CountingFilter` with 14.4 counters for each unit of m, which are halved every
///   32 m hits in main. With costs in bytes these would be up to 2^31 counters, so `expectedItems`
///   replaces m unless `sketchByBytes` is set.
///
/// On a published trace the misses and missed bytes are libCacheSim's in every capacity. The later
/// version in its Python package ends an eviction with the first image that replaces another in
/// main; this policy does not.
///
/// **caffeine** is the rule of that library's simulator. The window has max(1, Int(C / 100)),
/// protected has Int(0.8 m), and `FrequencySketch` counts every request.
///
/// - A hit in probation moves the image to protected. While protected exceeds its share, its oldest
///   move to probation. Any other hit makes the image the newest of its queue.
/// - The oldest images for which the window has no room become the newest of probation. If the
///   cache needs room too, such an image is compared with the oldest of probation (of protected, if
///   there is no other). The image counted less often is evicted, or the newer image if the counts
///   are equal.
/// - `climber=hill` moves the boundary: see `HillClimber`. When the window grows, protected's share
///   shrinks, and the oldest of probation move to the newest end of the window. When it shrinks,
///   its oldest move to the oldest end of probation (G. Einziger, O. Eytan, R. Friedman, B. Manes,
///   "Adaptive Software Cache Management", Middleware 2018, doi:10.1145/3274808.3274816).
///
/// Both rules leave some choices open. With `sketch=caffeine`, an image heavier than the window
/// enters probation if no room is needed or if it was counted more often than the image with which
/// it would be compared. The climber never makes the window smaller than at first. If every image
/// of a queue is pinned, the next queue supplies the victim. A prefetched image is not counted
/// until its first view.
///
/// - Complexity: every operation O(1) amortized, with ten counters or four words per count;
///   O(pinned) more for a victim.
public struct WTinyLFUPolicy: EvictionPolicy, ~Copyable {
  /// The implementation whose sketch and rules the policy follows.
  public enum Sketch: String, Sendable, CaseIterable {
    case libcachesim, caffeine
  }

  /// The method that moves the boundary between window and main.
  public enum Climber: String, Sendable, CaseIterable {
    case off, hill
  }

  static var window: Int { 0 }
  static var probation: Int { 1 }
  static var protected: Int { 2 }
  /// The index of the queue of victims that were chosen but not returned yet.
  static var leaving: Int { 3 }

  var queues: WeighedQueues
  let sketch: Sketch
  var filter: CountingFilter
  var frequencies: FrequencySketch
  var items: SketchItems
  let sketchesBytes: Bool
  let refusesLarge: Bool
  var capacity: Int
  var windowLimit = 0, mainLimit = 0, probationLimit = 0, protectedLimit = 0
  /// The hits in main since the counters were halved, and the number of hits after which they are
  /// halved.
  var mainHits = 0, mainHitsPerHalving = Int.max
  /// A Boolean value that indicates whether a hit has just moved an image to probation.
  var isCooling = false
  /// The weight of the image being stored in the window.
  var newcomer = 0
  let climbs: Bool
  /// A Boolean value that indicates whether the cache was ever full; from then on the climber
  /// counts.
  var wasFull = false
  var climber: HillClimber?
  var unseen: UnseenMarks

  /// Creates empty queues from the settings.
  public init(_ setup: PolicySetup) {
    sketch = Sketch(rawValue: setup.settings["sketch"]) ?? .libcachesim
    let isCaffeine = sketch == .caffeine
    queues = WeighedQueues(imageCount: setup.imageCount, queues: 4)
    filter = CountingFilter(imageCount: isCaffeine ? 0 : setup.imageCount, keys: setup.keys)
    frequencies = FrequencySketch(
      imageCount: isCaffeine ? setup.imageCount : 0, keys: setup.keys)
    items = SketchItems(setup)
    sketchesBytes = setup.settings.flag("sketchByBytes")
    refusesLarge = LargeImages.areRefused(setup.settings)
    capacity = setup.limits.capacity
    climbs = isCaffeine && setup.settings["climber"] == Climber.hill.rawValue
    unseen = UnseenMarks(imageCount: setup.imageCount, PrefetchedImageRule(setup.settings))
    divide(capacity)
    if let known = items.known { prepareSketch(forItems: known) }
  }

  static func windowShare(of capacity: Int) -> Int { Int(Double(capacity) * 0.01) }

  public mutating func didHit(_ request: Request) {
    observe(request)
    let image = request.image
    let queue = queues.queue(of: image) ?? Self.window
    if unseen.clear(image) {
      if sketch == .libcachesim { filter.count(image) }
      queues.moveToNewest(image, queue: queue)
    } else if queue == Self.window {
      queues.moveToNewest(image, queue: queue)
    } else {
      queues.moveToNewest(image, queue: Self.protected)
      if queue == Self.probation { demote() }
      if sketch == .libcachesim { countMainHit(image) }
    }
    climb(isHit: true)
  }

  public mutating func didMiss(_ request: Request) {
    observe(request)
    climb(isHit: false)
  }

  public mutating func willStore(_ request: Request) { newcomer = request.cost }

  public mutating func shouldStore(_ request: Request) -> Bool {
    if request.cost <= windowLimit { return true }
    if sketch == .libcachesim { return !refusesLarge }
    newcomer = 0
    return passesWindow(request)
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    wasFull = true
    if queues.oldest(queue: Self.leaving) == nil {
      switch sketch {
      case .libcachesim: drainWindow(sparing: pins)
      case .caffeine: duel(sparing: pins)
      }
    }
    return handOut()
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    let image = request.image
    unseen.didInsert(image, as: admission)
    let isSeen = !unseen.contains(image)
    newcomer = 0
    switch sketch {
    case .libcachesim:
      queues.append(image, cost: request.cost, queue: Self.window)
      if isSeen { filter.count(image) }
    case .caffeine:
      let passes = request.cost > windowLimit
      queues.append(
        image, cost: request.cost, queue: passes ? Self.probation : Self.window)
      while queues.cost(ofQueue: Self.window) > windowLimit,
        let oldest = queues.oldest(queue: Self.window)
      {
        queues.moveToNewest(oldest, queue: Self.probation)
      }
      if isSeen, admission == .prefetched { frequencies.count(image) }
    }
  }

  public mutating func didRemove(_ image: ImageID) {
    queues.remove(image)
    unseen.clear(image)
  }

  public mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    if let image = handOut() { return image }
    guard isCooling else { return nil }
    if queues.cost(ofQueue: Self.probation) > probationLimit,
      let victim = oldest(of: Self.probation, sparing: pins)
    {
      didRemove(victim)
      return victim
    }
    isCooling = false
    return nil
  }

  public mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    (newcomer, climber, wasFull) = (0, nil, false)
    divide(capacity)
    if sketch == .caffeine { demote() }
  }

  /// Returns the next of the victims that were chosen.
  private mutating func handOut() -> ImageID? {
    guard let image = queues.oldest(queue: Self.leaving) else { return nil }
    queues.remove(image)
    return image
  }
}

extension WTinyLFUPolicy {
  static let descriptor = PolicyDescriptor(
    "w-tinylfu",
    "Admits from a small window only images requested more often than those they displace.",
    settings: [
      Setting(
        "sketch", .choice(Sketch.allCases.map { $0.rawValue }), standard: "libcachesim",
        "The implementation, which decides the sketch and the rules."),
      Setting(
        "sketchByBytes", .flag, standard: "false",
        """
        Whether libcachesim's sketch has 14.4 counters for every byte of main; used counters \
        take memory.
        """),
      SketchItems.setting,
      Setting(
        "climber", .choice(Climber.allCases.map { $0.rawValue }), standard: "off",
        "The method that moves the boundary between window and main, with sketch=caffeine."),
      LargeImages.setting,
      PrefetchedImageRule.setting,
    ],
    facts: facts
  ) { WTinyLFUPolicy($0) }

  private static var facts: PolicyDescriptor.Facts {
    var facts = PolicyDescriptor.Facts(
      discussion: """
        The window has 1 %, least recently used first. Main has the rest, 20 % on probation and \
        80 % protected. An image from the window enters a full main only if a sketch counted it \
        more often than the oldest on probation. Einziger, Friedman, Manes, ACM TOS 13(4), 2017.

        sketch=libcachesim: a counting filter of stores, of hits in main and of checks of the \
        oldest in the window; halved every 32 m hits. The window holds at least one image. With \
        refusesLarge it refuses images larger than its share, so the cache stores nothing if \
        fewer than 100 images fit. sketch=caffeine: four rows of 4-bit counters of all requests, \
        halved every 10 C. Images larger than the window compete with the oldest on probation at \
        once. climber=hill moves the boundary by the hit rate (Einziger, Eytan, Friedman, Manes, \
        Middleware 2018).
        """,
      refusal: RefusalRule(
        """
        refuses images larger than the whole cache; with refusesLarge=true, images larger than a \
        hundredth of the capacity, rounded down (with sketch=caffeine only if they have too few \
        requests)
        """
      ) { cost, capacity, settings in
        if cost > capacity { return true }
        if cost <= windowShare(of: capacity) { return false }
        if settings["sketch"] == Sketch.caffeine.rawValue { return nil }
        return LargeImages.areRefused(settings)
      },
      smallestUsefulCapacity: 2,
      smallestUsefulBy: { settings, countsImages in
        // Caffeine's window is one unit of cost, which is one image if images are counted.
        settings["sketch"] == Sketch.caffeine.rawValue
          ? countsImages ? 2 : 100 : LargeImages.areRefused(settings) ? 100 : 2
      }, version: 2, claims: .standard.union(.reusesIDs))
    facts.neverForgets = { settings in
      settings.flag("sketchByBytes") && settings["sketch"] == Sketch.libcachesim.rawValue
        ? "with sketchByBytes=true keeps counters for all images that were ever stored"
        : nil
    }
    return facts
  }
}

/// The choice of victims.
extension WTinyLFUPolicy {
  /// Performs one eviction of libCacheSim, which empties the window until an image is evicted.
  mutating func drainWindow(sparing pins: borrowing PinSet) {
    while let candidate = oldest(of: Self.window, sparing: pins) {
      let count = filter.estimate(candidate)
      if !unseen.contains(candidate) { filter.count(candidate) }
      let cost = queues.cost(of: candidate)
      if mainCost + cost > mainRoom {
        guard let opponent = oldestOfMain(sparing: pins),
          count > filter.estimate(opponent)
        else { return release(candidate) }
        release(opponent)
      }
      queues.moveToNewest(candidate, queue: segmentOfMain(for: candidate, sparing: pins))
    }
    if let victim = oldestOfMain(sparing: pins) { release(victim) }
  }

  /// Returns the segment of main for an image, which is the first one with room.
  ///
  /// If neither has room, this evicts the oldest of main until main has room for the image on
  /// probation.
  private mutating func segmentOfMain(for image: ImageID, sparing pins: borrowing PinSet) -> Int {
    let cost = queues.cost(of: image)
    if queues.cost(ofQueue: Self.probation) + cost <= probationLimit { return Self.probation }
    if queues.cost(ofQueue: Self.protected) + cost <= protectedLimit { return Self.protected }
    while mainCost + cost > mainRoom, let next = oldestOfMain(sparing: pins) { release(next) }
    return Self.probation
  }

  /// Performs one eviction of Caffeine, which compares an image that exceeds the window's limit
  /// with an image of main.
  mutating func duel(sparing pins: borrowing PinSet) {
    guard queues.cost(ofQueue: Self.window) > windowLimit - newcomer,
      let candidate = oldest(of: Self.window, sparing: pins)
    else {
      let victim = oldestOfMain(sparing: pins) ?? oldest(of: Self.window, sparing: pins)
      if let victim { release(victim) }
      return
    }
    queues.moveToNewest(candidate, queue: Self.probation)
    let victim = oldestOfMain(sparing: pins) ?? candidate
    let isBetter = frequencies.estimate(candidate) > frequencies.estimate(victim)
    release(isBetter ? victim : candidate)
  }

  /// Returns whether an image heavier than the window may enter main directly.
  mutating func passesWindow(_ request: Request) -> Bool {
    var room = capacity - queues.cost(ofQueue: Self.window) - mainCost
    if queues.queue(of: request.image) != nil { room += queues.cost(of: request.image) }
    guard request.cost > room else { return true }
    guard
      let opponent = queues.oldest(queue: Self.probation)
        ?? queues.oldest(queue: Self.protected)
    else { return true }
    return frequencies.estimate(request.image) > frequencies.estimate(opponent)
  }

  /// Moves the images over protected's share to probation.
  mutating func demote() {
    while queues.cost(ofQueue: Self.protected) > protectedLimit,
      let oldest = queues.oldest(queue: Self.protected)
    {
      queues.moveToNewest(oldest, queue: Self.probation)
      isCooling = sketch == .libcachesim
    }
  }

  /// Returns the oldest image of a queue that is not pinned; unseen images are passed over once.
  mutating func oldest(of queue: Int, sparing pins: borrowing PinSet) -> ImageID? {
    while let candidate = queues.oldest(queue: queue, sparing: pins) {
      guard unseen.passesOver(candidate) else { return candidate }
      queues.moveToNewest(candidate, queue: queue)
    }
    return nil
  }

  /// The weight that main may have in addition to the image being stored, which the window always
  /// holds.
  private var mainRoom: Int { mainLimit - max(0, newcomer - windowLimit) }

  var mainCost: Int {
    queues.cost(ofQueue: Self.probation) + queues.cost(ofQueue: Self.protected)
  }

  private mutating func oldestOfMain(sparing pins: borrowing PinSet) -> ImageID? {
    oldest(of: Self.probation, sparing: pins) ?? oldest(of: Self.protected, sparing: pins)
  }

  private mutating func release(_ image: ImageID) {
    unseen.clear(image)
    queues.moveToNewest(image, queue: Self.leaving)
  }
}

/// The keys of the policy's images.
extension WTinyLFUPolicy {
  public func remembers(_ image: ImageID) -> Bool {
    switch sketch {
    case .libcachesim: filter.remembers(image)
    case .caffeine: frequencies.remembers(image)
    }
  }

  public mutating func reassign(_ image: ImageID, digest: UInt64) {
    switch sketch {
    case .libcachesim: filter.reassign(image, digest: digest)
    case .caffeine: frequencies.reassign(image, digest: digest)
    }
  }

  public mutating func grow(toImageCount count: Int) {
    queues.grow(toImageCount: count)
    switch sketch {
    case .libcachesim: filter.grow(toImageCount: count)
    case .caffeine: frequencies.grow(toImageCount: count)
    }
    unseen.grow(toImageCount: count)
  }
}

/// Counting, and the division of the capacity.
extension WTinyLFUPolicy {
  /// Counts a request, hit or miss.
  mutating func observe(_ request: Request) {
    if items.known == nil, let found = items.count(request, capacity: capacity) {
      prepareSketch(forItems: found)
    }
    if sketch == .caffeine { frequencies.count(request.image) }
  }

  mutating func countMainHit(_ image: ImageID) {
    filter.count(image)
    mainHits += 1
    guard mainHits >= mainHitsPerHalving else { return }
    mainHits = 0
    filter.halve()
  }

  /// Creates the sketch for a number of items, or, with libCacheSim's filter, for the bytes of
  /// main.
  mutating func prepareSketch(forItems items: Int) {
    switch sketch {
    case .caffeine:
      if !frequencies.isPrepared { frequencies.prepare(forItems: items) }
    case .libcachesim where !filter.isPrepared:
      let size = sketchesBytes ? mainLimit : min(items, mainLimit)
      filter.prepare(forItems: size)
      mainHitsPerHalving = size > .max / 32 ? .max : max(32 * size, 1)
    case .libcachesim: break
    }
  }

  mutating func divide(_ capacity: Int) {
    windowLimit = Self.windowShare(of: capacity)
    switch sketch {
    case .libcachesim:
      mainLimit = capacity - windowLimit
      probationLimit = mainLimit / 5
      protectedLimit = mainLimit / 5 * 4 + mainLimit % 5 * 4 / 5
    case .caffeine:
      windowLimit = max(windowLimit, 1)
      mainLimit = max(capacity - windowLimit, 0)
      protectedLimit = Int(Double(mainLimit) * 0.8)
    }
  }

  /// Counts a request for the climber, and moves the boundary if the climber returns a change.
  mutating func climb(isHit: Bool) {
    guard climbs, wasFull, let items = items.known else { return }
    let growth: Int
    if climber == nil { climber = HillClimber(capacity: capacity, items: items) }
    growth = climber?.count(isHit: isHit) ?? 0
    if growth > 0 {
      growWindow(by: min(growth, protectedLimit))
    } else if growth < 0 {
      shrinkWindow(by: min(-growth, windowLimit - max(1, Self.windowShare(of: capacity))))
    }
  }

  private mutating func growWindow(by share: Int) {
    windowLimit += share
    protectedLimit -= share
    demote()
    var moved = 0
    while moved < share, let oldest = queues.oldest(queue: Self.probation),
      queues.cost(ofQueue: Self.window) + queues.cost(of: oldest) <= windowLimit
    {
      moved += queues.cost(of: oldest)
      queues.moveToNewest(oldest, queue: Self.window)
    }
  }

  private mutating func shrinkWindow(by share: Int) {
    windowLimit -= share
    protectedLimit += share
    while queues.cost(ofQueue: Self.window) > windowLimit,
      let oldest = queues.oldest(queue: Self.window)
    {
      queues.moveToOldest(oldest, queue: Self.probation)
    }
  }
}

extension WeighedQueues {
  /// Makes an image the oldest of a queue other than its own.
  fileprivate mutating func moveToOldest(_ image: ImageID, queue: Int) {
    moveToNewest(image, queue: queue)
    order.remove(image)
    order.prepend(image, queue: queue)
  }
}
