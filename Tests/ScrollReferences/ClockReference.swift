package import ScrollCaching
import ScrollCore

/// `clock`: a queue whose front gets another round for every use that it has left.
///
/// A hit adds a use, up to 2^bits - 1. At the front, a use is taken away and the image goes to
/// the end; without uses it leaves. An unseen image has a round as if it had one use; its first
/// view sends it to the end without a use, as if it came just then.
struct ClockReference: EvictionPolicy {
  private let bug: ClockBug?
  private var queue: [ImageID] = []
  private var uses: [ImageID: Int] = [:]
  private let mostUses: Int
  private var unseen: UnseenImages

  init(_ settings: SettingValues, bug: ClockBug? = nil) {
    self.bug = bug
    let states = Array(repeating: 2, count: settings.integer("bits")).reduce(1, *)
    mostUses = bug == .oneUseTooMany ? states : states - 1
    unseen = UnseenImages(settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "clock") {
    ClockReference($0.settings)
  }

  mutating func didHit(_ request: Request) {
    let isFirstView =
      bug == .viewLeavesMark ? unseen.isMarked(request.image) : unseen.unmark(request.image)
    if isFirstView {
      queue.makeNewest(request.image)
    } else {
      uses[request.image] = min(uses[request.image, default: 0] + 1, mostUses)
    }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    queue.append(request.image)
    if bug != .usesSurviveEviction { uses[request.image] = bug == .newcomerHasUse ? 1 : 0 }
    unseen.insert(request.image, as: bug == .everythingIsUnseen ? .prefetched : admission)
    if bug == .unseenGraceTwice, unseen.isMarked(request.image) { uses[request.image] = 1 }
  }

  mutating func didRemove(_ image: ImageID) {
    queue.remove(image)
    unseen.unmark(image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var met = 0
    while let front = front(sparing: pins) {
      met += 1
      let left = bug == .handTakesNoUse && met > queue.count ? 0 : uses[front, default: 0]
      let isSpared = bug == .pinnedLoseUses && pins.contains(front)
      if left == 0, !isSpared, !unseen.useGrace(of: front) {
        didRemove(front)
        return front
      }
      if bug != .handTakesNoUse { uses[front] = max(0, left - 1) }
      queue.makeNewest(front)
    }
    return nil
  }

  /// The oldest that is not pinned.
  private func front(sparing pins: borrowing PinSet) -> ImageID? {
    let oldest = queue.unpinned(pins).first
    if bug == .pinnedLoseUses, oldest != nil { return queue.first }
    if bug == .evictsPinnedWithoutUses {
      for image in queue where !pins.contains(image) || uses[image] == 0 { return image }
    }
    return oldest
  }
}

package enum ClockBug: PlantedBug {
  case newcomerHasUse, handTakesNoUse, oneUseTooMany, pinnedLoseUses, evictsPinnedWithoutUses
  case everythingIsUnseen, viewLeavesMark, unseenGraceTwice, usesSurviveEviction

  package var descriptor: PolicyDescriptor {
    .reference(of: "clock") { ClockReference($0.settings, bug: self) }
  }
}
