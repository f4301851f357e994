public import ScrollCaching
public import ScrollCore

/// A memory cache that evicts exactly as the simulator's does, around a policy whose type is known.
///
/// ```swift
/// let cache = PolicyMemoryCache<URL, UIImage, SievePolicy>(
///   costLimit: .mebibytes(128), cost: { $0.decodedBytes }
/// ) { SievePolicy(imageCount: $0.imageCount) }
/// ```
///
/// `ImageMemoryCache` is the same with a policy chosen at run time.
///
/// Every method may be called from any task. One lock guards everything, so that the evictions have
/// an order that a simulation can repeat. The only code of the app that runs inside the lock is
/// that of a custom policy, which must not call the cache. Keys are hashed, compared and released
/// outside of the lock, values are released there, and closures are called there; all of these may
/// call the cache. Only the `==` of the number types, `String` and a few more of Swift's and
/// Foundation's types runs inside.
///
/// A call notifies `onRemoval` of its removals, in order. Removals that `onRemoval` itself causes
/// follow after it has returned, so that `onRemoval` is not called recursively. If it stores a
/// value for each removal, removals never end. So a call delivers at most a thousand of them, and
/// the next call delivers the rest.
///
/// Numbers out of range are no errors: a cost is between 0 and 2^50, and one outside counts as the
/// nearest bound. `CostLimit`, `CacheClock`, `LoadTime` and `MemoryReaction` document their ranges.
///
/// The cache reacts to the memory events of the system, unless `CacheOptions.memoryEvents` is nil.
///
/// - Complexity: That of the policy's methods, and O(1) expected to find a key. Memory is
///   proportional to the values that are resident, remembered by the policy, pinned or being
///   loaded, however many keys there are. Keys that all have one hash are compared one by one, as
///   in a `Dictionary`, but outside of the lock, which is held for at most 64 of them at a time.
public final class PolicyMemoryCache<
  Key: Hashable & Sendable, Value: Sendable, Policy: EvictionPolicy & ~Copyable
>: Sendable {
  @usableFromInline let lock: CacheLock<CacheCore<Key, Value, Policy>>
  @usableFromInline let costOf: @Sendable (Value) -> Int
  @usableFromInline let digestOf: (@Sendable (Key) -> UInt64)?
  @usableFromInline let salt: UInt64
  /// A Boolean value that indicates whether `==` of keys is code of the app.
  @usableFromInline let comparesOutside: Bool
  @usableFromInline let clock: CacheClock
  @usableFromInline let readsClock: Bool
  @usableFromInline let onRemoval: (@Sendable (Key, Value, RemovalReason) -> Void)?
  let measuresLoadTimes: Bool
  let beginning: CacheBeginning
  let reactions: MemoryReactions
  /// The bytes of memory of which `CostLimit.shareOfMemory` is a share.
  let memory: Int
  /// The observation of memory events, which ends with the cache; only the initializer sets it.
  private nonisolated(unsafe) var observation: (any Sendable)?

  /// Creates an empty cache around a policy.
  /// - Parameters:
  ///   - costLimit: The limit of the total cost of all values.
  ///   - countLimit: The largest number of values; nil and 0 are no limit.
  ///   - cost: Returns the cost of a value, usually its bytes; a negative cost counts as 0.
  ///   - options: The options that only some caches need.
  ///   - onRemoval: Receives every value that left, outside of the lock.
  ///   - policy: Makes the policy for a set-up.
  public convenience init(
    costLimit: CostLimit, countLimit: Int? = nil, cost: @escaping @Sendable (Value) -> Int,
    options: CacheOptions<Key, Value> = CacheOptions(),
    onRemoval: (@Sendable (Key, Value, RemovalReason) -> Void)? = nil,
    policy: (PolicySetup) -> sending Policy
  ) {
    let setup = options.setup(costLimit: costLimit, countLimit: countLimit)
    self.init(
      policy(setup), setup, name: nil, readsTime: Policy.readsTime, cost: cost, options: options,
      onRemoval: onRemoval)
  }

  init(
    _ policy: consuming sending Policy, _ setup: PolicySetup, name: String?, readsTime: Bool,
    cost: @escaping @Sendable (Value) -> Int, options: CacheOptions<Key, Value>,
    onRemoval: (@Sendable (Key, Value, RemovalReason) -> Void)?
  ) {
    costOf = cost
    digestOf = options.digest
    salt = options.seed
    comparesOutside = !KnownKeys.contain(Key.self)
    clock = options.clock
    readsClock = readsTime || options.lifetime != nil
    self.onRemoval = onRemoval
    measuresLoadTimes = options.measuresLoadTimes
    reactions = options.memoryReactions
    memory = options.physicalMemory
    beginning = CacheBeginning(
      policy: name, seed: options.seed, direction: setup.direction, limits: setup.limits,
      residentCount: 0, idCount: setup.imageCount)
    lock = CacheLock(
      CacheCore<Key, Value, Policy>(
        policy, setup,
        CacheExtras(
          live: options.live, lifetime: options.lifetime.map { SimTime($0) },
          idCount: setup.imageCount),
        entryShare: options.entryShare.flatMap { $0.isNaN ? nil : $0 },
        comparesOutside: comparesOutside, hasDigests: options.digest != nil))
    observation = options.memoryEvents?.observe { [weak self] in self?.respond(to: $0) }
  }
}

