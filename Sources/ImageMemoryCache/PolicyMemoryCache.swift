public import ScrollCaching
public import ScrollCore

/// A memory cache that evicts exactly what the simulator's does, around a policy whose type is
/// known.
///
/// ```swift
/// let cache = PolicyMemoryCache<URL, UIImage, SievePolicy>(
///   costLimit: .mebibytes(128), cost: { $0.decodedBytes }
/// ) { SievePolicy(imageCount: $0.imageCount) }
/// ```
///
/// `ImageMemoryCache` is the same with a policy chosen by its name.
///
/// Every verb may be called from any task. One lock guards everything, which is what makes the
/// order of evictions one that a simulation can repeat. No code of the app runs inside it but that of
/// a policy of its own, which must not call the cache: keys are hashed, compared and released outside
/// of it, values released, and closures called; all of these may call the cache. Only the `==` of the
/// number types, `String` and a few more of Swift's and Foundation's types runs inside.
///
/// A call notifies `onRemoval` of its removals, in order. Removals that `onRemoval` causes follow once it
/// has returned, so that it never calls itself. If it stores a value for each removal, a call ends after
/// a thousand removals, and the next call delivers the rest.
///
/// Numbers at the edge are no errors: a cost is between 0 and 2^50, and what is beyond counts as the
/// nearest. See `CostLimit`, `CacheClock`, `LoadTime` and `MemoryReaction` for theirs.
///
/// - Complexity: that of the policy's verbs, and O(1) expected to find a key. Memory follows what
///   is resident, remembered by the policy, pinned or being loaded, however many keys there are.
///   Keys that all have one hash are compared one by one, as in a `Dictionary`, but outside of the
///   lock, which is held for at most 64 of them at a time.
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
  let measuresLoads: Bool
  let beginning: CacheBeginning
  let reactions: MemoryReactions
  /// What a share of memory is a share of.
  let memory: Int

  /// An empty cache around a policy.
  /// - Parameters:
  ///   - costLimit: what the costs of all values may add up to.
  ///   - countLimit: how many values there may be; nil is no limit.
  ///   - cost: what a value costs, usually its bytes; a negative cost counts as 0.
  ///   - options: everything that not every cache needs.
  ///   - onRemoval: told of every value that left, outside of the lock.
  ///   - policy: makes the policy for a set-up.
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
    measuresLoads = options.measuresLoads
    reactions = options.reactions
    memory = options.memory
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
  }
}

extension PolicyMemoryCache where Policy: ~Copyable {
  /// What may be in; a lower limit evicts at once.
  public var limits: CacheLimits {
    get { lock.withLock { core in core.cache.limits } }
    set {
      let limits = newValue.bounded
      changing { core, departures in core.setLimits(limits, &departures) }
    }
  }

  /// What the costs of all values may add up to; `.none` is no limit.
  public func setCostLimit(_ limit: CostLimit) {
    let cost = limit.cost(memory: memory)
    changing { core, departures in
      core.setLimits(CacheLimits(cost: cost, count: core.cache.limits.count), &departures)
    }
  }

  /// The largest number of values; `nil` means no limit, a negative number counts as 0.
  public func setCountLimit(_ limit: Int?) {
    let count = CacheLimits(count: limit).bounded.count
    changing { core, departures in
      core.setLimits(CacheLimits(cost: core.cache.limits.cost, count: count), &departures)
    }
  }

  /// How many values are in.
  public var count: Int { lock.withLock { core in core.cache.residentCount } }

  /// What they were charged, added up.
  public var totalCost: Int { lock.withLock { core in core.cache.totalCost } }
}

/// What happens when memory is short.
extension PolicyMemoryCache where Policy: ~Copyable {
  /// The system reports its memory state.
  /// - Parameters:
  ///   - level: as reported.
  ///   - reaction: what to keep; nil: as the options say.
  public func pressureChanged(to level: PressureLevel, _ reaction: MemoryReaction? = nil) {
    let chosen = level == .critical ? reactions.critical : reactions.warning
    let reaction = (reaction ?? chosen).bounded
    changing { core, departures in core.pressureChanged(to: level, reaction, &departures) }
  }

