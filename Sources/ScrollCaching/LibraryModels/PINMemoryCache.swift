import BasicContainers
public import ScrollCore

/// PINCache's memory cache, which evicts the least recently or the least often used image.
///
/// An image is stored first. If a cost limit is then exceeded, images are evicted until it holds,
/// possibly including the newcomer. `lru` evicts the image whose last use is longest ago. `lfu`
/// evicts the image with the fewest uses, where a store and a hit count as one use each; of
/// several, the one whose last use is longest ago. Storing an image again counts as a use and keeps
/// the count. A limit of 0 means no limit; a changed limit acts at once. With an `ageLimit`, a
/// timer with this period removes images that were stored longer ago than this limit. Memory
/// warnings and the background remove everything.
///
/// Source: Pinterest, PINCache 3.0.4, https://github.com/pinterest/PINCache, `PINMemoryCache`.
/// Evidence: read from the source; not checked against the running library. Choices:
///
/// - The library has no limit by number; if the run sets one, it acts like the limit by cost and is
///   applied after it.
/// - The library removes images asynchronously at warnings; here this is done at once, in the order
///   of eviction.
/// - The timer starts at time 0, and the model notices that it fired at the next look-up or frame.
/// - Pinned images are passed over, and a negative cost counts 0.
/// - The delegate represents the blocks that are called for single removals, by trims and by
///   `remove`.
///
/// - Complexity: O(log residents) per call and removed image (the real one sorts all).
public final class PINMemoryCache: HoldingModel {
  public enum Strategy: String, CaseIterable, Sendable {
    case lru, lfu
  }

  /// The order of eviction, the smallest first.
  private struct Rank: Comparable, BitwiseCopyable {
    /// The number of uses; 0 if uses are not counted.
    var uses: Int
    /// The sequence number of the last use.
    var lastUse: Int

    static func < (left: Self, right: Self) -> Bool {
      left.uses < right.uses || left.uses == right.uses && left.lastUse < right.lastUse
    }
  }

  var holdings: Holdings
  private var ranks: IndexedHeap<Rank>
  /// The residents, in the order of their stores.
  private var stored: ItemList
  private var storeTimes: RigidArray<SimTime>
  private var uses = 0
  private var limits = CacheLimits()
  private let strategy: Strategy
  private let ageLimit: SimTime?
  private var nextTick: SimTime

  /// Creates an empty cache.
  /// - Parameters:
  ///   - setup: The number of images and the limits.
  ///   - strategy: The rule for the order of eviction.
  ///   - ageLimit: The time after its store for which an image may stay; `nil` is for ever.
  public init(_ setup: PolicySetup, strategy: Strategy = .lru, ageLimit: SimTime? = nil) {
    holdings = Holdings(imageCount: setup.imageCount)
    ranks = IndexedHeap(imageCount: setup.imageCount)
    stored = ItemList(imageCount: setup.imageCount)
    storeTimes = RigidArray(repeating: .zero, count: setup.imageCount)
    self.strategy = strategy
    let ageLimit = ageLimit.map { max($0, SimTime(nanoseconds: 1)) }
    self.ageLimit = ageLimit
    nextTick = ageLimit ?? .never
    setLimits(setup.limits)
  }

  public func lookup(_ request: Request) -> Bool {
    timePassed(to: request.time)
    guard let rank = ranks.key(of: request.image) else { return false }
    ranks.rekey(request.image, to: nextRank(after: rank))
    return true
  }

