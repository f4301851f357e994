public import ScrollCore

/// Evicts the oldest image of the lowest of several segments, under the names `slru` and `sfifo`.
///
/// Four segments share the capacity. A hit moves an image to the newest end of the next higher
/// segment. If that segment has no room, its oldest images sink to the newest end of the segment
/// below; images that would sink below the lowest segment are evicted. In the highest segment a hit
/// makes an image its newest (`slru`: every segment is least recently used first) or changes
/// nothing (`sfifo`: each is in order of arrival). Images enter the lowest segment with room, so a
/// cold cache fills from below; if none has room, the lowest takes them and exceeds its share. The
/// victim is the oldest of the lowest segment that has any.
///
/// R. Karedla, J. S. Love, B. G. Wherry, "Caching Strategies to Improve Disk System Performance",
/// IEEE Computer 27(3), 1994, has two segments. Facebook's S4LRU had four (Q. Huang et al., "An
/// Analysis of Facebook Photo Caching", SOSP 2013, doi:10.1145/2517349.2522722). R. Turner, H.
/// Levy, "Segmented FIFO Page Replacement", SIGMETRICS 1981, describes a simpler FIFO with two
/// segments, where new pages enter the upper one. None of these papers covers sizes or a cache that
/// is not full. For these, the policy follows libCacheSim, whose SFIFO differs from its SLRU only
/// in the rule for hits in the highest segment. An image larger than one segment (the capacity
/// divided by their number, rounded down) is not stored. A pinned image sinks like any other, but
/// stays in the lowest segment. When the capacity changes, the shares are computed again, and
/// images over a share sink at once.
///
/// With one segment the policy is `lru` or `fifo`.
///
/// - Complexity: O(segments) to insert; a hit O(1) amortized, O(residents) at worst where sizes
///   differ; a victim O(pinned + segments).
public struct SegmentedPolicy: EvictionPolicy, ~Copyable {
  var segments: SegmentedQueues
  private let reordersHighest: Bool

