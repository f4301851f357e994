import ScrollCore

/// The fewest misses of any cache that stores every image it misses, equal sizes.
///
/// What `belady` has: the image whose next use is farthest leaves (L. Belady, "A Study of
/// Replacement Algorithms for a Virtual-Storage Computer", IBM Systems Journal 5(2), 1966,
/// doi:10.1147/sj.52.0078). A cache that may refuse can do better: see `MinBypass`.
package enum MIN {
  /// Misses with room for `capacity` images; sizes are ignored.
  ///
  /// - Complexity: O(requests x log capacity).
  package static func misses(_ stream: RequestStream, capacity: Int) -> Int {
    let stream = stream.countingItems
    let policy = BeladyPolicy(imageCount: stream.imageCount, nextUses: stream.nextUses())
    var cache = Cache(
      policy,
      PolicySetup(imageCount: stream.imageCount, limits: CacheLimits(count: capacity)))
    cache.replay(stream)
    return cache.tally.misses
  }
}
