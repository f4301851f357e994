import ScrollCaching
import ScrollCore

/// The NSCache that is read as two lists with ghosts, as four arrays.
final class SabotagedNSCacheARC: CacheModel {
  static let recent = 0, frequent = 1, ghosts = 2

  let bug: NSCacheARCBugs.Bug?
  /// Recent, frequent, their ghosts; oldest first.
  var lists: [[ImageID]] = [[], [], [], []]
  /// Of all images that are on a list.
  var reads: [ImageID: Int] = [:]
  var costs: [ImageID: Int] = [:]
  var pins: Set<ImageID> = []
  var log: [Removal] = []
  var capacity = 20, countLimit = 0, costLimit = 0
  var target = 0
  var ghostCount = 0
  let ghostDrift: Bool
  /// Whether the background empties it.
  let isPlain: Bool
  var latest = SimTime.zero
  var lastPressure: SimTime?

  init(_ setup: PolicySetup, _ bug: NSCacheARCBugs.Bug?) {
    self.bug = bug
    isPlain = setup.settings["content"] == "plain"
    ghostDrift = setup.settings.flag("ghostDrift")
    setLimits(setup.limits)
  }

  var residentCount: Int { lists[0].count + lists[1].count }
  var totalCost: Int { (lists[0] + lists[1]).reduce(0) { $0 + costs[$1, default: 0] } }
  func contains(_ image: ImageID) -> Bool { (lists[0] + lists[1]).contains(image) }

  func list(of image: ImageID) -> Int? { lists.firstIndex { $0.contains(image) } }

  /// Makes an image the newest of the list that its reads say, of residents or of ghosts.
  func move(_ image: ImageID, toGhosts isGhost: Bool = false) {
    let isFrequent = reads[image, default: 0] >= (bug == .frequentAtOneRead ? 1 : 2)
    for list in lists.indices { lists[list].takeOut(image) }
    let list = isFrequent ? Self.frequent : Self.recent
    lists[list + (isGhost ? Self.ghosts : 0)].append(image)
  }

  func forget(_ image: ImageID) {
    for list in lists.indices { lists[list].takeOut(image) }
    reads[image] = nil
  }

  func lookup(_ request: Request) -> Bool {
    let image = request.image
    latest = max(latest, request.time)
    let isResident = contains(image)
    if list(of: image) != nil, isResident || bug != .ghostReadsUncounted {
      reads[image] = min(255, reads[image, default: 0] + 1)
    }
    if isResident { move(image) }
    return isResident
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let image = request.image
    latest = max(latest, request.time)
    if let list = list(of: image) {
      moveTarget(forStoringFrom: list)
      if contains(image) { note(image, because: .replaced) } else if !ghostDrift { ghostCount -= 1 }
    }
    costs[image] = max(0, request.cost)
    move(image)
    growAndEvict()
    return .stored
  }

  private func moveTarget(forStoringFrom list: Int) {
    let (recent, frequent) = (lists[Self.ghosts].count, lists[Self.ghosts + 1].count)
    if list == Self.recent || list == Self.ghosts {
      target = min(capacity, target + max(1, recent == 0 ? frequent : frequent / recent))
    } else {
      target = max(0, target - max(1, frequent == 0 ? recent : recent / frequent))
    }
  }

  func note(_ image: ImageID, because reason: RemovalReason) {
    log.append(
      Removal(
        image: image, reason: reason, cost: costs[image, default: 0], tellsDelegate: true))
  }

  func remove(_ image: ImageID, because reason: RemovalReason) {
    guard contains(image) else { return }
    note(image, because: reason)
    forget(image)
  }

  func removeAll(because reason: RemovalReason) {
    for image in (lists[0] + lists[1]).sorted() { remove(image, because: reason) }
    guard bug != .removeAllKeepsGhosts else { return }
    for image in lists[2] + lists[3] { forget(image) }
    ghostCount = 0
  }

  func pin(_ image: ImageID) { pins.insert(image) }
  func unpin(_ image: ImageID) { pins.remove(image) }

  func drainRemovals(_ body: (Removal) -> Void) {
    log.forEach(body)
    log = []
  }
}

extension NSCacheARCBugs {
  static func make(_ setup: PolicySetup, _ bug: Bug?) -> SabotagedNSCacheARC {
    SabotagedNSCacheARC(setup, bug)
  }
}
