import ScrollCaching
import ScrollCore
import ScrollLaws
import ScrollReferences

/// A cache with a formula in a random world, beside its slow reference, with random operations on
/// both.
///
/// Images share positions and costs, some are shown twice and some never, and time often does not
/// advance: ties are common.
struct ScoreInputs {
  private var random: SeededRandom
  private let fast: any CacheModel, slow: any CacheModel
  private let setup: PolicySetup
  private var placement: ItemPlacement
  private let costs: [Int]
  private var now = SimTime.zero
  /// The number of images evicted for lack of room.
  private(set) var evictions = 0

  init(policy: String, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let choice = try PolicyCatalog.builtIn.choose(policy)
    let images = random.within(3...9)
    placement = Self.placement(images, &random)
    costs = (0..<images).map { _ in [1, 1, 2, 5][random.below(4)] }
    let knowsLoads = random.chance(0.5)
    let loads = (0..<images).map { _ in [0.05, 1, 1, 8.5][random.below(4)] }
    let limits =
      random.chance(0.5)
      ? CacheLimits(count: random.within(1...5)) : CacheLimits(cost: random.within(3...12))
    setup = PolicySetup(
      imageCount: images, limits: limits, settings: choice.settings,
      placement: random.chance(0.8) ? placement : nil,
      reloadMilliseconds: knowsLoads ? loads : [],
      decodeMilliseconds: knowsLoads ? loads.map { $0 / 2 } : [],
      bytes: random.chance(0.5) ? (0..<images).map { 3 - $0 % 2 } : [],
      direction: random.chance(0.5) ? .forward : .backward,
      clock: random.chance(0.2) ? .requests : .simulation)
    guard let reference = References.of("score"), let makePolicy = reference.makePolicy else {
      preconditionFailure("there is no reference of 'score'")
    }
    if setup.placement == nil { placement = ItemPlacement(line: images) }
    fast = choice.entry.makeModel(setup)
    slow = AuditedCache(makePolicy(setup), setup)
    self.random = random
  }

  /// Performs a number of operations on both caches and returns their first difference, or `nil`.
  mutating func difference(in operations: Int) -> String? {
    for operation in 0..<operations {
      let verb = drawn()
      let answers = (perform(verb, on: fast), perform(verb, on: slow))
      guard answers.0 == answers.1 else {
        return "operation \(operation), \(verb): \(answers.0), but \(answers.1)"
      }
      evictions += answers.0.count { $0.hasPrefix("cost") || $0.hasPrefix("count") }
    }
    return nil
  }

  private enum Verb {
    case serve(Request), lookUp(Request), store(Request, Admission)
    case remove(ImageID), pin(ImageID), unpin(ImageID), limits(CacheLimits)
    case pressure(PressureLevel), move(Viewport), place(ItemPlacement)
  }

  private mutating func drawn() -> Verb {
    if random.chance(0.4) {
      now += SimTime(nanoseconds: [1, 1_000_000_000, 40_000_000][random.below(3)])
    }
    let image = ImageID(random.below(setup.imageCount))
    let request = Request(image: image, cost: costs[Int(image.index)], time: now)
    switch random.below(24) {
    case 0..<10: return .serve(request)
    case 10..<13: return .store(request, .prefetched)
    case 13: return .store(request, .viewed)
    case 14: return .lookUp(request)
    case 15: return .remove(image)
    case 16: return .pin(image)
    case 17: return .unpin(image)
    case 18: return .limits(CacheLimits(cost: random.within(1...9), count: random.within(1...6)))
    case 19: return .pressure(PressureLevel.allCases[random.below(3)])
    case 20 where random.chance(0.3):
      placement = Self.moved(placement, &random)
      return .place(placement)
    default: return .move(viewport())
    }
  }

  /// Returns the answers to an operation, and its removals with reason and number.
  private func perform(_ verb: Verb, on model: any CacheModel) -> [String] {
    var answers: [String] = []
    switch verb {
    case .serve(let request):
      let isHit = model.lookup(request)
      answers.append("\(isHit)")
      if !isHit { answers.append("\(model.store(request, as: .viewed))") }
    case .lookUp(let request): answers.append("\(model.lookup(request))")
    case .store(let request, let admission):
      answers.append("\(model.store(request, as: admission))")
    case .remove(let image): model.remove(image, because: .removed)
    case .pin(let image): model.pin(image)
    case .unpin(let image): model.unpin(image)
    case .limits(let limits): model.setLimits(limits)
    case .pressure(let level): model.pressureChanged(to: level, at: now)
    case .move(let viewport): model.viewportMoved(to: viewport)
    case .place(let placement): model.placementChanged(to: placement)
    }
    model.drainRemovals { answers.append("\($0.reason) \($0.image.index)") }
    return answers
  }
}

extension ScoreInputs {
  private mutating func viewport() -> Viewport {
    let lower = Double(random.below(9)) * 5
    return Viewport(
      lower: lower, upper: lower + [0, 10, 25][random.below(3)],
      velocity: [0, 300, -300, 1][random.below(4)],
      direction: random.chance(0.5) ? .forward : .backward,
      phase: ScrollPhase.allCases[random.below(3)], time: now)
  }

  /// Returns items of 5 or 10 points, some of them beside each other.
  private static func placement(_ count: Int, _ random: inout SeededRandom) -> ItemPlacement {
    var images: [ImageID] = []
    for image in 0..<count {
      let shown = [0, 1, 1, 1, 1, 2][random.below(6)]
      images += Array(repeating: ImageID(image), count: shown)
    }
    for place in images.indices { images.swapAt(place, random.below(images.count)) }
    let (starts, ends) = edges(images.count, &random)
    return ItemPlacement(
      starts: starts, ends: ends, breadths: images.map { _ in 1 }, images: images,
      extent: ends.max() ?? 0, imageCount: count)
  }

  private static func moved(
    _ placement: ItemPlacement, _ random: inout SeededRandom
  ) -> ItemPlacement {
    let (starts, ends) = edges(placement.count, &random)
    return placement.moved(
      starts: starts, ends: ends, breadths: Array(placement.breadths), extent: ends.max() ?? 0)
  }

  private static func edges(
    _ count: Int, _ random: inout SeededRandom
  ) -> (starts: [Double], ends: [Double]) {
    var (starts, ends): ([Double], [Double]) = ([], [])
    var edge = 0.0
    for _ in 0..<count {
      starts.append(edge)
      ends.append(edge + [5.0, 10][random.below(2)])
      if random.chance(0.8) { edge += 5 }
    }
    return (starts, ends)
  }
}
