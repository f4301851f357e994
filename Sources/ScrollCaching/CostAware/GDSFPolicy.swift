import BasicContainers
public import ScrollCore

/// Evicts the image with the fewest uses per byte, where old uses count less and less.
///
/// The priority of an image is L + uses x 10^6 / bytes. It is set on insert (uses = 1) and on every
/// hit (uses + 1), with the value of L at that moment; L is 0 at first. The image with the smallest
/// priority is evicted, and L becomes that priority, so every new image starts above those already
/// evicted. Uses are lost on eviction, and the size is that at insertion. L. Cherkasova, "Improving
/// WWW Proxies Performance with Greedy-Dual-Size-Frequency Caching Policy", HP Laboratories
/// HPL-98-69R1, 1998.
///
/// The paper is silent on ties: the image whose last request is longer ago is evicted. The factor
/// 10^6 is that of other simulators; it changes roundings, and so ties. A size of 0 bytes counts as
/// 1.
///
/// - Complexity: every operation O(log residents).
public struct GDSFPolicy: EvictionPolicy, ~Copyable {
  /// The uses and the size from which a resident's worth is computed.
  struct Share: BitwiseCopyable {
    var uses: Int
    var bytes: Double
  }

  var heap: IndexedHeap<Worth>
  var shares: RigidArray<Share>
  /// L, the priority of the last victim.
  var inflation = 0.0
  var clock = 0
  var unseen: UnseenMarks

  public init(imageCount: Int, prefetchedCountsAs standing: PrefetchedImageRule = .unseen) {
    heap = IndexedHeap(imageCount: imageCount)
    shares = RigidArray(repeating: Share(uses: 0, bytes: 1), count: imageCount)
    unseen = UnseenMarks(imageCount: imageCount, standing)
  }

  public mutating func didHit(_ request: Request) {
    if !unseen.clear(request.image) { shares[Int(request.image.index)].uses += 1 }
    heap.rekey(request.image, to: worth(of: request.image))
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let found =
      unseen.isEmpty ? nil : heap.removeFirst(sparing: pins, passingOver: &unseen)
    guard let victim = found ?? heap.removeFirst(sparing: pins) else { return nil }
    inflation = victim.key.priority
    unseen.clear(victim.image)
    return victim.image
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    shares[Int(request.image.index)] = Share(uses: 1, bytes: Double(max(request.cost, 1)))
    heap.insert(request.image, key: worth(of: request.image))
    unseen.didInsert(request.image, as: admission)
  }

  public mutating func didRemove(_ image: ImageID) {
    heap.remove(image)
    unseen.clear(image)
  }

  public mutating func grow(toImageCount count: Int) {
    heap.grow(toImageCount: count)
    shares.grow(to: count, filling: Share(uses: 0, bytes: 1))
    unseen.grow(toImageCount: count)
  }

  /// Returns the worth of an image that was just used.
  private mutating func worth(of image: ImageID) -> Worth {
    clock += 1
    let share = shares[Int(image.index)]
    return Worth(
      priority: inflation + Double(share.uses) * 1e6 / share.bytes, lastUse: clock)
  }
}

extension GDSFPolicy {
  static let descriptor = PolicyDescriptor(
    "gdsf", "Evicts the image with the fewest uses per byte; old uses count less.",
    settings: [PrefetchedImageRule.setting],
    facts: PolicyDescriptor.Facts(
      discussion: "Greedy-Dual-Size-Frequency: Cherkasova, HPL-98-69R1, 1998.",
      claims: [.standard, .reusesIDs])
  ) {
    GDSFPolicy(imageCount: $0.imageCount, prefetchedCountsAs: PrefetchedImageRule($0.settings))
  }
}
