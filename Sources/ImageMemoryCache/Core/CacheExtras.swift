public import ScrollCore

/// What a cache keeps only where an app asks for it: each is empty otherwise.
@usableFromInline struct CacheExtras<Key: Hashable & Sendable, Value: Sendable> {
  /// How often each id is pinned that is.
  @usableFromInline var pins: [Int: Int] = [:]
  /// What is being loaded, by the id of its key.
  @usableFromInline var loads: [Int: LoadInFlight<Value>] = [:]
  /// Where the items of keys lie, by the hashes of the keys: no key is compared in here.
  @usableFromInline var places: [UInt64: [Range<Double>]] = [:]
  /// What the screen showed last.
  @usableFromInline var viewport: Viewport?
  /// Values that left and are perhaps in use elsewhere; nil where they are not looked after.
  @usableFromInline var live: LiveObjects<Value>?
  /// How long a value is good, and until when each resident is.
  @usableFromInline let lifetime: SimTime?
  @usableFromInline var expiries: [SimTime] = []

  @usableFromInline init(live: LiveCasts<Value>?, lifetime: SimTime?, idCount: Int) {
    self.live = live.map { LiveObjects($0, idCount: idCount) }
    self.lifetime = lifetime
    grow(to: idCount)
  }

  /// Whether the value of an id's key is being loaded.
  @inlinable func loads(_ id: Int) -> Bool { !loads.isEmpty && loads[id] != nil }

  @usableFromInline mutating func grow(to idCount: Int) {
    live?.grow(to: idCount)
    guard lifetime != nil else { return }
    expiries.reserveCapacity(idCount)
    while expiries.count < idCount { expiries.append(.never) }
  }

  /// Whether a resident is too old.
  @inlinable func isExpired(_ id: Int, at time: SimTime) -> Bool {
    lifetime != nil && expiries[id] <= time
  }

  /// The value of an id's key that left, is still alive and not too old, and what it was charged.
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

/// How a value is the object that it is: made where the compiler knows that it is one.
@usableFromInline struct LiveCasts<Value: Sendable>: Sendable {
  @usableFromInline let object: @Sendable (Value) -> any AnyObject & Sendable
  @usableFromInline let value: @Sendable (any AnyObject & Sendable) -> Value?
}

extension LiveCasts where Value: AnyObject {
  init() {
    self.init(object: { $0 }, value: { $0 as? Value })
  }
}

/// Values that have left a cache, each for as long as the app still holds it.
///
/// Nothing here keeps them alive.
@usableFromInline struct LiveObjects<Value: Sendable> {
  @usableFromInline struct Reference {
    @usableFromInline weak var object: (any AnyObject & Sendable)?
    /// What it was charged.
    @usableFromInline var cost = 0
  }

  private let casts: LiveCasts<Value>
  /// By id.
  private var references: [Reference] = []

  init(_ casts: LiveCasts<Value>, idCount: Int) {
    self.casts = casts
    grow(to: idCount)
  }

  mutating func grow(to idCount: Int) {
    references.reserveCapacity(idCount)
    while references.count < idCount { references.append(Reference()) }
  }

  /// The value of an id's key, if it is alive.
  @usableFromInline func object(_ id: Int) -> (any AnyObject & Sendable)? {
    references[id].object
  }

  /// A value leaves the cache.
  @usableFromInline mutating func insert(_ value: Value, _ id: Int, cost: Int) {
    references[id] = Reference(object: casts.object(value), cost: cost)
  }

  /// The value that has left and is still alive, and what it was charged.
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
