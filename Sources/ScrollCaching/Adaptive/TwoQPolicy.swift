public import ScrollCore

/// Evicts newly stored images in order of arrival, and images that came back after an eviction by
/// last use.
///
/// The policy has three queues. *Arrivals* (A1in) holds residents in order of arrival and has
/// `inShare` of the capacity. *Main* (Am) holds residents in order of last use and has the rest.
/// *Ghosts* (A1out) holds the ids of images that were evicted from the arrivals; these images
/// weighed up to `outShare` of the capacity. A stored image enters the arrivals; a ghost enters
/// main instead and is then no longer a ghost. A hit on an arrival does nothing; a hit in main
/// makes the image its newest. When room is needed:
///
/// - if the arrivals are over their share, their oldest image is evicted and becomes a ghost;
/// - otherwise the oldest of main is evicted and does not become a ghost.
///
/// So the arrivals may exceed their share as long as there is room. Main may not: before an image
/// enters it, its oldest are evicted until it fits, even if the cache has room.
///
/// T. Johnson, D. Shasha, "2Q: A Low Overhead High Performance Buffer Management Replacement
/// Algorithm", VLDB 1994; this is the "full version" with the shares that the paper proposes. The
/// paper has pages of one size and no limit for main; sizes and the limit follow libCacheSim, and
/// the shares are rounded down. An image larger than the share of the arrivals is not stored; if it
/// was a ghost, it is forgotten. A ghost larger than the share of main enters the arrivals. An
/// image larger than the share of the ghosts does not become a ghost. If one queue has no victim
/// because of pins, the other supplies it. When the capacity changes, the shares are computed again
/// and the oldest ghosts over their share are dropped.
///
/// - Complexity: every operation O(1), a victim O(pinned).
public struct TwoQPolicy: EvictionPolicy, ~Copyable {
  static var arrivals: Int { 0 }
  static var main: Int { 1 }
  static var ghosts: Int { 2 }
  /// The index of the queue of images that enter main once it has room; empty between operations.
  static var waiting: Int { 3 }

  var queues: WeighedQueues
  let inShare: Double, outShare: Double
  var inLimit = 0, mainLimit = 0, outLimit = 0
  /// A Boolean value that indicates whether the image being stored was a ghost.
  var wasGhost = false
  var unseen: UnseenMarks

  /// Creates empty queues.
  /// - Parameters:
  ///   - imageCount: The number of images; their ids are `0..<imageCount`.
  ///   - capacity: The capacity of which the shares are parts.
  ///   - inShare: The share of the arrivals, 0...1.
  ///   - outShare: The share of the ghosts, not negative.
  ///   - standing: The state of a prefetched image until its first view.
  public init(
    imageCount: Int, capacity: Int, inShare: Double = 0.25, outShare: Double = 0.5,
    prefetchedCountsAs standing: PrefetchedImageRule = .unseen
  ) {
    precondition((0...1).contains(inShare), "\(inShare) is no share of the capacity")
    precondition(outShare >= 0, "\(outShare) is negative")
    queues = WeighedQueues(imageCount: imageCount, queues: 4)
    unseen = UnseenMarks(imageCount: imageCount, standing)
    self.inShare = inShare
    self.outShare = outShare
    divide(capacity)
  }

  public mutating func didHit(_ request: Request) {
    guard let queue = queues.queue(of: request.image) else { return }
    if unseen.clear(request.image) || queue == Self.main {
      queues.moveToNewest(request.image, queue: queue)
    }
  }

  public mutating func willStore(_ request: Request) {
    wasGhost = queues.queue(of: request.image) == Self.ghosts
    if wasGhost { queues.remove(request.image) }
  }

