import BasicContainers
public import ScrollCore

/// Evicts like `sieve`, but counts the uses of each image, and the hand takes one of them at a
/// time.
///
/// A hit adds a use, up to *k*. The hand takes one use from every image that it passes, and evicts
/// the first image without any. With k = 1 this is `sieve`. The rule is that of `Sieve_k.c` in the
/// copy of libCacheSim by M. Brooker, 2023.
///
/// - Complexity: a hit O(1); a victim O(1) amortized, at worst residents x k.
public struct SieveKPolicy: EvictionPolicy, ~Copyable {
  var order: ItemList
  var uses: RigidArray<UInt8>
  let mostUses: UInt8
  /// The image at which the next search begins; `nil` means the oldest.
  var hand: ImageID?
  var unseen: UnseenMarks

  init(imageCount: Int, mostUses: Int, prefetchedCountsAs standing: PrefetchedImageRule) {
    order = ItemList(imageCount: imageCount)
    uses = RigidArray(repeating: 0, count: imageCount)
    self.mostUses = UInt8(truncatingIfNeeded: mostUses)
    unseen = UnseenMarks(imageCount: imageCount, standing)
  }

  public mutating func didHit(_ request: Request) {
    let index = Int(request.image.index)
    if unseen.clear(request.image) {
      leave(request.image)
      order.append(request.image)
    } else if uses[index] < mostUses {
      uses[index] += 1
    }
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard var candidate = hand ?? order.oldest() else { return nil }
    var pinnedInARow = 0
    while true {
      let index = Int(candidate.index)
      if pins.contains(candidate) {
        pinnedInARow += 1
        // After more pinned images in a row than there are pins, the hand has found no other image
        // in a whole round.
        if pinnedInARow > pins.count { return nil }
      } else {
        pinnedInARow = 0
        if uses[index] > 0 {
          uses[index] -= 1
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
    uses[Int(request.image.index)] = 0
    order.append(request.image)
    unseen.didInsert(request.image, as: admission)
  }

  public mutating func didRemove(_ image: ImageID) {
    leave(image)
    unseen.clear(image)
  }

  public mutating func grow(toImageCount count: Int) {
    order.grow(toImageCount: count)
    uses.grow(to: count, filling: 0)
    unseen.grow(toImageCount: count)
  }

  /// Removes an image from the queue, and moves the hand off it.
  private mutating func leave(_ image: ImageID) {
    if hand == image { hand = order.newer(than: image) }
    order.remove(image)
  }
}

extension SieveKPolicy {
  /// Returns the setting for the largest number of uses.
  static func mostUses(standard: Int) -> Setting {
    Setting(
      "k", .integer(1...255), standard: "\(standard)", "The largest number of uses that count.")
  }

  static let descriptor = PolicyDescriptor(
    "sieve-k", "Like sieve, but the hand takes one use at a time, and evicts images without any.",
    settings: [mostUses(standard: 2), PrefetchedImageRule.setting],
    facts: PolicyDescriptor.Facts(
      discussion: "Brooker 2023. With k=1 it is sieve.",
      claims: [.standard, .reusesIDs, .resizes, .forgets])
  ) {
    SieveKPolicy(
      imageCount: $0.imageCount, mostUses: $0.settings.integer("k"),
      prefetchedCountsAs: PrefetchedImageRule($0.settings))
  }
}
