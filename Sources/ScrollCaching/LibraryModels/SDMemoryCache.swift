import BasicContainers
public import ScrollCore

/// SDWebImage's memory cache: an NSCache, with or without a table of weak references.
///
/// NSCache, in a reading of `NSCacheInterpretation`, chooses the victims. On a memory warning the
/// cache removes everything, in addition to NSCache's own reaction; NSCache alone reacts to the
/// background. The weak table is off by default since 5.12. With it, an image that has left NSCache
/// is still found as long as another object holds it, and a hit stores the image in NSCache again
/// at its cost. A memory warning does not clear the table.
///
/// Source: SDWebImage 5.21, https://github.com/SDWebImage/SDWebImage, `SDMemoryCache`. Evidence:
/// read from the source, around an approximation of NSCache. Choices: without the weak table a
/// pinned image is not evicted, as in NSCache's readings. With it, pins mark the images that a view
/// holds: such an image can leave NSCache, but stays resident and charged until it is unpinned. A
/// run whose loader keeps live objects itself needs neither table nor pins. NSCache gets a memory
/// warning before the library does; the library then removes images in ascending order.
///
/// - Complexity: that of the reading; a warning O(images).
public final class SDMemoryCache: CacheModel {
  private let cache: any CacheModel
  private let hasWeakTable: Bool
  private let imageCount: Int
  private var pins: PinSet
  /// The reason why a pinned image has left the cache, plus 1, and its cost; 0 for the other
  /// images.
  private var releases: RigidArray<UInt8>
  private var releasedCosts: RigidArray<Int>
  private var releasedCount = 0, releasedCost = 0
  private var log = RemovalLog()

  public init(_ setup: PolicySetup, reading: NSCacheInterpretation = .lru, weakTable: Bool = false)
  {
    cache = reading.makeModel(setup)
    hasWeakTable = weakTable
    imageCount = setup.imageCount
    pins = PinSet(count: setup.imageCount)
    releases = RigidArray(repeating: 0, count: setup.imageCount)
    releasedCosts = RigidArray(repeating: 0, count: setup.imageCount)
  }

  private func isReleased(_ image: ImageID) -> Bool { releases[Int(image.index)] > 0 }

  public func contains(_ image: ImageID) -> Bool { cache.contains(image) || isReleased(image) }
  public var needsTicks: Bool { false }
  public var residentCount: Int { cache.residentCount + releasedCount }
  public var totalCost: Int { cache.totalCost + releasedCost }

  public func lookup(_ request: Request) -> Bool {
    if cache.lookup(request) { return true }
    guard isReleased(request.image) else { return false }
    let cost = takeBack(request.image).cost
    _ = cache.store(Request(image: request.image, cost: cost, time: request.time), as: .viewed)
    followCache()
    return true
  }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    if isReleased(request.image) { remove(request.image, because: .replaced) }
    let outcome = cache.store(request, as: admission)
    followCache()
    return outcome
  }

  /// Records the removals of NSCache; a pinned image that NSCache evicted stays in the weak table
  /// instead.
  private func followCache(whichWasTold isTold: Bool = false) {
    cache.drainRemovals { removal in
      guard hasWeakTable, !isTold, pins.contains(removal.image), removal.reason != .replaced
      else { return log.append(removal) }
      releases[Int(removal.image.index)] = 1 + removal.reason.rawValue
      releasedCosts[Int(removal.image.index)] = removal.cost
      releasedCount += 1
      releasedCost += removal.cost
    }
  }

  /// Removes an image from the weak table.
  private func takeBack(_ image: ImageID) -> (cost: Int, reason: RemovalReason) {
    let (place, release) = (Int(image.index), releases[Int(image.index)])
    releases[place] = 0
    releasedCount -= 1
    releasedCost -= releasedCosts[place]
    return (releasedCosts[place], RemovalReason(rawValue: release - 1) ?? .cost)
  }

  public func remove(_ image: ImageID, because reason: RemovalReason) {
    if isReleased(image) {
      note(image, reason, cost: takeBack(image).cost)
    } else {
      cache.remove(image, because: reason)
      followCache(whichWasTold: true)
    }
  }

  private func note(_ image: ImageID, _ reason: RemovalReason, cost: Int) {
    log.append(Removal(image: image, reason: reason, cost: cost, notifiesDelegate: true))
  }

  public func removeAll(because reason: RemovalReason) {
    for index in 0..<imageCount where isReleased(ImageID(index)) {
      remove(ImageID(index), because: reason)
    }
    cache.removeAll(because: reason)
    followCache(whichWasTold: true)
  }

  public func pin(_ image: ImageID) {
    pins.insert(image)
    if !hasWeakTable { cache.pin(image) }
  }

  public func unpin(_ image: ImageID) {
    pins.remove(image)
    if !hasWeakTable { cache.unpin(image) }
    guard isReleased(image) else { return }
    let (cost, reason) = takeBack(image)
    note(image, reason, cost: cost)
  }

  public func setLimits(_ limits: CacheLimits) {
    cache.setLimits(limits)
    followCache()
  }

  public func pressureChanged(to level: PressureLevel, at time: SimTime) {
    cache.pressureChanged(to: level, at: time)
    if level != .normal {
      for index in 0..<imageCount where hasWeakTable || !pins.contains(ImageID(index)) {
        cache.remove(ImageID(index), because: .pressure)
      }
    }
    followCache()
  }

  public func didEnterBackground(at time: SimTime) {
    cache.didEnterBackground(at: time)
    followCache()
  }

  public func drainRemovals(_ body: (Removal) -> Void) { log.drain(body) }
}

extension SDMemoryCache {
  static let descriptor = PolicyDescriptor(
    "sdwebimage", "SDWebImage's memory cache: NSCache, and weak references if they are on.",
    settings: [
      NSCacheInterpretation.setting,
      Setting(
        "weakTable", .flag, standard: "false",
        "An image that NSCache has evicted is found while a view holds it, and stored again."),
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        NSCache decides evictions, as modeled by the setting nscache. A memory warning removes \
        everything. With weakTable, off since 5.12, an evicted image is found as long as a view \
        holds it (as long as it is pinned), and is stored in NSCache again. Source: \
        https://github.com/SDWebImage/SDWebImage, 5.21. Evidence: read from the source, around \
        an approximation of NSCache.
        """,
      limits: .apartFromPinned, zeroIsNoLimit: true, refusal: .nothing, claims: []),
    model: {
      SDMemoryCache(
        $0, reading: NSCacheInterpretation($0.settings), weakTable: $0.settings.flag("weakTable"))
    })
}
