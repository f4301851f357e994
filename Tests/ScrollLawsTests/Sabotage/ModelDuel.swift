import ScrollCaching
import ScrollCore

/// Two caches that hear the same random operations, until they differ.
struct ModelDuel {
  /// What the operations are about.
  struct Arena {
    var images: Int
    var setup: PolicySetup
    /// What each image costs, unless it changes.
    var costs: [Int]
    var changesCosts: Bool
  }

  let arena: Arena
  let models: [any CacheModel]
  var random: SeededRandom
  var time = SimTime.zero
  var viewport: Viewport

  /// A duel of two descriptors with the same settings, both drawn from the seed.
  init(_ left: PolicyDescriptor, _ right: PolicyDescriptor, seed: UInt64) {
    random = SeededRandom(seed: seed)
    let arena = Arena(for: left, drawnFrom: &random)
    self.arena = arena
    models = [left.makeWatchedModel(arena.setup), right.makeWatchedModel(arena.setup)]
    viewport = Viewport(lower: 0, upper: 1, direction: arena.setup.direction)
  }

  /// Plays on; the first difference in words, if there is one.
  mutating func differs(within steps: Int) -> String? {
    for step in 0..<steps {
      let operation = draw()
      let (left, right) = (outcome(of: operation, in: 0), outcome(of: operation, in: 1))
      if left != right { return "step \(step), \(operation): \(left) but \(right)" }
    }
    return nil
  }

  private enum Operation {
    case lookup(Request), store(Request, Admission), remove(ImageID), removeAll
    case pin(ImageID), unpin(ImageID), setLimits(CacheLimits)
    case pressure(PressureLevel, SimTime), background(SimTime), move(Viewport)
  }

  private struct Outcome: Equatable {
    var hit: Bool?
    var stored: StoreOutcome?
    var removals: [Removal] = []
    var residents: [ImageID]
    var totalCost: Int, residentCount: Int
  }

  private func outcome(of operation: Operation, in place: Int) -> Outcome {
    let model = models[place]
    var (hit, stored): (Bool?, StoreOutcome?)
    switch operation {
    case .lookup(let request): hit = model.lookup(request)
    case .store(let request, let admission): stored = model.store(request, as: admission)
    case .remove(let image): model.remove(image, because: .removed)
    case .removeAll: model.removeAll(because: .removed)
    case .pin(let image): model.pin(image)
    case .unpin(let image): model.unpin(image)
    case .setLimits(let limits): model.setLimits(limits)
    case .pressure(let level, let time): model.pressureChanged(to: level, at: time)
    case .background(let time): model.didEnterBackground(at: time)
    case .move(let viewport): model.viewportMoved(to: viewport)
    }
    var removals: [Removal] = []
    model.drainRemovals { removals.append($0) }
    return Outcome(
      hit: hit, stored: stored, removals: removals, residents: model.residents(among: arena.images),
      totalCost: model.totalCost, residentCount: model.residentCount)
  }

  private mutating func draw() -> Operation {
    if !random.chance(0.2) { time += SimTime(milliseconds: random.chance(0.05) ? 3000 : 1) }
    let image = ImageID(random.below(arena.images))
    let known = arena.costs[Int(image.index)]
    let cost = arena.changesCosts && random.chance(0.2) ? random.below(2 * known + 2) : known
    let request = Request(image: image, cost: cost, time: time)
    switch random.below(100) {
    case 0..<4: return .pin(image)
    case 4..<9: return .unpin(image)
    case 9..<11: return .remove(image)
    case 11 where random.chance(0.3): return .removeAll
    case 12: return .setLimits(arena.drawLimits(from: &random))
    case 13: return .pressure(PressureLevel.allCases[random.below(3)], time)
    case 14 where random.chance(0.3): return .background(time)
    case 15..<35: return .move(drawViewport())
    case 35..<60: return .lookup(request)
    default: return .store(request, random.chance(0.3) ? .prefetched : .viewed)
    }
  }

  private mutating func drawViewport() -> Viewport {
    let step = Double(random.within(-192...192)) / 64
    let extent = arena.setup.placement?.extent ?? Double(arena.images)
    let lower = min(max(0, viewport.lower + step), extent)
    if lower != viewport.lower {
      viewport.direction = lower > viewport.lower ? .forward : .backward
    }
    viewport.velocity = random.chance(0.2) ? 0 : (lower - viewport.lower) * 60
    (viewport.lower, viewport.upper, viewport.time) = (lower, lower + 3, time)
    return viewport
  }
}
