import BasicContainers
public import ScrollCore

/// Evicts the image whose K-th last reference is longest ago, by default the second last.
///
/// A reference is a store or a hit; its time is the number of requests so far. The images with
/// fewer than K references come before all others; among these, and in every tie, the one used
/// longest ago is evicted. The record of an image survives its eviction: the policy keeps the
/// records of the last evicted images, which together cost up to `retained` times the capacity.
///
/// With `correlatedPeriod`, a reference that follows the previous one within that number of
/// requests is *correlated* and counts as one with it; such references form a bundle. A correlated
/// hit only records that the image was used. The next uncorrelated hit moves all earlier references
/// later by the length of the bundle. An image that was used within the last `correlatedPeriod`
/// requests is evicted only if this is true of all images.
///
/// E. J. O'Neil, P. E. O'Neil, G. Weikum, "The LRU-K Page Replacement Algorithm for Database Disk
/// Buffering", SIGMOD 1993, doi:10.1145/170036.170081; not checked against an implementation by its
/// authors. Choices: The paper keeps records for a time; here those of the oldest evictions are
/// forgotten first. A missing reference stays missing when others are moved. A store is always a
/// new reference, even soon after an eviction. With a period of 0, nothing is correlated. Storing a
/// remembered image uses up its record, even if the image is refused. The paper leaves open which
/// of the images with fewer than K references is evicted: libCacheSim takes the one stored first,
/// which for K = 2 (without history) is the same image.
///
/// With K = 1 the policy is `lru`. With K = 2 and `retained` = 0 its misses are those of
/// libCacheSim 0.3.5, which forgets what it evicts.
///
/// - Complexity: every operation O(log residents + k). Finding a victim takes this time once, and
///   once more for each image skipped because it is pinned or in its correlated period.
public struct LRUKPolicy: EvictionPolicy, ~Copyable {
  /// The rank of a resident; images with a greater rank are kept longer.
  struct Worth: Comparable, BitwiseCopyable {
    /// The K-th last reference, or `never` if there are fewer.
    var reference: Int
    /// The sequence number of the last use.
    var lastUse: Int

    static func < (left: Self, right: Self) -> Bool {
      left.reference < right.reference
        || (left.reference == right.reference && left.lastUse < right.lastUse)
    }
  }

  static var never: Int { .min }
  let k: Int
  let correlatedPeriod: Int
  let retained: Double
  var heap: IndexedHeap<Worth>
  var skipped = UniqueArray<IndexedHeap<Worth>.Entry>()
  /// The remembered images that were evicted, in order of eviction.
  var ghosts: WeighedQueues
  /// The record of each image: its last k references, latest first, its last use and its cost.
  var records: RigidArray<Int>
  var remembered: Int
  /// The number of requests so far, and of uses.
  var now = 0, uses = 0
  var wasGhost = false
  var unseen: UnseenMarks

  /// Creates an empty order without records.
  /// - Parameters:
  ///   - imageCount: The number of images; their ids are `0..<imageCount`.
  ///   - capacity: The capacity of which `retained` is a multiple.
  ///   - k: The number of the reference that determines the rank, counted back from the last, which
  ///     is 1.
  ///   - correlatedPeriod: The number of requests within which references count as one; 0 means
  ///     none.
  ///   - retained: The total cost of the evicted images whose records are kept, as a multiple of
  ///     the capacity; not negative.
  ///   - standing: The state of a prefetched image until its first view.
  public init(
    imageCount: Int, capacity: Int, k: Int = 2, correlatedPeriod: Int = 0,
    retained: Double = 1, prefetchedCountsAs standing: PrefetchedImageRule = .unseen
  ) {
    precondition(k > 0, "there is no reference number \(k)")
    precondition(correlatedPeriod >= 0, "a period of \(correlatedPeriod) requests is negative")
    precondition(retained >= 0, "\(retained) is negative")
    heap = IndexedHeap(imageCount: imageCount)
    ghosts = WeighedQueues(imageCount: imageCount, queues: 1)
    records = RigidArray(repeating: Self.never, count: imageCount * (k + 2))
    unseen = UnseenMarks(imageCount: imageCount, standing)
    self.k = k
    self.correlatedPeriod = correlatedPeriod
    self.retained = retained
    remembered = Self.limit(capacity, retained)
  }

  public mutating func didHit(_ request: Request) {
    let record = record(of: request.image)
    now += 1
    if unseen.clear(request.image) {
      records[record] = now
    } else if !isCorrelated(request.image) {
      refer(to: record, after: records[record + k] - records[record])
    }
    heap.rekey(request.image, to: worth(of: record))
  }

