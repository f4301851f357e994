import ScrollCaching

/// The counters of a cache.
public struct CacheStatistics: Equatable, Sendable {
  public var requests: Int, hits: Int, misses: Int
  /// Misses for which the cache found an evicted value that the app still used, by a weak
  /// reference.
  public var weakReferenceHits: Int
  /// Values that were offered but not stored, because they were too large, the policy declined
  /// them, or all other values were pinned.
  public var refusals: Int
  /// Values that left, for any reason.
  public var removals: Int
  /// Loads that were begun, and requests that joined one.
  public var loads: Int, joinedLoads: Int
  /// The number of values in the cache, and their total cost.
  public var count: Int, totalCost: Int
  /// Keys that have an id, in the cache or not, and ids that exist.
  public var keyCount: Int, idCount: Int

  /// The share of the requests that were hits; 0 before the first request.
  public var hitRate: Double { requests > 0 ? Double(hits) / Double(requests) : 0 }

  init(
    tally: Tally, counts: CoreCounts, count: Int, totalCost: Int, keyCount: Int, idCount: Int
  ) {
    requests = tally.requests
    hits = tally.requests - tally.misses
    misses = tally.misses
    weakReferenceHits = counts.revived
    refusals = tally.refusals + counts.oversized
    removals = tally.removals
    loads = counts.loads
    joinedLoads = counts.joined
    self.count = count
    self.totalCost = totalCost
    self.keyCount = keyCount
    self.idCount = idCount
  }
}
