import BasicContainers
public import ScrollCore

/// Evicts the image that costs least per byte to load again, with rounded costs.
///
/// The policy is Greedy-Dual-Size over whole numbers with few values. The ratio of an image is r =
/// Int(largest / bytes x cost), where `largest` is the largest size stored so far; only the
/// `precision` most significant bits of r are kept. Images with the same r are in one queue, in
/// order of use. At every use, the image gets H = L + r. So the oldest of a queue has its smallest
/// H, and a heap of queues is enough. The image with the smallest H is evicted, and L becomes that
/// H. A hit computes r again, with the current largest size. S. Ghandeharizadeh, S. Irani, J. Lam,
/// J. Yap, "CAMP: A Cost Adaptive Multi-Queue Eviction Policy for Key-Value Stores", Middleware
/// 2014, doi:10.1145/2663165.2663317.
///
/// With all bits (`precision` 63 and more) the policy is `gds`, except for the fraction that r
/// drops. Of images with equal H the one with the smaller r is evicted, or with `ties=lru` the one
/// used longer ago. With `inflation=next`, L becomes the smallest H of the remaining images. A
/// newcomer then gets a larger H than in Greedy-Dual, and the policy is not `gds`. r is at most
/// 2^62 and H a number of 128 bits, so nothing overflows or is rounded again. The size of an image
/// is that of its insertion; 0 bytes count as 1. L never falls. A pinned image can have an H below
/// L; its eviction does not change L. A first view sets the same values as the insert, so
/// prefetched images need no separate rule.
///
/// - Complexity: every operation O(log queues), of which there are at most 2^precision x 64; for a
///   victim, O(pinned) more for each queue that begins with a pinned image.
public struct CAMPPolicy: EvictionPolicy, ~Copyable {
  /// The rule that chooses among images with equal H.
  public enum Ties: String, Sendable, CaseIterable {
    /// The image with the smaller r is evicted.
    case ratio
    /// The image used longer ago is evicted.
    case lru
  }

  /// The new value of L after an eviction.
  public enum Inflation: String, Sendable, CaseIterable {
    /// The H of the victim.
    case victim
    /// The smallest H that is left.
    case next
  }

  /// The order of queues; the image with the least rank is evicted.
  struct Rank: Comparable, BitwiseCopyable {
    var priority: DoubleWord
    /// r, or 0 with `ties=lru`, where r does not affect the order.
    var ratio: Int64
    var lastUse: Int

    static func < (left: Self, right: Self) -> Bool {
      (left.priority, left.ratio, left.lastUse) < (right.priority, right.ratio, right.lastUse)
    }
  }

  struct Entry: BitwiseCopyable {
    var bytes = 1.0
    var cost = 1.0
    var queue: Int32 = 0
    var rank = Rank(priority: DoubleWord(low: 0), ratio: 0, lastUse: 0)
  }

  var queues: ItemList
  var entries: RigidArray<Entry>
  /// The r of each queue in use.
  var ratios: RigidArray<Int64>
  var freeQueues: RigidArray<Int32>
  var table: RatioTable
  /// The queues, ordered by the rank of their oldest image; a queue's number is used as an image
  /// id.
  var heads: IndexedHeap<Rank>
  /// The queues that begin with a pinned image, during the search for a victim.
  var passed = UniqueArray<Int32>()
  var costs: MissCosts
  let precision: Int
  let ties: Ties
  let inflates: Inflation
  var largest = 1.0
  /// The value L.
  var inflation = DoubleWord(low: 0)
  var clock = 0

  /// Creates an empty order.
  /// - Parameters:
  ///   - imageCount: The number of images; their ids are `0..<imageCount`.
  ///   - precision: The number of bits of a ratio that count.
  ///   - ties: The rule for images with equal H.
  ///   - inflation: The new value of L after an eviction.
  ///   - cost: The cost of a miss.
  ///   - milliseconds: The time of each image that `cost` uses; empty means 1 each.
  /// - Precondition: `precision` is positive.
  public init(
    imageCount: Int, precision: Int = 5, ties: Ties = .ratio, inflation: Inflation = .victim,
    cost: ReloadCost = .one, milliseconds: [Double] = []
  ) {
    precondition(precision > 0, "\(precision) bits tell no ratios apart")
    queues = ItemList(imageCount: imageCount, queues: imageCount)
    entries = RigidArray(repeating: Entry(), count: imageCount)
    ratios = RigidArray(repeating: 0, count: imageCount)
    freeQueues = RigidArray(capacity: imageCount)
    for queue in (0..<imageCount).reversed() { freeQueues.append(Int32(queue)) }
    table = RatioTable(count: imageCount)
    heads = IndexedHeap(imageCount: imageCount)
    costs = MissCosts(cost, imageCount: imageCount, milliseconds: milliseconds)
    self.precision = precision
    self.ties = ties
    inflates = inflation
  }