  public mutating func didMiss(_ request: Request) { now += 1 }

  public mutating func willStore(_ request: Request) {
    wasGhost = ghosts.queue(of: request.image) != nil
    if wasGhost { ghosts.remove(request.image) }
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard
      let victim = removeUncorrelated(sparing: pins)
        ?? heap.removeFirst(sparing: pins, passingOver: &unseen)?.image
        ?? heap.removeFirst(sparing: pins)?.image
    else { return nil }
    let cost = records[record(of: victim) + k + 1]
    if !unseen.clear(victim), cost <= remembered {
      ghosts.trim(queue: 0, to: remembered - cost)
      ghosts.append(victim, cost: cost, queue: 0)
    }
    return victim
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    let record = record(of: request.image)
    if !wasGhost { for place in record..<(record + k) { records[place] = Self.never } }
    refer(to: record, after: 0)
    records[record + k + 1] = request.cost
    wasGhost = false
    heap.insert(request.image, key: worth(of: record))
    unseen.didInsert(request.image, as: admission)
  }

  public mutating func didRemove(_ image: ImageID) {
    heap.remove(image)
    unseen.clear(image)
  }

  public mutating func capacityChanged(to capacity: Int) {
    remembered = Self.limit(capacity, retained)
    ghosts.trim(queue: 0, to: remembered)
  }

  /// Returns a multiple of the capacity, limited to 2^62; no cache weighs as much.
  private static func limit(_ capacity: Int, _ retained: Double) -> Int {
    Int(min(Double(capacity) * retained, .mostCapacity))
  }

  /// Returns the index at which the record of an image begins.
  private func record(of image: ImageID) -> Int { Int(image.index) * (k + 2) }

  private func isCorrelated(_ image: ImageID) -> Bool {
    correlatedPeriod > 0 && now - records[record(of: image) + k] <= correlatedPeriod
  }

  /// Records a reference, and moves earlier ones later by the length of the bundle of correlated
  /// references that ended.
  private mutating func refer(to record: Int, after bundle: Int) {
    var place = record + k - 1
    while place > record {
      let earlier = records[place - 1]
      records[place] = earlier == Self.never ? earlier : earlier + bundle
      place -= 1
    }
    records[record] = now
  }

  /// Returns the worth of an image that was just used.
  private mutating func worth(of record: Int) -> Worth {
    uses += 1
    records[record + k] = now
    return Worth(reference: records[record + k - 1], lastUse: uses)
  }

  /// Removes the first image by rank that is not pinned, passed over or in its correlated period.
  private mutating func removeUncorrelated(sparing pins: borrowing PinSet) -> ImageID? {
    guard correlatedPeriod > 0 || !pins.isEmpty || !unseen.isEmpty else {
      return heap.removeFirst()?.image
    }
    var victim: ImageID?
    while victim == nil, let (image, worth) = heap.removeFirst() {
      if pins.contains(image) || isCorrelated(image) || unseen.passesOver(image) {
        skipped.append(IndexedHeap.Entry(key: worth, image: image.index))
      } else {
        victim = image
      }
    }
    while let entry = skipped.popLast() { heap.insert(ImageID(entry.image), key: entry.key) }
    return victim
  }
}

extension LRUKPolicy {
  static let descriptor = PolicyDescriptor(
    "lru-k", "Evicts the image whose K-th last reference is the oldest.",
    settings: [
      Setting(
        "k", .integer(1...16), standard: "2",
        "The number of the reference that counts; 1 is the last."),
      Setting(
        "correlatedPeriod", .integer(0...1_000_000_000), standard: "0",
        "Requests within which references to an image count as one; 0 is none."),
      Setting(
        "retained", .number(0...16), standard: "1",
        "Size of the history of evicted images, as a multiple of the capacity."),
      PrefetchedImageRule.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        O'Neil, O'Neil, Weikum, SIGMOD 1993; not checked against an implementation by its authors.
        """, claims: [.standard, .reusesIDs])
  ) {
    LRUKPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity, k: $0.settings.integer("k"),
      correlatedPeriod: $0.settings.integer("correlatedPeriod"),
      retained: $0.settings.number("retained"),
      prefetchedCountsAs: PrefetchedImageRule($0.settings))
  }
}

extension LRUKPolicy {
  public func remembers(_ image: ImageID) -> Bool { ghosts.queue(of: image) != nil }

  public mutating func grow(toImageCount count: Int) {
    heap.grow(toImageCount: count)
    ghosts.grow(toImageCount: count)
    records.grow(to: count * (k + 2), filling: Self.never)
    unseen.grow(toImageCount: count)
  }
}
