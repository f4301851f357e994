import ImageMemoryCache
import Synchronization
import Testing

/// Tests that an app's cache evicts the same images as the simulator with an id for every key.
@Suite struct SimulatorEqualityTests {
  static let policies = CachePolicy.allNames + ["score: distance * bytes / hits"]
  private static let room = 40
  private static let steps = 8_000

  private static func cache(_ policy: String, _ list: EventList) throws -> BlobCache {
    var options = CacheOptions<Int, Blob>()
    options.reportsPositions = true
    options.seed = 11
    // A clock that counts its reads is a valid clock, too.
    let time = Mutex(Int64(0))
    options.clock = CacheClock {
      time.withLock { time in
        time += 3_000_000
        return SimTime(nanoseconds: time)
      }
    }
    let cache = try BlobCache(
      policy: policy, costLimit: .cost(100 * room), cost: { $0.bytes },
      options: options)
    cache.observe(list)
    return cache
  }

  private static func difference(_ list: EventList) throws -> String? {
    let beginning = try #require(list.beginning)
    var simulated = try SimulatedCache(beginning, keys: 3 * steps)
    return simulated.firstDifference(from: list.events)
  }

  @Test(arguments: policies)
  func `a cache in an app evicts the same images as the simulator`(policy: String) throws {
    let list = EventList()
    let cache = try Self.cache(policy, list)
    var session = Session(seed: 1, room: Self.room)
    for _ in 0..<Self.steps { session.step(cache, reportsPositions: true) }
    let difference = try Self.difference(list)
    #expect(difference == nil, "seed 1")
    let evictions = list.events.count { if case .left = $0 { true } else { false } }
    #expect(evictions > Self.steps / 20)
    // There are far more keys than ids; policies that count exactly at first need a thousand.
    #expect(cache.statistics.idCount <= 2_048)
  }

  @Test(arguments: ["lru", "s3fifo", "arc", "lirs", "gdsf", "w-tinylfu", "distance", "score"])
  func `the simulator repeats the evictions of eight tasks in their order`(
    policy: String
  ) async throws {
    let list = EventList()
    let cache = try Self.cache(policy, list)
    await withTaskGroup(of: Void.self) { group in
      for task in UInt64(0)..<8 {
        group.addTask {
          var session = Session(seed: 20 + task, room: Self.room)
          for _ in 0..<Self.steps / 8 { session.step(cache, reportsPositions: true) }
        }
      }
    }
    let difference = try Self.difference(list)
    #expect(difference == nil, "seeds 20 to 27")
  }

  @Test func `the comparison finds an eviction that differs from the simulator`() throws {
    let list = EventList()
    let cache = try Self.cache("lru", list)
    var session = Session(seed: 2, room: Self.room)
    for _ in 0..<2_000 { session.step(cache, reportsPositions: false) }
    var events = list.events
    let place = try #require(
      events.lastIndex { if case .left = $0 { true } else { false } })
    guard case .left(let removal, _) = events[place] else { return }
    events[place] = .left(removal, digest: 1)
    var simulated = try SimulatedCache(try #require(list.beginning), keys: 4_000)
    let difference = simulated.firstDifference(from: events)
    #expect(difference != nil)
  }
}
