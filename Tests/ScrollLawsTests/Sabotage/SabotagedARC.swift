import ScrollCaching
import ScrollCore

/// ARC as four arrays.
struct SabotagedARC: EvictionPolicy {
  static let once = 0, again = 1, onceGhosts = 2, againGhosts = 3

  let bug: ARCBugs.Bug?
  /// T1, T2, B1, B2, oldest first.
  var lists: [[ImageID]] = [[], [], [], []]
  var costs: [ImageID: Int] = [:]
  var capacity: Int
  var target = 0.0
  var ghostList: Int?
  var newcomer = 0
  var marks: SlowMarks

  init(_ setup: PolicySetup, _ bug: ARCBugs.Bug?) {
    self.bug = bug
    capacity = setup.limits.capacity
    marks = SlowMarks(setup)
  }

  private func cost(_ list: Int) -> Int { lists[list].reduce(0) { $0 + costs[$1, default: 0] } }

  private func list(of image: ImageID) -> Int? { lists.firstIndex { $0.contains(image) } }

  private mutating func move(_ image: ImageID, to list: Int?) {
    for list in lists.indices { lists[list].takeOut(image) }
    if let list { lists[list].append(image) }
  }

  mutating func didHit(_ request: Request) {
    let isUnseen = marks.clear(request.image)
    let stays = isUnseen || bug == .hitStaysInOnce
    move(request.image, to: stays ? list(of: request.image) : Self.again)
  }

  mutating func willStore(_ request: Request) {
    newcomer = request.cost
    ghostList = list(of: request.image).flatMap { $0 >= Self.onceGhosts ? $0 : nil }
    guard let ghostList else { return }
    let isOnce = ghostList == Self.onceGhosts
    let step = step(isOnce ? Self.againGhosts : Self.onceGhosts, over: ghostList)
    target += isOnce != (bug == .targetWrongWay) ? step : -step
    if bug != .targetNotClamped { target = max(0, min(target, Double(capacity))) }
    move(request.image, to: nil)
  }

  private func step(_ other: Int, over own: Int) -> Double {
    guard cost(own) > 0 else { return 1 }
    let step = Double(cost(other)) / Double(cost(own))
    return max(1, bug == .wholeSteps ? step.rounded(.down) : step)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard ghostList == nil else { return replace(sparing: pins) }
    let once = cost(Self.once) + cost(Self.onceGhosts)
    if once + newcomer > capacity || (bug == .ghostsOffByOne && once + newcomer == capacity) {
      if cost(Self.onceGhosts) == 0, let victim = victim(of: Self.once, sparing: pins) {
        move(victim, to: nil)
        marks.clear(victim)
        return victim
      }
      dropOldest(of: Self.onceGhosts)
    } else if once + cost(Self.again) + cost(Self.againGhosts) - capacity >= capacity {
      dropOldest(of: Self.againGhosts)
    }
    return replace(sparing: pins)
  }

  private mutating func dropOldest(of list: Int) {
    if !lists[list].isEmpty { lists[list].removeFirst() }
  }

  private mutating func replace(sparing pins: borrowing PinSet) -> ImageID? {
    let once = Double(cost(Self.once))
    let isOver = once > target || (once == target && ghostList == Self.againGhosts)
    let takesOnce = once > 0 && isOver || cost(Self.again) == 0
    let (first, second) = takesOnce ? (Self.once, Self.again) : (Self.again, Self.once)
    if bug == .nilWhenOnceIsPinned {
      return retire(from: first, sparing: pins) ?? retire(from: first, sparing: pins)
    }
    return retire(from: first, sparing: pins) ?? retire(from: second, sparing: pins)
      ?? retire(from: first, sparing: pins) ?? retire(from: second, sparing: pins)
  }

  private mutating func retire(from list: Int, sparing pins: borrowing PinSet) -> ImageID? {
    guard let victim = victim(of: list, sparing: pins) else { return nil }
    becomeGhost(victim, of: list)
    return victim
  }

  private mutating func becomeGhost(_ image: ImageID, of list: Int) {
    let isOnce = (list == Self.once) != (bug == .ghostListsSwapped)
    let ghosts = isOnce ? Self.onceGhosts : Self.againGhosts
    move(image, to: marks.clear(image) ? nil : ghosts)
  }

  /// The oldest of a list; nil when all of it is pinned or was passed over just now.
  private mutating func victim(of list: Int, sparing pins: borrowing PinSet) -> ImageID? {
    var firstPassed: ImageID?
    while let candidate = lists[list].oldest(sparing: pins), candidate != firstPassed {
      guard marks.passesOver(candidate) else { return candidate }
      firstPassed = firstPassed ?? candidate
      lists[list].makeNewest(candidate)
    }
    return nil
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    costs[request.image] = request.cost
    let isNew = ghostList == nil || bug == .ghostsGoToOnce
    if bug == .forgetsToForget {
      lists[isNew ? Self.once : Self.again].append(request.image)
    } else {
      move(request.image, to: isNew ? Self.once : Self.again)
    }
    marks.didInsert(request.image, as: admission)
    (ghostList, newcomer) = (nil, 0)
  }

  mutating func didRemove(_ image: ImageID) {
    switch bug {
    case .forgetsToForget: return
    case .ghostOfRemoved: becomeGhost(image, of: list(of: image) ?? Self.once)
    default:
      move(image, to: nil)
      marks.clear(image)
    }
  }

  mutating func capacityChanged(to capacity: Int) {
    self.capacity = capacity
    (ghostList, newcomer) = (nil, 0)
    target = min(target, Double(capacity))
    for list in [Self.onceGhosts, Self.againGhosts] {
      while cost(list) > capacity { dropOldest(of: list) }
    }
  }
}

extension ARCBugs {
  static func make(_ setup: PolicySetup, _ bug: Bug?) -> SabotagedARC { SabotagedARC(setup, bug) }
}