  /// Creates empty segments.
  ///
  /// A hit in the highest segment makes an image its newest if `reordersHighest`.
  ///
  /// - Precondition: `segments` is 1...16.
  public init(
    imageCount: Int, capacity: Int, reordersHighest: Bool, segments: Int = 4,
    prefetchedCountsAs standing: PrefetchedImageRule = .unseen
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
    Like slru, but every segment is in order of arrival: a hit in the highest segment changes \
    nothing. The rule is libCacheSim's; Turner, Levy, SIGMETRICS 1981, is simpler.
    """, reordersHighest: false)

  private static func descriptor(
    _ name: String, _ summary: String, _ discussion: String, reordersHighest: Bool
  ) -> PolicyDescriptor {
    PolicyDescriptor(
      name, summary, settings: [SegmentedQueues.setting, PrefetchedImageRule.setting],
      facts: PolicyDescriptor.Facts(
        discussion: discussion, refusal: SegmentedQueues.refusal, smallestUsefulCapacity: 4,
        smallestUsefulBy: { settings, _ in settings.integer("segments") },
        claims: [.standard, .reusesIDs, .resizes, .forgets])
    ) {
      SegmentedPolicy(
        imageCount: $0.imageCount, capacity: $0.limits.capacity, reordersHighest: reordersHighest,
        segments: $0.settings.integer("segments"),
        prefetchedCountsAs: PrefetchedImageRule($0.settings))
    }
  }
}

/// Residents in segments of equal share, where used images rise by one segment and the oldest sink.
///
/// An image enters the lowest segment that has room, or else the lowest of all, which may then
/// exceed its share. An image that rises makes the oldest of its new segment sink until it fits,
/// each as the newest of the segment below, and so on downwards; the lowest segment then evicts its
/// oldest. The victim is the oldest of the lowest segment that has any.
///
/// - Complexity: O(segments) to insert; a hit O(1) amortized, O(residents) at worst where sizes
///   differ; a victim O(pinned + segments).
struct SegmentedQueues: ~Copyable {
  private var queues: WeighedQueues
  private let segments: Int
  /// The weight that each segment may have.
  private(set) var share = 0
  /// A Boolean value that indicates whether an image just sank into the lowest segment.
  private var hasSunk = false
  private var unseen: UnseenMarks

  /// Creates empty segments.
  /// - Precondition: There is at least one segment.
  init(
    imageCount: Int, capacity: Int, segments: Int, prefetchedCountsAs standing: PrefetchedImageRule
  ) {
    precondition(segments > 0, "\(segments) segments hold nothing")
    queues = WeighedQueues(imageCount: imageCount, queues: segments)
    unseen = UnseenMarks(imageCount: imageCount, standing)
    self.segments = segments
    share = capacity / segments
  }

  /// Grows the segments to `count` images; the number of images never decreases.
  mutating func grow(toImageCount count: Int) {
    queues.grow(toImageCount: count)
    unseen.grow(toImageCount: count)
  }

  /// Moves an image up one segment.
  ///
  /// An image in the highest segment becomes its newest if `reorderingHighest`. The first view of
  /// an unseen image makes it the newest of its own segment.
  mutating func use(_ image: ImageID, reorderingHighest: Bool) {
    guard let segment = queues.queue(of: image) else { return }
    if unseen.clear(image) {
      queues.moveToNewest(image, queue: segment)
    } else if segment < segments - 1 {
      queues.moveToNewest(image, queue: segment + 1)
      sink(from: segment + 1)
    } else if reorderingHighest {
      queues.moveToNewest(image, queue: segment)
    }
  }

  mutating func insert(_ request: Request, as admission: Admission) {
    var segment = 0
    while segment < segments, request.cost > share - queues.cost(ofQueue: segment) {
      segment += 1
    }
    queues.append(
      request.image, cost: request.cost, queue: segment < segments ? segment : 0)
    unseen.didInsert(request.image, as: admission)
  }

  mutating func remove(_ image: ImageID) {
    queues.remove(image)
    unseen.clear(image)
  }

  /// Removes a victim; `nil` when everything is pinned.
  mutating func removeVictim(sparing pins: borrowing PinSet) -> ImageID? {
    for segment in 0..<segments {
      if let victim = removeVictim(of: segment, sparing: pins) { return victim }
    }
    return nil
  }

  /// Removes the next image that the lowest segment has no room for after an image sank into it.
  mutating func removeSunk(sparing pins: borrowing PinSet) -> ImageID? {
    guard hasSunk else { return nil }
    if queues.cost(ofQueue: 0) > share, let victim = removeVictim(of: 0, sparing: pins) {
      return victim
    }
    hasSunk = false
    return nil
  }

  /// Divides a new capacity among the segments; images over a share sink.
  mutating func divide(_ capacity: Int) {
    share = capacity / segments
    sink(from: segments - 1)
  }

  private mutating func sink(from highest: Int) {
    for segment in stride(from: highest, to: 0, by: -1) {
      while queues.cost(ofQueue: segment) > share, let oldest = queues.oldest(queue: segment) {
        queues.moveToNewest(oldest, queue: segment - 1)
        if segment == 1 { hasSunk = true }
      }
    }
  }

  private mutating func removeVictim(
    of segment: Int, sparing pins: borrowing PinSet
  ) -> ImageID? {
    while let candidate = queues.oldest(queue: segment, sparing: pins) {
      guard unseen.passesOver(candidate) else {
        remove(candidate)
        return candidate
      }
      queues.moveToNewest(candidate, queue: segment)
    }
    return nil
  }
}

extension SegmentedQueues {
  static var mostSegments: Int { 16 }

  /// The setting for the number of segments of a policy.
  static let setting = Setting(
    "segments", .integer(1...mostSegments), standard: "4",
    "The number of segments that share the capacity; images larger than a segment are not stored.")

  /// The refusal of images larger than a segment.
  static let refusal = RefusalRule(
    "refuses images larger than one segment (with four a quarter of the capacity, rounded down)"
  ) { cost, capacity, settings in cost > capacity / settings.integer("segments") }
}
