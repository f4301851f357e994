import BasicContainers
public import ScrollCore

/// Evicts the image with the fewest uses, where old uses count less and less.
///
/// The key of an image is uses + L. It is set on insert (uses = 1) and on every hit (uses + 1),
/// with the value of L at that moment; L is 0 at first. The image with the smallest key is evicted,
/// and L becomes that key, so every new image starts above those already evicted. Uses are lost on
/// eviction, and sizes do not count. M. Arlitt, L. Cherkasova, J. Dilley, R. Friedrich, T. Jin,
/// "Evaluating Content Management Techniques for Web Proxy Caches", ACM SIGMETRICS Performance
/// Evaluation Review 27(4), 2000.
///
/// The paper is silent on ties: the image whose last use is longer ago is evicted. With equal sizes
/// the policy is `gdsf`. libCacheSim 0.3.5 has another rule under this name: on a hit, it adds L to
/// the key instead of setting the key to uses + L, and it may lose track of its lowest class. Its
/// miss counts differ.
///
/// - Complexity: every operation O(log residents).
public struct LFUDAPolicy: EvictionPolicy, ~Copyable {
  /// The rank of a resident; images with a greater rank are kept longer.
  struct Worth: Comparable, BitwiseCopyable {
    var key: Int
    /// The sequence number of the last request or insert.
    var lastUse: Int

    static func < (left: Self, right: Self) -> Bool {
      left.key < right.key || (left.key == right.key && left.lastUse < right.lastUse)
    }
  }

  var heap: IndexedHeap<Worth>
  /// The uses of every resident since it was stored.
  var uses: RigidArray<Int>
  /// L, the key of the last victim.
  var age = 0
  var clock = 0
  var unseen: UnseenMarks

  public init(imageCount: Int, prefetchedCountsAs standing: PrefetchedImageRule = .unseen) {
    heap = IndexedHeap(imageCount: imageCount)
    uses = RigidArray(repeating: 0, count: imageCount)
    unseen = UnseenMarks(imageCount: imageCount, standing)
  }

  public mutating func didHit(_ request: Request) {
    if !unseen.clear(request.image) { uses[Int(request.image.index)] += 1 }
    heap.rekey(request.image, to: worth(of: request.image))
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let found =
      unseen.isEmpty ? nil : heap.removeFirst(sparing: pins, passingOver: &unseen)
    guard let victim = found ?? heap.removeFirst(sparing: pins) else { return nil }
    age = victim.key.key
    unseen.clear(victim.image)
    return victim.image
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    uses[Int(request.image.index)] = 1
    heap.insert(request.image, key: worth(of: request.image))
    unseen.didInsert(request.image, as: admission)
  }

  public mutating func didRemove(_ image: ImageID) {
    heap.remove(image)
    unseen.clear(image)
  }

  public mutating func grow(toImageCount count: Int) {
    heap.grow(toImageCount: count)
    uses.grow(to: count, filling: 0)
    unseen.grow(toImageCount: count)
  }

  /// Returns the worth of an image that was just used.
  private mutating func worth(of image: ImageID) -> Worth {
    clock += 1
    return Worth(key: age + uses[Int(image.index)], lastUse: clock)
  }
}

extension LFUDAPolicy {
  static let descriptor = PolicyDescriptor(
    "lfu-da", "Evicts the image with the fewest uses; old uses count less.",
    settings: [PrefetchedImageRule.setting],
    facts: PolicyDescriptor.Facts(
      discussion: """
        LFU with dynamic aging: Arlitt, Cherkasova, Dilley, Friedrich, Jin, 2000. With equal sizes \
        it is gdsf.
        """, claims: [.standard, .reusesIDs])
  ) {
    LFUDAPolicy(imageCount: $0.imageCount, prefetchedCountsAs: PrefetchedImageRule($0.settings))
  }
}
