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
/// order of evictions one that a simulation can repeat; values are released and the app's closures
/// called outside of it, in the order in which things left, and they may call the cache.
///
/// - Complexity: that of the policy's verbs, and O(1) expected to find a key. Memory follows what
///   is resident, remembered by the policy, pinned or being loaded, however many keys there are.
public final class PolicyMemoryCache<
  Key: Hashable & Sendable, Value: Sendable, Policy: EvictionPolicy & ~Copyable
>: Sendable {
  @usableFromInline let lock: CacheLock<CacheCore<Key, Value, Policy>>
  @usableFromInline let costOf: @Sendable (Value) -> Int
  @usableFromInline let digestOf: (@Sendable (Key) -> UInt64)?
  @usableFromInline let salt: UInt64
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
  ///   - cost: what a value costs, usually its bytes; never negative.
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
      CacheCore(
        policy, setup,
        CacheExtras(
          live: options.live, lifetime: options.lifetime.map { SimTime($0) },
          idCount: setup.imageCount),
        entryShare: options.entryShare))
  }
}

extension PolicyMemoryCache where Policy: ~Copyable {
  /// What may be in; a lower limit evicts at once.
  public var limits: CacheLimits {
    get { lock.withLock { core in core.cache.limits } }
    set { changing { core, departures in core.setLimits(newValue, &departures) } }
  }

  /// What the costs of all values may add up to; `.none` is no limit.
  public func setCostLimit(_ limit: CostLimit) {
    let cost = limit.cost(memory: memory)
    changing { core, departures in
      core.setLimits(CacheLimits(cost: cost, count: core.cache.limits.count), &departures)
    }
  }