  private func nextRank(after rank: Rank?) -> Rank {
    uses += 1
    return Rank(uses: strategy == .lfu ? (rank?.uses ?? 0) + 1 : 0, lastUse: uses)
  }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let image = request.image
    let rank = nextRank(after: ranks.key(of: image))
    drop(image, because: .replaced, callingBlock: false)
    holdings.add(image, cost: max(0, request.cost))
    ranks.insert(image, key: rank)
    stored.append(image)
    storeTimes[Int(image.index)] = request.time
    enforceLimits()
    return .stored
  }

  private func enforceLimits() {
    if let limit = limits.cost {
      while holdings.totalCost > limit, evictFirst(because: .cost, callingBlock: true) {}
    }
    if let limit = limits.count {
      while holdings.count > limit, evictFirst(because: .count, callingBlock: true) {}
    }
  }

  private func evictFirst(because reason: RemovalReason, callingBlock callsBlock: Bool) -> Bool {
    guard let first = ranks.removeFirst(sparing: holdings.pins) else { return false }
    stored.remove(first.image)
    holdings.drop(first.image, because: reason, notifyingDelegate: callsBlock)
    return true
  }

  /// Evicts the most expensive images until the cost is at most this limit, of equal ones the one
  /// stored first.
  ///
  /// The library's method of this name evicts in this order; its cost limit does not.
  ///
  /// - Complexity: O(images log images).
  public func trim(toCost limit: Int) {
    var images: [ImageID] = []
    var next = stored.oldest()
    while let image = next {
      if !holdings.pins.contains(image) { images.append(image) }
      next = stored.newer(than: image)
    }
    let places = images.indices.sorted {
      let (left, right) = (holdings.charge(of: images[$0]), holdings.charge(of: images[$1]))
      return (right, $0) < (left, $1)
    }
    for place in places where holdings.totalCost > limit {
      drop(images[place], because: .cost, callingBlock: true)
    }
  }

  public var needsTicks: Bool { true }

  public func timePassed(to time: SimTime) {
    guard time >= nextTick, let ageLimit else { return }
    let tick = time.nanoseconds / ageLimit.nanoseconds * ageLimit.nanoseconds
    nextTick = SimTime(nanoseconds: tick + ageLimit.nanoseconds)
    while let first = stored.oldest(sparing: holdings.pins),
      storeTimes[Int(first.index)].nanoseconds < tick - ageLimit.nanoseconds
    {
      drop(first, because: .expired, callingBlock: true)
    }
  }

  private func drop(_ image: ImageID, because reason: RemovalReason, callingBlock callsBlock: Bool)
  {
    guard holdings.contains(image) else { return }
    ranks.remove(image)
    stored.remove(image)
    holdings.drop(image, because: reason, notifyingDelegate: callsBlock)
  }

  public func remove(_ image: ImageID, because reason: RemovalReason) {
    drop(image, because: reason, callingBlock: true)
  }

  public func removeAll(because reason: RemovalReason) {
    for index in holdings.images { drop(ImageID(index), because: reason, callingBlock: false) }
  }

  public func setLimits(_ limits: CacheLimits) {
    self.limits = limits.positive
    enforceLimits()
  }

  public func pressureChanged(to level: PressureLevel, at time: SimTime) {
    guard level != .normal else { return }
    while evictFirst(because: .pressure, callingBlock: false) {}
  }

  public func didEnterBackground(at time: SimTime) {
    while evictFirst(because: .background, callingBlock: false) {}
  }
}

extension PINMemoryCache {
  static let descriptor = PolicyDescriptor(
    "pin-memory", "PINCache's memory cache: evicts the least recently or least often used image.",
    settings: [
      Setting(
        "strategy", .choice(Strategy.allCases.map { $0.rawValue }), standard: Strategy.lru.rawValue,
        "The image to evict first: the one not used for longest, or the one used least often."),
      Setting(
        "ageLimit", .number(0...Double(Int32.max)), standard: "0",
        "Seconds after its store that an image may stay; 0 is forever."),
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Stores first, then evicts until the cost is within its limit: by last use, or by number \
        of uses and then by last use. In the latter case the new image itself can be evicted \
        first. Limits act at once, 0 is none; memory warnings and the background remove \
        everything. Source: https://github.com/pinterest/PINCache, 3.0.4. Evidence: read from \
        the source. Choices: a limit by number, which it does not have, acts like that by cost; \
        pinned images stay.
        """,
      zeroIsNoLimit: true, refusal: .nothing,
      claims: [.inclusion, .leastRecentlyUsed, .conservative, .bestOnWalks]),
    model: {
      let age = $0.settings.number("ageLimit")
      return PINMemoryCache(
        $0, strategy: Strategy(rawValue: $0.settings["strategy"]) ?? .lru,
        ageLimit: age > 0 ? SimTime(seconds: age) : nil)
    })
}
