import ScrollCaching
import ScrollCore
import Testing

/// Size- and cost-aware policies that must be another one under some settings.
struct GreedyDualIdentitiesTests {
  /// Every victim of a random stream of requests, prefetches and removals, in order.
  func victims(
    _ policy: String, seed: UInt64, sizes: [Int], firstSize: Int? = nil,
    times: [Double] = [], capacity: Int = 60
  ) throws -> [Removal] {
    var random = SeededRandom(seed: seed)
    let images = 80
    var costs = (0..<images).map { _ in sizes[random.below(sizes.count)] }
    if let firstSize { costs[0] = firstSize }
    let choice = try PolicyCatalog.builtIn.choose(policy)
    let model = choice.entry.makeModel(
      PolicySetup(
        imageCount: images, limits: CacheLimits(cost: capacity), settings: choice.settings,
        reloadMilliseconds: times.isEmpty ? [] : (0..<images).map { times[$0 % times.count] },
        clock: .requests))
    var removals: [Removal] = []
    for index in 0..<3_000 {
      let image = index == 0 ? 0 : min(random.below(images), random.below(images))
      let request = Request(
        image: ImageID(image), cost: costs[image], time: SimTime(nanoseconds: Int64(index)))
      if !model.lookup(request) { _ = model.store(request, as: .viewed) }
      if random.below(50) == 0 { model.remove(ImageID(random.below(images)), because: .removed) }
      model.drainRemovals { removals.append($0) }
    }
    return removals
  }

  @Test(arguments: UInt64(1)...10)
  func `GDS with equal sizes and costs equals LRU`(seed: UInt64) throws {
    #expect(
      try victims("gds", seed: seed, sizes: [3]) == victims("lru", seed: seed, sizes: [3]))
  }

  @Test(arguments: UInt64(1)...10)
  func `GDS with the bytes as cost equals LRU for all sizes`(seed: UInt64) throws {
    let sizes = [0, 1, 2, 5, 7]
    #expect(
      try victims("gds:cost=bytes", seed: seed, sizes: sizes)
        == victims("lru", seed: seed, sizes: sizes))
  }

  @Test(arguments: ["one", "bytes", "decodeTime", "reloadTime"], UInt64(1)...5)
  func `landlord that restores all credit equals GDS`(cost: String, seed: UInt64) throws {
    let (sizes, times) = ([1, 2, 3, 5, 7], [0, 0.5, 3, 40])
    #expect(
      try victims("landlord:cost=\(cost)", seed: seed, sizes: sizes, times: times)
        == victims("gds:cost=\(cost)", seed: seed, sizes: sizes, times: times))
  }

  @Test(arguments: UInt64(1)...10)
  func `landlord that restores no credit equals FIFO for equal sizes`(seed: UInt64) throws {
    #expect(
      try victims("landlord:hitCredit=0", seed: seed, sizes: [2])
        == victims("fifo", seed: seed, sizes: [2]))
  }

  // The first image is the largest, so that every ratio is a whole number from then on.
  @Test(arguments: ["63", "64"], UInt64(1)...10)
  func `camp with all bits equals GDS for whole ratios`(
    precision: String, seed: UInt64
  ) throws {
    let sizes = [1, 2, 4, 8]
    #expect(
      try victims("camp:precision=\(precision):ties=lru", seed: seed, sizes: sizes, firstSize: 8)
        == victims("gds", seed: seed, sizes: sizes, firstSize: 8))
  }

  @Test func `camp with the smallest remaining rank differs from GDS`() throws {
    let sizes = [1, 2, 4, 8]
    #expect(
      try victims(
        "camp:precision=63:ties=lru:inflation=next", seed: 1, sizes: sizes, firstSize: 8)
        != victims("gds", seed: 1, sizes: sizes, firstSize: 8))
  }

  @Test(arguments: UInt64(1)...10)
  func `aggregate-delay with loads of one request equals LRU`(seed: UInt64) throws {
    #expect(
      try victims("aggregate-delay", seed: seed, sizes: [1], capacity: 30)
        == victims("lru", seed: seed, sizes: [1], capacity: 30))
  }

  @Test(arguments: ["hyperbolic", "hyperbolic:cost=one"])
  func `hyperbolic ignores its seed while all residents are ranked`(policy: String) throws {
    let stream = ClassicStream.all[2].generate()
    let choice = try PolicyCatalog.builtIn.choose(policy)
    for (room, isSame) in [(64, true), (65, false)] {
      let tallies = (UInt64(1)...4).map {
        choice.entry.replay(
          stream.countingItems,
          PolicySetup(
            imageCount: stream.imageCount, limits: CacheLimits(count: room),
            settings: choice.settings, seed: $0))
      }
      #expect(tallies.allSatisfy { $0 == tallies[0] } == isSame, "room for \(room)")
    }
  }
}
