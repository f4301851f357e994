import ScrollCaching
import ScrollCore

/// `distance` and `distance-cost`: score every resident, the highest leaves.
///
/// Score: `|m - c| x (ahead ? 1 : lead)`, of the nearest item, infinite without one; with cost
/// times bytes (at least 1) per millisecond to load (at least 0.1, or 1 where nothing is
/// known). Among equals the one stored first.
struct DistanceReference: EvictionPolicy {
  private let placement: ItemPlacement
  private let lead: Double
  /// What a point of distance weighs, per byte; nil for distance alone.
  private let loads: [Double]?
  private var viewport: Viewport
  /// In order of storing.
  private var residents: [(image: ImageID, weight: Double)] = []

  init(_ setup: PolicySetup, weighsCost: Bool) {
    placement = setup.placement ?? ItemPlacement(line: setup.imageCount)
    lead = setup.settings.number("lead")
    let ones = [Double](repeating: 1, count: setup.imageCount)
    let loads = setup.reloadMilliseconds.isEmpty ? ones : setup.reloadMilliseconds
    self.loads = weighsCost ? loads : nil
    viewport = Viewport(lower: 0, upper: 0, direction: setup.direction)
  }

  static let descriptor = PolicyDescriptor.reference(of: "distance") {
    DistanceReference($0, weighsCost: false)
  }
  static let costDescriptor = PolicyDescriptor.reference(of: "distance-cost") {
    DistanceReference($0, weighsCost: true)
  }

  static var isSpatial: Bool { true }

  private func score(_ image: ImageID, _ weight: Double) -> Double {
    let centre = (viewport.lower + viewport.upper) / 2
    let sign = Double(viewport.direction.rawValue)
    return placement.items(showing: image).map { item in
      let index = Int(item.index)
      let middle = (placement.starts[index] + placement.ends[index]) / 2
      let isAhead = sign * (middle - centre) >= 0
      return abs(middle - centre) * (isAhead ? 1 : lead) * weight
    }.min() ?? .infinity
  }

  mutating func didHit(_ request: Request) {}

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var found: (place: Int, score: Double)?
    for (place, resident) in residents.enumerated() where !pins.contains(resident.image) {
      let score = score(resident.image, resident.weight)
      if found.map({ score > $0.score }) ?? true { found = (place, score) }
    }
    return found.map { residents.remove(at: $0.place).image }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    let load = loads.map { max(0.1, $0[Int(request.image.index)]) }
    residents.append(
      (request.image, load.map { Double(max(1, request.cost)) / $0 } ?? 1))
  }

  mutating func didRemove(_ image: ImageID) { residents.removeAll { $0.image == image } }
  mutating func viewportMoved(to viewport: Viewport) { self.viewport = viewport }
}
