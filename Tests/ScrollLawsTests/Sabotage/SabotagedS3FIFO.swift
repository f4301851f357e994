import ScrollCaching
import ScrollCore

/// S3-FIFO as three arrays.
struct SabotagedS3FIFO: EvictionPolicy {
  let bug: S3FIFOBugs.Bug?
  /// Oldest first, all three.
  var small: [ImageID] = [], main: [ImageID] = [], ghosts: [ImageID] = []
  var costs: [ImageID: Int] = [:]
  var hits: [ImageID: Int] = [:]
  let promotesAtFrequency: Int
  var coldStart: String
  var smallShare = 0, mainShare = 0, ghostShare = 0
  var wasGhost = false
  var marks: SlowMarks

  init(_ setup: PolicySetup, _ bug: S3FIFOBugs.Bug?) {
    self.bug = bug
    marks = SlowMarks(setup)
    coldStart = setup.settings["coldStart"]
    promotesAtFrequency =
      setup.settings.integer("promotesAtFrequency") + (bug == .promotesAboveThreshold ? 1 : 0)
    divide(setup.limits.capacity)
  }

  private mutating func divide(_ capacity: Int) {
    let tenth = Double(capacity) * 0.1
    smallShare = Int(bug == .sharesRoundUp ? tenth.rounded(.up) : tenth)
    mainShare = bug == .mainShareForgetsSmall ? capacity : capacity - smallShare
    ghostShare = Int(Double(capacity) * 0.9)
  }

  private func cost(_ queue: [ImageID]) -> Int { queue.reduce(0) { $0 + costs[$1, default: 0] } }

  mutating func didHit(_ request: Request) {
    let image = request.image
    guard !marks.clear(image) else {
      return main.contains(image) ? main.makeNewest(image) : small.makeNewest(image)
    }
    hits[image] = min(hits[image, default: 0] + 1, 255)
  }

  mutating func willStore(_ request: Request) {
    wasGhost = ghosts.contains(request.image)
    if bug != .ghostNotConsumed { ghosts.takeOut(request.image) }
  }

  mutating func admits(_ request: Request) -> Bool { request.cost <= smallShare }

  mutating func willInsert(_ request: Request) -> Bool {
    wasGhost || request.cost < smallShare || bug == .storesTheTenth
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    let image = request.image
    let entersMain =
      wasGhost && bug != .ghostsGoToSmall || coldStart == "main" && cost(small) >= smallShare
    hits[image] = 0
    if bug != .ghostNotConsumed { ghosts.takeOut(image) }
    costs[image] = request.cost
    if entersMain { main.append(image) } else { small.append(image) }
    marks.didInsert(image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    switch bug {
    case .forgetsToForget: return
    case .ghostOfPurged where small.contains(image): becomeGhost(image)
    default: drop(image)
    }
  }

  mutating func capacityChanged(to capacity: Int) {
    divide(capacity)
    trimGhosts(to: ghostShare)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    coldStart = "small"
    if cost(main) > mainShare || cost(small) == 0, let victim = victimOfMain(sparing: pins) {
      return victim
    }
    return victimOfSmall(sparing: pins) ?? victimOfMain(sparing: pins)
      ?? victimOfSmall(sparing: pins)
  }

  private mutating func victimOfSmall(sparing pins: borrowing PinSet) -> ImageID? {
    var firstPassed: ImageID?
    while let candidate = small.oldest(sparing: pins), candidate != firstPassed {
      if hits[candidate, default: 0] >= promotesAtFrequency {
        if bug != .promotionKeepsCount { hits[candidate] = 0 }
        small.takeOut(candidate)
        main.append(candidate)
      } else if marks.passesOver(candidate) {
        firstPassed = firstPassed ?? candidate
        small.makeNewest(candidate)
      } else {
        becomeGhost(candidate)
        return candidate
      }
    }
    return nil
  }

  private mutating func victimOfMain(sparing pins: borrowing PinSet) -> ImageID? {
    while let candidate = main.oldest(sparing: pins) {
      let count = hits[candidate, default: 0]
      if count >= 1 {
        hits[candidate] = min(count, 3) - 1
      } else if !marks.passesOver(candidate) {
        if bug == .mainLeavesGhosts { becomeGhost(candidate) } else { drop(candidate) }
        return candidate
      }
      main.makeNewest(candidate)
    }
    return nil
  }

  private mutating func drop(_ image: ImageID) {
    small.takeOut(image)
    main.takeOut(image)
    marks.clear(image)
  }

  private mutating func becomeGhost(_ image: ImageID) {
    let isUnseen = marks.contains(image)
    drop(image)
    let cost = costs[image, default: 0]
    guard !isUnseen, cost <= ghostShare, !ghosts.contains(image) else { return }
    trimGhosts(to: ghostShare - cost)
    ghosts.append(image)
  }

  private mutating func trimGhosts(to limit: Int) {
    let limit = bug == .ghostsOffByOne ? limit - 1 : limit
    while cost(ghosts) > limit, !ghosts.isEmpty { ghosts.removeFirst() }
  }
}

extension S3FIFOBugs {
  static func make(_ setup: PolicySetup, _ bug: Bug?) -> SabotagedS3FIFO {
    SabotagedS3FIFO(setup, bug)
  }
}
