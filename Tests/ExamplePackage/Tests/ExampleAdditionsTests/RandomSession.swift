import ScrollCaching
import ScrollCore

/// A random scroll through a few images, with every kind of event that a cache receives.
struct RandomSession {
  let seed: UInt64
  let clock: PolicySetup.Clock

  private static let images = 24, items = 40

  /// Returns cells in a row, some of which show the same image.
  private static func placement(_ length: Double) -> ItemPlacement {
    let starts = (0..<items).map { Double($0) * length }
    return ItemPlacement(
      starts: starts, ends: starts.map { $0 + length - 2 },
      breadths: Array(repeating: 1, count: items),
      images: (0..<items).map { ImageID($0 * 7 % (images - 1)) },
      extent: Double(items) * length, imageCount: images)
  }

  /// Returns a policy's answers step by step, and the images that it evicts.
  func transcript(of policy: PolicyDescriptor, _ settings: SettingValues) -> [String] {
    var random = SeededRandom(seed: seed)
    let isPlain = random.chance(0.2)
    let milliseconds = (0..<Self.images).map { Double($0 % 5) * 3.5 }
    let model = policy.makeModel(
      PolicySetup(
        imageCount: Self.images, limits: CacheLimits(cost: 3000), settings: settings,
        placement: isPlain ? nil : Self.placement(50),
        reloadMilliseconds: isPlain ? [] : milliseconds.map { $0 * 2 },
        decodeMilliseconds: isPlain ? [] : milliseconds,
        bytes: isPlain ? [] : (0..<Self.images).map { 100 + $0 % 7 * 90 },
        direction: random.chance(0.5) ? .forward : .backward, clock: clock))
    var lines: [String] = []
    var time = SimTime.zero
    for step in 0..<400 {
      let pause = random.within(0...40)
      time += SimTime(nanoseconds: clock == .requests ? 1 : Int64(pause) * 1_000_000)
      var line = "\(step) \(act(on: model, at: time, &random))"
      model.drainRemovals { line += ", \($0.image.index) \($0.reason)" }
      lines.append(line)
    }
    return lines
  }

  /// Performs one step.
  private func act(
    on model: any CacheModel, at time: SimTime, _ random: inout SeededRandom
  ) -> String {
    let image = ImageID(random.below(Self.images))
    let request = Request(image: image, cost: random.within(50...900), time: time)
    switch random.below(16) {
    case 0..<5: return "found \(model.lookup(request))"
    case 5..<9:
      return "\(model.store(request, as: random.chance(0.3) ? .prefetched : .viewed))"
    case 9..<12:
      let lower = random.unit() * 2000 - 50
      let velocity = random.chance(0.3) ? 0 : (random.unit() - 0.5) * 8000
      model.viewportMoved(
        to: Viewport(
          lower: lower, upper: lower + 170, velocity: velocity,
          direction: velocity < 0 ? .backward : .forward,
          phase: velocity == 0 ? .idle : random.chance(0.5) ? .tracking : .decelerating,
          time: time))
    case 12: if random.chance(0.5) { model.pin(image) } else { model.unpin(image) }
    case 13: model.setLimits(CacheLimits(cost: random.within(500...4000)))
    case 14:
      if random.chance(0.5) {
        model.remove(image, because: .removed)
      } else {
        let levels = PressureLevel.allCases
        model.pressureChanged(to: levels[random.below(levels.count)], at: time)
      }
    default: model.placementChanged(to: Self.placement(random.chance(0.5) ? 50 : 80))
    }
    return ""
  }
}
