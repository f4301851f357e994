import ScrollCaching
import ScrollCore

/// The NSCache that evicts the cheapest first, as an array that is sorted.
final class SabotagedCorelibs: CacheModel {
  struct Entry {
    let image: ImageID
    let cost: Int
    /// Counts placements.
    var placement: Int
  }

  let bug: CorelibsBugs.Bug?
  var entries: [Entry] = []
  var placements = 0
  var pins: Set<ImageID> = []
  var log: [Removal] = []
  var costLimit = 0, countLimit = 0

  init(_ setup: PolicySetup, _ bug: CorelibsBugs.Bug?) {
    self.bug = bug
    (costLimit, countLimit) = (setup.limits.cost ?? 0, setup.limits.count ?? 0)
  }

  var residentCount: Int { entries.count }
  var totalCost: Int { entries.reduce(0) { $0 + $1.cost } }
  func contains(_ image: ImageID) -> Bool { place(of: image) != nil }
  private func place(of image: ImageID) -> Int? { entries.firstIndex { $0.image == image } }

  func lookup(_ request: Request) -> Bool {
    guard let place = place(of: request.image) else { return false }
    if bug == .renewsOnLookup {
      placements += 1
      entries[place].placement = -placements
    }
    return true
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let cost = max(0, request.cost)
    placements += 1
    var entry = Entry(image: request.image, cost: cost, placement: placements)
    if let place = place(of: request.image) {
      let old = entries[place]
      if old.cost == cost, bug != .overwriteLosesPlace { entry.placement = old.placement }
      drop(place, because: .replaced, tellingDelegate: false)
    }
    entries.append(entry)
    evict(sparing: bug == .sparesNewcomer ? request.image : nil)
    return .stored
  }

  private func evict(sparing newcomer: ImageID? = nil) {
    if bug == .countFirst { evictByCount(sparing: newcomer) }
    var excess = costLimit > 0 ? totalCost - costLimit : 0
    if bug == .evictsWhenItJustFits, costLimit > 0 { excess += 1 }
    while excess > 0, let victim = first(sparing: newcomer) {
      excess -= entries[victim].cost
      drop(victim, because: .cost, tellingDelegate: true)
    }
    evictByCount(sparing: newcomer)
  }

  private func evictByCount(sparing newcomer: ImageID?) {
    var surplus = countLimit > 0 ? entries.count - countLimit : 0
    while surplus > 0, let victim = first(sparing: newcomer) {
      surplus -= 1
      drop(victim, because: .count, tellingDelegate: true)
    }
  }

  /// Where the next victim is.
  private func first(sparing newcomer: ImageID?) -> Int? {
    func rank(_ entry: Entry) -> (Int, Int) {
      switch bug {
      case .costliestFirst: (-entry.cost, -entry.placement)
      case .oldestOfEquals: (entry.cost, entry.placement)
      default: (entry.cost, -entry.placement)
      }
    }
    return entries.indices
      .filter { !pins.contains(entries[$0].image) && entries[$0].image != newcomer }
      .min { rank(entries[$0]) < rank(entries[$1]) }
  }

  private func drop(_ place: Int, because reason: RemovalReason, tellingDelegate tells: Bool) {
    let entry = entries.remove(at: place)
    log.append(
      Removal(image: entry.image, reason: reason, cost: entry.cost, tellsDelegate: tells))
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    if let place = place(of: image) { drop(place, because: reason, tellingDelegate: false) }
  }

  func removeAll(because reason: RemovalReason) {
    for image in entries.map(\.image).sorted() { remove(image, because: reason) }
  }

  func pin(_ image: ImageID) { pins.insert(image) }
  func unpin(_ image: ImageID) { pins.remove(image) }

  func setLimits(_ limits: CacheLimits) {
    (costLimit, countLimit) = (limits.cost ?? 0, limits.count ?? 0)
    if bug == .limitAtOnce { evict() }
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {}
  func didEnterBackground(at time: SimTime) {}

  func drainRemovals(_ body: (Removal) -> Void) {
    log.forEach(body)
    log = []
  }
}

extension CorelibsBugs {
  static func make(_ setup: PolicySetup, _ bug: Bug?) -> SabotagedCorelibs {
    SabotagedCorelibs(setup, bug)
  }
}
