import ScrollCaching
import ScrollCore

/// The spatial policies as they are written down, for comparison with the fast ones.
///
/// Score every resident, take the highest, among equals the one stored first.
struct LinearScanPolicy: EvictionPolicy {
  private struct Resident {
    var image: ImageID
    var weight: Double
  }

  let placement: ItemPlacement
  let lead: Double
  /// Nil for distance alone.
  let loads: [Double]?
  private var viewport: Viewport
  /// In order of storing.
  private var residents: [Resident] = []

  init(_ setup: PolicySetup, lead: Double, weighsCost: Bool) {
    placement = setup.placement ?? ItemPlacement(line: setup.imageCount)
    self.lead = lead
    let ones = [Double](repeating: 1, count: setup.imageCount)
    let loads = setup.reloadMilliseconds.isEmpty ? ones : setup.reloadMilliseconds
    self.loads = weighsCost ? loads : nil
    viewport = Viewport(lower: 0, upper: 0, direction: setup.direction)
  }

  static var isSpatial: Bool { true }

  private func score(_ resident: Resident) -> Double {
    let centre = (viewport.lower + viewport.upper) / 2
    let sign = Double(viewport.direction.rawValue)
    return placement.items(showing: resident.image).map { item in
      let index = Int(item.index)
      let middle = (placement.starts[index] + placement.ends[index]) / 2
      let isAhead = sign * (middle - centre) >= 0
      return abs(middle - centre) * (isAhead ? 1 : lead) * resident.weight
    }.min() ?? .infinity
  }

  mutating func didHit(_ request: Request) {}

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var found: (place: Int, score: Double)?
    for (place, resident) in residents.enumerated() where !pins.contains(resident.image) {
      let score = score(resident)
      if found.map({ score > $0.score }) ?? true { found = (place, score) }
    }
    return found.map { residents.remove(at: $0.place).image }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    let load = loads.map { max(0.1, $0[Int(request.image.index)]) }
    residents.append(
      Resident(
        image: request.image, weight: load.map { Double(max(1, request.cost)) / $0 } ?? 1))
  }

  mutating func didRemove(_ image: ImageID) {
    residents.removeAll { $0.image == image }
  }

  mutating func viewportMoved(to viewport: Viewport) { self.viewport = viewport }
}
