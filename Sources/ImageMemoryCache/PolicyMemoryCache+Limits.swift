public import ScrollCaching

extension PolicyMemoryCache where Policy: ~Copyable {
  /// What may be in; a lower limit evicts at once.
  public var limits: CacheLimits {
    get { lock.withLock { core in core.cache.limits } }
    set { changing { core, departures in core.setLimits(newValue, &departures) } }
  }

  /// What the costs of all values may add up to; `.none` is no limit.
  public func setCostLimit(_ limit: CostLimit) {
    let cost = limit.cost(memory: memory)
    changing { core, departures in
      core.setLimits(CacheLimits(cost: cost, count: core.cache.limits.count), &departures)
    }
  }

  /// How many values there may be; nil is no limit.
  public func setCountLimit(_ limit: Int?) {
    changing { core, departures in
      core.setLimits(CacheLimits(cost: core.cache.limits.cost, count: limit), &departures)
    }
  }

  /// How many values are in.
  public var count: Int { lock.withLock { core in core.cache.residentCount } }

  /// What they were charged, added up.
  public var totalCost: Int { lock.withLock { core in core.cache.totalCost } }
}
