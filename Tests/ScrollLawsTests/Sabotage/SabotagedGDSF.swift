import ScrollCaching
import ScrollCore

/// Greedy-Dual-Size-Frequency as an array of priorities.
struct SabotagedGDSF: EvictionPolicy {
  struct Resident {
    let image: ImageID
    let cost: Int
    var uses: Int
    var priority = 0.0
    var lastUse = 0
  }

  let bug: GDSFBugs.Bug?
  var residents: [Resident] = []
  /// The last number of uses of every image that was ever in.
  var formerUses: [ImageID: Int] = [:]
  var inflation = 0.0
  var clock = 0
  var marks: SlowMarks

  init(_ setup: PolicySetup, _ bug: GDSFBugs.Bug?) {
    self.bug = bug
    marks = SlowMarks(setup)
  }

  mutating func didHit(_ request: Request) {
    guard let place = residents.firstIndex(where: { $0.image == request.image }) else { return }
    if !marks.clear(request.image) { residents[place].uses += 1 }
    residents[place] = renewed(
      residents[place], cost: bug == .requestSize ? request.cost : residents[place].cost)
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    let before = bug == .usesSurvive ? formerUses[request.image, default: 0] : 0
    let resident = Resident(image: request.image, cost: request.cost, uses: before + 1)
    residents.append(renewed(resident, cost: request.cost))
    marks.didInsert(request.image, as: admission)
  }

  private mutating func renewed(_ resident: Resident, cost: Int) -> Resident {
    var resident = resident
    clock += 1
    resident.lastUse = clock
    let worth =
      switch bug {
      case .wholeNumbers: Double(resident.uses / max(cost, 1))
      case .dividesByZero: Double(resident.uses) * 1e6 / Double(cost)
      default: Double(resident.uses) * 1e6 / Double(max(cost, 1))
      }
    resident.priority = inflation + worth
    return resident
  }

  mutating func didRemove(_ image: ImageID) {
    for resident in residents where resident.image == image {
      formerUses[image] = resident.uses
    }
    residents.removeAll { $0.image == image }
    marks.clear(image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let ranked = residents.sorted { ($0.priority, $0.lastUse) < ($1.priority, $1.lastUse) }
    var unpinned: [Resident] = []
    for resident in ranked where !pins.contains(resident.image) { unpinned.append(resident) }
    guard var victim = unpinned.first, let least = ranked.first else { return nil }
    for resident in unpinned {
      if marks.passesOver(resident.image) { continue }
      victim = resident
      break
    }
    switch bug {
    case .inflationNotRaised: break
    case .pinnedRaiseInflation: inflation = least.priority
    default: inflation = victim.priority
    }
    didRemove(victim.image)
    return victim.image
  }
}

extension GDSFBugs {
  static func make(_ setup: PolicySetup, _ bug: Bug?) -> SabotagedGDSF {
    SabotagedGDSF(setup, bug)
  }
}
