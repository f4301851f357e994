import BasicContainers
public import ScrollCore

/// Evicts the least recently used of the least often used images, with numbers of uses grouped by
/// powers of two.
///
/// An image that was used r times is in queue floor(log2 r), at most `queues` - 1. A hit or an
/// insert counts a use and makes the image the newest of its queue. After each of them, the policy
/// examines the oldest image of every queue but the lowest, from the bottom up. An image that
/// entered its queue more than `lifetime` requests ago moves to the newest end of the queue below.
/// The victim is the oldest of the lowest queue that is not empty. Evicted images and their numbers
/// of uses are remembered in a *history*, first in, first out, of `out` times the capacity. An
/// image that is stored again while it is in the history keeps its number of uses.
///
/// Y. Zhou, J. Philbin, K. Li, "The Multi-Queue Replacement Algorithm for Second Level Buffer
/// Caches", USENIX ATC 2001. The paper has 8 queues, too, but a history of four times the capacity,
/// and it fits the lifetime to the observed distances between uses. Here the lifetime is a
/// constant. The defaults 75 and 0.5 are those of the simulator of Caffeine. With costs in bytes,
/// the weight of the history is the sum of the costs of its images; an image larger than the whole
/// history is not remembered. Pinned images are passed over in their queue, and move down like
/// others.
///
/// - Complexity: a hit or an insert O(queues); a victim O(queues + pinned).
public struct MQPolicy: EvictionPolicy, ~Copyable {
  /// The queues of residents and, last, the history.
  var queues: WeighedQueues
  let queueCount: Int
  let lifetime: Int
  let out: Double
  var historyLimit = 0
  var uses: RigidArray<UInt32>
  /// The request at which each image came to its queue.
  var arrivals: RigidArray<Int>
  /// The number of requests so far.
  var clock = 0
  /// A Boolean value that indicates whether the image being stored is in the history.
  var isRemembered = false
  var unseen: UnseenMarks

  /// Creates empty queues.
  /// - Precondition: `queueCount` is 1...64, `lifetime` and `out` are not negative.
  public init(
    imageCount: Int, capacity: Int, queueCount: Int = 8, lifetime: Int = 75, out: Double = 0.5,
    prefetchedCountsAs standing: PrefetchedImageRule = .unseen
  ) {
    precondition((1...64).contains(queueCount), "\(queueCount) queues")
    precondition(lifetime >= 0, "a lifetime of \(lifetime)")
    precondition(out >= 0, "a history of \(out) times the capacity")
    queues = WeighedQueues(imageCount: imageCount, queues: queueCount + 1)
    uses = RigidArray(repeating: 0, count: imageCount)
    arrivals = RigidArray(repeating: 0, count: imageCount)
    unseen = UnseenMarks(imageCount: imageCount, standing)
    self.queueCount = queueCount
    self.lifetime = lifetime
    self.out = out
    historyLimit = capacity.scaled(by: out)
  }

  public mutating func didHit(_ request: Request) {
    let image = request.image
    clock += 1
    if !unseen.clear(image) { countUse(of: image) }
    arrivals[Int(image.index)] = clock
    queues.moveToNewest(image, queue: queue(for: image))
    demote()
  }

  public mutating func didMiss(_ request: Request) { clock += 1 }

  public mutating func willStore(_ request: Request) {
    isRemembered = queues.queue(of: request.image) == queueCount
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    // The second round is for images that were all passed over.
    for _ in 1...2 {
      for queue in 0..<queueCount {
        if let victim = queues.oldest(queue: queue, sparing: pins, passingOver: &unseen) {
          retire(victim)
          return victim
        }
      }
    }
    return nil
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    let image = request.image
    // Making room may have removed it from the history, but its uses are still known.
    if queues.queue(of: image) == queueCount { queues.remove(image) }
    if !isRemembered { uses[Int(image.index)] = 0 }
    isRemembered = false
    countUse(of: image)
    arrivals[Int(image.index)] = clock
    queues.append(image, cost: request.cost, queue: queue(for: image))
    unseen.didInsert(image, as: admission)
    demote()
  }

  public mutating func didRemove(_ image: ImageID) {
    queues.remove(image)
    unseen.clear(image)
  }

  public mutating func capacityChanged(to capacity: Int) {
    historyLimit = capacity.scaled(by: out)
    queues.trim(queue: queueCount, to: historyLimit)
  }

  public func remembers(_ image: ImageID) -> Bool { queues.queue(of: image) != nil }

  public mutating func grow(toImageCount count: Int) {
    queues.grow(toImageCount: count)
    uses.grow(to: count, filling: 0)
    arrivals.grow(to: count, filling: 0)
    unseen.grow(toImageCount: count)
  }

  private mutating func countUse(of image: ImageID) {
    if uses[Int(image.index)] < .max { uses[Int(image.index)] += 1 }
  }

  private func queue(for image: ImageID) -> Int {
    min(queueCount - 1, 31 - uses[Int(image.index)].leadingZeroBitCount)
  }

  /// Moves the oldest image of each queue down if its lifetime has ended.
  private mutating func demote() {
    for queue in 1..<max(1, queueCount) {
      guard let image = queues.oldest(queue: queue),
        clock - arrivals[Int(image.index)] > lifetime
      else { continue }
      arrivals[Int(image.index)] = clock
      queues.moveToNewest(image, queue: queue - 1)
    }
  }

  /// Remembers a victim, unless it was never seen or is larger than the history.
  private mutating func retire(_ image: ImageID) {
    let cost = queues.cost(of: image)
    guard !unseen.clear(image), cost <= historyLimit else { return queues.remove(image) }
    queues.trim(queue: queueCount, to: historyLimit - cost)
    queues.moveToNewest(image, queue: queueCount)
  }
}

extension Int {
  /// Returns a share or a multiple, rounded down and at most the largest number.
  func scaled(by factor: Double) -> Int {
    let product = Double(self) * factor
    return product < Double(Int.max) ? Int(product) : .max
  }
}

extension MQPolicy {
  static let descriptor = PolicyDescriptor(
    "mq", "Evicts the least recent of the least used images; powers of two group the use counts.",
    settings: [
      Setting(
        "queues", .integer(1...64), standard: "8",
        "The number of queues; the last one is for 2^(queues - 1) uses or more."),
      Setting(
        "lifetime", .integer(0...Int.max), standard: "75",
        "The number of requests after which the oldest image of a queue moves to the queue below."),
      Setting(
        "out", .number(0...16), standard: "0.5",
        "The size of the history of evicted images, as a multiple of the capacity."),
      PrefetchedImageRule.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Zhou, Philbin, Li, USENIX ATC 2001. The lifetime is a constant: the paper fits it to the \
        requests.
        """, claims: .standard.union(.reusesIDs))
  ) {
    MQPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity,
      queueCount: $0.settings.integer("queues"), lifetime: $0.settings.integer("lifetime"),
      out: $0.settings.number("out"), prefetchedCountsAs: PrefetchedImageRule($0.settings))
  }
}
