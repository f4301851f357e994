public import ScrollCaching
public import ScrollCore

/// What leaves.
extension CacheCore where Policy: ~Copyable {
  /// Takes a value out, if it is in.
  @inlinable mutating func remove(
    _ id: Int, because reason: RemovalReason, _ departures: inout Departures<Key, Value>
  ) {
    let image = ImageID(id)
    guard cache.contains(image) else { return }
    cache.remove(image, because: reason)
    note(.remove(image, digest: cache.digest(of: image), because: reason))
    collect(&departures)
  }

  /// Moves what has left the cache out of the entries, in order.
  /// - Parameters:
  ///   - departures: where it goes.
  ///   - newcomer: the id for which a value was offered; its old value leaves as `replaced`, and
  ///     for any other reason the new one.
  ///   - offered: that value.
  ///   - given: the reason to tell, where it is not the cache's.
  @inline(never) @inlinable mutating func collect(
    _ departures: inout Departures<Key, Value>, newcomer: Int = -1, _ offered: Value? = nil,
    because given: RemovalReason? = nil
  ) {
    var removed: [Removal] = []
    swap(&removed, &removals)
    cache.drainRemovals { removed.append($0) }
    for var removal in removed {
      let id = Int(removal.image.index)
      if let given { removal.reason = given }
      note(.left(removal, digest: cache.digest(of: removal.image)))
      reusable.append(id)
      let isOffered = id == newcomer && removal.reason != .replaced
      guard let value = isOffered ? offered : entries[id].takeValue() else { continue }
      if removal.reason.letsRevive { extras.live?.insert(value, id, cost: removal.cost) }
      departures.append(
        Departures.Departure(key: entries[id].key, value: value, reason: removal.reason))
    }
    removed.removeAll(keepingCapacity: true)
    swap(&removed, &removals)
  }

  /// Takes the value of a key out because the app says so.
  /// - Returns: the value.
  @inlinable mutating func removeValue(
    _ key: Key, _ digest: UInt64, _ departures: inout Departures<Key, Value>
  ) -> Value? {
    guard let id = id(of: key, IDTable.hash(digest)) else { return nil }
    extras.live?.forget(id)
    let value = entries[id].value
    remove(id, because: .removed, &departures)
    return value
  }

  /// Takes everything out because the app says so.
  @inlinable mutating func removeAll(_ departures: inout Departures<Key, Value>) {
    extras.live?.forgetAll()
    cache.removeAll(because: .removed)
    note(.removeAll)
    collect(&departures)
  }

  /// Takes out what is too old.
  @inlinable mutating func removeExpired(
    at time: SimTime, _ departures: inout Departures<Key, Value>
  ) {
    guard extras.lifetime != nil else { return }
    for id in entries.indices where cache.contains(ImageID(id)) && extras.isExpired(id, at: time) {
      remove(id, because: .expired, &departures)
    }
  }

  /// Changes the limits.
  @inlinable mutating func setLimits(
    _ limits: CacheLimits, _ departures: inout Departures<Key, Value>
  ) {
    cache.setLimits(limits)
    note(.limits(limits))
    collect(&departures)
  }
}

extension RemovalReason {
  /// Whether a value evicted for this reason may come back while the app still holds it.
  @usableFromInline var letsRevive: Bool {
    switch self {
    case .cost, .count, .pressure, .background, .leftRange: true
    case .expired, .replaced, .removed, .discarded: false
    }
  }
}
