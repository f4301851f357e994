package import ScrollCaching
import ScrollCore

/// `distance`, `distance-cost` and `distance-lead`: score every resident, the highest leaves.
///
/// Score: `|m - c| x (ahead ? 1 : lead)`, of the nearest item, infinite without one; with cost
/// times bytes (at least 1) per millisecond to load (at least 0.1, or 1 where nothing is
/// known). Among equals the one stored first. With lead, c is where the middle will be: two
/// screens away at most, and as far as the content goes.
struct DistanceReference: EvictionPolicy {
  struct Resident {
    let image: ImageID
    let weight: Double
    var scoreAtStoring = 0.0
  }

  let bug: DistanceBug?
  var placement: ItemPlacement
  let lead: Double
  /// The milliseconds to load each image, which scale the distance per byte; `nil` for distance
  /// alone.
  let loads: [Double]?
  let bytes: [Int]
  /// The lead of the centre in seconds, and the deceleration from which its future place follows.
  let lookahead: Double
  let decay: Double
  var viewport: Viewport
  /// The last viewport and the first direction, which bugs use instead of the current viewport.
  var latest: Viewport, firstDirection: ScrollDirection?
  /// In order of storing.
  var residents: [Resident] = []
  var firstCosts: [ImageID: Int] = [:]

  init(
    _ setup: PolicySetup, weighsCost: Bool = false, lookahead: Double = 0,
    bug: DistanceBug? = nil
  ) {
    self.bug = bug
    placement = setup.placement ?? ItemPlacement(line: setup.imageCount)
    lead = setup.settings.number("lead")
    let ones = [Double](repeating: 1, count: setup.imageCount)
    let loads = setup.reloadMilliseconds.isEmpty ? ones : setup.reloadMilliseconds
    self.loads = weighsCost ? loads : nil
    bytes = setup.bytes
    self.lookahead = lookahead
    decay = setup.decay
    viewport = Viewport(lower: 0, upper: 0, direction: setup.direction)
    latest = viewport
  }

  static let descriptor = PolicyDescriptor.reference(of: "distance") {
    DistanceReference($0)
  }
  static let costDescriptor = PolicyDescriptor.reference(of: "distance-cost") {
    DistanceReference($0, weighsCost: true)
  }

  static let leadDescriptor = PolicyDescriptor.reference(of: "distance-lead") {
    DistanceReference($0, lookahead: $0.settings.number("lookahead"))
  }

  static var isSpatial: Bool { true }

  mutating func didHit(_ request: Request) {
    if bug == .centreOnRequestOnly { viewport = latest }
  }

  mutating func didMiss(_ request: Request) { didHit(request) }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var unpinned: [Resident] = []
    for resident in residents where !pins.contains(resident.image) { unpinned.append(resident) }
    if bug == .changesSidesAtPin, let all = farthest(residents), pins.contains(all.image) {
      let side = isBefore(all.image)
      let others = unpinned.filter { isBefore($0.image) != side }
      if !others.isEmpty { unpinned = others }
    }
    guard let victim = farthest(unpinned)?.image else { return nil }
    didRemove(victim)
    return victim
  }

  /// Returns the candidate with the highest score, the first stored among equals.
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
      if score > found.score || score == found.score && winsTie { best = (resident, score) }
    }
    return best?.resident
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    var resident = Resident(image: request.image, weight: weight(request))
    resident.scoreAtStoring = score(resident)
    residents.append(resident)
  }

  mutating func didRemove(_ image: ImageID) { residents.removeAll { $0.image == image } }

  mutating func viewportMoved(to new: Viewport) {
    firstDirection = firstDirection ?? new.direction
    switch bug {
    case .centreOnRequestOnly: break
    case .oneFrameLate: viewport = latest
    default: viewport = new
    }
    latest = new
  }

  mutating func placementChanged(to placement: ItemPlacement) {
    if bug != .placementIgnored { self.placement = placement }
  }
}

package enum DistanceBug: PlantedBug {
  case centreOnRequestOnly, oneFrameLate, leadAhead, directionOfFirstMove
  case directionFromVelocity, firstItem, farthestItem, itemsInsteadOfPoints, wholePoints
  case nearIsAllTheSame, lowerEdge, startOfItem, tiesBySide, tiesByIndex
  case unplacedStay, changesSidesAtPin, frozenScores, placementIgnored
  // Bugs in the weight of an image:
  case multipliesByLoad, zeroBytesWeighNothing, noLeastLoad, weightOfFirstStore, ignoresLoad

  package var descriptor: PolicyDescriptor {
    switch self {
    case .multipliesByLoad, .zeroBytesWeighNothing, .noLeastLoad, .weightOfFirstStore,
      .ignoresLoad:
      .reference(of: "distance-cost") { DistanceReference($0, weighsCost: true, bug: self) }
    case .leadAhead, .directionOfFirstMove, .directionFromVelocity:
      // Without a lead, sides do not matter.
      .reference(of: "distance", standards: ["lead": "2"]) { DistanceReference($0, bug: self) }
    default: .reference(of: "distance") { DistanceReference($0, bug: self) }
    }
  }
}
