import ExampleAdditions
import ImageMemoryCache
import ScrollCaching
import ScrollCore
import Synchronization
import Testing

/// Tests of emitted policies (`emit --for swift`) in the cache of an app, whose ids are reused.
struct EmittedInAppTests {
  private static let emitted = [FoundPolicy.descriptor, EveryFigurePolicy.descriptor]
  private static let types = ["FoundPolicy", "EveryFigurePolicy"]

  /// The evicted keys, in order.
  private final class Departures: Sendable {
    let keys = Mutex<[Int]>([])
  }

  @Test(arguments: 0..<2)
  func `an emitted policy evicts in the order of its score`(place: Int) throws {
    let catalog = PolicyCatalog.builtIn.adding(Self.emitted[place])
    let score = try EmittedPolicyTests.score(of: Self.types[place])
    for seed in UInt64(0)..<5 {
      let own = try evictions(Self.emitted[place].name, in: catalog, seed: seed)
      let expected = try evictions(score, in: catalog, seed: seed)
      #expect(own == expected && own.count > 100, "seed \(seed)")
    }
  }

  /// Returns the evictions of a cache under random use, with fifty times as many keys as it has
  /// room for.
  private func evictions(
    _ policy: String, in catalog: PolicyCatalog, seed: UInt64
  ) throws -> [Int] {
    let departures = Departures()
    let frames = Mutex(Int64(0))
    var options = CacheOptions<Int, Int>()
    options.reportsPositions = true
    options.digest = { UInt64($0) }
    options.clock = CacheClock {
      frames.withLock { frame in
        frame += 1
        return SimTime(milliseconds: Double(frame) * 16)
      }
    }
    let cache = try ImageMemoryCache<Int, Int>(
      policy: policy, in: catalog, costLimit: .cost(400), cost: { $0 }, options: options
    ) { key, _, _ in departures.keys.withLock { $0.append(key) } }
    var random = SeededRandom(seed: seed)
    for step in 0..<3_000 {
      let key = (step / 8 + random.below(20)) % 900
      switch random.below(10) {
      case 0: cache.place(key, at: [Double(key) * 50..<Double(key) * 50 + 40])
      case 1:
        let offset = Double(step / 8) * 50
        cache.setViewport(
          Viewport(
            lower: offset, upper: offset + 800, velocity: 900, phase: .decelerating))
      case 2: cache.removeValue(for: key)
      default:
        guard cache[key] == nil else { continue }
        cache.insert(
          1 + random.below(40), for: key, as: random.chance(0.3) ? .prefetched : .viewed,
          loadTime: LoadTime(milliseconds: Double(1 + random.below(30)), decodeMilliseconds: 2))
      }
    }
    return departures.keys.withLock { $0 }
  }
}