  /// How many values there may be; nil is no limit.
  public func setCountLimit(_ limit: Int?) {
    changing { core, departures in
      core.setLimits(CacheLimits(cost: core.cache.limits.cost, count: limit), &departures)
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
    let reaction = reaction ?? chosen
    changing { core, departures in core.pressureChanged(to: level, reaction, &departures) }
  }

  /// The app leaves the screen.
  /// - Parameter reaction: what to keep; nil: as the options say.
  public func enteredBackground(_ reaction: MemoryReaction? = nil) {
    let reaction = reaction ?? reactions.background
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
  /// There is one at a time.
  /// - Parameter observer: it is kept alive.
  /// - Returns: the one before.
  @discardableResult
  public func observe(_ observer: (any CacheObserver)?) -> (any CacheObserver)? {
    let beginning = beginning
    return lock.withLock { core in
      var now = beginning
      now.limits = core.cache.limits
      now.residentCount = core.cache.residentCount
      now.idCount = core.cache.imageCount
      observer?.observationBegan(now)
      let previous = core.observer
      core.tell(observer)
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
    let digest = digest(of: key)
    changing { core, departures in core.pin(key, digest, &departures) }
  }

  /// Takes one `pin` back.
  /// - Parameter key: of the value.
  /// - Returns: whether there was one.
  @discardableResult
  @inlinable public func unpin(_ key: Key) -> Bool {
    let digest = digest(of: key)
    return lock.withLock { core in core.unpin(key, digest) }
  }
}

/// What spatial policies go by.
extension PolicyMemoryCache where Policy: ~Copyable {
  /// The items that show the value of a key lie here from now on, in points along the scroll axis
  /// and in the order of the content; nowhere, if there are none.
  ///
  /// A place is remembered until another is told for the key, whether or not its value is in: take
  /// back those of items that go.
  @inlinable public func place(_ key: Key, at items: [Range<Double>]) {
    let digest = digest(of: key)
    lock.withLock { core in core.place(key, digest, at: items) }
  }

  /// The only item that shows the value of a key lies here from now on; nil: nowhere.
  @inlinable public func place(_ key: Key, at item: Range<Double>?) {
    place(key, at: item.map { [$0] } ?? [])
  }

  /// Forgets where everything lies.
  public func removeAllPlaces() {
    lock.withLock { core in core.removeAllPlaces() }
  }

  /// The screen shows another part of the content: once per frame, before its look-ups.
  /// - Parameter viewport: its time is replaced by that of the cache's clock.
  @inlinable public func viewportMoved(to viewport: Viewport) {
    var viewport = viewport
    viewport.time = clock.now
    changing { [viewport] core, departures in core.viewportMoved(to: viewport, &departures) }
  }

  /// The screen shows another part of the content; its velocity and direction are told from where
  /// it was, and when, by the cache's clock.
  ///
  /// The direction stays while nothing moves; the first is that of the options.
  /// - Parameters:
  ///   - lower: where the visible part begins, in points along the scroll axis.
  ///   - upper: where it ends.
  ///   - phase: what the user's hand is doing.
  public func viewportMoved(lower: Double, upper: Double, phase: ScrollPhase = .idle) {
    let (time, direction) = (clock.now, beginning.direction)
    changing { core, departures in
      var viewport = Viewport(
        lower: lower, upper: upper, direction: direction, phase: phase, time: time)
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
    let (digest, time) = (digest(of: key), time)
    return changing { core, departures in core.lookup(key, digest, at: time, &departures) }
  }

  /// Whether a value is in, and good.
  ///
  /// The policy does not hear of it.
  @inlinable public func contains(_ key: Key) -> Bool {
    let (hash, time) = (IDTable.hash(digest(of: key)), time)
    return lock.withLock { core in
      guard let id = core.id(of: key, hash) else { return false }
      return core.cache.contains(ImageID(id)) && !core.extras.isExpired(id, at: time)
    }
  }

  /// Stores a value, unless it is larger than the limit or the policy declines.
  ///
  /// The old value of the key leaves either way.
  /// - Parameters:
  ///   - value: what to store.
  ///   - key: for which key.
  ///   - cost: what it is charged; nil asks the closure of the cache.
  ///   - admission: whether something on screen shows it, or it was loaded ahead.
  ///   - loadTime: how long it took to get it; nil where that is not known.
  /// - Returns: whether it is in.
  @discardableResult
  @inlinable public func setValue(
    _ value: Value, forKey key: Key, cost: Int? = nil, as admission: Admission = .viewed,
    loadTime: LoadTime? = nil
  ) -> StoreOutcome {
    let (digest, time) = (digest(of: key), time)
    let offer = Offer(cost: cost ?? costOf(value), as: admission, load: loadTime)
    return changing { core, departures in
      core.store(key, digest, value, offer, at: time, &departures)
    }
  }

  /// Takes a value out.
  /// - Parameter key: its key.
  /// - Returns: the value, if it was in.
  @discardableResult
  @inlinable public func removeValue(forKey key: Key) -> Value? {
    let digest = digest(of: key)
    return changing { core, departures in core.removeValue(key, digest, &departures) }
  }

  /// Takes everything out, pinned or not.
  public func removeAll() {
    changing { core, departures in core.removeAll(&departures) }
  }

  /// Takes out what is too old: otherwise that leaves when it is asked for, or its turn comes.
  public func removeExpired() {
    let time = time
    changing { core, departures in core.removeExpired(at: time, &departures) }
  }

  /// Does something inside the lock, and outside of it tells of what left and releases it.
  @inlinable func changing<Result: Sendable>(
    _ body: (inout CacheCore<Key, Value, Policy>, inout Departures<Key, Value>) -> Result
  ) -> Result {
    var departures = Departures<Key, Value>()
    let result = lock.withLock { core in body(&core, &departures) }
    departures.report(to: onRemoval)
    return result
  }

  /// The number that stands for a key: the only time that it is hashed.
  @inlinable func digest(of key: Key) -> UInt64 {
    if let digestOf { return digestOf(key) }
    return UInt64(truncatingIfNeeded: key.hashValue) ^ salt
  }

  /// Now, where anything asks for it.
  @inlinable var time: SimTime { readsClock ? clock.now : .zero }
}
