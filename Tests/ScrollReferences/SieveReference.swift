package import ScrollCaching
import ScrollCore

/// `sieve`: a queue that never moves, and a hand that walks over it from old to new.
///
/// A hit marks an image. The hand removes marks, and evicts the first image that has none; after
/// the newest image it continues with the oldest. It skips pinned images and leaves their marks. If
/// the image under it is removed, the hand is at the next newer one. An unseen image is skipped
/// once as if it were marked; its first view makes it the newest, without a mark.
struct SieveReference: EvictionPolicy {
  private let bug: SieveBug?
  private var queue: [ImageID] = []
  private var visited: Set<ImageID> = []
  /// The place of the hand in the queue; a place behind its end means the oldest image.
  private var hand = 0
  private var unseen: UnseenImages

  init(_ settings: SettingValues, bug: SieveBug? = nil) {
    self.bug = bug
    unseen = UnseenImages(settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "sieve") {
    SieveReference($0.settings)
  }

  mutating func didHit(_ request: Request) {
    let isFirstView = unseen.unmark(request.image)
    if isFirstView || bug == .movesHits {
      leave(request.image)
      queue.append(request.image)
    }
    if !isFirstView { visited.insert(request.image) }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    queue.append(request.image)
    if bug == .marksOnInsert { visited.insert(request.image) }
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    let isUnderHand = queue.firstIndex(of: image) == hand
    forget(image)
    if bug == .handStaysOnRemoved, isUnderHand { hand = 0 }
  }

  private mutating func forget(_ image: ImageID) {
    leave(image)
    visited.remove(image)
    unseen.unmark(image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard !queue.unpinned(pins).isEmpty else { return nil }
    if bug == .handStartsAgain { hand = 0 }
    while true {
      let candidate = queue[hand]
      if pins.contains(candidate), bug == .handClearsPins { visited.remove(candidate) }
      guard
        pins.contains(candidate) || visited.remove(candidate) != nil
          || unseen.useGrace(of: candidate)
      else {
        forget(candidate)
        if bug == .handSkipsOne { moveHand() }
        return candidate
      }
      moveHand()
      if bug == .handStopsAtNewest, hand == 0 { return nil }
    }
  }

  private mutating func moveHand() { hand = hand + 1 < queue.count ? hand + 1 : 0 }

  /// Removes an image; the images behind it move up by one, under the hand too.
  private mutating func leave(_ image: ImageID) {
    guard let place = queue.firstIndex(of: image) else { return }
    queue.remove(at: place)
    if place < hand { hand -= 1 }
    if hand == queue.count { hand = 0 }
  }
}

package enum SieveBug: PlantedBug {
  case handStaysOnRemoved, marksOnInsert, handStartsAgain, movesHits, handSkipsOne
  case handClearsPins, handStopsAtNewest

  package var descriptor: PolicyDescriptor {
    .reference(of: "sieve") { SieveReference($0.settings, bug: self) }
  }
}
