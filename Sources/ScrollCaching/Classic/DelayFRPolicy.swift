import BasicContainers
public import ScrollCore

/// Evicts like a clock that ignores hits soon after an insertion or another hit.
///
/// Residents are in a queue in order of admission. Each has a counter of hits, up to 2^bits - 1.
/// The *delay* is a share of the capacity. A hit counts only if images of a larger total cost than
/// the delay were inserted or reinserted since the image's insertion and since its last counted
/// hit.
///
/// An eviction looks at the oldest image. If its counter is 0, the image is evicted. If not, the
/// counter loses 1, and the image becomes the newest.
///
/// Source: "Demystifying and Improving Lazy Promotion in Cache Eviction", PVLDB 19(4). The rule is
/// that of `DelayFR.c` in the authors' repository, which counts the delay in insertions
/// (`countedIn=insertions`).
///
/// - Complexity: a hit O(1); a victim O(1) amortized, at worst residents x (2^bits - 1).
public struct DelayFRPolicy: EvictionPolicy, ~Copyable {
  var queue: WeighedQueues
  /// The reinsertions that each resident has left.
  var chances: RigidArray<UInt8>
  var clock: InsertionClock
  let mostChances: UInt8
  let delayShare: Double
  var delay: Int
  var unseen: UnseenMarks

  init(
    imageCount: Int, capacity: Int, bits: Int, delayShare: Double,
    countedIn unit: InsertionClock.Unit,
    prefetchedCountsAs standing: PrefetchedImageRule
  ) {
    queue = WeighedQueues(imageCount: imageCount, queues: 1)
    chances = RigidArray(repeating: 0, count: imageCount)
    clock = InsertionClock(imageCount: imageCount, unit: unit)
    mostChances = UInt8(truncatingIfNeeded: (1 << bits) - 1)
    self.delayShare = delayShare
    delay = QueueShares.share(delayShare, of: capacity)
    unseen = UnseenMarks(imageCount: imageCount, standing)
  }

  public mutating func didHit(_ request: Request) {
    let image = request.image, index = Int(image.index)
    if unseen.clear(image) {
      clock.insert(image, cost: queue.cost(of: image))
      queue.moveToNewest(image, queue: 0)
    } else if chances[index] < mostChances, clock.age(of: image) > delay {
      chances[index] += 1
      clock.restart(image)
    }
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    while let candidate = queue.oldest(queue: 0, sparing: pins) {
      let index = Int(candidate.index)
      if chances[index] > 0 {
        chances[index] -= 1
        clock.advance(cost: queue.cost(of: candidate))
      } else if !unseen.passesOver(candidate) {
        didRemove(candidate)
        return candidate
      }
      queue.moveToNewest(candidate, queue: 0)
    }
    return nil
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    chances[Int(request.image.index)] = 0
    clock.insert(request.image, cost: request.cost)
    queue.append(request.image, cost: request.cost, queue: 0)
    unseen.didInsert(request.image, as: admission)
  }

  public mutating func didRemove(_ image: ImageID) {
    queue.remove(image)
    unseen.clear(image)
  }

  public mutating func capacityChanged(to capacity: Int) {
    delay = QueueShares.share(delayShare, of: capacity)
  }

  public mutating func grow(toImageCount count: Int) {
    queue.grow(toImageCount: count)
    chances.grow(to: count, filling: 0)
    clock.grow(toImageCount: count)
    unseen.grow(toImageCount: count)
  }
}

extension DelayFRPolicy {
  static let descriptor = PolicyDescriptor(
    "d-fr", "Like clock, but uses soon after a store or another counted use do not count.",
    settings: [
      Setting(
        "bits", .integer(1...8), standard: "1",
        "Width of the use counter: an image gets up to 2^bits - 1 second chances in a row."),
      Setting(
        "delayShare", .number(0...1), standard: "0.05",
        "The distance within which a hit does not count, as a share of the capacity."),
      InsertionClock.Unit.setting,
      PrefetchedImageRule.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: "Delayed FIFO with reinsertion: PVLDB 19(4), 2026.",
      claims: [.standard, .reusesIDs, .resizes, .forgets])
  ) {
    DelayFRPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity, bits: $0.settings.integer("bits"),
      delayShare: $0.settings.number("delayShare"),
      countedIn: InsertionClock.Unit($0.settings),
      prefetchedCountsAs: PrefetchedImageRule($0.settings))
  }
}
