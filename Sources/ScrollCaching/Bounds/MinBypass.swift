import HeapModule
import ScrollCore

/// The fewest misses of any cache that may refuse an image.
///
/// All images count 1, whatever their sizes. A cache that must store every miss is bounded by
/// `belady`, which is higher: for the requests 0 1 0 and room for one image, it misses three times,
/// but two misses are enough if image 1 is refused.
///
/// A request hits if its image was kept since the request before it. So every reuse is an interval
/// between two consecutive requests for one image, and a cache with room for k can keep at most k
/// intervals over each gap between two requests. Conversely, for any choice of intervals with that
/// property there is a cache that keeps them. The algorithm goes through the gaps in order and,
/// whenever more than k intervals are open, drops the one that ends last.
///
/// This rule is optimal. Take any best choice that agrees with the choice of this rule up to some
/// gap. There, k + 1 intervals are open, and the best choice drops some of them. Let *a* be the
/// interval that ends last. If the best choice drops *a*, both choices still agree. If not, change
/// the best choice to drop *a* and to keep *b*, one of the intervals that it drops. Both were kept
/// until here, and *b* ends before *a*, so no gap holds more than before. The number of dropped
/// intervals is the same, so the choice is still a best one, and it agrees one gap further.
///
/// If every miss must be stored, the rule is Belady's MIN (L. Belady, "A Study of Replacement
/// Algorithms for a Virtual-Storage Computer", IBM Systems Journal 5(2), 1966,
/// doi:10.1147/sj.52.0078). As a choice of the most intervals that fit on k machines, the rule is
/// described in U. Faigle, W. Nawijn, "Note on scheduling intervals on-line", Discrete Applied
/// Mathematics 58(1), 1995, doi:10.1016/0166-218X(95)00112-5, and the problem in M. Carlisle, E.
/// Lloyd, "On the k-coloring of intervals", Discrete Applied Mathematics 59(3), 1995, pages 225 to
/// 235.
package enum MinBypass {
  /// Counts the misses on a stream that starts with an empty cache.
  ///
  /// - Parameters:
  ///   - stream: The requests; their sizes are ignored.
  ///   - capacity: The number of images that fit.
  /// - Returns: The misses, at least one for every requested image.
  /// - Precondition: `capacity` is not negative.
  /// - Complexity: O(requests x log capacity + images).
  package static func misses(_ stream: RequestStream, capacity: Int) -> Int {
    precondition(capacity >= 0, "a cache cannot hold \(capacity) images")
    let nextUses = stream.nextUses()
    // The ends of the kept intervals; the request at an end is a hit.
    var ends = Heap<Int32>()
    var misses = 0
    for (position, nextUse) in nextUses.enumerated() {
      if let end = ends.min, Int(end) == position {
        ends.removeMin()
      } else {
        misses += 1
      }
      guard nextUse < .max else { continue }
      ends.insert(nextUse)
      if ends.count > capacity { ends.removeMax() }
    }
    return misses
  }

  /// Counts the misses if images become available at other moments than their requests.
  ///
  /// The rule is the same. It is optimal for the same reason, because the proof does not need an
  /// interval to begin at a request for its image.
  /// - Parameters:
  ///   - reuses: The possible hits; their rooms and values are ignored.
  ///   - capacity: The number of images that fit.
  /// - Returns: The misses of the stream to which the reuses belong.
  /// - Complexity: O(requests + reuses x log capacity).
  package static func misses(_ reuses: ReuseIntervals, capacity: Int) -> Int {
    precondition(capacity >= 0, "a cache cannot hold \(capacity) images")
    let byStart = reuses.intervals.sorted { $0.start < $1.start }
    var next = 0
    var ends = Heap<Int32>()
    var hits = 0
    for position in 0..<reuses.requestCount {
      if let end = ends.min, Int(end) == position {
        ends.removeMin()
        hits += 1
      }
      while next < byStart.count, Int(byStart[next].start) == position {
        ends.insert(byStart[next].end)
        next += 1
        if ends.count > capacity { ends.removeMax() }
      }
    }
    return reuses.requestCount - hits
  }
}

/// The fewest misses of any cache that stores every missed image, for equal sizes.
///
/// These are the misses of `belady`, which evicts the image whose next use is farthest (L. Belady,
/// "A Study of Replacement Algorithms for a Virtual-Storage Computer", IBM Systems Journal 5(2),
/// 1966, doi:10.1147/sj.52.0078). A cache that may refuse images can do better: see `MinBypass`.
package enum MIN {
  /// Returns the misses with room for `capacity` images; sizes are ignored.
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
