import ImageMemoryCache
import ScrollCaching
import ScrollCore

/// A cache under stress, for any type of policy.
protocol Stressed: Sendable {
  /// Performs one random operation of all the operations of a cache.
  func act(_ random: inout SeededRandom, _ tallies: Tallies) async
}

/// A cache whose callback calls the cache.
///
/// Keys are few, so that tasks use the same ones at the same time; a picture's number is the key
/// that it is for.
struct StressedCache<Policy: EvictionPolicy & ~Copyable>: Stressed {
  static var keys: Int { 64 }

  let cache: PolicyMemoryCache<Int, Picture, Policy>

  func act(_ random: inout SeededRandom, _ tallies: Tallies) async {
    let key = random.below(Self.keys)
    switch random.below(100) {
    case ..<34: check(cache.value(for: key), key, tallies)
    case ..<40: check(cache[key], key, tallies)
    case ..<58: cache.insert(Picture(key), for: key, cost: 1 + random.below(9))
    case ..<64:
      cache.insert(
        Picture(key), for: key, as: .prefetched,
        loadTime: LoadTime(milliseconds: Double(1 + random.below(50))))
    case ..<68: cache[key] = random.chance(0.5) ? Picture(key) : nil
    case ..<72: check(cache.removeValue(for: key), key, tallies)
    case ..<76:
      cache.pin(key)
      check(cache.value(for: key), key, tallies)
      if !cache.unpin(key) { tallies.fault("a pin of \(key) is gone") }
    case ..<79: _ = cache.contains(key)
    case ..<82: place(key, &random)
    case ..<86: moveViewport(&random)
    case ..<90: await load(key, &random, tallies)
    case ..<92:
      cache.limits = CacheLimits(cost: 40 + random.below(200), count: 4 + random.below(40))
    case ..<93: cache.setCountLimit(8 + random.below(60))
    case ..<94: cache.setCostLimit(.cost(40 + random.below(200)))
    case ..<95: cache.respond(to: .pressure(.warning), with: .keepShare(0.5))
    case ..<96: cache.respond(to: .background, with: random.chance(0.5) ? .keepPinned : nil)
    case ..<97: cache.removeExpired()
    case ..<98:
      let statistics = cache.statistics
      if statistics.hits + statistics.misses != statistics.requests {
        tallies.fault("\(statistics)")
      }
    case ..<99: _ = (cache.count, cache.totalCost, cache.limits)
    default:
      if random.chance(0.5) { cache.removeAll() } else { await record(&random, tallies) }
    }
  }

  /// Makes a recording with so little room that it often falls behind.
  private func record(_ random: inout SeededRandom, _ tallies: Tallies) async {
    guard let recording = try? cache.record(to: "/dev/null", capacity: 64) else { return }
    for _ in 0..<random.below(40) { await act(&random, tallies) }
    if random.chance(0.5) { recording.stop() }
  }

  private func check(_ picture: Picture?, _ key: Int, _ tallies: Tallies) {
    if let picture, picture.number != key {
      tallies.fault("\(key) has the picture of \(picture.number)")
    }
  }

  private func place(_ key: Int, _ random: inout SeededRandom) {
    let start = Double(100 * key)
    cache.place(key, at: random.chance(0.8) ? start..<start + 100 : nil)
    if random.chance(0.01) { cache.removeAllPositions() }
  }

  private func moveViewport(_ random: inout SeededRandom) {
    let lower = Double(random.below(100 * Self.keys))
    let direction: ScrollDirection = random.chance(0.5) ? .forward : .backward
    cache.setViewport(
      Viewport(
        lower: lower, upper: lower + 600, velocity: 900 * direction.sign, direction: direction,
        phase: .decelerating))
  }

  /// Performs a load that may be joined, may fail and may be canceled.
  private func load(_ key: Int, _ random: inout SeededRandom, _ tallies: Tallies) async {
    let fails = random.chance(0.2)
    let task = Task {
      try await cache.image(for: key, cost: 3) {
        await Task.yield()
        if fails { throw CancellationError() }
        _ = tallies.nextLoad()
        return Picture(key)
      }
    }
    if random.chance(0.3) { task.cancel() }
    switch await task.result {
    case .success(let picture): check(picture, key, tallies)
    case .failure: break
    }
  }
}
