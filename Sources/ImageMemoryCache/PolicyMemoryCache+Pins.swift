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
