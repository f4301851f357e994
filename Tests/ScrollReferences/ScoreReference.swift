import ScrollCaching
import ScrollCore

/// `score`: evaluates the formula for every resident at every eviction.
struct ScoreReference: EvictionPolicy {
  private struct Resident {
    var image: ImageID
    var stored: SimTime, used: SimTime
    var hits = 0
    var cost: Int
    var admission: Admission
  }

  private let setup: PolicySetup
  private let score: FormulaReference, admit: FormulaReference
  private var placement: ItemPlacement
  private var scene: SpatialReference.Scene
  private var viewport: Viewport { scene.viewport }
  private var now = SimTime.zero
  private var pressure = PressureLevel.normal
  /// In order of storing.
  private var residents: [Resident] = []
  /// The numbers of requests for images, as far as they are remembered.
  private var uses: [ImageID: Int] = [:]
  /// The remembered images that are not resident, the one requested or removed last at the end.
  private var outside: [ImageID] = []

  init(_ setup: PolicySetup) {
    self.setup = setup
    placement = setup.placement ?? ItemPlacement(line: setup.imageCount)
    score = FormulaReference(setup.settings["expression"])
    admit = FormulaReference(setup.settings["admit"])
    scene = SpatialReference.Scene(
      viewport: Viewport(lower: 0, upper: 0, direction: setup.direction),
      contentEnd: placement.extent)
  }

  static let descriptor = PolicyDescriptor.reference(of: "score") { ScoreReference($0) }
  static var isSpatial: Bool { true }

  mutating func didHit(_ request: Request) {
    now = max(now, request.time)
    uses[request.image, default: 0] += 1
    for index in residents.indices where residents[index].image == request.image {
      residents[index].hits += 1
      residents[index].used = now
    }
  }

  mutating func didMiss(_ request: Request) {
    now = max(now, request.time)
    uses[request.image, default: 0] += 1
    remember(request.image)
  }

  mutating func willStore(_ request: Request) { now = max(now, request.time) }

  mutating func shouldStore(_ request: Request, as admission: Admission) -> Bool {
    let value = admit.value { figure($0, newcomer(request, admission)) }
    return value.isNaN || value > 0
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var found: (place: Int, worth: Double)?
    for (place, resident) in residents.enumerated() where !pins.contains(resident.image) {
      var worth = score.value { figure($0, resident) }
      if worth.isNaN { worth = -.infinity }
      if found.map({ worth > $0.worth }) ?? true { found = (place, worth) }
    }
    guard let found else { return nil }
    let victim = residents.remove(at: found.place).image
    remember(victim)
    return victim
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    now = max(now, request.time)
    residents.append(newcomer(request, admission))
    outside.removeAll { $0 == request.image }
  }

  mutating func didRemove(_ image: ImageID) {
    residents.removeAll { $0.image == image }
    remember(image)
  }

  mutating func viewportMoved(to viewport: Viewport) {
    scene.follow(viewport, setup.clock)
    now = max(now, viewport.time)
  }

  mutating func placementChanged(to placement: ItemPlacement) {
    self.placement = placement
    scene.contentEnd = placement.extent
  }

  mutating func pressureChanged(to level: PressureLevel) { pressure = level }

  private func newcomer(_ request: Request, _ admission: Admission) -> Resident {
    Resident(
      image: request.image, stored: now, used: now, cost: request.cost, admission: admission)
  }

  /// Remembers an image that was requested, or that left, and is not resident.
  private mutating func remember(_ image: ImageID) {
    outside.removeAll { $0 == image }
    if uses[image] != nil { outside.append(image) }
    if outside.count > 4096 { uses[outside.removeFirst()] = nil }
  }

  private func figure(_ name: String, _ resident: Resident) -> Double {
    let image = Int(resident.image.index)
    let ticks = setup.clock == .requests ? 1.0 : 1e9
    let loads = (setup.decodeMilliseconds, setup.reloadMilliseconds)
    switch name {
    case "a", "b", "c", "d": return setup.settings.number(name)
    case "velocity": return viewport.velocity * Double(viewport.direction.rawValue)
    case "pressure": return pressure == .normal ? 0 : pressure == .warning ? 1 : 2
    case "age": return Double((now - resident.stored).nanoseconds) / ticks
    case "idle": return Double((now - resident.used).nanoseconds) / ticks
    case "hits": return Double(resident.hits)
    case "uses": return Double(uses[resident.image] ?? 0)
    case "viewed": return resident.admission == .viewed || resident.hits > 0 ? 1 : 0
    case "prefetched": return resident.admission == .prefetched ? 1 : 0
    case "bytes": return Double(max(1, setup.bytes.isEmpty ? resident.cost : setup.bytes[image]))
    case "cost": return Double(resident.cost)
    case "decodeMs": return loads.0.isEmpty ? 1 : max(0.1, loads.0[image])
    case "reloadMs": return loads.1.isEmpty ? 1 : max(0.1, loads.1[image])
    default: return place(name, resident)
    }
  }

  /// Returns a figure of an image's place.
  private func place(_ name: String, _ resident: Resident) -> Double {
    let (starts, ends) = (placement.starts, placement.ends)
    let sign = Double(viewport.direction.rawValue)
    let center = (viewport.lower + viewport.upper) / 2
    func ahead(_ item: Int) -> Double { ((starts[item] + ends[item]) / 2 - center) * sign }
    let items = placement.items(showing: resident.image).map { Int($0.index) }
    let nearest = items.max { one, other in
      abs(ahead(one)) != abs(ahead(other))
        ? abs(ahead(one)) > abs(ahead(other)) : ahead(one) < ahead(other)
    }
    let gap = nearest.map { max(0, starts[$0] - viewport.upper, viewport.lower - ends[$0]) }
    switch name {
    case "distance": return nearest.map { abs(ahead($0)) } ?? .infinity
    case "signedDistance": return nearest.map(ahead) ?? -.infinity
    case "gap": return gap ?? .infinity
    case "visible": return gap == 0 ? 1 : 0
    case "timeToVisible":
      return items.map { item in
        ArrivalReference.time(
          until: SpatialReference.Item(
            start: starts[item], end: ends[item], image: resident.image, cost: resident.cost),
          scene, setup)
      }.min() ?? .infinity
    default: preconditionFailure("'\(name)' is no variable")
    }
  }
}
