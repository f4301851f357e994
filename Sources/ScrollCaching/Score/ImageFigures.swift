import BasicContainers
import ScrollCore

/// The figures of every image that a score may ask for, and the moment.
struct ImageFigures: ~Copyable {
  /// What is known of a resident.
  struct Resident {
    var stored = SimTime.zero, used = SimTime.zero
    var hits = 0, cost = 0
    var isPrefetched = false, isViewed = false
  }

  private var placement: ItemPlacement
  private let bytes: [Int], decodes: [Double], reloads: [Double]
  private let clock: PolicySetup.Clock
  private var residents: RigidArray<Resident>
  private var now = SimTime.zero
  private(set) var viewport: Viewport
  /// When items will be visible, by what the user did so far.
  private var arrivals: Arrivals
  private var arrival: ArrivalRule

  init(_ setup: PolicySetup) {
    placement = setup.placement ?? ItemPlacement(line: setup.imageCount)
    (bytes, decodes, reloads) = (
      setup.bytes, setup.decodeMilliseconds, setup.reloadMilliseconds
    )
    clock = setup.clock
    residents = RigidArray(repeating: Resident(), count: setup.imageCount)
    viewport = Viewport(lower: 0, upper: 0, direction: setup.direction)
    arrivals = Arrivals(setup, dwell: Arrivals.dwell, cruise: Arrivals.cruise)
    arrival = arrivals.origin(direction: setup.direction)
  }

  mutating func moved(to viewport: Viewport) {
    self.viewport = viewport
    arrival = arrivals.follow(viewport)
    now = max(now, viewport.time)
  }

  mutating func placementChanged(to placement: ItemPlacement) {
    self.placement = placement
    arrival = arrivals.placementChanged(to: placement)
  }

  mutating func asked(at time: SimTime) { now = max(now, time) }

  mutating func found(_ request: Request) {
    asked(at: request.time)
    residents[Int(request.image.index)].used = now
    residents[Int(request.image.index)].hits += 1
    residents[Int(request.image.index)].isViewed = true
  }

  mutating func stored(_ request: Request, as admission: Admission) {
    asked(at: request.time)
    residents[Int(request.image.index)] = Resident(
      stored: now, used: now, cost: request.cost, isPrefetched: admission == .prefetched,
      isViewed: admission == .viewed)
  }

  /// A figure of a resident.
  func value(_ variable: ScoreVariable, of image: ImageID) -> Double {
    let resident = residents[Int(image.index)]
    switch variable {
    case .distance: return abs(offset(of: image))
    case .signedDistance: return offset(of: image)
    case .gap: return gap(of: image)
    case .visible: return gap(of: image) == 0 ? 1 : 0
    case .velocity: return viewport.velocity * viewport.direction.sign
    case .timeToVisible: return timeToVisible(of: image)
    case .age: return elapsed(since: resident.stored)
    case .idle: return elapsed(since: resident.used)
    case .hits: return Double(resident.hits)
    case .viewed: return resident.isViewed ? 1 : 0
    case .prefetched: return resident.isPrefetched ? 1 : 0
    case .bytes:
      return Double(max(1, bytes.isEmpty ? resident.cost : bytes[Int(image.index)]))
    case .cost: return Double(resident.cost)
    case .decodeMs: return decodes.isEmpty ? 1 : max(0.1, decodes[Int(image.index)])
    case .reloadMs: return reloads.isEmpty ? 1 : max(0.1, reloads[Int(image.index)])
    }
  }

  private func elapsed(since time: SimTime) -> Double {
    let nanoseconds = Double((now - time).nanoseconds)
    return clock == .requests ? nanoseconds : nanoseconds / 1e9
  }

  /// The item of an image that is nearest to the middle of the viewport.
  private func nearestItem(of image: ImageID) -> (index: Int, offset: Double)? {
    var nearest: (index: Int, offset: Double)?
    for item in placement.items(showing: image) {
      let index = Int(item.index)
      let middle = (placement.starts[index] + placement.ends[index]) / 2
      let offset = (middle - viewport.center) * viewport.direction.sign
      let best = nearest?.offset ?? .infinity
      if abs(offset) < abs(best) || (abs(offset) == abs(best) && offset > best) {
        nearest = (index, offset)
      }
    }
    return nearest
  }

  /// That of the item that is visible first.
  private func timeToVisible(of image: ImageID) -> Double {
    var time = Double.infinity
    for item in placement.items(showing: image) {
      let index = Int(item.index)
      time = min(
        time,
        arrival.score(start: placement.starts[index], end: placement.ends[index], weight: 1))
    }
    return time
  }

  private func offset(of image: ImageID) -> Double {
    nearestItem(of: image)?.offset ?? -.infinity
  }

  private func gap(of image: ImageID) -> Double {
    guard let item = nearestItem(of: image)?.index else { return .infinity }
    return max(0, placement.starts[item] - viewport.upper, viewport.lower - placement.ends[item])
  }
}
