import ScrollCaching
import ScrollCore

extension ModelDuel.Arena {
  /// Few images, tight limits, and every setting of the policy at some value.
  init(for descriptor: PolicyDescriptor, drawnFrom random: inout SeededRandom) {
    let least = descriptor.facts.smallestUsefulCapacity
    images = 4 + random.below(least > 1 ? 60 : 12)
    changesCosts = random.chance(0.3)
    let largest = random.chance(0.4) ? 1 : least > 1 ? 4 : 9
    let start = random.chance(0.8) ? 1 : 0
    costs = []
    for _ in 0..<images { costs.append(random.within(start...largest)) }
    if random.chance(0.03) { costs[0] = 0x6000_0000 }
    if random.chance(0.03) { costs = costs.map { $0 << 29 } }
    setup = PolicySetup(imageCount: images, limits: CacheLimits(), seed: random.next())
    setup.limits = drawLimits(from: &random)
    if least > 1 { setup.limits.cost = least + random.below(images) }
    setup.settings = Self.drawSettings(of: descriptor, from: &random)
    setup.direction = random.chance(0.5) ? .forward : .backward
    if random.chance(0.6) { setup.placement = drawPlacement(from: &random) }
    if random.chance(0.6) {
      for _ in 0..<images {
        setup.reloadMilliseconds.append(Double(random.below(40)) / 16)
      }
    }
  }

  func drawLimits(from random: inout SeededRandom) -> CacheLimits {
    let mean = max(1, costs.reduce(0, +) / images)
    var limits = CacheLimits()
    switch random.below(10) {
    case 0..<6: limits.cost = mean * (1 + random.below(images)) + random.below(3)
    case 6, 7: limits.count = random.below(images + 1)
    case 8:
      limits = CacheLimits(
        cost: mean * (1 + random.below(images)), count: 1 + random.below(images))
    default: break
    }
    return limits
  }

  private static func drawSettings(
    of descriptor: PolicyDescriptor, from random: inout SeededRandom
  ) -> SettingValues {
    var given: [(name: String, value: String)] = []
    for setting in descriptor.settings where setting.name != "countLimit" && random.chance(0.5) {
      switch setting.domain {
      case .choice(let words): given.append((setting.name, words[random.below(words.count)]))
      case .expression(let language): given.append((setting.name, language.examples[0]))
      case .integer: given.append((setting.name, "\(1 + random.below(3))"))
      case .number: given.append((setting.name, "\(1 + random.below(3))"))
      case .flag: given.append((setting.name, "\(random.chance(0.5))"))
      }
    }
    do {
      return try SettingValues(given, for: descriptor.settings, of: descriptor.name)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Items of different lengths, some images in several of them, some in none.
  private func drawPlacement(from random: inout SeededRandom) -> ItemPlacement {
    let count = images + random.below(images)
    let longest = random.chance(0.3) ? 64 : 192
    var starts: [Double] = [], ends: [Double] = [], shown: [ImageID] = []
    for item in 0..<count {
      let length = longest == 64 ? 1 : Double(32 + random.below(longest)) / 64
      starts.append(ends.last ?? 0)
      ends.append(starts[item] + length)
      let isInOrder = item < images && random.chance(0.8)
      shown.append(ImageID(isInOrder ? item : random.below(images)))
    }
    return ItemPlacement(
      starts: starts, ends: ends, breadths: [Double](repeating: 1, count: count), images: shown,
      extent: ends.last ?? 0, imageCount: images)
  }
}