extension PolicyMemoryCache where Policy: ~Copyable {
  /// The limits of the cache; lowering one evicts at once.
  ///
  /// A limit of 0 is no limit, and a negative one counts as 1.
  public var limits: CacheLimits {
    get { lock.withLock { core in core.cache.limits } }
    set {
      let limits = newValue.bounded
      changing { core, removedValues in core.setLimits(limits, &removedValues) }
    }
  }

  /// Sets the limit of the total cost of all values.
  public func setCostLimit(_ limit: CostLimit) {
    let cost = limit.cost(memory: memory)
    changing { core, removedValues in
      core.setLimits(CacheLimits(cost: cost, count: core.cache.limits.count), &removedValues)
    }
  }

  /// Sets the largest number of values; nil and 0 are no limit, a negative number counts as 1.
  public func setCountLimit(_ limit: Int?) {
    let count = CacheLimits(count: limit).bounded.count
    changing { core, removedValues in
      core.setLimits(CacheLimits(cost: core.cache.limits.cost, count: count), &removedValues)
    }
  }

  /// The number of values in the cache.
  public var count: Int { lock.withLock { core in core.cache.residentCount } }

  /// The total cost of the values in the cache.
  public var totalCost: Int { lock.withLock { core in core.cache.totalCost } }
}

extension PolicyMemoryCache where Policy: ~Copyable {
  /// Reacts to a memory event.
  ///
  /// The cache calls this method for the events of `CacheOptions.memoryEvents`.
  /// - Parameters:
  ///   - event: The event.
  ///   - reaction: What to keep; nil uses the reaction of the options.
  public func respond(to event: MemoryEvent, with reaction: MemoryReaction? = nil) {
    let reaction = (reaction ?? reactions[event]).bounded
    changing { core, removedValues in
      switch event {
      case .pressure(let level): core.pressureChanged(to: level, reaction, &removedValues)
      case .background: core.enteredBackground(reaction, &removedValues)
      }
    }
  }
}

extension PolicyMemoryCache where Policy: ~Copyable {
  /// Notifies an observer of all events from now on; nil ends the notifications.
  ///
  /// A cache has one observer at a time. The previous observer may still receive earlier events.
  /// - Parameter observer: The observer, which the cache keeps alive.
  /// - Returns: The previous observer.
  @discardableResult
  public func observe(_ observer: (any CacheObserver)?) -> (any CacheObserver)? {
    let beginning = beginning
    return changing { core, _ in
      var now = beginning
      now.limits = core.cache.limits
      now.residentCount = core.cache.residentCount
      now.idCount = core.cache.imageCount
      let previous = core.observer
      core.tell(observer)
      if let observer { core.notices.append(.began(now, observer)) }
      return previous
    }
  }

