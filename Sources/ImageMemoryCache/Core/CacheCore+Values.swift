public import ScrollCaching
public import ScrollCore

/// Look-ups and stores.
extension CacheCore where Policy: ~Copyable {
  /// Asks for the value of a key.
  @inlinable mutating func lookup(
    _ key: Key, _ digest: UInt64, at time: SimTime, _ departures: inout Departures<Key, Value>
  ) -> Value? {
    let hash = IDTable.hash(digest)
    guard let id = id(of: key, hash) else {
      miss(assign(key, digest, hash, &departures), digest, at: time)
      return nil
    }
    guard cache.contains(ImageID(id)), !extras.isExpired(id, at: time) else {
      return lookupAbsent(id, digest, at: time, &departures)
    }
    let image = ImageID(id)
    let request = Request(image: image, cost: cache.charge(of: image), time: time)
    // Read first: a policy may evict on a hit.
    let value = entries[id].value
    let removals = cache.tally.removals
    _ = cache.lookup(request)
    note(.lookup(request, digest: digest, isHit: true))
    if cache.tally.removals != removals { collect(&departures) }
    return value
  }

  /// The same for a key with an id whose value is not there, or is too old.
  @inline(never) @inlinable mutating func lookupAbsent(
    _ id: Int, _ digest: UInt64, at time: SimTime, _ departures: inout Departures<Key, Value>
  ) -> Value? {
    remove(id, because: .expired, &departures)
    miss(id, digest, at: time)
    guard let (value, cost) = extras.revive(id, at: time) else { return nil }
    counts.revived += 1
    let expiry = extras.expiry(of: id)
    offer(id, value, Offer(cost: cost), at: time, &departures)
    extras.expire(id, at: expiry)
    return value
  }

  @inlinable mutating func miss(_ id: Int, _ digest: UInt64, at time: SimTime) {
    let request = Request(image: ImageID(id), cost: cache.meanCharge, time: time)
    _ = cache.lookup(request)
    note(.lookup(request, digest: digest, isHit: false))
  }

  /// Offers a value for a key.
  @inlinable mutating func store(
    _ key: Key, _ digest: UInt64, _ value: Value, _ offered: Offer, at time: SimTime,
    _ departures: inout Departures<Key, Value>
  ) -> StoreOutcome {
    offer(assignedID(of: key, digest, &departures), value, offered, at: time, &departures)
  }

  /// Offers a value for the key of an id.
  ///
  /// One that is refused does not leave the old one behind.
  @discardableResult
  @inlinable mutating func offer(
    _ id: Int, _ value: Value, _ offered: Offer, at time: SimTime,
    _ departures: inout Departures<Key, Value>
  ) -> StoreOutcome {
    extras.live?.forget(id)
    extras.didStore(id, at: time)
    let image = ImageID(id)
    if let entryShare, let limit = cache.limits.cost,
      Double(offered.cost) > entryShare * Double(limit)
    {
      counts.oversized += 1
      refuse(id, value, offered, &departures)
      return .refused
    }
    if let load = offered.load ?? (measures ? .unknown : nil) {
      measures = true
      cache.didMeasure(image, decode: load.decodeMilliseconds, reload: load.milliseconds)
    }
    let request = Request(image: image, cost: offered.cost, time: time)
    let removals = cache.tally.removals
    let outcome = cache.store(request, as: offered.admission)
    note(
      .store(
        request, digest: cache.digest(of: image), as: offered.admission, load: offered.load,
        outcome: outcome))
    if cache.tally.removals != removals { collect(&departures, newcomer: id, value) }
    switch outcome {
    case .stored: if cache.contains(image) { entries[id].value = value }
    case .refused: refuse(id, value, offered, &departures)
    }
    return outcome
  }

  /// A value was not let in: what the key had before leaves, and the app may still show the new one.
  @inline(never) @inlinable mutating func refuse(
    _ id: Int, _ value: Value, _ offered: Offer, _ departures: inout Departures<Key, Value>
  ) {
    remove(id, because: .replaced, &departures)
    extras.live?.insert(value, id, cost: offered.cost)
  }
}
