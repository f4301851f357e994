import BasicContainers
public import ScrollCore

/// Evicts cold images that were not used again in their test period, and learns how many cold
/// images to keep.
///
/// The policy is LIRS on a clock. One list in the order of arrival holds *hot* images, *cold*
/// images, and *gone* images, which are cold images that were evicted while in test. The head is
/// the newest end of the list. Each image has a bit, which a hit sets and every move to the head
/// clears. A cold image may be *in test*. C is the capacity. `coldMin` is the smallest weight
/// reserved for cold images: a hundredth of C, but at least 2 (1 if C is below 4). `coldTarget` is
/// the weight reserved for them now, which is coldMin at first and at most 99 % of C.
///
/// - A new image enters at the head. It is hot if coldMin stays free after it, and otherwise cold
///   and in test. A gone image that is stored again is promoted.
/// - *Promoting* an image in test raises coldTarget by the cost of the image. Then hot images are
///   demoted until the hot images have room for it beside coldTarget. The image moves to the head
///   and becomes hot; if nothing could be demoted, it is cold and in test there.
/// - To make room, the policy examines the oldest cold image. If its bit is set, an image in test
///   is promoted, and any other moves to the head, in test. If its bit is not set, the image is
///   evicted; an image in test becomes gone and keeps its place.
/// - *Demoting* walks from the oldest hot image towards the head, but not past an image that is
///   being promoted. A hot image whose bit is set moves to the head. The first hot image whose bit
///   is not set becomes cold, moves to the head without a test, and ends the walk. The test of
///   every cold or gone image that the walk passes ends.
/// - While the gone images weigh more than `nonResident` x C, the oldest test ends.
/// - When the test of an image ends, coldTarget grows by its cost if its bit is set, and otherwise
///   shrinks by its cost. A gone image is then forgotten.
///
/// A request for the same image as the request before changes nothing.
///
/// S. Jiang, F. Chen, X. Zhang, "CLOCK-Pro: An Effective Improvement of the CLOCK Replacement",
/// USENIX ATC 2005. The details are those of Caffeine's simulator, which follows the authors' own
/// program. In the paper, gone pages may weigh C instead of 2 C, and a demoted page keeps its
/// place. The paper and the simulator have pages of one size only; here a weight replaces every
/// number of pages. If there is no cold image to evict, because all are pinned or were removed, a
/// hot image is demoted. The walk ends before it reaches the image that is being promoted, so the
/// test of that image does not end. An unseen image (`UnseenMarks`) moves to the head once instead
/// of being evicted. When the capacity changes, it is divided again.
///
/// - Complexity: a hit O(1); an insert or a victim O(1) amortized, with pins O(pinned) more.
public struct ClockProPolicy: EvictionPolicy, ~Copyable {
  static var hot: Int { 0 }
  static var cold: Int { 1 }
  static var gone: Int { 2 }

  /// All images, from the tail to the head.
  var ring: ItemList
  /// The same images in a queue for each kind; hot and cold images are in the order of `ring`.
  var kinds: WeighedQueues
  /// The images in test, in the order of `ring`.
  var tests: ItemList
  var isInTest: RigidArray<Bool>
  var isUsed: RigidArray<Bool>
  let nonResident: Double
  var capacity = 0, coldMin = 0, coldMax = 0, goneLimit = 0
  var coldTarget = 0
  /// A Boolean value that indicates whether an image was evicted since the last store.
  var wasFull = false
  /// The image of the previous request.
  var previous: ImageID?
  var unseen: UnseenMarks

  /// Creates an empty list.
  /// - Precondition: `nonResident` is not negative.
  public init(
    imageCount: Int, capacity: Int, nonResident: Double = 2,
    prefetchedCountsAs standing: PrefetchedImageRule = .unseen
  ) {
    precondition(nonResident >= 0, "a history of \(nonResident) times the capacity")
    ring = ItemList(imageCount: imageCount)
    kinds = WeighedQueues(imageCount: imageCount, queues: 3)
    tests = ItemList(imageCount: imageCount)
    isInTest = RigidArray(repeating: false, count: imageCount)
    isUsed = RigidArray(repeating: false, count: imageCount)
    unseen = UnseenMarks(imageCount: imageCount, standing)
    self.nonResident = nonResident
    divide(capacity)
    coldTarget = coldMin
  }

  public mutating func didHit(_ request: Request) {
    let image = request.image
    if unseen.clear(image), let kind = kinds.queue(of: image) {
      place(image, kind: kind)
    } else if image != previous {
      isUsed[Int(image.index)] = true
    }
    previous = image
  }

  public mutating func didMiss(_ request: Request) { previous = request.image }