  public mutating func shouldStore(_ request: Request) -> Bool { request.cost <= inLimit }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let takesArrivals = queues.cost(ofQueue: Self.arrivals) > inLimit
    let (first, second) =
      takesArrivals ? (Self.arrivals, Self.main) : (Self.main, Self.arrivals)
    return victim(of: first, sparing: pins) ?? victim(of: second, sparing: pins)
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    let entersMain = wasGhost && request.cost <= mainLimit
    queues.append(
      request.image, cost: request.cost, queue: entersMain ? Self.waiting : Self.arrivals)
    unseen.didInsert(request.image, as: admission)
  }

  public mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    guard let newcomer = queues.oldest(queue: Self.waiting) else { return nil }
    if queues.cost(of: newcomer) > mainLimit - queues.cost(ofQueue: Self.main),
      let victim = victim(of: Self.main, sparing: pins)
    {
      return victim
    }
    queues.moveToNewest(newcomer, queue: Self.main)
    return nil
  }

  public mutating func didRemove(_ image: ImageID) {
    queues.remove(image)
    unseen.clear(image)
  }

  public mutating func capacityChanged(to capacity: Int) {
    divide(capacity)
    queues.trim(queue: Self.ghosts, to: outLimit)
  }

  public func remembers(_ image: ImageID) -> Bool { queues.queue(of: image) != nil }

  public mutating func grow(toImageCount count: Int) {
    queues.grow(toImageCount: count)
    unseen.grow(toImageCount: count)
  }

  private mutating func divide(_ capacity: Int) {
    inLimit = Self.share(inShare, of: capacity)
    mainLimit = capacity - inLimit
    outLimit = Int(min(Double(capacity) * outShare, .mostCapacity))
  }

  /// Returns the arrivals' share of a capacity.
  ///
  /// The product is limited to 2^62, so that it fits into an `Int`; no cache weighs as much.
  static func share(_ share: Double, of capacity: Int) -> Int {
    min(Int(min(Double(capacity) * share, .mostCapacity)), capacity)
  }

  /// Returns the oldest image of a queue that is neither pinned nor passed over; `nil` when all are
  /// pinned.
  private mutating func victim(
    of queue: Int, sparing pins: borrowing PinSet
  ) -> ImageID? {
    while let candidate = queues.oldest(queue: queue, sparing: pins) {
      guard unseen.passesOver(candidate) else {
        retire(candidate, from: queue)
        return candidate
      }
      queues.moveToNewest(candidate, queue: queue)
    }
    return nil
  }

  /// Evicts a victim.
  ///
  /// The victim becomes a ghost if it was an arrival, was viewed, and is not larger than the share
  /// of the ghosts.
  private mutating func retire(_ image: ImageID, from queue: Int) {
    let cost = queues.cost(of: image)
    guard !unseen.clear(image), queue == Self.arrivals, cost <= outLimit else {
      return queues.remove(image)
    }
    queues.trim(queue: Self.ghosts, to: outLimit - cost)
    queues.moveToNewest(image, queue: Self.ghosts)
  }
}

extension TwoQPolicy {
  static let descriptor = PolicyDescriptor(
    "2q", "Evicts new images in order of arrival, and returning images by least recent use.",
    settings: [
      Setting(
        "inShare", .number(0...1), standard: "0.25",
        "The share of the capacity for new images; the rest is for returning images."),
      Setting(
        "outShare", .number(0...16), standard: "0.5",
        "The size of the history of evicted new images, as a share of the capacity."),
      PrefetchedImageRule.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Johnson, Shasha, VLDB 1994; sizes and the limit of the third queue as in libCacheSim.
        """,
      refusal: RefusalRule(
        "refuses images larger than the share of the arrivals (inShare of the capacity)"
      ) { cost, capacity, settings in
        cost > TwoQPolicy.share(settings.number("inShare"), of: capacity)
      },
      smallestUsefulCapacity: 4,
      smallestUsefulBy: { settings, _ in
        // From this capacity on, the arrivals have room for an image, and so has the rest.
        let share = settings.number("inShare")
        return Int(min(max(1, 1 / share, 1 / (1 - share)), 1e9).rounded(.up))
      }, claims: [.standard, .reusesIDs, .resizes])
  ) {
    TwoQPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity,
      inShare: $0.settings.number("inShare"), outShare: $0.settings.number("outShare"),
      prefetchedCountsAs: PrefetchedImageRule($0.settings))
  }
}