  public mutating func didHit(_ request: Request) {
    leave(request.image)
    enter(request.image)
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard let victim = least(sparing: pins) else { return nil }
    inflation = max(inflation, entries[Int(victim.index)].rank.priority)
    leave(victim)
    if inflates == .next, let head = heads.first, let rank = heads.key(of: head) {
      inflation = max(inflation, rank.priority)
    }
    return victim
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    let bytes = MissCosts.bytes(request)
    largest = max(largest, bytes)
    entries[Int(request.image.index)].bytes = bytes
    entries[Int(request.image.index)].cost = costs.cost(request)
    enter(request.image)
  }

  public mutating func didRemove(_ image: ImageID) { leave(image) }
}

extension CAMPPolicy {
  /// Returns the most significant bits of a ratio, with the others cleared.
  static func rounded(_ ratio: Int64, to precision: Int) -> Int64 {
    let surplus = Int64.bitWidth - ratio.leadingZeroBitCount - precision
    return surplus > 0 ? (ratio >> surplus) << surplus : ratio
  }

  /// Appends an image that was just used to the queue of its ratio.
  private mutating func enter(_ image: ImageID) {
    let entry = entries[Int(image.index)]
    let exact = min(largest / entry.bytes * entry.cost, 0x1p62)
    let ratio = Self.rounded(Int64(exact), to: precision)
    clock += 1
    let rank = Rank(
      priority: inflation + UInt64(ratio), ratio: ties == .ratio ? ratio : 0, lastUse: clock)
    let queue = table.queue(of: ratio) ?? found(ratio, head: rank)
    entries[Int(image.index)].queue = Int32(truncatingIfNeeded: queue)
    entries[Int(image.index)].rank = rank
    queues.append(image, queue: queue)
  }

  /// Creates the queue of a ratio.
  private mutating func found(_ ratio: Int64, head: Rank) -> Int {
    let queue = freeQueues.removeLast()
    ratios[Int(queue)] = ratio
    table.insert(ratio, queue: Int(queue))
    heads.insert(ImageID(queue), key: head)
    return Int(queue)
  }

  /// Removes an image from its queue, and removes the queue if it is then empty.
  private mutating func leave(_ image: ImageID) {
    let queue = entries[Int(image.index)].queue
    let wasOldest = queues.oldest(queue: Int(queue)) == image
    queues.remove(image)
    guard wasOldest else { return }
    if let oldest = queues.oldest(queue: Int(queue)) {
      heads.rekey(ImageID(queue), to: entries[Int(oldest.index)].rank)
    } else {
      heads.remove(ImageID(queue))
      table.remove(ratios[Int(queue)])
      freeQueues.append(queue)
    }
  }

  /// Returns the image of the least rank that is not pinned.
  private mutating func least(sparing pins: borrowing PinSet) -> ImageID? {
    var found: (image: ImageID, rank: Rank)?
    while let head = heads.first, let rank = heads.key(of: head),
      found.map({ rank < $0.rank }) ?? true
    {
      if let image = queues.oldest(queue: Int(head.index), sparing: pins) {
        let its = entries[Int(image.index)].rank
        if found.map({ its < $0.rank }) ?? true { found = (image, its) }
        if its.lastUse == rank.lastUse { break }
      }
      passed.append(head.index)
      heads.remove(head)
    }
    while let queue = passed.popLast(), let oldest = queues.oldest(queue: Int(queue)) {
      heads.insert(ImageID(queue), key: entries[Int(oldest.index)].rank)
    }
    return found?.image
  }
}

