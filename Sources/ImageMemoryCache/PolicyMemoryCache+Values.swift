public import ScrollCaching
public import ScrollCore

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
