import ScrollCaching
import ScrollCore
import Testing

/// Tests that LRU, Belady and distance miss equally often on walks of single steps over equal
/// sizes.
@Suite struct DistanceWalkTests {
  /// The policies that rank each side of the user by distance, however they compare the sides.
  static let optimal = [
    "lru", "distance", "distance:lead=2", "distance-cost", "distance-lead", "tile-bins",
    "time-to-visible", "expected-stall", "viewed-first", "viewport-ring:screenItems=1",
  ]

  @Test(arguments: 0..<20)
  func `distance, LRU and Belady miss equally often on walks of single steps`(batch: Int) throws {
    for seed in UInt64(batch * 100)..<UInt64(batch * 100 + 100) {
      var random = SeededRandom(seed: seed)
      let count = 2 + random.below(40)
      let capacity = 1 + random.below(count)
      var place = random.below(count)
      let walk = (0..<400).map { _ in
        place = min(max(0, place + random.below(3) - 1), count - 1)
        return place
      }
      let optimum = try misses(of: "belady", on: walk, count: count, capacity: capacity)
      for policy in Self.optimal {
        let misses = try misses(of: policy, on: walk, count: count, capacity: capacity)
        #expect(misses == optimum, "\(policy), seed \(seed)")
      }
    }
  }

  @Test func `one step of two makes all three miss differently`() throws {
    let walk = [0, 1, 2, 0, 2]
    #expect(try misses(of: "belady", on: walk, count: 3, capacity: 2) == 3)
    #expect(try misses(of: "lru", on: walk, count: 3, capacity: 2) == 4)
    #expect(try misses(of: "distance", on: walk, count: 3, capacity: 2) == 5)
  }

  private func misses(
    of policy: String, on walk: [Int], count: Int, capacity: Int
  ) throws -> Int {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    let stream = RequestStream(images: walk.map { ImageID($0) }, imageCount: count)
    let setup = PolicySetup(
      imageCount: count, limits: CacheLimits(count: capacity), settings: choice.settings,
      nextUses: choice.entry.facts.needsFuture ? stream.nextUses() : [])
    return choice.entry.replay(stream, setup).misses
  }
}
