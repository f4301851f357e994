import BasicContainers
public import ScrollCore

/// Evicts the image that costs least per byte to load again, where age counts too.
///
/// The policy is Greedy-Dual-Size. The priority of an image is H = L + cost / bytes. It is set on
/// insert and on every hit, with the value of L at that moment; L is 0 at first. The image with the
/// smallest H is evicted, and L becomes that H. P. Cao, S. Irani, "Cost-Aware WWW Proxy Caching
/// Algorithms", USITS 1997; for equal sizes N. Young, "The k-Server Dual and Loose Competitiveness
/// for Paging", Algorithmica 11, 1994, doi:10.1007/BF01189992.
///
/// With equal sizes and costs, and with a cost of `bytes` for any sizes, the policy is `lru`.
///
/// The papers are silent on ties: the image used longer ago is evicted. The size is that at
/// insertion, and 0 bytes count as 1. L never falls. A pinned image can have an H below L; its
/// eviction does not change L. `Worth` explains how L loses precision. A first view sets the same
/// values as the insert, so prefetched images need no separate rule.
///
/// - Complexity: every operation O(log residents).
public struct GDSPolicy: EvictionPolicy, ~Copyable {
  var heap: IndexedHeap<Worth>
  /// The cost per byte of every resident, as of its insertion.
  var densities: RigidArray<Double>
  var costs: MissCosts
  /// L, the largest H of a victim.
  var inflation = 0.0
  var clock = 0

  /// Creates an empty order.
  /// - Parameters:
  ///   - imageCount: The number of images; their ids are `0..<imageCount`.
  ///   - cost: The cost of a miss.
  ///   - milliseconds: The time of each image that `cost` uses; empty means 1 each.
  public init(imageCount: Int, cost: ReloadCost = .one, milliseconds: [Double] = []) {
    heap = IndexedHeap(imageCount: imageCount)
    densities = RigidArray(repeating: 0, count: imageCount)
    costs = MissCosts(cost, imageCount: imageCount, milliseconds: milliseconds)
  }

  public mutating func didHit(_ request: Request) {
    heap.rekey(request.image, to: worth(of: request.image))
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard let victim = heap.removeFirst(sparing: pins) else { return nil }
    inflation = max(inflation, victim.key.priority)
    return victim.image
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    densities[Int(request.image.index)] = costs.costPerByte(request)
    heap.insert(request.image, key: worth(of: request.image))
  }

  public mutating func didRemove(_ image: ImageID) { heap.remove(image) }

  public mutating func grow(toImageCount count: Int) {
    heap.grow(toImageCount: count)
    densities.grow(to: count, filling: 0)
    costs.grow(toImageCount: count)
  }

  public mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    costs.didMeasure(image, decode: decode, reload: reload)
  }

  /// Returns the worth of an image that was just used.
  private mutating func worth(of image: ImageID) -> Worth {
    clock += 1
    return Worth(priority: inflation + densities[Int(image.index)], lastUse: clock)
  }
}

extension GDSPolicy {
  static let descriptor = PolicyDescriptor(
    "gds", "Evicts the image that costs least per byte to reload; age counts too.",
    settings: [ReloadCost.setting(standard: .one)],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Greedy-Dual-Size: Cao, Irani, USITS 1997; Young, Algorithmica 11, 1994. With equal sizes \
        and costs, or cost=bytes, it is lru.
        """,
      claims: [
        .standard, .reusesIDs, .inclusion, .leastRecentlyUsed, .conservative, .bestOnWalks,
      ])
  ) {
    let cost = ReloadCost($0.settings)
    return GDSPolicy(
      imageCount: $0.imageCount, cost: cost, milliseconds: cost.milliseconds(in: $0))
  }
}

/// The rank of a resident in a Greedy-Dual policy, which evicts the image with the least worth.
///
/// L is the priority of the last victim. After n evictions, L is at most n times the largest amount
/// by which a priority exceeds L, and a `Double` distinguishes 2^53 steps. So after 10^9 evictions,
/// priorities that differ by less than about 2 x 10^-7 of that amount may become equal; then the
/// image used longer ago is evicted.
struct Worth: Comparable, BitwiseCopyable {
  var priority: Double
  /// The sequence number of the last use or insert.
  var lastUse: Int

  static func < (left: Self, right: Self) -> Bool {
    left.priority < right.priority
      || (left.priority == right.priority && left.lastUse < right.lastUse)
  }
}