  /// The app leaves the screen.
  /// - Parameter reaction: what to keep; nil: as the options say.
  public func enteredBackground(_ reaction: MemoryReaction? = nil) {
    let reaction = (reaction ?? reactions.background).bounded
    changing { core, departures in core.enteredBackground(reaction, &departures) }
  }

  /// Reacts to what a system reports, until the token goes out of use.
  ///
  /// The cache is not kept alive for it.
  /// - Parameter events: of the system, or of a test.
  /// - Returns: the token.
  public func follow(_ events: some MemoryEvents) -> any Sendable {
    events.observe { [weak self] event in
      switch event {
      case .pressure(let level): self?.pressureChanged(to: level)
      case .background: self?.enteredBackground()
      }
    }
  }
}

/// The verbs of `NSCache` by their names, so that a line is all that changes.
///
/// A value that is stored without a cost costs what the closure of the cache says, not 0.
extension PolicyMemoryCache where Policy: ~Copyable {
  @inlinable public func object(forKey key: Key) -> Value? { value(forKey: key) }

  @inlinable public func setObject(_ object: Value, forKey key: Key) {
    setValue(object, forKey: key)
  }

  @inlinable public func setObject(_ object: Value, forKey key: Key, cost: Int) {
    setValue(object, forKey: key, cost: cost)
  }

  public func removeObject(forKey key: Key) { removeValue(forKey: key) }

  public func removeAllObjects() { removeAll() }

  /// 0 is no limit.
  public var totalCostLimit: Int {
    get { limits.cost ?? 0 }
    set { setCostLimit(newValue == 0 ? .none : .cost(newValue)) }
  }

  /// 0 is no limit.
  public var countLimit: Int {
    get { limits.count ?? 0 }
    set { setCountLimit(newValue == 0 ? nil : newValue) }
  }
}

extension PolicyMemoryCache where Policy: ~Copyable {
  /// Tells an observer of everything that happens from now on; nil ends that.
  ///
  /// There is one at a time. The previous observer may still receive earlier events.
  /// - Parameter observer: it is kept alive.
  /// - Returns: the one before.
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

  /// What was counted so far.
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
  /// Keeps the value of a key from being evicted, now or once it is stored, until `unpin` was
  /// called as often as this.
  @inlinable public func pin(_ key: Key) {
    let probe = probe(key)
    changing(probe) { core, found, departures in core.pin(probe, found, &departures) }
  }

  /// Takes one `pin` back.
  /// - Parameter key: of the value.
  /// - Returns: whether there was one.
  @discardableResult
  @inlinable public func unpin(_ key: Key) -> Bool {
    changing(probe(key)) { core, found, _ in found.map { core.unpin($0) } ?? false }
  }
}

/// What spatial policies go by.
extension PolicyMemoryCache where Policy: ~Copyable {
  /// The items that show the value of a key lie here from now on, in points along the scroll axis
  /// and in the order of the content; nowhere, if there are none.
  ///
  /// A place is remembered until another is told for the key, whether or not its value is in: take
  /// back those of items that go. Keys with the same hash, which good ones do not have, share one
  /// place.
  ///
  /// An item with a bound that is not finite lies nowhere, as does one that ends before it begins:
  /// that is what `CGRect.null` says. A bound farther out than 2^53 points counts as that.
  @inlinable public func place(_ key: Key, at items: [Range<Double>]) {
    let (probe, items) = (probe(key), items.compactMap(\.asPlace))
    changing(probe) { core, found, _ in core.place(probe, found, at: items) }
  }

  /// The only item that shows the value of a key lies here from now on; nil: nowhere.
  @inlinable public func place(_ key: Key, at item: Range<Double>?) {
    place(key, at: item.map { [$0] } ?? [])
  }

  /// Forgets where everything lies.
  public func removeAllPlaces() {
    changing { core, _ in core.removeAllPlaces() }
  }

