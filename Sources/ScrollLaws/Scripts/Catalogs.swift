public import ScrollCaching
import ScrollCore

extension ScriptGenerators {
  /// The kind of limits that a script has.
  enum Unit {
    /// A cost limit; a count limit where every cost is 1; both limits; or a count limit with
    /// different costs.
    case bytes, items, both, mixed
  }

  /// Returns a generator of scripts without operations: images, and a cache whose limits have space
  /// for some of them.
  ///
  /// Costs are all equal, small and often equal, or widely spread. Sometimes a cost is zero, or
  /// larger than the whole budget.
  public static func catalogs(for descriptor: PolicyDescriptor) -> Generator<Script> {
    let room = room(for: descriptor)
    return Generator { choices in
      let (room, images) = room.draw(&choices)
      // A strict cache takes its capacity from one limit, in the unit of the costs.
      let units: [Unit] = descriptor.makePolicy == nil ? [.mixed] : []
      let unit = choices.pick([.items, .bytes, .bytes, .bytes, .both] + units)
      var costs = costs(count: images, unit: unit, &choices)
      // These are sums that do not fit into 32 bits.
      if unit == .bytes, choices.chance(0.06) {
        costs = (costs.all.map { $0 << 30 }, costs.typical << 30)
      }
      let limits = limits(room: room, unit: unit, costs: costs)
      var script = Script(costs: costs.all, limits: limits)
      if choices.chance(0.5) {
        script.reloads = pattern(of: [1, 2, 0, 5, 40], &choices).repeated(images)
      }
      script.settings = settings(of: descriptor, &choices)
      script.seed = choices.chance(0.3) ? UInt64(choices.below(1000)) : 0
      script.direction = choices.chance(0.3) ? .backward : .forward
      return script
    }
  }

  /// Returns other limits for the same images, from zero to twice as large.
  static func limits(_ limits: CacheLimits, _ choices: inout Choices) -> CacheLimits {
    func other(_ limit: Int?) -> Int? {
      guard let limit else { return nil }
      switch choices.weighted([6, 4, 1]) {
      case 0: return 1 + choices.below(max(1, limit))
      case 1: return limit * 2
      default: return 0
      }
    }
    return CacheLimits(cost: other(limits.cost), count: other(limits.count))
  }

  private static func costs(
    count: Int, unit: Unit, _ choices: inout Choices
  ) -> (all: [Int], typical: Int) {
    if unit == .items { return (Array(repeating: 1, count: count), 1) }
    switch choices.weighted([3, 3, 2, 2]) {
    case 0:
      let cost = choices.pick([1, 10])
      return (Array(repeating: cost, count: count), cost)
    case 1: return (pattern(of: [1, 2, 3], &choices).repeated(count), 2)
    // Some costs are zero, and sometimes a cost can never fit.
    case 2: return (pattern(of: [1, 0, 2, 400], &choices).repeated(count), 1)
    default: return (pattern(of: Array(1...20), &choices).repeated(count), 10)
    }
  }

  /// Returns up to seven values, which the caller repeats.
  ///
  /// Their number does not depend on the number of images.
  static func pattern(of values: [Int], _ choices: inout Choices) -> [Int] {
    choices.group { Generator.oneOf(values).list(count: 1...7).draw(&$0) }
  }

  private static func limits(
    room: Int, unit: Unit, costs: (all: [Int], typical: Int)
  ) -> CacheLimits {
    switch unit {
    case .items, .mixed: CacheLimits(count: room)
    case .bytes: CacheLimits(cost: room * costs.typical)
    case .both: CacheLimits(cost: room * costs.typical, count: room)
    }
  }

  /// Returns settings that may differ from the defaults, in about a third of the cases; otherwise
  /// none.
  private static func settings(
    of descriptor: PolicyDescriptor, _ choices: inout Choices
  ) -> [ScriptSetting] {
    guard choices.chance(0.35) else { return [] }
    return descriptor.settings.compactMap { setting in
      guard setting.name != "countLimit", choices.chance(0.6),
        !descriptor.chosen.contains(where: { $0.name == setting.name })
      else { return nil }
      let value =
        switch setting.domain {
        case .flag: choices.pick(["false", "true"])
        case .choice(let words): choices.pick(words)
        case .expression(let language): choices.pick(language.examples)
        case .integer(let range):
          "\(range.lowerBound + choices.below(min(range.upperBound - range.lowerBound, 4) + 1))"
        case .number(let range), .distance(let range):
          "\(min(range.upperBound, range.lowerBound + choices.pick([0, 0.25, 1, 7.5])))"
        }
      return ScriptSetting(name: setting.name, value: value)
    }
  }
}

extension [Int] {
  /// Returns the values repeated up to a count.
  func repeated(_ count: Int) -> [Int] { (0..<count).map { self[$0 % self.count] } }
}
