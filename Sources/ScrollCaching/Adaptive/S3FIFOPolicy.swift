import BasicContainers
public import ScrollCore

/// Evicts images quickly that were not used again soon after they were stored.
///
/// The policy has three queues in order of arrival. *Small* has a tenth of the capacity, and *main*
/// has the rest. *Ghosts* holds the ids of images that were evicted from small; these images
/// weighed up to nine tenths of the capacity. A stored image enters small; a ghost enters main
/// instead and is then no longer a ghost. A hit only raises the image's count. When room is needed:
///
/// - if main is over its share or small is empty, main is examined from the oldest image on: an
///   image with a count above 0 becomes the newest of main with a count of `min(count, 3) - 1`, and
///   the first image with a count of 0 is evicted;
/// - otherwise small is examined from the oldest image on: an image with `promotesAtFrequency` hits
///   or more becomes the newest of main with a count of 0 (main may exceed its share), and the
///   first image with fewer hits is evicted and becomes a ghost.
///
/// J. Yang, Y. Zhang, Z. Qiu, Y. Yue, K. V. Rashmi, "FIFO queues are all you need for cache
/// eviction", SOSP 2023, doi:10.1145/3600006.3613147. The paper promotes at more than one hit,
/// which is 2 here. It does not mention sizes. Here small holds at least the image that enters it,
/// and main has the rest (`LargeImages`). With `refusesLarge`, as in libCacheSim, an image that is
/// not smaller than small's share is not stored. An image of exactly that size is refused only
/// after room was made for it; if it is a ghost, from a time when it was smaller, it is stored in
/// main. The shares are rounded down. With `ghosts=none`, as in caches that leave out the third
/// queue, an image that was evicted from small counts as new when it comes back, so main has only
/// images that were hit in small. With `coldStart=main`, as in newer versions of the authors'
/// simulator, images enter main as soon as small is full, until room is needed for the first time.
/// If one queue has no victim because of pins, the other supplies it. When the capacity changes,
/// the shares are computed again and the oldest ghosts over their share are dropped.
///
/// - Complexity: a hit O(1); a victim O(1) amortized, at worst 3 x residents.
public struct S3FIFOPolicy: EvictionPolicy, ~Copyable {
  /// The queue for an image that finds small full before anything was evicted.
  public enum ColdStart: String, Sendable, CaseIterable {
    case small, main
  }

  /// The treatment of images that were evicted from small.
  public enum Ghosts: String, Sendable, CaseIterable {
    case kept, none
  }

  static var small: Int { 0 }
  static var main: Int { 1 }
  static var ghosts: Int { 2 }

  var queues: WeighedQueues
  /// The hits since the image entered its queue.
  var hits: RigidArray<UInt8>
  let promotesAtFrequency: UInt8
  /// The largest number of hits that count in main.
  let mostHitsInMain: UInt8
  let keepsGhosts: Bool
  var coldStart: ColdStart
  var shares: QueueShares
  var unseen: UnseenMarks

  /// Creates empty queues.
  /// - Precondition: `promotesAtFrequency` is 1...255.
  public init(
    imageCount: Int, capacity: Int, coldStart: ColdStart = .small,
    promotesAtFrequency: Int = 2, refusesLarge: Bool = false, ghosts: Ghosts = .kept,
    prefetchedCountsAs standing: PrefetchedImageRule = .unseen
  ) {
    self.init(
      imageCount: imageCount, shares: QueueShares(capacity: capacity, refusesLarge: refusesLarge),
      coldStart: coldStart, promotesAtFrequency: promotesAtFrequency, ghosts: ghosts,
      prefetchedCountsAs: standing)
  }

  /// Creates empty queues with the given shares.
  /// - Precondition: `promotesAtFrequency` and `mostHitsInMain` are 1...255.
  init(
    imageCount: Int, shares: QueueShares, coldStart: ColdStart, promotesAtFrequency: Int,
    mostHitsInMain: Int = 3, ghosts: Ghosts = .kept,
    prefetchedCountsAs standing: PrefetchedImageRule
  ) {
    precondition(
      (1...255).contains(promotesAtFrequency), "\(promotesAtFrequency) hits cannot be counted")
    queues = WeighedQueues(imageCount: imageCount, queues: 3)
    hits = RigidArray(repeating: 0, count: imageCount)
    unseen = UnseenMarks(imageCount: imageCount, standing)
    self.promotesAtFrequency = UInt8(truncatingIfNeeded: promotesAtFrequency)
    self.mostHitsInMain = UInt8(truncatingIfNeeded: mostHitsInMain)
    keepsGhosts = ghosts == .kept
    self.coldStart = coldStart
    self.shares = shares
  }

