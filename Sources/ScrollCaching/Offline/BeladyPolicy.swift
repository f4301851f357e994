public import ScrollCore

/// Evicts the image whose next use is farthest in the future.
///
/// The policy needs the future (`PolicySetup.nextUses`), so it serves as a bound for comparisons,
/// not as a policy to ship: if sizes are equal and every miss is stored, no policy misses less.
/// With unequal sizes it is only a heuristic, and a policy that may refuse images can do better (L.
/// Belady, "A Study of Replacement Algorithms for a Virtual-Storage Computer", IBM Systems Journal
/// 5(2), 1966, doi:10.1147/sj.52.0078). The order of eviction among images that are never used
/// again changes no count.
///
/// The policy identifies requests by counting `didHit` and `didMiss`, so every request of the
/// stream must be looked up, once.
///
/// - Complexity: every operation O(log residents).
public struct BeladyPolicy: EvictionPolicy, ~Copyable {
  /// The residents, ordered by their negated next use, so that the farthest is first.
  var heap: IndexedHeap<Int32>
  let nextUses: [Int32]
  /// The number of requests so far.
  var served = 0

  /// Creates a policy that knows the next use of each request's image.
  /// - Parameters:
  ///   - imageCount: The number of images; their ids are `0..<imageCount`.
  ///   - nextUses: The result of `RequestStream.nextUses()`.
  public init(imageCount: Int, nextUses: [Int32]) {
    heap = IndexedHeap(imageCount: imageCount)
    self.nextUses = nextUses
  }

  public mutating func didHit(_ request: Request) {
    served += 1
    heap.rekey(request.image, to: farness)
  }

  public mutating func didMiss(_ request: Request) { served += 1 }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    heap.removeFirst(sparing: pins)?.image
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    heap.insert(request.image, key: farness)
  }

  public mutating func didRemove(_ image: ImageID) { heap.remove(image) }

  /// The key of the currently requested image.
  private var farness: Int32 {
    precondition(
      served > 0 && served <= nextUses.count,
      "request \(served) is not among the \(nextUses.count) that belady was told of")
    return -nextUses[served - 1]
  }
}

extension BeladyPolicy {
  static let descriptor = PolicyDescriptor(
    "belady", "Evicts the image used farthest in the future, which it knows.",
    facts: PolicyDescriptor.Facts(
      discussion: """
        MIN: with equal sizes, no cache that stores every miss has fewer misses; with unequal \
        sizes it is a heuristic. Only for replay. Belady, IBM Systems Journal 5(2), 1966.
        """,
      needsFuture: true)
  ) { BeladyPolicy(imageCount: $0.imageCount, nextUses: $0.nextUses) }
}
