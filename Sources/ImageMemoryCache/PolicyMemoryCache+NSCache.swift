import ScrollCaching

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
