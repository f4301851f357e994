public import ScrollCore

/// Evicts from two lists, one of images requested once and one of images requested again, and
/// learns from its mistakes which list to shrink.
///
/// The policy has four queues. T1 holds residents that were requested once, T2 residents that were
/// requested again. B1 and B2 hold *ghosts*, the ids of images that were evicted from T1 and T2. A
/// queue weighs the sum of the costs of its images. `target` (p in the paper) is the weight that T1
/// may have, 0 at first. C is the capacity.
///
/// - A hit makes the image the newest of T2.
/// - Storing a ghost of B1 raises the target by max(B2/B1, 1), and storing a ghost of B2 lowers it
///   by max(B1/B2, 1), within 0...C. A stored ghost enters T2; any other stored image enters T1.
/// - *Replacing* evicts one image. The oldest of T1 moves to B1 if T2 is empty, or if T1 weighs
///   more than the target, or exactly the target while a ghost of B2 is being stored. Otherwise the
///   oldest of T2 moves to B2.
/// - To make room for a ghost, the policy replaces.
/// - To make room for any other image, the policy compares the weight of T1, B1 and the image with
///   C. If it is above C, the policy drops the oldest ghost of B1 and replaces; if B1 weighs
///   nothing, it evicts the oldest of T1 without making it a ghost. If it is at most C, the policy
///   replaces; if the four queues weigh 2 C or more, it first drops the oldest ghost of B2, if any.
///
/// N. Megiddo, D. Modha, "ARC: A Self-Tuning, Low Overhead Replacement Cache", FAST 2003. The paper
/// has pages of one size. Here B2/B1 is a quotient of costs and is not rounded. With costs in
/// bytes, a step of the target is often one byte, so the target hardly moves. This known weakness
/// is kept for comparison with other simulators. The target adapts even if nothing is evicted or
/// the image is too large. If every image of the chosen queue is pinned, the victim comes from the
/// other queue. A new capacity caps the target and the weights of B1 and B2.
///
/// - Complexity: every operation O(1), a victim O(pinned).
public struct ARCPolicy: EvictionPolicy, ~Copyable {
  static var once: Int { 0 }
  static var again: Int { 1 }
  static var onceGhosts: Int { 2 }
  static var againGhosts: Int { 3 }

  var queues: WeighedQueues
  var capacity: Int
  var target = 0.0
  /// The ghost queue that the image being stored was on.
  var ghostQueue: Int?
  /// The cost of the image being stored.
  var newcomer = 0
  var unseen: UnseenMarks

  public init(
    imageCount: Int, capacity: Int, prefetchedCountsAs standing: PrefetchedImageRule = .unseen
  ) {
    queues = WeighedQueues(imageCount: imageCount, queues: 4)
    unseen = UnseenMarks(imageCount: imageCount, standing)
    self.capacity = capacity
  }

  public mutating func didHit(_ request: Request) {
    let queue = unseen.clear(request.image) ? queues.queue(of: request.image) : nil
    queues.moveToNewest(request.image, queue: queue ?? Self.again)
  }

  public mutating func willStore(_ request: Request) {
    newcomer = request.cost
    ghostQueue = queues.queue(of: request.image)
    switch ghostQueue {
    case Self.onceGhosts:
      target = min(target + step(Self.againGhosts, over: Self.onceGhosts), Double(capacity))
    case Self.againGhosts:
      target = max(target - step(Self.onceGhosts, over: Self.againGhosts), 0)
    default:
      ghostQueue = nil
      return
    }
    queues.remove(request.image)
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let once = queues.cost(ofQueue: Self.once)
    let onceGhosts = queues.cost(ofQueue: Self.onceGhosts)
    let againGhosts = queues.cost(ofQueue: Self.againGhosts)
    if ghostQueue != nil { return replace(sparing: pins) }
    if once + onceGhosts + newcomer > capacity {
      if onceGhosts > 0 {
        dropOldest(of: Self.onceGhosts)
      } else if let victim = queues.oldest(queue: Self.once, sparing: pins, passingOver: &unseen) {
        didRemove(victim)
        return victim
      }
    } else if againGhosts > 0,
      once + onceGhosts + queues.cost(ofQueue: Self.again) + againGhosts - capacity >= capacity
    {
      dropOldest(of: Self.againGhosts)
    }
    return replace(sparing: pins)
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    let queue = ghostQueue == nil ? Self.once : Self.again
    queues.append(request.image, cost: request.cost, queue: queue)
    unseen.didInsert(request.image, as: admission)
    (ghostQueue, newcomer) = (nil, 0)
  }

  public mutating func didRemove(_ image: ImageID) {
    queues.remove(image)
    unseen.clear(image)
  }

  public mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    (ghostQueue, newcomer) = (nil, 0)
    target = min(target, Double(capacity))
    queues.trim(queue: Self.onceGhosts, to: capacity)
    queues.trim(queue: Self.againGhosts, to: capacity)
  }

  public func remembers(_ image: ImageID) -> Bool { queues.queue(of: image) != nil }

  public mutating func grow(toImageCount count: Int) {
    queues.grow(toImageCount: count)
    unseen.grow(toImageCount: count)
  }

  /// Returns the distance by which one ghost moves the target.
  private func step(_ other: Int, over own: Int) -> Double {
    let (other, own) = (queues.cost(ofQueue: other), queues.cost(ofQueue: own))
    return own > 0 ? max(Double(other) / Double(own), 1) : 1
  }

  private mutating func dropOldest(of queue: Int) {
    if let ghost = queues.oldest(queue: queue) { queues.remove(ghost) }
  }

  private mutating func replace(sparing pins: borrowing PinSet) -> ImageID? {
    let once = queues.cost(ofQueue: Self.once)
    let takesOnce =
      once > 0
      && (Double(once) > target
        || (Double(once) == target && ghostQueue == Self.againGhosts))
      || queues.cost(ofQueue: Self.again) == 0
    let (first, second) = takesOnce ? (Self.once, Self.again) : (Self.again, Self.once)
    // The fallbacks are for pins, and for images that were all passed over.
    return retire(from: first, sparing: pins) ?? retire(from: second, sparing: pins)
      ?? retire(from: first, sparing: pins) ?? retire(from: second, sparing: pins)
  }

  /// Makes the victim of a queue a ghost.
  private mutating func retire(
    from queue: Int, sparing pins: borrowing PinSet
  ) -> ImageID? {
    guard let victim = queues.oldest(queue: queue, sparing: pins, passingOver: &unseen) else {
      return nil
    }
    if unseen.clear(victim) {
      queues.remove(victim)
    } else {
      queues.moveToNewest(
        victim, queue: queue == Self.once ? Self.onceGhosts : Self.againGhosts)
    }
    return victim
  }
}

extension ARCPolicy {
  static let descriptor = PolicyDescriptor(
    "arc", "Balances images seen once against images seen again, and learns the balance.",
    settings: [PrefetchedImageRule.setting],
    facts: PolicyDescriptor.Facts(
      discussion: "Megiddo, Modha, FAST 2003.", claims: .standard.union(.reusesIDs))
  ) {
    ARCPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity,
      prefetchedCountsAs: PrefetchedImageRule($0.settings))
  }
}
