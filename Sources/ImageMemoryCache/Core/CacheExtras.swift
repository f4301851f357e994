public import ScrollCore

/// State for the features that an app turns on; each part is empty otherwise.
@usableFromInline struct CacheExtras<Key: Hashable & Sendable, Value: Sendable> {
  /// The number of pins of each pinned id.
  @usableFromInline var pins: [Int: Int] = [:]
  /// The loads in flight, by the id of their key.
  @usableFromInline var loads: [Int: LoadInFlight<Value>] = [:]
  /// The places of the items of keys, by the hashes of the keys: no key is compared inside the
  /// lock.
  @usableFromInline var places: [UInt64: [Range<Double>]] = [:]
  /// The last viewport.
  @usableFromInline var viewport: Viewport?
  /// Values that left and may be in use elsewhere; nil where the cache does not track them.
  @usableFromInline var live: LiveObjects<Value>?
  /// The lifetime of a value, and the time at which each resident expires.
  @usableFromInline let lifetime: SimTime?
  @usableFromInline var expiries: [SimTime] = []

  @usableFromInline init(live: LiveCasts<Value>?, lifetime: SimTime?, idCount: Int) {
    self.live = live.map { LiveObjects($0, idCount: idCount) }
    self.lifetime = lifetime
    grow(to: idCount)
  }

  /// Returns whether the value of an id's key is being loaded.
  @inlinable func loads(_ id: Int) -> Bool { !loads.isEmpty && loads[id] != nil }

  @usableFromInline mutating func grow(to idCount: Int) {
    live?.grow(to: idCount)
    guard lifetime != nil else { return }
    expiries.reserveCapacity(idCount)
    while expiries.count < idCount { expiries.append(.never) }
  }

  /// Returns whether a resident has expired.
  @inlinable func isExpired(_ id: Int, at time: SimTime) -> Bool {
    lifetime != nil && expiries[id] <= time
  }

  /// Returns the value of an id's key that left, if it is alive and not expired, and its cost.
  @usableFromInline mutating func revive(_ id: Int, at time: SimTime) -> (value: Value, cost: Int)?
  {
    isExpired(id, at: time) ? nil : live?.take(id)
  }

  @usableFromInline func expiry(of id: Int) -> SimTime { lifetime == nil ? .never : expiries[id] }

  @usableFromInline mutating func expire(_ id: Int, at time: SimTime) {
    if lifetime != nil { expiries[id] = time }
  }

  @inlinable mutating func didStore(_ id: Int, at time: SimTime) {
    if let lifetime { expiries[id] = time + lifetime }
  }
}

/// Conversions between a value and its object, made where the compiler knows that the value is one.
@usableFromInline struct LiveCasts<Value: Sendable>: Sendable {
  @usableFromInline let object: @Sendable (Value) -> any AnyObject & Sendable
  @usableFromInline let value: @Sendable (any AnyObject & Sendable) -> Value?
}

extension LiveCasts where Value: AnyObject {
  init() {
    self.init(object: { $0 }, value: { $0 as? Value })
  }
}

/// Weak references to values that have left a cache, valid while the app still holds the values.
@usableFromInline struct LiveObjects<Value: Sendable> {
  @usableFromInline struct Reference {
    @usableFromInline weak var object: (any AnyObject & Sendable)?
    /// The cost of the value.
    @usableFromInline var cost = 0
  }

  private let casts: LiveCasts<Value>
  /// The references by id.
  private var references: [Reference] = []

  init(_ casts: LiveCasts<Value>, idCount: Int) {
    self.casts = casts
    grow(to: idCount)
  }

  mutating func grow(to idCount: Int) {
    references.reserveCapacity(idCount)
    while references.count < idCount { references.append(Reference()) }
  }

  /// Returns the value of an id's key, if it is alive.
  @usableFromInline func object(_ id: Int) -> (any AnyObject & Sendable)? {
    references[id].object
  }

  /// Adds a value that leaves the cache.
  @usableFromInline mutating func insert(_ value: Value, _ id: Int, cost: Int) {
    references[id] = Reference(object: casts.object(value), cost: cost)
  }

  /// Returns the value that has left and is still alive, and its cost.
  @usableFromInline mutating func take(_ id: Int) -> (value: Value, cost: Int)? {
    guard let object = references[id].object, let value = casts.value(object) else { return nil }
    references[id].object = nil
    return (value, references[id].cost)
  }

  @usableFromInline mutating func forget(_ id: Int) { references[id].object = nil }

  @usableFromInline mutating func forgetAll() {
    for id in references.indices { references[id].object = nil }
  }
}
