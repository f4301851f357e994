public import ScrollCore

/// Gives up what was used longest ago among what was used least often in a row of segments.
///
/// Four segments share the capacity, each least recently used first. A hit moves an image to
/// the recent end of the next higher segment (in the highest: of that segment); where a segment
/// has no room its oldest sink to the recent end of the one below, and from the lowest they
/// leave. Images enter the lowest segment with room, so a cold cache fills from below; if none
/// has room, the lowest takes them over its share. The victim is the oldest of the lowest
/// segment that has any.
///
/// R. Karedla, J. S. Love, B. G. Wherry, "Caching Strategies to Improve Disk System
/// Performance", IEEE Computer 27(3), 1994, has two segments; four of them were Facebook's
/// S4LRU (Q. Huang et al., "An Analysis of Facebook Photo Caching", SOSP 2013,
/// doi:10.1145/2517349.2522722). Both are silent on sizes and on a cache that is not full: these
/// are the rules of libCacheSim. What is larger than one segment (the capacity divided by their
/// number, rounded down) is not stored. A pinned image sinks like any other, but stays in the
/// lowest segment. A new capacity is divided anew, and what is over a share sinks at once.
///
/// With one segment it is `lru`.
///
/// - Complexity: O(segments) to insert; a hit O(1) amortised, O(residents) at worst where sizes
///   differ; a victim O(pinned + segments).
public struct SLRUPolicy: EvictionPolicy, ~Copyable {
  var segments: SegmentedQueues

  /// Empty segments.
  /// - Precondition: `segments` is 1...16.
  public init(
    imageCount: Int, capacity: Int, segments: Int = 4,
    prefetchedCountsAs standing: PrefetchStanding = .unseen
  ) {
    self.segments = SegmentedQueues(
      imageCount: imageCount, capacity: capacity, segments: segments,
      prefetchedCountsAs: standing)
  }

  public mutating func didHit(_ request: Request) {
    segments.use(request.image, reorderingHighest: true)
  }

  public mutating func shouldStore(_ request: Request) -> Bool { request.cost <= segments.share }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    segments.removeVictim(sparing: pins)
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    segments.insert(request, as: admission)
  }

  public mutating func didRemove(_ image: ImageID) { segments.remove(image) }

  public mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    segments.removeSunk(sparing: pins)
  }

  public mutating func capacityChanged(to capacity: Int) { segments.divide(capacity) }
}

extension SLRUPolicy {
  static let descriptor = PolicyDescriptor(
    "slru", "Gives up the least recent of the lowest segment; a hit moves one segment up.",
    settings: [SegmentedQueues.setting, PrefetchStanding.setting],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Segments of equal share, each least recently used first. A hit moves an image one up, \
        what has no room sinks by one, newcomers enter the lowest segment with room. Karedla, \
        Love, Wherry, IEEE Computer 1994 (two segments); Huang et al., SOSP 2013 (four).
        """,
      refusal: SegmentedQueues.refusal, smallestUsefulCapacity: 4)
  ) {
    SLRUPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity,
      segments: $0.settings.integer("segments"),
      prefetchedCountsAs: PrefetchStanding($0.settings))
  }
}
