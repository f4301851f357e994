import BasicContainers
public import ScrollCore

/// Evicts images quickly that were not used again soon after they were stored, and the rest by a
/// clock.
///
/// The policy has three queues in order of arrival. *Small* has a tenth of the capacity. *Main* has
/// the rest and is a clock with counters of two bits. *Ghosts* holds the ids of images that were
/// evicted from small; these images weighed up to nine tenths of the capacity. A stored image
/// enters small; a ghost enters main instead and is then no longer a ghost. A hit only raises the
/// image's count. When room is needed:
///
/// - the oldest of small moves to main if it was hit, and its count becomes 0; otherwise it is
///   evicted and becomes a ghost;
/// - if small is empty, the clock examines main from the oldest image on: an image with a count
///   above 0 loses 1 and becomes the newest, and the first image with a count of 0 is evicted.
///
/// Main never exceeds its share: before an image enters it, the clock evicts until it fits, even if
/// the cache has room.
///
/// J. Yang, Z. Qiu, Y. Zhang, Y. Yue, K. V. Rashmi, "FIFO can be Better than LRU: the Power of Lazy
/// Promotion and Quick Demotion", HotOS 2023, doi:10.1145/3593856.3595887. The paper does not
/// mention sizes. Here small holds at least the image that enters it, and main has the rest
/// (`LargeImages`). With `refusesLarge`, as in libCacheSim, an image that is not smaller than
/// small's share is not stored. An image of exactly that size is refused only after room was made
/// for it; if it is a ghost, from a time when it was smaller, it is stored in main. The shares are
/// rounded down. If one queue has no victim because of pins, the other supplies it. When the
/// capacity changes, the shares are computed again and the oldest ghosts over their share are
/// dropped; main shrinks when the next image enters it.
///
/// - Complexity: a hit O(1); a victim O(1) amortized, at worst 4 x residents.
public struct QDLPPolicy: EvictionPolicy, ~Copyable {
  static var small: Int { 0 }
  static var main: Int { 1 }
  static var ghosts: Int { 2 }
  /// The index of the queue of images that enter main once it has room; empty between operations.
  static var waiting: Int { 3 }
  static var mostHits: UInt8 { 3 }

  var queues: WeighedQueues
  /// The hits since the image entered its queue, minus those that the clock took.
  var hits: RigidArray<UInt8>
  var shares: QueueShares
  var unseen: UnseenMarks

  public init(
    imageCount: Int, capacity: Int, refusesLarge: Bool = false,
    prefetchedCountsAs standing: PrefetchedImageRule = .unseen
  ) {
    queues = WeighedQueues(imageCount: imageCount, queues: 4)
    hits = RigidArray(repeating: 0, count: imageCount)
    unseen = UnseenMarks(imageCount: imageCount, standing)
    shares = QueueShares(capacity: capacity, refusesLarge: refusesLarge)
  }

  public mutating func didHit(_ request: Request) {
    if unseen.clear(request.image), let queue = queues.queue(of: request.image) {
      return queues.moveToNewest(request.image, queue: queue)
    }
    let index = Int(request.image.index)
    if hits[index] < Self.mostHits { hits[index] += 1 }
  }

  public mutating func willStore(_ request: Request) {
    let wasGhost = queues.queue(of: request.image) == Self.ghosts
    if wasGhost { queues.remove(request.image) }
    shares.willStore(request, wasGhost: wasGhost)
  }

  public mutating func shouldStore(_ request: Request) -> Bool {
    shares.shouldStore(request)
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    while true {
      if let victim = popOverflow(sparing: pins) { return victim }
      guard let candidate = queues.oldest(queue: Self.small, sparing: pins) else {
        return victimOfMain(sparing: pins)
      }
      if hits[Int(candidate.index)] > 0 {
        hits[Int(candidate.index)] = 0
        queues.moveToNewest(candidate, queue: Self.waiting)
      } else if unseen.passesOver(candidate) {
        queues.moveToNewest(candidate, queue: Self.small)
      } else {
        becomeGhost(candidate)
        return candidate
      }
    }
  }

  public mutating func shouldInsert(_ request: Request) -> Bool {
    shares.shouldInsert(request)
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    hits[Int(request.image.index)] = 0
    queues.append(
      request.image, cost: request.cost, queue: shares.wasGhost ? Self.waiting : Self.small)
    unseen.didInsert(request.image, as: admission)
  }

  public mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    while let image = queues.oldest(queue: Self.waiting) {
      if queues.cost(of: image) > shares.main - queues.cost(ofQueue: Self.main),
        let victim = victimOfMain(sparing: pins)
      {
        return victim
      }
      queues.moveToNewest(image, queue: Self.main)
    }
    return nil
  }

  public mutating func didRemove(_ image: ImageID) {
    queues.remove(image)
    unseen.clear(image)
  }

  public mutating func capacityChanged(to capacity: Int) {
    shares.divide(capacity)
    queues.trim(queue: Self.ghosts, to: shares.ghosts)
  }

  public func remembers(_ image: ImageID) -> Bool { queues.queue(of: image) != nil }

  public mutating func grow(toImageCount count: Int) {
    queues.grow(toImageCount: count)
    hits.grow(to: count, filling: 0)
    unseen.grow(toImageCount: count)
  }

  /// Returns the victim of the clock; `nil` when every image of main is pinned.
  private mutating func victimOfMain(sparing pins: borrowing PinSet) -> ImageID? {
    while let candidate = queues.oldest(queue: Self.main, sparing: pins) {
      let index = Int(candidate.index)
      if hits[index] > 0 {
        hits[index] -= 1
      } else if !unseen.passesOver(candidate) {
        didRemove(candidate)
        return candidate
      }
      queues.moveToNewest(candidate, queue: Self.main)
    }
    return nil
  }

  /// Makes an evicted image of small a ghost, unless it was never viewed or is larger than the
  /// share of the ghosts.
  private mutating func becomeGhost(_ image: ImageID) {
    let cost = queues.cost(of: image)
    guard !unseen.clear(image), cost <= shares.ghosts else { return queues.remove(image) }
    queues.trim(queue: Self.ghosts, to: shares.ghosts - cost)
    queues.moveToNewest(image, queue: Self.ghosts)
  }
}

extension QDLPPolicy {
  static let descriptor = PolicyDescriptor(
    "qd-lp",
    "Evicts images early if they are not used again, and the rest by a clock with two bits.",
    settings: [LargeImages.setting, PrefetchedImageRule.setting],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Quick demotion, lazy promotion: Yang, Qiu, Zhang, Yue, Rashmi, HotOS 2023; sizes as in \
        libCacheSim. The small queue has 10 % of the capacity, or holds the one image that \
        enters it.
        """,
      refusal: QueueShares.refusal, smallestUsefulCapacity: 2,
      smallestUsefulBy: { settings, _ in QueueShares.smallestUseful(settings) },
      claims: .standard.union(.reusesIDs))
  ) {
    QDLPPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity,
      refusesLarge: LargeImages.areRefused($0.settings),
      prefetchedCountsAs: PrefetchedImageRule($0.settings))
  }
}
