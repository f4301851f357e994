import BasicContainers
public import ScrollCore

/// Nuke's `ImageCache`, with two replacement rules, a limit for single images, and trims that act
/// at once.
///
/// **Storing.** An image is refused unless it costs less than `entryCostLimit` times the cost
/// limit, rounded down. With a cost limit above 2 147 483 647, releases up to 13.0.4 refuse
/// nothing. A refused image does not remove its old value. After a store images are evicted until
/// the cost is within its limit, then until the number is.
///
/// **Replacement.** `leastRecentlyUsed` (releases up to 13.0.4): a hit or a new value makes an
/// image the newest, and the oldest is evicted. `clock` (from 13.0.5): images are in order of
/// insertion, and a hit or a new value only marks one; for an eviction, the first is examined: a
/// marked image loses its mark and moves to the end, an unmarked one is evicted. An image enters
/// without a mark, so its own store evicts it if all others are marked.
///
/// **The system.** Limits act at once when they change. A memory warning of either level removes
/// everything. The background trims to a tenth of both limits. With a `ttl`, a look-up that comes
/// more than this time after the store removes the image and misses.
///
/// Source: A. Grebeniuk, Nuke, https://github.com/kean/Nuke, releases 12.8.0 and 13.0.5; the file
/// `Sources/Nuke/Caching/Cache.swift` has the same rules in 13.2.0. Evidence: recorded sequences of
/// both releases, with totals. Choices: a pinned image is skipped, keeps its place and its mark,
/// and does not expire. Removing everything starts from the front. A negative cost counts 0. The
/// run sets Nuke's default cost limit, 15 or 20 % of the memory.
///
/// - Complexity: O(1) amortized per call and removed image, except for pinned ones.
public final class NukeCache: HoldingModel {
  public enum Replacement: Sendable {
    case clock, leastRecentlyUsed
  }

  /// The cost limit above which releases up to 13.0.4 refuse no image.
  static let largestLimitThatRefuses = 2_147_483_647

  var holdings: Holdings
  /// The residents, with the next to be examined first.
  private var order: ItemList
  private var marks: RigidArray<Bool>
  private var storeTimes: RigidArray<SimTime>
  private var costLimit: Int, countLimit: Int
  private let replacement: Replacement
  private let entryCostLimit: Double
  private let ttl: SimTime?

  /// Creates an empty cache.
  /// - Parameters:
  ///   - setup: The number of images and the limits.
  ///   - replacement: The replacement rule.
  ///   - entryCostLimit: The share of the cost limit that no single image may reach.
  ///   - ttl: The time after its store for which an image can be found; `nil` is for ever.
  public init(
    _ setup: PolicySetup, _ replacement: Replacement, entryCostLimit: Double = 0.1,
    ttl: SimTime? = nil
  ) {
    holdings = Holdings(imageCount: setup.imageCount)
    order = ItemList(imageCount: setup.imageCount)
    marks = RigidArray(repeating: false, count: setup.imageCount)
    storeTimes = RigidArray(repeating: .zero, count: setup.imageCount)
    (costLimit, countLimit) = (setup.limits.cost ?? .max, setup.limits.count ?? .max)
    self.replacement = replacement
    self.entryCostLimit = min(max(entryCostLimit, 0), 1)
    self.ttl = ttl
  }

  public func lookup(_ request: Request) -> Bool {
    guard holdings.contains(request.image) else { return false }
    guard !isExpired(request.image, at: request.time) else {
      remove(request.image, because: .expired)
      return false
    }
    use(request.image)
    return true
  }

  private func isExpired(_ image: ImageID, at time: SimTime) -> Bool {
    guard let ttl, !holdings.pins.contains(image) else { return false }
    return time - storeTimes[Int(image.index)] > ttl
  }

