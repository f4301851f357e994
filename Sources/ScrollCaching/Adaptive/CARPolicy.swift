import BasicContainers
public import ScrollCore

/// Evicts the first unused image on one of two clocks, for new and for returning images, and learns
/// from its mistakes which clock to use.
///
/// The policy is `arc` with clocks in place of lists. Residents are on the clocks T1 and T2, with
/// the oldest image at the hand, and each resident has a bit. B1 and B2 hold the ghosts of images
/// that were evicted from T1 and T2. All weights are sums of costs, and C is the capacity. `target`
/// (p in the paper) is the weight that T1 may have, 0 at first. A hit sets the bit and moves
/// nothing.
///
/// - To make room, the policy examines the image at the hand of T1 if T1 weighs max(1, p) or more,
///   and otherwise the image at the hand of T2. If its bit is set, the bit is cleared, the image
///   becomes the newest of T2, and the search continues. If not, the image is evicted and becomes
///   the newest of B1 or B2.
/// - An image that is not a ghost enters T1. Before that, the oldest of B1 are dropped while T1, B1
///   and the image together weigh more than C. If they do not, the oldest of B2 are dropped while
///   all four queues and the image weigh more than 2 C.
/// - A ghost enters T2. Before that, a ghost of B1 raises the target by max(1, B2/B1), and a ghost
///   of B2 lowers it by max(1, B1/B2), within 0...C. The weights are those after room was made.
///
/// S. Bansal, D. Modha, "CAR: Clock with Adaptive Replacement", FAST 2004. The paper has pages of
/// one size; quotients are rounded down, as in the simulator of Caffeine. With costs in bytes, a
/// step of the target is often one byte, as in `arc`. A refused ghost stays a ghost. A pinned image
/// is skipped and keeps its place; if a clock has no victim, the other clock supplies it. An unseen
/// image (`UnseenMarks`) moves to the end of its own clock once. If that clock has no other image,
/// the other clock supplies the victim. A new capacity caps the target and the ghosts.
///
/// - Complexity: a hit O(1); a victim O(1) amortized, with pins O(pinned) for each image that
///   the hands pass.
public struct CARPolicy: EvictionPolicy, ~Copyable {
  static var once: Int { 0 }
  static var again: Int { 1 }
  static var onceGhosts: Int { 2 }
  static var againGhosts: Int { 3 }

  var queues: WeighedQueues
  var isUsed: RigidArray<Bool>
  var capacity: Int
  var target = 0
  var unseen: UnseenMarks

  public init(
    imageCount: Int, capacity: Int, prefetchedCountsAs standing: PrefetchedImageRule = .unseen
  ) {
    queues = WeighedQueues(imageCount: imageCount, queues: 4)
    isUsed = RigidArray(repeating: false, count: imageCount)
    unseen = UnseenMarks(imageCount: imageCount, standing)
    self.capacity = capacity
  }

  public mutating func didHit(_ request: Request) {
    if unseen.clear(request.image), let clock = queues.queue(of: request.image) {
      queues.moveToNewest(request.image, queue: clock)
    } else {
      isUsed[Int(request.image.index)] = true
    }
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var firstPassed: ImageID?
    while true {
      let isOnce = queues.cost(ofQueue: Self.once) >= max(1, target)
      let (first, second) = isOnce ? (Self.once, Self.again) : (Self.again, Self.once)
      var candidate = queues.oldest(queue: first, sparing: pins)
      if candidate == nil || candidate == firstPassed {
        candidate = queues.oldest(queue: second, sparing: pins) ?? candidate
      }
      guard let image = candidate, let clock = queues.queue(of: image) else { return nil }
      if isUsed[Int(image.index)] {
        isUsed[Int(image.index)] = false
        queues.moveToNewest(image, queue: Self.again)
      } else if unseen.passesOver(image) {
        firstPassed = firstPassed ?? image
        queues.moveToNewest(image, queue: clock)
      } else if unseen.clear(image) {
        queues.remove(image)
        return image
      } else {
        let ghosts = clock == Self.once ? Self.onceGhosts : Self.againGhosts
        queues.moveToNewest(image, queue: ghosts)
        return image
      }
    }
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    let image = request.image
    let ghosts = queues.queue(of: image)
    switch ghosts {
    case Self.onceGhosts:
      target += min(step(Self.againGhosts, over: Self.onceGhosts), capacity - target)
    case Self.againGhosts:
      target -= min(step(Self.onceGhosts, over: Self.againGhosts), target)
    default: trimGhosts(for: request.cost)
    }
    if ghosts != nil { queues.remove(image) }
    isUsed[Int(image.index)] = false
    queues.append(image, cost: request.cost, queue: ghosts == nil ? Self.once : Self.again)
    unseen.didInsert(image, as: admission)
  }

  public mutating func didRemove(_ image: ImageID) {
    queues.remove(image)
    isUsed[Int(image.index)] = false
    unseen.clear(image)
  }

  public mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    target = min(target, capacity)
    queues.trim(queue: Self.onceGhosts, to: capacity)
    queues.trim(queue: Self.againGhosts, to: capacity)
  }

  public func remembers(_ image: ImageID) -> Bool { queues.queue(of: image) != nil }

  public mutating func grow(toImageCount count: Int) {
    queues.grow(toImageCount: count)
    isUsed.grow(to: count, filling: false)
    unseen.grow(toImageCount: count)
  }

  /// Returns the amount by which one ghost moves the target.
  private func step(_ other: Int, over own: Int) -> Int {
    max(1, queues.cost(ofQueue: other) / max(1, queues.cost(ofQueue: own)))
  }

  /// Drops ghosts to make room for an image that is not a ghost.
  private mutating func trimGhosts(for cost: Int) {
    let once = queues.cost(ofQueue: Self.once)
    if once + queues.cost(ofQueue: Self.onceGhosts) > capacity - cost {
      queues.trim(queue: Self.onceGhosts, to: max(0, capacity - cost - once))
    } else {
      let others =
        once + queues.cost(ofQueue: Self.onceGhosts) + queues.cost(ofQueue: Self.again) + cost
      let (limit, isBeyond) = capacity.addingReportingOverflow(capacity - others)
      queues.trim(queue: Self.againGhosts, to: isBeyond ? .max : max(0, limit))
    }
  }
}

extension CARPolicy {
  static let descriptor = PolicyDescriptor(
    "car", "Balances new images against returning ones on two clocks, and learns the balance.",
    settings: [PrefetchedImageRule.setting],
    facts: PolicyDescriptor.Facts(
      discussion: "Bansal, Modha, FAST 2004.", claims: .standard.union(.reusesIDs))
  ) {
    CARPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity,
      prefetchedCountsAs: PrefetchedImageRule($0.settings))
  }
}
