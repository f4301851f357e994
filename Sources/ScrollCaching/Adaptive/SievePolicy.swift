import BasicContainers
public import ScrollCore

/// Evicts the first image that was not used since the hand last passed it.
///
/// The policy has a queue in order of admission, and a hand that walks from old to new images. A
/// hit marks the image and moves nothing. The hand clears the marks that it meets and stops at the
/// first image without one; at the newest image it starts again at the oldest. Y. Zhang, J. Yang,
/// Y. Yue, Y. Vigfusson, K. V. Rashmi, "SIEVE is Simpler than LRU: an Efficient Turn-Key Eviction
/// Algorithm for Web Caches", NSDI 2024.
///
/// The paper mentions neither pins nor removals. Here a pinned image is passed over and keeps its
/// mark, and the hand moves to the next image when the one that it points at is removed.
///
/// - Complexity: a hit O(1); a victim O(1) amortized, at worst O(residents).
public struct SievePolicy: EvictionPolicy, ~Copyable {
  var order: ItemList
  var visited: RigidArray<Bool>
  /// The image at which the next search begins; `nil` means the oldest.
  var hand: ImageID?
  var unseen: UnseenMarks

  public init(imageCount: Int, prefetchedCountsAs standing: PrefetchedImageRule = .unseen) {
    order = ItemList(imageCount: imageCount)
    visited = RigidArray(repeating: false, count: imageCount)
    unseen = UnseenMarks(imageCount: imageCount, standing)
  }

  public mutating func didHit(_ request: Request) {
    if unseen.clear(request.image) {
      leave(request.image)
      order.append(request.image)
    } else {
      visited[Int(request.image.index)] = true
    }
  }

  // The loop that makes room is the only caller; inlining this method there saves instructions.
  @inline(__always)
  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard var candidate = hand ?? order.oldest() else { return nil }
    var pinnedInARow = 0
    while true {
      if pins.contains(candidate) {
        pinnedInARow += 1
        // After more pinned images in a row than there are pins, the hand has found no other image
        // in a whole round.
        if pinnedInARow > pins.count { return nil }
      } else {
        pinnedInARow = 0
        if visited[Int(candidate.index)] {
          visited[Int(candidate.index)] = false
        } else if !unseen.passesOver(candidate) {
          break
        }
      }
      guard let next = order.newer(than: candidate) ?? order.oldest() else { return nil }
      candidate = next
    }
    hand = candidate
    didRemove(candidate)
    return candidate
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    visited[Int(request.image.index)] = false
    order.append(request.image)
    unseen.didInsert(request.image, as: admission)
  }

  public mutating func didRemove(_ image: ImageID) {
    leave(image)
    unseen.clear(image)
  }

  public mutating func grow(toImageCount count: Int) {
    order.grow(toImageCount: count)
    visited.grow(to: count, filling: false)
    unseen.grow(toImageCount: count)
  }

  /// Removes an image from the queue, and moves the hand off it.
  private mutating func leave(_ image: ImageID) {
    if hand == image { hand = order.newer(than: image) }
    order.remove(image)
  }
}

extension SievePolicy {
  static let descriptor = PolicyDescriptor(
    "sieve", "Evicts the first image not accessed since the hand last passed it.",
    settings: [PrefetchedImageRule.setting],
    facts: PolicyDescriptor.Facts(
      discussion: "Zhang, Yang, Yue, Vigfusson, Rashmi, NSDI 2024.",
      claims: [.standard, .reusesIDs, .resizes, .forgets])
  ) {
    SievePolicy(
      imageCount: $0.imageCount, prefetchedCountsAs: PrefetchedImageRule($0.settings))
  }
}