  public mutating func didHit(_ request: Request) {
    if unseen.clear(request.image), let queue = queues.queue(of: request.image) {
      return queues.moveToNewest(request.image, queue: queue)
    }
    countHit(request.image)
  }

  mutating func countHit(_ image: ImageID) {
    let index = Int(image.index)
    if hits[index] < .max { hits[index] += 1 }
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
    // From now on a full small queue means a full cache.
    coldStart = .small
    if queues.cost(ofQueue: Self.main) > shares.main || queues.cost(ofQueue: Self.small) == 0,
      let victim = victimOfMain(sparing: pins)
    {
      return victim
    }
    // The third attempt is for images that were all passed over.
    return victimOfSmall(sparing: pins) ?? victimOfMain(sparing: pins)
      ?? victimOfSmall(sparing: pins)
  }

  public mutating func shouldInsert(_ request: Request) -> Bool {
    shares.shouldInsert(request)
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    let entersMain =
      shares.wasGhost
      || (coldStart == .main
        && queues.cost(ofQueue: Self.small) >= max(shares.small, request.cost))
    hits[Int(request.image.index)] = 0
    queues.append(
      request.image, cost: request.cost, queue: entersMain ? Self.main : Self.small)
    unseen.didInsert(request.image, as: admission)
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

  /// Returns the victim of small; `nil` if the images that stay in small are pinned or were passed
  /// over.
  private mutating func victimOfSmall(sparing pins: borrowing PinSet) -> ImageID? {
    var firstPassed: ImageID?
    while let candidate = queues.oldest(queue: Self.small, sparing: pins),
      candidate != firstPassed
    {
      let index = Int(candidate.index)
      if hits[index] >= promotesAtFrequency {
        hits[index] = 0
        queues.moveToNewest(candidate, queue: Self.main)
      } else if unseen.passesOver(candidate) {
        firstPassed = firstPassed ?? candidate
        queues.moveToNewest(candidate, queue: Self.small)
      } else {
        becomeGhost(candidate)
        return candidate
      }
    }
    return nil
  }

  /// Returns the victim of main; `nil` when every image of main is pinned.
  private mutating func victimOfMain(sparing pins: borrowing PinSet) -> ImageID? {
    while let candidate = queues.oldest(queue: Self.main, sparing: pins) {
      let index = Int(candidate.index)
      if hits[index] >= 1 {
        hits[index] = min(hits[index], mostHitsInMain) - 1
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
    guard !unseen.clear(image), keepsGhosts, cost <= shares.ghosts else {
      return queues.remove(image)
    }
    queues.trim(queue: Self.ghosts, to: shares.ghosts - cost)
    queues.moveToNewest(image, queue: Self.ghosts)
  }
}

extension S3FIFOPolicy {
  static let coldStart = Setting(
    "coldStart", .choice(ColdStart.allCases.map { $0.rawValue }), standard: "small",
    "The queue for images that find the small queue full before the first eviction.")

  static let descriptor = PolicyDescriptor(
    "s3fifo", "Evicts images early that are not used again soon after they were stored.",
    settings: [
      coldStart,
      Setting(
        "promotesAtFrequency", .integer(1...255), standard: "2",
        "The number of hits in the small queue with which an image moves to main instead of "
          + "being evicted."),
      LargeImages.setting,
      Setting(
        "ghosts", .choice(Ghosts.allCases.map { $0.rawValue }), standard: "kept",
        "The memory of images that the small queue evicts; they enter main when they return."
      ).later,
      PrefetchedImageRule.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Yang, Zhang, Qiu, Yue, Rashmi, SOSP 2023. The small queue has 10 % of the capacity, or \
        holds the one image that enters it.
        """,
      refusal: QueueShares.refusal, smallestUsefulCapacity: 2,
      smallestUsefulBy: { settings, _ in QueueShares.smallestUseful(settings) },
      claims: [.standard, .reusesIDs, .resizes, .forgets])
  ) {
    S3FIFOPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity,
      coldStart: ColdStart(rawValue: $0.settings["coldStart"]) ?? .small,
      promotesAtFrequency: $0.settings.integer("promotesAtFrequency"),
      refusesLarge: LargeImages.areRefused($0.settings),
      ghosts: Ghosts(rawValue: $0.settings["ghosts"]) ?? .kept,
      prefetchedCountsAs: PrefetchedImageRule($0.settings))
  }
}
