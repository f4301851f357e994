/// The calls of `NSCache` by their names, so that only the line that creates the cache changes.
///
/// A value that is stored without a cost has the cost that the closure of the cache returns; NSCache
/// takes 0.
extension PolicyMemoryCache where Policy: ~Copyable {
  @inlinable public func object(forKey key: Key) -> Value? { value(for: key) }

  @inlinable public func setObject(_ object: Value, forKey key: Key) { insert(object, for: key) }

  @inlinable public func setObject(_ object: Value, forKey key: Key, cost: Int) {
    insert(object, for: key, cost: cost)
  }

  public func removeObject(forKey key: Key) { removeValue(for: key) }

  public func removeAllObjects() { removeAll() }

  /// The limit of the total cost; 0 or less is no limit.
  public var totalCostLimit: Int {
    get { limits.cost ?? 0 }
    set { setCostLimit(newValue > 0 ? .cost(newValue) : .none) }
  }

  /// The largest number of values; 0 or less is no limit.
  public var countLimit: Int {
    get { limits.count ?? 0 }
    set { setCountLimit(newValue > 0 ? newValue : nil) }
  }
}
