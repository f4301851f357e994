public import ScrollCore

/// Gives up the oldest arrival of the lowest of a row of segments.
///
/// As `slru`, but a hit in the highest segment changes nothing: every segment is in order of
/// arrival in it. A hit below it moves an image to the newest end of the next higher segment;
/// where that has no room its oldest sink to the newest end of the one below, and from the
/// lowest they leave. Images enter the lowest segment with room, or else the lowest of all.
///
/// R. Turner, H. Levy, "Segmented FIFO Page Replacement", SIGMETRICS 1981, names a simpler
/// one with two segments, where new pages enter the upper one. This is the policy that
/// libCacheSim calls SFIFO, which differs from its SLRU in that one rule; what is said of
/// sizes, pins and a new capacity at `slru` holds here too.
///
/// With one segment it is `fifo`.
///
/// - Complexity: O(segments) to insert; a hit O(1) amortised, O(residents) at worst where sizes
///   differ; a victim O(pinned + segments).
public struct SFIFOPolicy: EvictionPolicy, ~Copyable {
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
    segments.use(request.image, reorderingHighest: false)
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

extension SFIFOPolicy {
  static let descriptor = PolicyDescriptor(
    "sfifo", "Gives up the oldest of the lowest segment; a hit moves one segment up.",
    settings: [SegmentedQueues.setting, PrefetchStanding.setting],
    facts: PolicyDescriptor.Facts(
      discussion: """
        As slru, but every segment is in order of arrival: a hit in the highest changes \
        nothing. The rule is libCacheSim's; Turner, Levy, SIGMETRICS 1981, is simpler.
        """,
      refusal: SegmentedQueues.refusal, smallestUsefulCapacity: 4)
  ) {
    SFIFOPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity,
      segments: $0.settings.integer("segments"),
      prefetchedCountsAs: PrefetchStanding($0.settings))
  }
}