  /// The counters of the cache.
  public var statistics: CacheStatistics {
    lock.withLock { core in
      CacheStatistics(
        tally: core.cache.tally, counts: core.counts, count: core.cache.residentCount,
        totalCost: core.cache.totalCost, keyCount: core.entries.count,
        idCount: core.cache.imageCount)
    }
  }
}

extension PolicyMemoryCache where Policy: ~Copyable {
  /// Protects the value of a key from eviction, now or once it is stored.
  ///
  /// The protection ends when `unpin` has been called as often as `pin`.
  @inlinable public func pin(_ key: Key) {
    let probe = probe(key)
    changing(probe) { core, found, removedValues in core.pin(probe, found, &removedValues) }
  }

  /// Removes one pin.
  /// - Parameter key: The key of the value.
  /// - Returns: `true` if there was one.
  @discardableResult
  @inlinable public func unpin(_ key: Key) -> Bool {
    changing(probe(key)) { core, found, _ in found.map { core.unpin($0) } ?? false }
  }
}

/// The positions that spatial policies need.
extension PolicyMemoryCache where Policy: ~Copyable {
  /// Sets the positions of the items that show the value of a key.
  ///
  /// The positions are in points along the scroll axis and in the order of the content; without
  /// items the value is shown nowhere. The cache remembers the positions until others are set for
  /// the key, whether or not its value is in the cache. If the items of a key are deleted, set no
  /// positions for the key. Keys with the same hash, which good hash functions do not produce,
  /// share one position.
  ///
  /// An item has no position if one of its bounds is not finite, as in `CGRect.null`, or if it ends
  /// before it begins. A bound beyond 2^53 points counts as 2^53.
  @inlinable public func place(_ key: Key, at items: [Range<Double>]) {
    let (probe, items) = (probe(key), items.compactMap(\.asPlace))
    changing(probe) { core, found, _ in core.place(probe, found, at: items) }
  }

  /// Sets the position of the only item that shows the value of a key; nil means nowhere.
  @inlinable public func place(_ key: Key, at item: Range<Double>?) {
    place(key, at: item.map { [$0] } ?? [])
  }

  /// Removes the positions of all items.
  public func removeAllPositions() {
    changing { core, _ in core.removeAllPlaces() }
  }

  /// Sets the viewport: call it once per frame, before the look-ups of the frame.
  ///
  /// A viewport with an edge that is not finite is ignored. An edge beyond 2^53 points counts as
  /// 2^53, a velocity that is not a number as 0.
  /// - Parameter viewport: The viewport; the cache's clock replaces its time.
  @inlinable public func setViewport(_ viewport: Viewport) {
    guard var viewport = viewport.bounded else { return }
    viewport.time = clock.now
    changing { [viewport] core, removedValues in core.viewportMoved(to: viewport, &removedValues) }
  }

  /// Sets the visible part of the content; call it once per frame, before the look-ups of the
  /// frame.
  ///
  /// The cache computes the velocity and the direction of its viewport from the previous call and
  /// its clock.
  ///
  /// The direction stays the same while nothing moves; the initial direction is that of the
  /// options. A viewport with an edge that is not finite is ignored.
  /// - Parameters:
  ///   - lower: The start of the visible part, in points along the scroll axis.
  ///   - upper: The end of the visible part.
  ///   - phase: The scroll phase.
  public func setVisibleRange(lower: Double, upper: Double, phase: ScrollPhase = .idle) {
    let shown = Viewport(
      lower: lower, upper: upper, direction: beginning.direction, phase: phase, time: clock.now)
    guard let shown = shown.bounded else { return }
    changing { core, removedValues in
      var viewport = shown
      viewport.moved(from: core.extras.viewport)
      core.viewportMoved(to: viewport, &removedValues)
    }
  }
}

extension Viewport {
  /// Sets the velocity and the direction from the previous viewport.
  fileprivate mutating func moved(from last: Viewport?) {
    guard let last else { return }
    let distance = lower - last.lower
    let seconds = (time - last.time).seconds
    velocity = seconds > 0 ? distance / seconds : last.velocity
    direction = distance == 0 ? last.direction : distance > 0 ? .forward : .backward
  }
}

