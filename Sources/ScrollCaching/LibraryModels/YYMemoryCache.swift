import BasicContainers
public import ScrollCore

/// YYCache's memory cache: least recently used, with a cost limit that is enforced later.
///
/// A hit or a store makes an image the newest. A store that exceeds the limit on the number of
/// images removes **exactly one**, the oldest; a lowered limit therefore holds only after the next
/// tick. A store that exceeds the cost limit starts a trim on another queue, which removes the
/// oldest until the limit holds: until then the cache exceeds its limit. A timer ticks every 5 s
/// (`trimInterval`) and trims by cost, by number, and, if there is an `ageLimit`, images that were
/// not used for longer than that. A limit of 0 lets a trim remove everything. Memory warnings and
/// the background remove everything at once.
///
/// Source: ibireme, YYCache, https://github.com/ibireme/YYCache, `YYMemoryCache`. Evidence: read
/// from the source; not checked against the running library. Choices:
///
/// - The other queue finishes `trimDelay` after the store and before any later event. With a
///   `trimDelay` of 0, it finishes before the next request of a replay and the next frame of a
///   simulation.
/// - Ticks are counted from time 0. The model notices a tick, or the end of a trim, at the next
///   look-up or frame.
/// - Pinned images are passed over.
/// - Removing everything proceeds from the oldest to the newest.
/// - A negative cost counts 0.
///
/// - Complexity: O(1) per call and removed image, except for pinned ones.
public final class YYMemoryCache: HoldingModel {
  /// The library's `autoTrimInterval`.
  public static let standardTrimInterval = SimTime(milliseconds: 5000)

  var holdings: Holdings
  private var order: ItemList
  private var useTimes: RigidArray<SimTime>
  private var costLimit: Int, countLimit: Int
  private let ageLimit: SimTime?
  private let trimInterval: SimTime
  private let trimDelay: SimTime
  private var now = SimTime.zero
  private var nextTick: SimTime
  /// The times at which the other queue finishes its trims, one for each started trim.
  ///
  /// Those before `nextEnd` are over.
  private var trimEnds = UniqueArray<SimTime>()
  private var nextEnd = 0

  /// Creates an empty cache.
  /// - Parameters:
  ///   - setup: The number of images and the limits.
  ///   - ageLimit: The time for which an image may be unused; `nil` is for ever.
  ///   - trimDelay: The time from a store to the end of the trim by cost that it starts.
  ///   - trimInterval: The time between two ticks of the timer.
  /// - Precondition: `trimInterval` is positive.
  public init(
    _ setup: PolicySetup, ageLimit: SimTime? = nil, trimDelay: SimTime = .zero,
    trimInterval: SimTime = standardTrimInterval
  ) {
    precondition(trimInterval > .zero, "a timer that ticks every \(trimInterval)")
    holdings = Holdings(imageCount: setup.imageCount)
    order = ItemList(imageCount: setup.imageCount)
    useTimes = RigidArray(repeating: .zero, count: setup.imageCount)
    (costLimit, countLimit) = (setup.limits.cost ?? .max, setup.limits.count ?? .max)
    self.ageLimit = ageLimit
    self.trimDelay = trimDelay
    self.trimInterval = trimInterval
    nextTick = trimInterval
  }

  public func lookup(_ request: Request) -> Bool {
    timePassed(to: request.time)
    guard holdings.contains(request.image) else { return false }
    order.moveToNewest(request.image)
    useTimes[Int(request.image.index)] = now
    return true
  }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    now = max(now, request.time)
    remove(request.image, because: .replaced)
    holdings.add(request.image, cost: max(0, request.cost))
    order.append(request.image)
    useTimes[Int(request.image.index)] = now
    if holdings.totalCost > costLimit { trimEnds.append(now + trimDelay) }
    if holdings.count > countLimit { _ = evictOldest(because: .count) }
    return .stored
  }

  public var needsTicks: Bool { true }

  public func timePassed(to time: SimTime) {
    now = max(now, time)
    if endsTrim() { trimByCost() }
    guard now >= nextTick else { return }
    let interval = trimInterval.nanoseconds
    nextTick = SimTime(nanoseconds: (now.nanoseconds / interval + 1) * interval)
    trimByCost()
    while countLimit == 0 || holdings.count > countLimit, evictOldest(because: .count) {}
    trimByAge()
  }

  /// Returns whether the other queue has finished a trim since the last call.
  private func endsTrim() -> Bool {
    let first = nextEnd
    while nextEnd < trimEnds.count, trimEnds[nextEnd] < now { nextEnd += 1 }
    let isTrimmed = nextEnd > first
    if nextEnd == trimEnds.count {
      trimEnds.removeAll(keepingCapacity: true)
      nextEnd = 0
    }
    return isTrimmed
  }

  private func trimByCost() {
    while costLimit == 0 || holdings.totalCost > costLimit, evictOldest(because: .cost) {}
  }

  private func trimByAge() {
    guard let ageLimit else { return }
    while let oldest = order.oldest(sparing: holdings.pins),
      now - useTimes[Int(oldest.index)] > ageLimit
    {
      remove(oldest, because: .expired)
    }
  }

  private func evictOldest(because reason: RemovalReason) -> Bool {
    guard let oldest = order.oldest(sparing: holdings.pins) else { return false }
    remove(oldest, because: reason)
    return true
  }

  public func remove(_ image: ImageID, because reason: RemovalReason) {
    guard holdings.contains(image) else { return }
    order.remove(image)
    holdings.drop(image, because: reason, notifyingDelegate: false)
  }

  public func setLimits(_ limits: CacheLimits) {
    (costLimit, countLimit) = (limits.cost ?? .max, limits.count ?? .max)
  }

  public func pressureChanged(to level: PressureLevel, at time: SimTime) {
    guard level != .normal else { return }
    while evictOldest(because: .pressure) {}
  }

  public func didEnterBackground(at time: SimTime) {
    while evictOldest(because: .background) {}
  }
}

extension YYMemoryCache {
  static let descriptor = PolicyDescriptor(
    "yy-memory",
    "YYCache's memory cache: LRU that trims to its cost limit with a short delay.",
    settings: [
      Setting(
        "ageLimit", .number(0...Double(Int32.max)), standard: "0",
        "Seconds after its last use until the timer removes an image; 0 is forever."),
      Setting(
        "trimDelay", .number(0...Double(Int32.max)), standard: "0",
        "Milliseconds from a store over the cost limit to the end of its trim."),
      Setting(
        "trimInterval", .number(0.001...Double(Int32.max)), standard: "5",
        "Seconds between two ticks of the timer."),
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Least recently used. A store over the count limit removes exactly one image. A store \
        over the cost limit orders a trim on another queue and exceeds the limit until then. \
        Every 5 s (trimInterval) a timer trims by cost, number and age. Memory warnings and the \
        background remove everything. Source: https://github.com/ibireme/YYCache. Evidence: read \
        from the source. Choices: the trim on the other queue ends trimDelay after the store; \
        pinned images stay.
        """,
      limits: .atTicks(standardTrimInterval, setting: "trimInterval"), refusal: .nothing,
      claims: [.keepsNewcomers, .inclusion, .leastRecentlyUsed, .conservative, .bestOnWalks]),
    model: {
      let age = $0.settings.number("ageLimit")
      return YYMemoryCache(
        $0, ageLimit: age > 0 ? SimTime(seconds: age) : nil,
        trimDelay: SimTime(milliseconds: $0.settings.number("trimDelay")),
        trimInterval: SimTime(seconds: $0.settings.number("trimInterval")))
    })
}
