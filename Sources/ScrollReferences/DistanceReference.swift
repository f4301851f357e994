import ScrollCaching
import ScrollCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `distance`, `distance-cost` and `distance-lead`: score every resident, the highest leaves.
///
/// Score: `|m - c| x (ahead ? 1 : lead)`, of the nearest item, infinite without one; with cost
/// times bytes (at least 1) per millisecond to load (at least 0.1, or 1 where nothing is
/// known). Among equals the one stored first. With lead, c is where the middle will be: two
/// screens away at most, and as far as the content goes.
struct DistanceReference: EvictionPolicy {
  private var placement: ItemPlacement
  private let lead: Double
  /// What a point of distance weighs, per byte; nil for distance alone.
  private let loads: [Double]?
  private let bytes: [Int]
  /// Seconds that the centre is ahead of its time, and what it takes to know where it will be.
  private let lookahead: Double
  private let decay: Double
  private var viewport: Viewport
  /// In order of storing.
  private var residents: [(image: ImageID, weight: Double)] = []

  init(_ setup: PolicySetup, weighsCost: Bool = false, lookahead: Double = 0) {
    placement = setup.placement ?? ItemPlacement(line: setup.imageCount)
    lead = setup.settings.number("lead")
    let ones = [Double](repeating: 1, count: setup.imageCount)
    let loads = setup.reloadMilliseconds.isEmpty ? ones : setup.reloadMilliseconds
    self.loads = weighsCost ? loads : nil
    bytes = setup.bytes
    self.lookahead = lookahead
    decay = setup.decay
    viewport = Viewport(lower: 0, upper: 0, direction: setup.direction)
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

  /// The middle of the screen, or where it will be.
  private var centre: Double {
    let middle = (viewport.lower + viewport.upper) / 2
    let length = viewport.upper - viewport.lower
    var way = viewport.velocity * lookahead
    if viewport.phase == .decelerating {
      way = viewport.velocity * (1 - exp(-decay * lookahead)) / decay
    }
    if way > 0 { return middle + min(way, 2 * length, max(0, placement.extent - viewport.upper)) }
    return middle + max(way, -2 * length, min(0, -viewport.lower))
  }

  private func score(_ image: ImageID, _ weight: Double) -> Double {
    let centre = self.centre
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
    let size = bytes.isEmpty ? request.cost : bytes[Int(request.image.index)]
    residents.append(
      (request.image, load.map { Double(max(1, size)) / $0 } ?? 1))
  }

  mutating func didRemove(_ image: ImageID) { residents.removeAll { $0.image == image } }
  mutating func viewportMoved(to viewport: Viewport) { self.viewport = viewport }
  mutating func placementChanged(to placement: ItemPlacement) { self.placement = placement }
}
