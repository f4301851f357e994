public import ScrollCore

/// `slru` and `sfifo`: evicts the oldest of the lowest of a row of segments.
///
/// Four segments share the capacity. A hit moves an image to the newest end of the next higher
/// segment; where that has no room its oldest sink to the newest end of the one below, and from
/// the lowest they leave. In the highest segment a hit makes an image its newest (`slru`: every
/// segment is least recently used first) or changes nothing (`sfifo`: each is in order of
/// arrival). Images enter the lowest segment with room, so a cold cache fills from below; if none
/// has room, the lowest takes them over its share. The victim is the oldest of the lowest
/// segment that has any.
///
/// R. Karedla, J. S. Love, B. G. Wherry, "Caching Strategies to Improve Disk System
/// Performance", IEEE Computer 27(3), 1994, has two segments; four of them were Facebook's
/// S4LRU (Q. Huang et al., "An Analysis of Facebook Photo Caching", SOSP 2013,
/// doi:10.1145/2517349.2522722). R. Turner, H. Levy, "Segmented FIFO Page Replacement", SIGMETRICS
/// 1981, names a simpler FIFO with two segments, where new pages enter the upper one. All are
/// silent on sizes and on a cache that is not full: these are the rules of libCacheSim, whose SFIFO
/// differs from its SLRU in the one rule. What is larger than one segment (the capacity divided by
/// their number, rounded down) is not stored. A pinned image sinks like any other, but stays in the
/// lowest segment. A new capacity is divided anew, and what is over a share sinks at once.
///
/// With one segment it is `lru` or `fifo`.
///
/// - Complexity: O(segments) to insert; a hit O(1) amortized, O(residents) at worst where sizes
///   differ; a victim O(pinned + segments).
public struct SegmentedPolicy: EvictionPolicy, ~Copyable {
  var segments: SegmentedQueues
  private let reordersHighest: Bool

  /// Empty segments, where a hit in the highest may make an image its newest.
  /// - Precondition: `segments` is 1...16.
  public init(
    imageCount: Int, capacity: Int, reordersHighest: Bool, segments: Int = 4,
    prefetchedCountsAs standing: PrefetchStanding = .unseen
  ) {
    self.segments = SegmentedQueues(
      imageCount: imageCount, capacity: capacity, segments: segments,
      prefetchedCountsAs: standing)
    self.reordersHighest = reordersHighest
  }

  public mutating func didHit(_ request: Request) {
    segments.use(request.image, reorderingHighest: reordersHighest)
  }

  public mutating func shouldStore(_ request: Request) -> Bool { request.cost <= segments.share }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    segments.removeVictim(sparing: pins)
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    segments.insert(request, as: admission)
  }

  public mutating func didRemove(_ image: ImageID) { segments.remove(image) }

  public mutating func grow(toImageCount count: Int) { segments.grow(toImageCount: count) }

  public mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    segments.removeSunk(sparing: pins)
  }

  public mutating func capacityChanged(to capacity: Int) { segments.divide(capacity) }
}

extension SegmentedPolicy {
  static let slru = descriptor(
    "slru", "Evicts the least recent of the lowest segment; a hit moves one segment up.",
    """
    Segments of equal share. Karedla, Love, Wherry, IEEE Computer 1994 (two segments); Huang et \
    al., SOSP 2013 (four).
    """, reordersHighest: true)

  static let sfifo = descriptor(
    "sfifo", "Evicts the oldest of the lowest segment; a hit moves one segment up.",
    """
    As slru, but every segment is in order of arrival: a hit in the highest changes nothing. The \
    rule is libCacheSim's; Turner, Levy, SIGMETRICS 1981, is simpler.
    """, reordersHighest: false)

  private static func descriptor(
    _ name: String, _ summary: String, _ discussion: String, reordersHighest: Bool
  ) -> PolicyDescriptor {
    PolicyDescriptor(
      name, summary, settings: [SegmentedQueues.setting, PrefetchStanding.setting],
      facts: PolicyDescriptor.Facts(
        discussion: discussion, refusal: SegmentedQueues.refusal, smallestUsefulCapacity: 4,
        smallestUsefulBy: { settings, _ in settings.integer("segments") },
        claims: [.standard, .reusesIDs])
    ) {
      SegmentedPolicy(
        imageCount: $0.imageCount, capacity: $0.limits.capacity, reordersHighest: reordersHighest,
        segments: $0.settings.integer("segments"),
        prefetchedCountsAs: PrefetchStanding($0.settings))
    }
  }
}
