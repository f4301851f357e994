import ScrollCaching
import ScrollCore

/// SIEVE as an array and a set.
struct SabotagedSieve: EvictionPolicy {
  let bug: SieveBugs.Bug?
  /// Oldest first.
  var order: [ImageID] = []
  var visited: Set<ImageID> = []
  /// Where the next search begins; nil is at the oldest.
  var hand: ImageID?
  var marks: SlowMarks

  init(_ setup: PolicySetup, _ bug: SieveBugs.Bug?) {
    self.bug = bug
    marks = SlowMarks(setup)
  }

  mutating func didHit(_ request: Request) {
    let image = request.image
    guard !marks.clear(image) else {
      leave(image)
      return order.append(image)
    }
    visited.insert(image)
    if bug == .movesHits {
      leave(image)
      order.append(image)
    }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    visited.remove(request.image)
    if bug == .marksOnInsert { visited.insert(request.image) }
    order.append(request.image)
    marks.didInsert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    if bug == .handStaysOnRemoved { order.takeOut(image) } else { leave(image) }
    marks.clear(image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard order.oldest(sparing: pins) != nil else { return nil }
    if bug == .handStartsAgain { hand = nil }
    // A hand on an image that is no longer there begins at the oldest.
    var place = hand.flatMap { order.firstIndex(of: $0) } ?? 0
    while true {
      let candidate = order[place]
      if pins.contains(candidate) {
        if bug == .handClearsPins { visited.remove(candidate) }
      } else if visited.remove(candidate) == nil, !marks.passesOver(candidate) {
        hand = candidate
        leave(candidate)
        marks.clear(candidate)
        if bug == .handSkipsOne { hand = hand.flatMap { newer(than: $0) } }
        return candidate
      }
      place += 1
      guard place == order.count else { continue }
      if bug == .handStopsAtNewest {
        hand = nil
        return nil
      }
      place = 0
    }
  }

  private func newer(than image: ImageID) -> ImageID? {
    order.drop { $0 != image }.dropFirst().first
  }

  /// Takes an image out of the queue, and the hand off it.
  private mutating func leave(_ image: ImageID) {
    if hand == image { hand = newer(than: image) }
    order.takeOut(image)
  }
}

extension SieveBugs {
  static func make(_ setup: PolicySetup, _ bug: Bug?) -> SabotagedSieve {
    SabotagedSieve(setup, bug)
  }
}
