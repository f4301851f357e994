import ScrollCaching
import ScrollCore
import Testing

/// On walks of single steps over equal sizes LRU, Belady and distance miss equally often.
@Suite struct DistanceWalkTests {
  @Test(arguments: 0..<20)
  func `distance, LRU and Belady miss alike on walks of single steps`(batch: Int) throws {
    for seed in UInt64(batch * 100)..<UInt64(batch * 100 + 100) {
      var random = SeededRandom(seed: seed)
      let count = 2 + random.below(40)
      let capacity = 1 + random.below(count)
      var place = random.below(count)
      let walk = (0..<400).map { _ in
        place = min(max(0, place + random.below(3) - 1), count - 1)
        return place
      }
      let optimum = belady(walk, capacity: capacity)
      for policy in ["lru", "distance", "distance:lead=2", "distance-cost"] {
        let misses = try misses(of: policy, on: walk, count: count, capacity: capacity)
        #expect(misses == optimum, "\(policy), seed \(seed)")
      }
    }
  }

  @Test func `one step of two and all three miss differently`() throws {
    let walk = [0, 1, 2, 0, 2]
    #expect(belady(walk, capacity: 2) == 3)
    #expect(try misses(of: "lru", on: walk, count: 3, capacity: 2) == 4)
    #expect(try misses(of: "distance", on: walk, count: 3, capacity: 2) == 5)
  }

  private func misses(
    of policy: String, on walk: [Int], count: Int, capacity: Int
  ) throws -> Int {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    let setup = PolicySetup(
      imageCount: count, limits: CacheLimits(count: capacity), settings: choice.settings)
    let stream = RequestStream(images: walk.map { ImageID($0) }, imageCount: count)
    return choice.entry.replay(stream, setup).misses
  }

  /// Evicts what is used again last, looking forward through the walk each time.
  private func belady(_ walk: [Int], capacity: Int) -> Int {
    var (residents, misses) = (Set<Int>(), 0)
    for (now, place) in walk.enumerated() where !residents.contains(place) {
      misses += 1
      if residents.count == capacity {
        let later = walk[(now + 1)...]
        let victim = residents.sorted().max {
          (later.firstIndex(of: $0) ?? .max) < (later.firstIndex(of: $1) ?? .max)
        }
        if let victim { residents.remove(victim) }
      }
      residents.insert(place)
    }
    return misses
  }
}