extension Viewport {
  /// The nearest viewport that policies can use; nil if an edge is not finite.
  @usableFromInline var bounded: Viewport? {
    guard lower.isFinite, upper.isFinite else { return nil }
    var viewport = self
    viewport.lower = lower.asPosition
    viewport.upper = upper.asPosition
    viewport.velocity = velocity.isNaN ? 0 : velocity.asPosition
    return viewport
  }
}

extension Range<Double> {
  /// The range as a place; nil if it is not valid.
  @usableFromInline var asPlace: Range<Double>? {
    guard lowerBound.isFinite, upperBound.isFinite, lowerBound <= upperBound else { return nil }
    return lowerBound.asPosition..<upperBound.asPosition
  }
}

extension Double {
  /// The nearest position at which whole points are exact.
  fileprivate var asPosition: Double { min(max(self, -0x1p53), 0x1p53) }
}

extension PolicyMemoryCache where Policy: ~Copyable {
  /// The value of a key, if it is in the cache.
  ///
  /// Setting it stores a value that something on screen shows; setting nil removes it.
  @inlinable public subscript(key: Key) -> Value? {
    get { value(for: key) }
    set {
      if let newValue { insert(newValue, for: key) } else { removeValue(for: key) }
    }
  }

  /// Returns the value of a key, if it is in the cache: a request, which the policy receives.
  @inlinable public func value(for key: Key) -> Value? {
    let (probe, time) = (probe(key), time)
    return changing(probe) { core, found, removedValues in
      core.lookup(probe, found, at: time, &removedValues)
    }
  }

  /// Returns whether a value is in the cache and has not expired.
  ///
  /// The policy is not notified.
  @inlinable public func contains(_ key: Key) -> Bool {
    let time = time
    return changing(probe(key)) { core, found, _ in
      guard let id = found else { return false }
      return core.cache.contains(ImageID(id)) && !core.extras.isExpired(id, at: time)
    }
  }

  /// Stores a value, unless it is larger than the limit or the policy declines it.
  ///
  /// The old value of the key leaves either way, and the result of a load of the key that is in
  /// flight is not stored. A value whose `deinit` stores another value of its kind in the same
  /// cache calls this method recursively, without a bound.
  /// - Parameters:
  ///   - value: The value to store.
  ///   - key: Its key.
  ///   - cost: The cost of the value, at least 0; nil calls the closure of the cache.
  ///   - admission: Whether something on screen shows the value, or it was loaded ahead.
  ///   - loadTime: The time that it took to get the value; nil if it is unknown.
  /// - Returns: Whether the value was stored or refused.
  @discardableResult
  @inlinable public func insert(
    _ value: Value, for key: Key, cost: Int? = nil, as admission: Admission = .viewed,
    loadTime: LoadTime? = nil
  ) -> StoreOutcome {
    let (probe, time) = (probe(key), time)
    let offer = Offer(cost: cost ?? costOf(value), as: admission, load: loadTime)
    return changing(probe) { core, found, removedValues in
      core.store(probe, found, value, offer, at: time, &removedValues)
    }
  }

  /// Removes a value.
  ///
  /// A running load of the key returns its value to the callers, but does not store it.
  /// - Parameter key: The key of the value.
  /// - Returns: The value, if it was in the cache.
  @discardableResult
  @inlinable public func removeValue(for key: Key) -> Value? {
    changing(probe(key)) { core, found, removedValues in
      found.flatMap { core.removeValue($0, &removedValues) }
    }
  }

  /// Removes all values, pinned or not; the results of loads in flight are not stored.
  public func removeAll() {
    changing { core, removedValues in core.removeAll(&removedValues) }
  }

  /// Removes the expired values, which otherwise stay until they are requested or evicted.
  public func removeExpired() {
    let time = time
    changing { core, removedValues in core.removeExpired(at: time, &removedValues) }
  }

