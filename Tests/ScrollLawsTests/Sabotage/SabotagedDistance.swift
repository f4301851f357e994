import ScrollCaching
import ScrollCore

/// The distance policies as a scan over all residents.
struct SabotagedDistance: EvictionPolicy {
  struct Resident {
    let image: ImageID
    let weight: Double
    var scoreAtStoring = 0.0
  }

  let bug: DistanceBugs.Bug?
  let placement: ItemPlacement
  let lead: Double
  /// What an image that costs this much weighs; nil where only distance counts.
  var weigh: ((_ image: ImageID, _ cost: Int) -> Double)?
  /// In order of storing.
  var residents: [Resident] = []
  /// The viewport that counts, and what was heard of since.
  var viewport: Viewport
  var latest: Viewport
  var firstDirection: ScrollDirection?

  init(_ setup: PolicySetup, _ bug: DistanceBugs.Bug?) {
    self.bug = bug
    placement = setup.placement ?? ItemPlacement(line: setup.imageCount)
    lead = setup.settings.number("lead")
    viewport = Viewport(lower: 0, upper: 0, direction: setup.direction)
    latest = viewport
  }

  static var isSpatial: Bool { true }

  mutating func viewportMoved(to new: Viewport) {
    firstDirection = firstDirection ?? new.direction
    switch bug {
    case .centreOnRequestOnly: break
    case .oneFrameLate: viewport = latest
    default: viewport = new
    }
    latest = new
  }

  mutating func didHit(_ request: Request) {
    if bug == .centreOnRequestOnly { viewport = latest }
  }

  mutating func didMiss(_ request: Request) { didHit(request) }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    var resident = Resident(
      image: request.image, weight: weigh?(request.image, request.cost) ?? 1)
    resident.scoreAtStoring = score(resident)
    residents.append(resident)
  }

  mutating func didRemove(_ image: ImageID) { residents.removeAll { $0.image == image } }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var candidates = residents
    if bug == .changesSidesAtPin, let farthest = farthest(residents),
      pins.contains(farthest.image)
    {
      let side = isBefore(farthest.image)
      let others = residents.filter { isBefore($0.image) != side }
      var isAnyFree = false
      for other in others where !pins.contains(other.image) { isAnyFree = true }
      if isAnyFree { candidates = others }
    }
    var unpinned: [Resident] = []
    for resident in candidates where !pins.contains(resident.image) { unpinned.append(resident) }
    guard let victim = farthest(unpinned)?.image else { return nil }
    didRemove(victim)
    return victim
  }

  /// The highest score, among equals the first.
  private func farthest(_ candidates: [Resident]) -> Resident? {
    var best: (resident: Resident, score: Double)?
    for resident in candidates {
      let score = bug == .frozenScores ? resident.scoreAtStoring : score(resident)
      guard let found = best else {
        best = (resident, score)
        continue
      }
      let winsTie =
        switch bug {
        case .tiesBySide: isBefore(resident.image) && !isBefore(found.resident.image)
        case .tiesByIndex: resident.image < found.resident.image
        default: false
        }
      if score > found.score || (score == found.score && winsTie) { best = (resident, score) }
    }
    return best?.resident
  }
}
