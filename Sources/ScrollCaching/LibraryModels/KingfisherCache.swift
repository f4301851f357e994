import BasicContainers
public import ScrollCore

/// Kingfisher's memory storage: an NSCache whose values expire some time after their last use.
///
/// NSCache, in a reading of `NSCacheInterpretation`, chooses the victims. A store or a hit sets an
/// image's expiration to `expiration` (300 s) from then. A look-up at or after that time misses,
/// but does not remove the image; a timer that fires every `sweepInterval` (120 s) removes expired
/// images. To find them, the timer looks up every image, in the order of a Swift set. To NSCache,
/// these look-ups are uses, so afterwards the remaining images are in that order of use. A memory
/// warning removes everything. In the background NSCache drops everything. `keepsInBackground`
/// wraps the values, which prevents this.
///
/// Source: W. Wang, Kingfisher 8.11, https://github.com/onevcat/Kingfisher, `MemoryStorage`.
/// Evidence: read from the source, around an approximation of NSCache. Choices:
///
/// - The timer starts at time 0, and the model notices that it fired at the next look-up or frame.
///   The timer fires while the user scrolls, while in the library it waits.
/// - A Swift set has another order in every process; here the order is that of a fixed hash of the
///   images.
/// - A pinned image expires for look-ups but is not removed.
/// - NSCache gets a memory warning before the library does, and the library then removes images in
///   ascending order.
/// - A prefetch look-up extends the expiration, unlike in the library.
///
/// The run sets the library's default cost limit, a quarter of the memory.
///
/// - Complexity: that of the reading; a sweep O(n log n) of n residents; a warning O(images).
public final class KingfisherCache: CacheModel {
  private let cache: any CacheModel
  private let imageCount: Int
  private var pins: PinSet
  /// The residents in order of their last use, which is the order of their expirations.
  private var order: ItemList
  /// The time of each resident's last use; `nil` for the other images.
  private var useTimes: RigidArray<SimTime?>
  private let expiration: SimTime?, sweepInterval: SimTime
  private let keepsInBackground: Bool
  private var now = SimTime.zero
  private var nextSweep: SimTime
  private var log = RemovalLog()

  /// Creates an empty cache.
  /// - Parameters:
  ///   - setup: The number of images and the limits.
  ///   - reading: The reading of NSCache.
  ///   - expiration: The time after its last use for which an image can be found; `nil` is for
  ///     ever.
  ///   - sweepInterval: The period of the timer that removes expired images.
  ///   - keepsInBackground: `true` if the background removes nothing.
  public init(
    _ setup: PolicySetup, reading: NSCacheInterpretation = .lru,
    expiration: SimTime? = SimTime(milliseconds: 300_000),
    sweepInterval: SimTime = SimTime(milliseconds: 120_000), keepsInBackground: Bool = false
  ) {
    cache = reading.makeModel(setup)
    imageCount = setup.imageCount
    pins = PinSet(count: setup.imageCount)
    order = ItemList(imageCount: setup.imageCount)
    useTimes = RigidArray(repeating: nil, count: setup.imageCount)
    self.expiration = expiration
    let interval = max(sweepInterval, SimTime(nanoseconds: 1))
    self.sweepInterval = interval
    self.keepsInBackground = keepsInBackground
    nextSweep = interval
  }

  private func isExpired(_ image: ImageID, at time: SimTime) -> Bool {
    guard let expiration, let useTime = useTimes[Int(image.index)] else { return false }
    return time - useTime >= expiration
  }

