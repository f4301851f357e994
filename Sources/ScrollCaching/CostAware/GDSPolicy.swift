import BasicContainers
public import ScrollCore

/// Evicts the image that costs least per byte to get again, where age counts too.
///
/// Greedy-Dual-Size: H = L + cost / bytes, set on insert and on every hit with the L of that
/// moment; the smallest H leaves, and L becomes that H. P. Cao, S. Irani, "Cost-Aware WWW Proxy
/// Caching Algorithms", USITS 1997; for equal sizes N. Young, "The k-Server Dual and Loose
/// Competitiveness for Paging", Algorithmica 11, 1994, doi:10.1007/BF01189992.
///
/// With equal sizes and costs, and with a cost of `bytes` whatever the sizes, it is `lru`.
///
/// The papers are silent on ties: the image used longer ago leaves. The size is that of
/// insertion, and an image of 0 bytes counts as one of 1. L never falls: an image that was
/// pinned while L rose over its H leaves L where it is. `Worth` says how L loses precision.
/// A first view sets what the insert set, so prefetched images need no rule of their own.
///
/// - Complexity: every verb O(log residents).
public struct GDSPolicy: EvictionPolicy, ~Copyable {
  var heap: IndexedHeap<Worth>
  /// Cost per byte of every resident, as of its insertion.
  var densities: RigidArray<Double>
  var costs: MissCosts
  /// L: the largest H of a victim.
  var inflation = 0.0
  var clock = 0

  /// An empty order.
  /// - Parameters:
  ///   - imageCount: images are `0..<imageCount`.
  ///   - cost: what a miss costs.
  ///   - milliseconds: the times that `cost` measures, by image; empty means 1 each.
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

  /// The worth of an image used just now.
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

/// How long a Greedy-Dual policy keeps an image: the least worth leaves.
///
/// L, the worth of the last victim, is at most n times the largest worth above L after n
/// evictions, and a `Double` tells 2^53 steps: after 10^9 evictions, worths closer than about
/// 2 x 10^-7 of the largest one may be equal, and then the one used longer ago leaves.
struct Worth: Comparable, BitwiseCopyable {
  var priority: Double
  /// Number of the last use or insert.
  var lastUse: Int

  static func < (left: Self, right: Self) -> Bool {
    left.priority < right.priority
      || (left.priority == right.priority && left.lastUse < right.lastUse)
  }
}
