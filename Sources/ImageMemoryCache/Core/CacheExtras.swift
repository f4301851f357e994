public import ScrollCore

/// What a cache keeps only where an app asks for it: each is empty otherwise.
@usableFromInline struct CacheExtras<Key: Hashable & Sendable, Value: Sendable> {
  /// How often each id is pinned that is.
  @usableFromInline var pins: [Int: Int] = [:]
  /// What is being loaded, by the id of its key.
  @usableFromInline var loads: [Int: LoadInFlight<Value>] = [:]
  /// Where the items of keys lie.
  @usableFromInline var places: [Key: [Range<Double>]] = [:]
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
