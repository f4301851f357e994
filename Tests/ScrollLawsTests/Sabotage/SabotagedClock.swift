import ScrollCaching
import ScrollCore

/// CLOCK as an array and a dictionary.
struct SabotagedClock: EvictionPolicy {
  let bug: ClockBugs.Bug?
  /// Oldest first.
  var order: [ImageID] = []
  var chances: [ImageID: Int] = [:]
  var mostChances: Int
  var marks: SlowMarks

  init(_ setup: PolicySetup, _ bug: ClockBugs.Bug?) {
    self.bug = bug
    marks = SlowMarks(setup)
    mostChances = (1 << setup.settings.integer("bits")) - 1
    if bug == .oneChanceTooMany { mostChances += 1 }
    if bug == .unseenGraceTwice { marks.graceAtFirst = 2 }
  }

  mutating func didHit(_ request: Request) {
    let image = request.image
    let wasUnseen = bug == .viewLeavesMark ? marks.contains(image) : marks.clear(image)
    if wasUnseen { return order.makeNewest(image) }
    chances[image] = min(chances[image, default: 0] + 1, mostChances)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    let image = request.image
    switch bug {
    case .newcomerHasChance: chances[image] = 1
    case .chanceSurvivesEviction: break
    default: chances[image] = 0
    }
    order.append(image)
    marks.didInsert(image, as: bug == .everythingIsUnseen ? .prefetched : admission)
  }

  mutating func didRemove(_ image: ImageID) {
    order.takeOut(image)
    marks.clear(image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard order.oldest(sparing: pins) != nil || bug == .evictsPinnedOnSecondMeeting else {
      return nil
    }
    var steps = 0
    while let candidate = candidate(sparing: pins) {
      steps += 1
      if pins.contains(candidate), bug == .pinnedLoseChances {
        chances[candidate] = max(0, chances[candidate, default: 0] - 1)
      } else if chances[candidate, default: 0] > 0, bug != .handTakesNoChance {
        chances[candidate, default: 0] -= 1
      } else if chances[candidate, default: 0] > 0, steps <= order.count {
        // Moved on with all its chances.
      } else if !marks.passesOver(candidate) {
        didRemove(candidate)
        return candidate
      }
      order.makeNewest(candidate)
    }
    return nil
  }

  private func candidate(sparing pins: borrowing PinSet) -> ImageID? {
    switch bug {
    case .pinnedLoseChances: return order.first
    case .evictsPinnedOnSecondMeeting:
      for image in order where !pins.contains(image) || chances[image] == 0 { return image }
      return nil
    default: return order.oldest(sparing: pins)
    }
  }
}

extension ClockBugs {
  static func make(_ setup: PolicySetup, _ bug: Bug?) -> SabotagedClock {
    SabotagedClock(setup, bug)
  }
}
