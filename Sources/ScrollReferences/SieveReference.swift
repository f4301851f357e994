import ScrollCaching
import ScrollCore

/// `sieve`: a queue that never moves, and a hand that walks over it from old to new.
///
/// A hit marks an image. The hand takes the marks away and the first image that has none; from
/// the newest it goes on to the oldest. It skips what is pinned, marks and all. If the image
/// under it is taken out, the hand is at the next newer one. An unseen image is skipped once as
/// if it were marked; its first view makes it the newest, without a mark.
struct SieveReference: EvictionPolicy {
  private var queue: [ImageID] = []
  private var visited: Set<ImageID> = []
  /// A place in the queue; behind its end is at the oldest.
  private var hand = 0
  private var unseen: UnseenImages

  init(_ settings: SettingValues) { unseen = UnseenImages(settings) }

  static let descriptor = PolicyDescriptor.reference(of: "sieve") {
    SieveReference($0.settings)
  }

  mutating func didHit(_ request: Request) {
    if unseen.unmark(request.image) {
      leave(request.image)
      arrive(request.image)
    } else {
      visited.insert(request.image)
    }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    arrive(request.image)
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    leave(image)
    visited.remove(image)
    unseen.unmark(image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard !queue.unpinned(pins).isEmpty else { return nil }
    while true {
      let candidate = queue[hand]
      guard
        pins.contains(candidate) || visited.remove(candidate) != nil
          || unseen.useGrace(of: candidate)
      else {
        didRemove(candidate)
        return candidate
      }
      hand = (hand + 1) % queue.count
    }
  }

  private mutating func arrive(_ image: ImageID) { queue.append(image) }

  /// Those behind move up by one, under the hand too.
  private mutating func leave(_ image: ImageID) {
    guard let place = queue.firstIndex(of: image) else { return }
    queue.remove(at: place)
    if place < hand { hand -= 1 }
    if hand == queue.count { hand = 0 }
  }
}