  public func lookup(_ request: Request) -> Bool {
    timePassed(to: request.time)
    let isHit = cache.lookup(request)
    guard isHit, !isExpired(request.image, at: now) else { return false }
    order.moveToNewest(request.image)
    useTimes[Int(request.image.index)] = now
    return true
  }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let image = request.image
    now = max(now, request.time)
    if useTimes[Int(image.index)] != nil { order.remove(image) }
    order.append(image)
    useTimes[Int(image.index)] = now
    let outcome = cache.store(request, as: admission)
    followCache()
    return outcome
  }

  private func followCache() {
    cache.drainRemovals { removal in
      log.append(removal)
      guard removal.reason != .replaced else { return }
      order.remove(removal.image)
      useTimes[Int(removal.image.index)] = nil
    }
  }

  public func timePassed(to time: SimTime) {
    now = max(now, time)
    guard now >= nextSweep else { return }
    let interval = sweepInterval.nanoseconds
    let sweep = SimTime(nanoseconds: now.nanoseconds / interval * interval)
    nextSweep = sweep + sweepInterval
    removeExpired(at: sweep)
  }

  /// Looks up every image, and removes those that have expired.
  private func removeExpired(at time: SimTime) {
    var residents: [(rank: UInt64, image: ImageID)] = []
    residents.reserveCapacity(cache.residentCount)
    var next = order.oldest()
    while let image = next {
      residents.append((Self.rank(of: image), image))
      next = order.newer(than: image)
    }
    residents.sort { ($0.rank, $0.image.index) < ($1.rank, $1.image.index) }
    for (_, image) in residents {
      // NSCache has no look-up that is not a use.
      _ = cache.lookup(Request(image: image, cost: 0, time: time))
      if isExpired(image, at: time), !pins.contains(image) {
        cache.remove(image, because: .expired)
      }
    }
    followCache()
  }

  /// Returns the place of an image in the order of a set.
  ///
  /// The place is a fixed hash (the finalizer of SplitMix64, doi:10.1145/2660193.2660195).
  package static func rank(of image: ImageID) -> UInt64 {
    var value = UInt64(truncatingIfNeeded: image.index) &+ 0x9e37_79b9_7f4a_7c15
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }

  public func remove(_ image: ImageID, because reason: RemovalReason) {
    cache.remove(image, because: reason)
    followCache()
  }

  public func removeAll(because reason: RemovalReason) {
    cache.removeAll(because: reason)
    followCache()
  }

  public func pin(_ image: ImageID) {
    pins.insert(image)
    cache.pin(image)
  }

  public func unpin(_ image: ImageID) {
    pins.remove(image)
    cache.unpin(image)
  }

  public func setLimits(_ limits: CacheLimits) {
    cache.setLimits(limits)
    followCache()
  }

  public func pressureChanged(to level: PressureLevel, at time: SimTime) {
    cache.pressureChanged(to: level, at: time)
    if level != .normal {
      for index in 0..<imageCount where !pins.contains(ImageID(index)) {
        cache.remove(ImageID(index), because: .pressure)
      }
    }
    followCache()
  }

  public func didEnterBackground(at time: SimTime) {
    guard !keepsInBackground else { return }
    cache.didEnterBackground(at: time)
    followCache()
  }

  public func contains(_ image: ImageID) -> Bool { cache.contains(image) }
  public var residentCount: Int { cache.residentCount }
  public var totalCost: Int { cache.totalCost }

  public func drainRemovals(_ body: (Removal) -> Void) { log.drain(body) }
}

extension KingfisherCache {
  static let descriptor = PolicyDescriptor(
    "kingfisher", "Kingfisher's memory storage: NSCache, and images expire 300 s after their use.",
    settings: [
      NSCacheInterpretation.setting,
      Setting(
        "expiration", .number(0...Double(Int32.max)), standard: "300",
        "Seconds after its last use until an image expires; 0 is forever."),
      Setting(
        "sweepInterval", .number(1...Double(Int32.max)), standard: "120",
        "Seconds between two removals of expired images."),
      Setting(
        "keepsInBackground", .flag, standard: "false",
        "The cache keeps its images in the background."),
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        NSCache decides evictions, as modeled by the setting nscache. A look-up misses an image \
        that was not used for the time of the setting expiration. The next sweep removes it, and \
        looks up all others in the order of a set. A memory warning removes everything. Source: \
        https://github.com/onevcat/Kingfisher, 8.11. Evidence: read from the source, around an \
        approximation of NSCache. Choice: pinned images are not removed.
        """,
      zeroIsNoLimit: true, missesExpired: true, refusal: .nothing, claims: []),
    model: {
      let expiration = $0.settings.number("expiration")
      return KingfisherCache(
        $0, reading: NSCacheInterpretation($0.settings),
        expiration: expiration > 0 ? SimTime(seconds: expiration) : nil,
        sweepInterval: SimTime(seconds: $0.settings.number("sweepInterval")),
        keepsInBackground: $0.settings.flag("keepsInBackground"))
    })
}