extension CAMPPolicy {
  static let descriptor = PolicyDescriptor(
    "camp", "Evicts the image that costs least per byte to reload, with rounded costs.",
    settings: [
      Setting(
        "precision", .integer(1...64), standard: "5",
        "The number of significant bits of the cost per byte; 63 or more means all."),
      Setting(
        "ties", .choice(Ties.allCases.map { $0.rawValue }), standard: "ratio",
        "The victim among equals: the smaller cost per byte, or the one used longer ago."),
      Setting(
        "inflation", .choice(Inflation.allCases.map { $0.rawValue }), standard: "victim",
        "The new age after an eviction: the rank of the victim, or the smallest rank that "
          + "remains."),
      ReloadCost.setting(standard: .one),
    ],
    facts: PolicyDescriptor.Facts(
      discussion: "Ghandeharizadeh, Irani, Lam, Yap, Middleware 2014.",
      claims: [
        .standard, .reusesIDs, .inclusion, .leastRecentlyUsed, .conservative, .bestOnWalks,
      ])
  ) {
    let cost = ReloadCost($0.settings)
    return CAMPPolicy(
      imageCount: $0.imageCount, precision: $0.settings.integer("precision"),
      ties: Ties(rawValue: $0.settings["ties"]) ?? .ratio,
      inflation: Inflation(rawValue: $0.settings["inflation"]) ?? .victim, cost: cost,
      milliseconds: cost.milliseconds(in: $0))
  }
}

extension CAMPPolicy {
  public mutating func grow(toImageCount count: Int) {
    let first = entries.count
    queues.move(toImageCount: count, queues: count)
    entries.grow(to: count, filling: Entry())
    ratios.grow(to: count, filling: 0)
    freeQueues.reserveCapacity(count)
    for queue in (first..<count).reversed() { freeQueues.append(Int32(queue)) }
    table.grow(to: count)
    heads.grow(toImageCount: count)
    costs.grow(toImageCount: count)
  }

  public mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    costs.didMeasure(image, decode: decode, reload: reload)
  }
}

/// A table that maps ratios to queue numbers.
///
/// The table uses open addressing with linear probing; later entries close the hole of a removed
/// one (D. Knuth, The Art of Computer Programming 3, 6.4, Algorithm R), so nothing is ever rebuilt.
/// Nothing is allocated after `init`, except to grow.
///
/// - Complexity: every operation O(1) expected.
struct RatioTable: ~Copyable {
  struct Entry: BitwiseCopyable {
    var ratio: Int64
    /// The queue of the ratio; -1 if there is no entry.
    var queue: Int32
  }

  private var entries: RigidArray<Entry>
  private var mask: Int

  /// Creates a table for at most `count` ratios at a time.
  init(count: Int) {
    var size = 4
    while size < 2 * count { size *= 2 }
    entries = RigidArray(repeating: Entry(ratio: 0, queue: -1), count: size)
    mask = size - 1
  }

  /// Grows the table to `count` ratios at a time; the number never decreases.
  mutating func grow(to count: Int) {
    var larger = RatioTable(count: count)
    guard larger.entries.count > entries.count else { return }
    for place in 0..<entries.count where entries[place].queue >= 0 {
      larger.insert(entries[place].ratio, queue: Int(entries[place].queue))
    }
    self = larger
  }

  /// Returns the queue of a ratio.
  func queue(of ratio: Int64) -> Int? {
    let queue = entries[place(of: ratio)].queue
    return queue < 0 ? nil : Int(queue)
  }

  /// Adds a ratio.
  ///
  /// - Precondition: the ratio is not in the table.
  mutating func insert(_ ratio: Int64, queue: Int) {
    entries[place(of: ratio)] = Entry(ratio: ratio, queue: Int32(truncatingIfNeeded: queue))
  }

  /// Removes a ratio.
  ///
  /// - Precondition: the ratio is in the table.
  mutating func remove(_ ratio: Int64) {
    var hole = place(of: ratio)
    var next = (hole + 1) & mask
    while entries[next].queue >= 0 {
      // An entry may move back unless its home is between the hole and its place.
      let distance = (next - home(of: entries[next].ratio)) & mask
      if distance >= (next - hole) & mask {
        entries[hole] = entries[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    entries[hole].queue = -1
  }

  /// Returns the place at which a ratio is, or would be.
  private func place(of ratio: Int64) -> Int {
    var place = home(of: ratio)
    while entries[place].queue >= 0, entries[place].ratio != ratio { place = (place + 1) & mask }
    return place
  }

  private func home(of ratio: Int64) -> Int {
    let product = UInt64(truncatingIfNeeded: ratio) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: product >> 32) & mask
  }
}
