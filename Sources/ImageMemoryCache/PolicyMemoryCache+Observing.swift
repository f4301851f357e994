import ScrollCaching

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