  /// The screen shows another part of the content: once per frame, before its look-ups.
  ///
  /// One with an edge that is not finite says nothing, and is passed over. An edge farther out than
  /// 2^53 points counts as that, a velocity that is no number as 0.
  /// - Parameter viewport: its time is replaced by that of the cache's clock.
  @inlinable public func viewportMoved(to viewport: Viewport) {
    guard var viewport = viewport.bounded else { return }
    viewport.time = clock.now
    changing { [viewport] core, departures in core.viewportMoved(to: viewport, &departures) }
  }

  /// The screen shows another part of the content; its velocity and direction are told from where
  /// it was, and when, by the cache's clock.
  ///
  /// The direction stays while nothing moves; the first is that of the options. Edges that are not
  /// finite are passed over.
  /// - Parameters:
  ///   - lower: where the visible part begins, in points along the scroll axis.
  ///   - upper: where it ends.
  ///   - phase: what the user's hand is doing.
  public func viewportMoved(lower: Double, upper: Double, phase: ScrollPhase = .idle) {
    let shown = Viewport(
      lower: lower, upper: upper, direction: beginning.direction, phase: phase, time: clock.now)
    guard let shown = shown.bounded else { return }
    changing { core, departures in
      var viewport = shown
      viewport.moved(from: core.extras.viewport)
      core.viewportMoved(to: viewport, &departures)
    }
  }
}

extension Viewport {
  /// Goes by where it was before: what moves has a velocity, and what moved last a direction.
  fileprivate mutating func moved(from last: Viewport?) {
    guard let last else { return }
    let distance = lower - last.lower
    let seconds = (time - last.time).seconds
    velocity = seconds > 0 ? distance / seconds : last.velocity
    direction = distance == 0 ? last.direction : distance > 0 ? .forward : .backward
  }
}

extension Viewport {
  /// The nearest that policies can reckon with; nil without edges.
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
  /// The same where it is a place.
  @usableFromInline var asPlace: Range<Double>? {
    guard lowerBound.isFinite, upperBound.isFinite, lowerBound <= upperBound else { return nil }
    return lowerBound.asPosition..<upperBound.asPosition
  }
}

extension Double {
  /// The nearest position of which whole points are exact.
  fileprivate var asPosition: Double { min(max(self, -0x1p53), 0x1p53) }
}

extension PolicyMemoryCache where Policy: ~Copyable {
  /// The value of a key, if it is in.
  ///
  /// Setting it stores a value that something on screen shows; setting nil takes it out.
  @inlinable public subscript(key: Key) -> Value? {
    get { value(forKey: key) }
    set {
      if let newValue { setValue(newValue, forKey: key) } else { removeValue(forKey: key) }
    }
  }

  /// The value of a key, if it is in: a request, which is reported to the policy.
  @inlinable public func value(forKey key: Key) -> Value? {
    let (probe, time) = (probe(key), time)
    return changing(probe) { core, found, departures in
      core.lookup(probe, found, at: time, &departures)
    }
  }

  /// Whether a value is in, and good.
  ///
  /// The policy does not hear of it.
  @inlinable public func contains(_ key: Key) -> Bool {
    let time = time
    return changing(probe(key)) { core, found, _ in
      guard let id = found else { return false }
      return core.cache.contains(ImageID(id)) && !core.extras.isExpired(id, at: time)
    }
  }

  /// Stores a value, unless it is larger than the limit or the policy declines.
  ///
  /// The old value of the key leaves either way, and what a load of the key brings that is under way
  /// is not stored. A value whose `deinit` stores another value of its kind in the same cache calls
  /// this method within itself, without a bound.
  /// - Parameters:
  ///   - value: what to store.
  ///   - key: for which key.
  ///   - cost: what it is charged, at least 0; nil asks the closure of the cache.
  ///   - admission: whether something on screen shows it, or it was loaded ahead.
  ///   - loadTime: how long it took to get it; nil where that is not known.
  /// - Returns: whether it is in.
  @discardableResult
  @inlinable public func setValue(
    _ value: Value, forKey key: Key, cost: Int? = nil, as admission: Admission = .viewed,
    loadTime: LoadTime? = nil
  ) -> StoreOutcome {
    let (probe, time) = (probe(key), time)
    let offer = Offer(cost: cost ?? costOf(value), as: admission, load: loadTime)
    return changing(probe) { core, found, departures in
      core.store(probe, found, value, offer, at: time, &departures)
    }
  }