  public mutating func willStore(_ request: Request) { wasFull = false }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    wasFull = true
    while true {
      guard let image = kinds.oldest(queue: Self.cold, sparing: pins) else {
        guard demote(for: nil) else { return nil }
        continue
      }
      if isUsed[Int(image.index)] {
        let becomesHot = isInTest[Int(image.index)] && promotes(image)
        place(image, kind: becomesHot ? Self.hot : Self.cold)
      } else if unseen.passesOver(image) {
        place(image, kind: Self.cold)
      } else {
        retire(image)
        return image
      }
    }
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    let (image, cost) = (request.image, request.cost)
    let free = capacity - kinds.cost(ofQueue: Self.hot) - kinds.cost(ofQueue: Self.cold)
    let becomesHot: Bool
    if kinds.queue(of: image) != nil {
      becomesHot = promotes(image)
      forget(image)
    } else {
      becomesHot = !wasFull && free - cost >= coldMin
    }
    ring.append(image)
    kinds.append(image, cost: cost, queue: becomesHot ? Self.hot : Self.cold)
    isUsed[Int(image.index)] = false
    if !becomesHot { beginTest(of: image) }
    unseen.didInsert(image, as: admission)
  }

  public mutating func didRemove(_ image: ImageID) {
    forget(image)
    unseen.clear(image)
  }

  public mutating func capacityChanged(to capacity: Int) {
    divide(capacity)
    coldTarget = min(max(coldTarget, coldMin), coldMax)
    endTests()
  }

  /// Returns true for gone images, and for the image that was requested last.
  public func remembers(_ image: ImageID) -> Bool {
    kinds.queue(of: image) != nil || image == previous
  }

  public mutating func grow(toImageCount count: Int) {
    ring.grow(toImageCount: count)
    kinds.grow(toImageCount: count)
    tests.grow(toImageCount: count)
    isInTest.grow(to: count, filling: false)
    isUsed.grow(to: count, filling: false)
    unseen.grow(toImageCount: count)
  }

  private mutating func divide(_ capacity: Int) {
    self.capacity = capacity
    coldMin = capacity < 4 ? 1 : max(2, Int(Double(capacity) * 0.01))
    coldMax = max(coldMin, min(capacity - coldMin, Int(Double(capacity) * 0.99)))
    goneLimit = capacity.scaled(by: nonResident)
  }
}

extension ClockProPolicy {
  static let descriptor = PolicyDescriptor(
    "clock-pro", "Evicts cold images that were not used again during their test.",
    settings: [
      Setting(
        "nonResident", .number(0...16), standard: "2",
        "The size of the history of evicted images in test, as a multiple of the capacity."),
      PrefetchedImageRule.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Jiang, Chen, Zhang, USENIX ATC 2005, with the details of the simulator of Caffeine. \
        Weights replace numbers of pages.
        """, claims: .standard.union(.reusesIDs))
  ) {
    ClockProPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity,
      nonResident: $0.settings.number("nonResident"),
      prefetchedCountsAs: PrefetchedImageRule($0.settings))
  }
}

extension ClockProPolicy {
  /// Moves a resident to the head and clears its bit; a cold image is then in test.
  mutating func place(_ image: ImageID, kind: Int) {
    isUsed[Int(image.index)] = false
    ring.moveToNewest(image)
    kinds.moveToNewest(image, queue: kind)
    leaveTest(image)
    if kind == Self.cold { beginTest(of: image) }
  }

  /// Begins the test of an image.
  ///
  /// - Precondition: the image is not in test.
  mutating func beginTest(of image: ImageID) {
    isInTest[Int(image.index)] = true
    tests.append(image)
  }

  mutating func leaveTest(_ image: ImageID) {
    guard isInTest[Int(image.index)] else { return }
    isInTest[Int(image.index)] = false
    tests.remove(image)
  }

  /// Removes an image from the list.
  mutating func forget(_ image: ImageID) {
    ring.remove(image)
    kinds.remove(image)
    leaveTest(image)
    isUsed[Int(image.index)] = false
  }

  /// Evicts a cold image, which keeps its place if it was seen and in test.
  mutating func retire(_ image: ImageID) {
    if isInTest[Int(image.index)], !unseen.clear(image) {
      kinds.moveToNewest(image, queue: Self.gone)
      endTests()
    } else {
      unseen.clear(image)
      forget(image)
    }
  }

  /// Ends the oldest tests while the gone images weigh too much.
  mutating func endTests() {
    while kinds.cost(ofQueue: Self.gone) > goneLimit, let image = tests.oldest() {
      endTest(of: image)
    }
  }

  private mutating func endTest(of image: ImageID) {
    let cost = kinds.cost(of: image)
    if isUsed[Int(image.index)] {
      coldTarget += min(cost, coldMax - coldTarget)
    } else {
      coldTarget -= min(cost, coldTarget - coldMin)
    }
    if kinds.queue(of: image) == Self.gone { forget(image) } else { leaveTest(image) }
  }

  /// Makes room among the hot images for an image in test.
  ///
  /// - Returns: `false` if the hot images cannot make enough room.
  mutating func promotes(_ image: ImageID) -> Bool {
    let cost = kinds.cost(of: image)
    coldTarget += min(cost, coldMax - coldTarget)
    isUsed[Int(image.index)] = false
    while kinds.cost(ofQueue: Self.hot) + cost > capacity - coldTarget {
      guard demote(for: image) else { return false }
    }
    return true
  }

  /// Demotes the first hot image without a bit.
  ///
  /// - Returns: `false` if there is no hot image, or if the walk reaches the candidate for
  ///   promotion first.
  mutating func demote(for candidate: ImageID?) -> Bool {
    guard var image = kinds.oldest(queue: Self.hot) else { return false }
    while image != candidate {
      let next = ring.newer(than: image)
      if kinds.queue(of: image) != Self.hot {
        if isInTest[Int(image.index)] { endTest(of: image) }
      } else if isUsed[Int(image.index)] {
        isUsed[Int(image.index)] = false
        ring.moveToNewest(image)
        kinds.moveToNewest(image, queue: Self.hot)
      } else {
        ring.moveToNewest(image)
        kinds.moveToNewest(image, queue: Self.cold)
        return true
      }
      image = next ?? image
    }
    return false
  }
}