  /// Runs a closure inside the lock, then reports and releases the values that left outside of it.
  @inline(__always) @inlinable func changing<Result: Sendable>(
    _ body: (inout CacheCore<Key, Value, Policy>, inout RemovedValues<Key, Value>) -> Result
  ) -> Result {
    var removedValues = RemovedValues<Key, Value>()
    var pendingNotifications = PendingNotifications()
    let notifiesRemovals = onRemoval != nil
    let result = lock.withLock { core in
      let result = body(&core, &removedValues)
      pendingNotifications = core.beginsToTell(&removedValues, notifiesRemovals)
      return result
    }
    if pendingNotifications.removals || pendingNotifications.observer {
      tell(removedValues, pendingNotifications)
    }
    return result
  }

  /// Runs a closure inside the lock with the id of a key, if it has one.
  @inline(__always) @inlinable func changing<Result: Sendable>(
    _ probe: Probe<Key>,
    _ body: (inout CacheCore<Key, Value, Policy>, Int?, inout RemovedValues<Key, Value>) -> Result
  ) -> Result {
    if comparesOutside { return changingApart(probe, body) }
    return changing { core, removedValues in body(&core, core.id(of: probe), &removedValues) }
  }

  /// Runs a closure inside the lock with the id of a key that is compared outside of it.
  @inline(never) @inlinable func changingApart<Result: Sendable>(
    _ probe: Probe<Key>,
    _ body: (inout CacheCore<Key, Value, Policy>, Int?, inout RemovedValues<Key, Value>) -> Result
  ) -> Result {
    var removedValues = RemovedValues<Key, Value>()
    var search = KeySearch<Key>()
    var pendingNotifications = PendingNotifications()
    let notifiesRemovals = onRemoval != nil
    while true {
      let result: Result? = lock.withLock { core in
        let result: Result
        switch core.find(probe, &search) {
        case .id(let id): result = body(&core, id, &removedValues)
        case .absent: result = body(&core, nil, &removedValues)
        case .unsettled: return nil
        }
        pendingNotifications = core.beginsToTell(&removedValues, notifiesRemovals)
        return result
      }
      if let result {
        if pendingNotifications.removals || pendingNotifications.observer {
          tell(removedValues, pendingNotifications)
        }
        return result
      }
      search.compare(with: probe.key)
    }
  }

  /// Notifies the app of removals and events, including those that the app causes meanwhile.
  ///
  /// A closure that stores a value for each removal causes removals without end. After `mostTold`
  /// of them the next call delivers the rest.
  @inline(never) @usableFromInline func tell(
    _ removedValues: RemovedValues<Key, Value>, _ pendingNotifications: PendingNotifications
  ) {
    if pendingNotifications.observer { tellObserver() }
    guard pendingNotifications.removals, let onRemoval else { return }
    removedValues.forEach { onRemoval($0.key, $0.value, $0.reason) }
    var more: [RemovedValues<Key, Value>.RemovedValue] = []
    var told = 0
    while lock.withLock({ core in core.takeDepartures(&more, goesOn: told < Self.mostTold) }) {
      for removedValue in more {
        onRemoval(removedValue.key, removedValue.value, removedValue.reason)
      }
      told += more.count
      more.removeAll(keepingCapacity: true)
    }
  }

  private func tellObserver() {
    var notices: [Notice] = []
    while lock.withLock({ core in core.takeNotices(&notices) }) {
      for notice in notices {
        switch notice {
        case .began(let beginning, let observer): observer.observationBegan(beginning)
        case .happened(let event, let observer): observer.cacheDid(event)
        }
      }
      notices.removeAll(keepingCapacity: true)
    }
  }

  /// The number of removals caused by notifications after which a call leaves the rest to the next
  /// call.
  private static var mostTold: Int { 1000 }

  /// Returns a key with its hashes; all other code uses these and does not hash the key again.
  @inlinable func probe(_ key: Key) -> Probe<Key> {
    let hash = UInt64(truncatingIfNeeded: key.hashValue) ^ salt
    if let digestOf { return Probe(key, digest: digestOf(key), hash: hash) }
    return Probe(key, digest: hash, hash: hash)
  }

  /// The current time, or zero if neither the policy nor a lifetime needs it.
  @inlinable var time: SimTime { readsClock ? clock.now : .zero }
}
