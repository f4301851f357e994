import ScrollCaching
import ScrollCore

/// LFU as an array of counts.
struct SabotagedLFU: EvictionPolicy {
  struct Resident {
    let image: ImageID
    var uses: Int
    /// When it came to this number of uses.
    var since: Int
  }

  let bug: LFUBugs.Bug?
  var residents: [Resident] = []
  /// The last number of uses of every image that was ever in.
  var formerUses: [ImageID: Int] = [:]
  var clock = 0
  var marks: SlowMarks

  init(_ setup: PolicySetup, _ bug: LFUBugs.Bug?) {
    self.bug = bug
    marks = SlowMarks(setup)
  }

  mutating func didHit(_ request: Request) {
    guard let place = residents.firstIndex(where: { $0.image == request.image }) else { return }
    clock += 1
    if marks.clear(request.image), bug != .countsPrefetchedView {
      residents[place].since = clock
      residents[place].uses = 1
    } else if bug != .countSaturates || residents[place].uses < 3 {
      residents[place].since = clock
      residents[place].uses += 1
    }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    clock += 1
    let before = bug == .countSurvivesEviction ? formerUses[request.image, default: 0] : 0
    residents.append(Resident(image: request.image, uses: before + 1, since: clock))
    marks.didInsert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    for resident in residents where resident.image == image {
      formerUses[image] = resident.uses
    }
    residents.removeAll { $0.image == image }
    marks.clear(image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let ranked = residents.sorted { rank($0) < rank($1) }.map(\.image)
    guard var victim = ranked.oldest(sparing: pins) else { return nil }
    for image in ranked where !pins.contains(image) {
      if marks.passesOver(image) { continue }
      victim = image
      break
    }
    didRemove(victim)
    return victim
  }

  private func rank(_ resident: Resident) -> (Int, Int) {
    switch bug {
    case .tiesNewestFirst: (resident.uses, -resident.since)
    case .tiesByIndex: (resident.uses, Int(resident.image.index))
    default: (resident.uses, resident.since)
    }
  }
}

extension LFUBugs {
  static func make(_ setup: PolicySetup, _ bug: Bug?) -> SabotagedLFU { SabotagedLFU(setup, bug) }
}
