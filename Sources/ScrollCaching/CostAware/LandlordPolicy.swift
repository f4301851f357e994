import BasicContainers
public import ScrollCore

/// Evicts the image that can no longer pay its rent.
///
/// A stored image has a credit of its cost. To make room, every image pays rent in proportion
/// to its bytes, as much as the first of them can pay, and one without credit leaves. A hit
/// brings the credit nearer to the cost: credit += `hitCredit` x (cost - credit). N. Young,
/// "On-Line File Caching", SODA 1998; Algorithmica 33(3), 2002, doi:10.1007/s00453-001-0124-5.
///
/// The paper leaves the new credit of a hit open between the old one and the cost: that is
/// `hitCredit`, where 1 makes it `gds` and, with equal sizes and costs, 0 makes it `fifo`. Of
/// several without credit the one credited longest ago leaves, and only as many as needed.
/// Pinned images pay, but owe nothing when they run out. No walk collects it: the
/// key of an image is its credit per byte plus the rent per byte of all times, which is the L
/// of Greedy-Dual (`Worth` says how it loses precision). The size is that of insertion; an
/// image of 0 bytes counts as one of 1. A first view that restores the whole credit is what
/// the insert was, so there is no rule for prefetched images. Not checked against an
/// implementation by its author.
///
/// - Complexity: every verb O(log residents).
public struct LandlordPolicy: EvictionPolicy, ~Copyable {
  var heap: IndexedHeap<Worth>
  /// Cost per byte of every resident, as of its insertion: its full credit per byte.
  var fullCredits: RigidArray<Double>
  var costs: MissCosts
  let hitCredit: Double
  /// What every byte has paid since the beginning.
  var rent = 0.0
  var clock = 0

  /// An empty order.
  /// - Parameters:
  ///   - imageCount: images are `0..<imageCount`.
  ///   - hitCredit: the part of the spent credit that a hit restores.
  ///   - cost: what a miss costs.
  ///   - milliseconds: the times that `cost` measures, by image; empty means 1 each.
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

  /// The worth of an image that got a credit per byte just now.
  private mutating func worth(credit: Double) -> Worth {
    clock += 1
    return Worth(priority: rent + credit, lastUse: clock)
  }
}

extension LandlordPolicy {
  static let descriptor = PolicyDescriptor(
    "landlord", "Evicts the image that can no longer pay rent for its bytes.",
    settings: [
      Setting(
        "hitCredit", .number(0...1), standard: "1",
        "The part of its spent credit that a hit restores: 1 is gds, 0 with equal sizes fifo."),
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
