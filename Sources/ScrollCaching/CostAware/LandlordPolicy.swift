import BasicContainers
public import ScrollCore

/// Evicts the image whose credit is used up by a rent on its bytes.
///
/// A stored image has a credit equal to its cost. To make room, all images pay a rent in proportion
/// to their bytes, until the first of them has no credit left; that image is evicted. A hit brings
/// the credit nearer to the cost: credit += `hitCredit` x (cost - credit). N. Young, "On-Line File
/// Caching", SODA 1998; Algorithmica 33(3), 2002, doi:10.1007/s00453-001-0124-5.
///
/// After a hit, the paper allows any credit between the old one and the cost; `hitCredit` chooses
/// it. With a `hitCredit` of 1 the policy is `gds`. With 0 it is `fifo`, if sizes and costs are
/// equal. Of several images without credit, the one credited longest ago is evicted first, and only
/// as many as needed are evicted. Pinned images pay, too, but owe nothing once their credit is used
/// up. Instead of changing every credit, the policy gives each image a key, which is its credit per
/// byte plus the total rent per byte so far. This rent is the L of Greedy-Dual (`Worth` explains
/// how L loses precision). The size is that at insertion; 0 bytes count as 1. A first view that
/// restores the whole credit has the effect of the insert, so prefetched images need no separate
/// rule. Not checked against an implementation by its author.
///
/// - Complexity: every operation O(log residents).
public struct LandlordPolicy: EvictionPolicy, ~Copyable {
  var heap: IndexedHeap<Worth>
  /// The full credit per byte of every resident: its cost per byte, as of its insertion.
  var fullCredits: RigidArray<Double>
  var costs: MissCosts
  let hitCredit: Double
  /// The rent per byte that was paid since the beginning.
  var rent = 0.0
  var clock = 0

  /// Creates an empty order.
  /// - Parameters:
  ///   - imageCount: The number of images; their ids are `0..<imageCount`.
  ///   - hitCredit: The part of the spent credit that a hit restores.
  ///   - cost: The cost of a miss.
  ///   - milliseconds: The time of each image that `cost` uses; empty means 1 each.
  /// - Precondition: `hitCredit` is in `0...1`.
  public init(
    imageCount: Int, hitCredit: Double = 1, cost: ReloadCost = .one, milliseconds: [Double] = []
  ) {
    precondition((0...1).contains(hitCredit), "a hit cannot restore \(hitCredit) of a credit")
    heap = IndexedHeap(imageCount: imageCount)
    fullCredits = RigidArray(repeating: 0, count: imageCount)
    costs = MissCosts(cost, imageCount: imageCount, milliseconds: milliseconds)
    self.hitCredit = hitCredit
  }

  public mutating func didHit(_ request: Request) {
    guard hitCredit > 0, let key = heap.key(of: request.image) else { return }
    let left = max(0, key.priority - rent)
    let full = fullCredits[Int(request.image.index)]
    heap.rekey(request.image, to: worth(credit: hitCredit * full + (1 - hitCredit) * left))
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard let victim = heap.removeFirst(sparing: pins) else { return nil }
    rent = max(rent, victim.key.priority)
    return victim.image
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    let credit = costs.costPerByte(request)
    fullCredits[Int(request.image.index)] = credit
    heap.insert(request.image, key: worth(credit: credit))
  }

  public mutating func didRemove(_ image: ImageID) { heap.remove(image) }

  public mutating func grow(toImageCount count: Int) {
    heap.grow(toImageCount: count)
    fullCredits.grow(to: count, filling: 0)
    costs.grow(toImageCount: count)
  }

  public mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    costs.didMeasure(image, decode: decode, reload: reload)
  }

  /// Returns the worth of an image that just received a credit per byte.
  private mutating func worth(credit: Double) -> Worth {
    clock += 1
    return Worth(priority: rent + credit, lastUse: clock)
  }
}

extension LandlordPolicy {
  static let descriptor = PolicyDescriptor(
    "landlord", "Evicts the image with the least credit per byte; a hit restores its credit.",
    settings: [
      Setting(
        "hitCredit", .number(0...1), standard: "1",
        "The share of its spent credit that a hit restores: 1 is gds; 0 with equal sizes is fifo."),
      ReloadCost.setting(standard: .one),
    ],
    facts: PolicyDescriptor.Facts(
      discussion: "Young, SODA 1998; not checked against an implementation by its author.",
      claims: [
        .standard, .reusesIDs, .inclusion, .leastRecentlyUsed, .conservative, .bestOnWalks,
      ])
  ) {
    let cost = ReloadCost($0.settings)
    return LandlordPolicy(
      imageCount: $0.imageCount, hitCredit: $0.settings.number("hitCredit"), cost: cost,
      milliseconds: cost.milliseconds(in: $0))
  }
}
