import ImageMemoryCache
import ScrollCore
import ScrollTraces

/// An app's cache under random use: every operation, with far more keys than it has room for.
struct UsedCache: Sendable {
  /// A stored value.
  final class Value: Sendable {
    let cost: Int
    init(_ cost: Int) { self.cost = cost }
  }

  let cache: ImageMemoryCache<Int, Value>
  private let reportsPositions: Bool
  private let keys: Int

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - policy: the policy, in the syntax of `--policy`.
  ///   - costLimit: the limit of the costs, which are from 1 to 40 each.
  ///   - countLimit: the largest number of values; `nil` for no limit.
  ///   - keys: the number of keys that are requested.
  /// - Throws: an error if the cache cannot be made.
  init(_ policy: String, costLimit: CostLimit, countLimit: Int? = nil, keys: Int) throws {
    let name = policy.prefix { $0 != ":" }
    let isSpatial = try PolicyCatalog.builtIn.choose(String(name)).entry.isSpatial
    var options = CacheOptions<Int, Value>()
    options.reportsPositions = isSpatial
    options.seed = 7
    options.entryShare = 0.5
    options.keepsWeakReferences = true
    reportsPositions = isSpatial
    self.keys = keys
    cache = try ImageMemoryCache(
      policy: policy, costLimit: costLimit, countLimit: countLimit,
      cost: { $0.cost }, options: options)
  }

  /// Performs a number of random operations.
  func use(_ count: Int, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var held: [Value] = []
    var offset = 0.0
    for _ in 0..<count {
      // Most keys are near those that were requested last, as on a feed.
      let near = Int(offset / 100) + random.below(24)
      let key = (random.chance(0.9) ? near : random.below(keys)) % keys
      switch random.below(100) {
      case 0..<58: look(key, &held, &random)
      case 58..<64:
        cache.insert(
          Value(1 + random.below(40)), for: key, as: .prefetched,
          loadTime: LoadTime(milliseconds: Double(random.below(90)), decodeMilliseconds: 5))
      case 64..<68: cache.insert(Value(1 + random.below(40)), for: key)
      case 68..<72: cache.removeValue(for: key)
      case 72..<77: cache.pin(key)
      case 77..<83: cache.unpin(key)
      case 83..<97:
        offset = max(0, offset + Double(random.below(140)) - 30)
        if reportsPositions { scroll(to: offset, &random) }
      default: shorten(&random)
      }
    }
    for key in 0..<keys { while cache.unpin(key) {} }
  }

  private func look(_ key: Int, _ held: inout [Value], _ random: inout SeededRandom) {
    if let value = cache[key] {
      held.append(value)
      if held.count > 6 { held.removeFirst(3) }
      return
    }
    let load = LoadTime(milliseconds: 1 + Double(random.below(60)))
    cache.insert(
      Value(1 + random.below(40)), for: key, loadTime: random.chance(0.7) ? load : nil)
  }

  private func scroll(to offset: Double, _ random: inout SeededRandom) {
    let first = Int(offset / 100)
    for key in first..<first + 30 {
      let start = Double(key) * 100
      let places = random.chance(0.1) ? [] : [start..<start + 90]
      let further = random.chance(0.05) ? [start + 5000..<start + 5090] : []
      cache.place(key % keys, at: places + further)
    }
    let phases = ScrollPhase.allCases
    cache.setViewport(
      Viewport(
        lower: offset, upper: offset + 800, velocity: Double(random.below(4000)) - 1000,
        direction: random.chance(0.7) ? .forward : .backward,
        phase: phases[random.below(phases.count)]))
  }

  /// Performs a rare operation: a limit, a warning, the background, or the removal of everything.
  private func shorten(_ random: inout SeededRandom) {
    let limits = cache.limits
    switch random.below(6) {
    case 0:
      cache.limits = CacheLimits(
        cost: limits.cost.map { $0 / 2 }, count: limits.count.map { $0 / 2 })
      cache.limits = limits
    case 1: cache.respond(to: .pressure(.warning), with: .keepShare(0.4))
    case 2: cache.respond(to: .pressure(random.chance(0.5) ? .critical : .normal))
    case 3:
      cache.respond(
        to: .background, with: random.chance(0.3) ? .keepNothing : .keepShare(0.7))
    case 4: cache.respond(to: .pressure(.warning), with: .keepEverything)
    default: if random.chance(0.2) { cache.removeAll() }
    }
  }
}