  /// Takes a value out.
  ///
  /// A running load of the key returns its value to the callers, but does not store it.
  /// - Parameter key: its key.
  /// - Returns: the value, if it was in.
  @discardableResult
  @inlinable public func removeValue(forKey key: Key) -> Value? {
    changing(probe(key)) { core, found, departures in
      found.flatMap { core.removeValue($0, &departures) }
    }
  }

  /// Takes everything out, pinned or not; what loads bring that are under way is not stored.
  public func removeAll() {
    changing { core, departures in core.removeAll(&departures) }
  }

  /// Takes out what is too old: otherwise that leaves when it is asked for, or its turn comes.
  public func removeExpired() {
    let time = time
    changing { core, departures in core.removeExpired(at: time, &departures) }
  }

  /// Does something inside the lock, and outside of it tells of what left and releases it.
  @inline(__always) @inlinable func changing<Result: Sendable>(
    _ body: (inout CacheCore<Key, Value, Policy>, inout Departures<Key, Value>) -> Result
  ) -> Result {
    var departures = Departures<Key, Value>()
    var telling = Telling()
    let tellsRemovals = onRemoval != nil
    let result = lock.withLock { core in
      let result = body(&core, &departures)
      telling = core.beginsToTell(&departures, tellsRemovals)
      return result
    }
    if telling.removals || telling.observer { tell(departures, telling) }
    return result
  }

  /// The same with the id of a key, if it has one.
  @inline(__always) @inlinable func changing<Result: Sendable>(
    _ probe: Probe<Key>,
    _ body: (inout CacheCore<Key, Value, Policy>, Int?, inout Departures<Key, Value>) -> Result
  ) -> Result {
    if comparesOutside { return changingApart(probe, body) }
    return changing { core, departures in body(&core, core.id(of: probe), &departures) }
  }

  /// The same where keys are compared outside of the lock.
  @inline(never) @inlinable func changingApart<Result: Sendable>(
    _ probe: Probe<Key>,
    _ body: (inout CacheCore<Key, Value, Policy>, Int?, inout Departures<Key, Value>) -> Result
  ) -> Result {
    var departures = Departures<Key, Value>()
    var search = KeySearch<Key>()
    var telling = Telling()
    let tellsRemovals = onRemoval != nil
    while true {
      let result: Result? = lock.withLock { core in
        let result: Result
        switch core.find(probe, &search) {
        case .id(let id): result = body(&core, id, &departures)
        case .absent: result = body(&core, nil, &departures)
        case .unsettled: return nil
        }
        telling = core.beginsToTell(&departures, tellsRemovals)
        return result
      }
      if let result {
        if telling.removals || telling.observer { tell(departures, telling) }
        return result
      }
      search.compare(with: probe.key)
    }
  }

  /// Notifies the app of removals and events, and of those that it causes meanwhile.
  ///
  /// A closure that stores a value for each removal causes removals without end. After `mostTold` of
  /// them the next call delivers the rest.
  @inline(never) @usableFromInline func tell(
    _ departures: Departures<Key, Value>, _ telling: Telling
  ) {
    if telling.observer { tellObserver() }
    guard telling.removals, let onRemoval else { return }
    departures.forEach { onRemoval($0.key, $0.value, $0.reason) }
    var more: [Departures<Key, Value>.Departure] = []
    var told = 0
    while lock.withLock({ core in core.takeDepartures(&more, goesOn: told < Self.mostTold) }) {
      for departure in more { onRemoval(departure.key, departure.value, departure.reason) }
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

  /// The number of caused removals after which a call leaves the rest to the next one.
  private static var mostTold: Int { 1000 }

  /// Returns the hashes of a key; nothing else hashes it.
  @inlinable func probe(_ key: Key) -> Probe<Key> {
    let hash = UInt64(truncatingIfNeeded: key.hashValue) ^ salt
    if let digestOf { return Probe(key, digest: digestOf(key), hash: hash) }
    return Probe(key, digest: hash, hash: hash)
  }

  /// Now, where anything asks for it.
  @inlinable var time: SimTime { readsClock ? clock.now : .zero }
}