  private func use(_ image: ImageID) {
    switch replacement {
    case .clock: marks[Int(image.index)] = true
    case .leastRecentlyUsed: order.moveToNewest(image)
    }
  }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let (image, cost) = (request.image, max(0, request.cost))
    guard isSmallEnough(cost) else { return .refused }
    if holdings.contains(image) {
      holdings.drop(image, because: .replaced, notifyingDelegate: false)
      use(image)
    } else {
      order.append(image)
      marks[Int(image.index)] = false
    }
    holdings.add(image, cost: cost)
    storeTimes[Int(image.index)] = request.time
    enforceLimits()
    return .stored
  }

  private func isSmallEnough(_ cost: Int) -> Bool {
    if replacement == .leastRecentlyUsed, costLimit > Self.largestLimitThatRefuses { return true }
    let share = entryCostLimit * Double(costLimit)
    return share >= Double(Int.max) || cost < Int(share)
  }

  private func enforceLimits() {
    trim(toCost: costLimit, because: .cost)
    trim(toCount: countLimit, because: .count)
  }

  /// Evicts until the cost is at most this limit, without pinned images.
  public func trim(toCost limit: Int) { trim(toCost: limit, because: .cost) }
  /// Evicts until the number of images is at most this limit, without pinned ones.
  public func trim(toCount limit: Int) { trim(toCount: limit, because: .count) }

  private func trim(toCost limit: Int, because reason: RemovalReason) {
    while holdings.totalCost > limit, evictOne(because: reason) {}
  }

  private func trim(toCount limit: Int, because reason: RemovalReason) {
    while holdings.count > limit, evictOne(because: reason) {}
  }

  private func evictOne(because reason: RemovalReason) -> Bool {
    while let image = order.oldest(sparing: holdings.pins) {
      guard marks[Int(image.index)] else {
        remove(image, because: reason)
        return true
      }
      marks[Int(image.index)] = false
      order.moveToNewest(image)
    }
    return false
  }

  public func remove(_ image: ImageID, because reason: RemovalReason) {
    guard holdings.contains(image) else { return }
    order.remove(image)
    holdings.drop(image, because: reason, notifyingDelegate: false)
  }

  public func setLimits(_ limits: CacheLimits) {
    (costLimit, countLimit) = (limits.cost ?? .max, limits.count ?? .max)
    enforceLimits()
  }

  public func pressureChanged(to level: PressureLevel, at time: SimTime) {
    guard level != .normal else { return }
    while let image = order.oldest(sparing: holdings.pins) { remove(image, because: .pressure) }
  }

  public func didEnterBackground(at time: SimTime) {
    trim(toCost: Self.tenth(of: costLimit), because: .background)
    trim(toCount: Self.tenth(of: countLimit), because: .background)
  }

  private static func tenth(of limit: Int) -> Int { Int(Double(limit) * 0.1) }
}

extension NukeCache {
  static let clockDescriptor = descriptor(
    "nuke-clock", "Nuke's image cache from 13.0.5: CLOCK, which spares each used image once.",
    rule: """
      Images are in order of insertion, and using an image marks it. The first image is evicted, \
      but a marked image loses its mark and moves to the end instead. A new image has no mark \
      and is evicted at once if all others have one.
      """, .clock, claims: .keepsOldOnRefusal)

  static let leastRecentlyUsedDescriptor = descriptor(
    "nuke-lru", "Nuke's image cache up to 13.0.4: evicts the least recently used image.",
    rule: "Using an image makes it the newest; the oldest is evicted.", .leastRecentlyUsed,
    claims: [
      .keepsNewcomers, .keepsOldOnRefusal, .inclusion, .leastRecentlyUsed, .conservative,
      .bestOnWalks,
    ])

  private static func descriptor(
    _ name: String, _ summary: String, rule: String, _ replacement: Replacement,
    claims: PolicyClaims
  ) -> PolicyDescriptor {
    let isExempt = replacement == .leastRecentlyUsed
    let exemption = ", unless the limit is above 2 147 483 647"
    return PolicyDescriptor(
      name, summary,
      settings: [
        Setting(
          "entryCostLimit", .number(0...1), standard: "0.1",
          "The share of the cost limit that no single image may reach."),
        Setting(
          "ttl", .number(0...Double(Int32.max)), standard: "0",
          "Seconds after its store until an image expires; 0 is forever."),
      ],
      facts: PolicyDescriptor.Facts(
        discussion: """
          \(rule) Limits act at once: cost first, then count. An image that costs a tenth of \
          the cost limit or more is refused\(isExempt ? exemption : ""), and its \
          old value stays. Memory warnings remove everything, the background trims to a \
          tenth. Source: https://github.com/kean/Nuke, 12.8.0 and 13.0.5. Evidence: recorded \
          sequences of both. Choice: pinned images stay, in their places, and do not expire.
          """,
        refusal: RefusalRule(
          "refuses images that cost the share entryCostLimit of the cost limit or more"
        ) { cost, capacity in
          if isExempt, capacity > largestLimitThatRefuses { return false }
          // A cost of 1 may be a number of images, for which no image is too large.
          return cost > 1 && cost >= capacity ? true : nil
        },
        smallestUsefulCapacity: 20,
        smallestUsefulBy: { settings, countsImages in
          // An image must cost less than the share.
          let share = settings.number("entryCostLimit")
          return countsImages ? 1 : Int(min(1 / share, 1e9)) + 1
        }, claims: claims),
      model: {
        let seconds = $0.settings.number("ttl")
        return NukeCache(
          $0, replacement, entryCostLimit: $0.settings.number("entryCostLimit"),
          ttl: seconds > 0 ? SimTime(seconds: seconds) : nil)
      })
  }
}
