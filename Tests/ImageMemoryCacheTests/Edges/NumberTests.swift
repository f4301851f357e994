import ImageMemoryCache
import Synchronization
import Testing

/// Numbers that no app means have an answer all the same: the cache never stops the app.
@Suite struct NumberTests {
  private func cache(
    _ policy: String = "lru", limit: CostLimit = .cost(1_000), count: Int? = nil,
    _ change: (inout CacheOptions<Int, Int>) -> Void = { _ in }
  ) throws -> ImageMemoryCache<Int, Int> {
    var options = CacheOptions<Int, Int>()
    change(&options)
    return try ImageMemoryCache(
      policy: policy, costLimit: limit, countLimit: count, cost: { $0 }, options: options)
  }

  private static let spatial: [String] =
    CachePolicy.allNames.filter { policy in
      (try? PolicyCatalog.builtIn.choose(policy))?.entry.isSpatial == true
    } + ["score: distance", "viewport-ring:dropsOnLeave=true"]

  /// Bounds from `CGRect.null` and other odd rectangles.
  private static let oddItems: [Range<Double>] = {
    let bounds: [Double] = [
      .infinity, -.infinity, 0, 10, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      8.98e307, -8.98e307, 5e-300, 1e18,
    ]
    return bounds.flatMap { lower in bounds.filter { lower <= $0 }.map { lower..<$0 } }
  }()

  @Test(arguments: spatial)
  func `a spatial policy accepts every position of an item`(policy: String) throws {
    let cache = try cache(policy) { $0.reportsPositions = true }
    for (key, item) in Self.oddItems.enumerated() {
      cache[key % 50] = 20
      cache.place(key % 50, at: item)
      cache.place(key % 7, at: [0..<10, item, 90..<100])
      _ = cache[key * 7 % 50]
      cache[key % 53] = 20
      cache.setVisibleRange(lower: Double(key), upper: Double(key) + 50)
    }
    #expect(cache.totalCost <= 1_000)
  }

  @Test func `an item without finite bounds has no position`() throws {
    let cache = try cache { $0.reportsPositions = true }
    let list = EventList()
    cache.observe(list)
    cache[1] = 1
    let null = Double.infinity..<Double.infinity
    for items in [
      [null], [null, 3..<4], [-Double.infinity..<0], [0..<Double.infinity], [-1e300..<1e300],
    ] {
      cache.place(1, at: items)
    }
    let told = list.events.compactMap { event -> [Range<Double>]? in
      if case .place(_, _, let items) = event { items } else { nil }
    }
    #expect(told == [[], [3..<4], [], [], [-0x1p53..<0x1p53]])
  }

  @Test(arguments: spatial)
  func `a spatial policy accepts every viewport`(policy: String) throws {
    let now = Mutex(Int64(0))
    let cache = try cache(policy) { options in
      options.reportsPositions = true
      options.clock = CacheClock { SimTime(nanoseconds: now.withLock { $0 }) }
    }
    let odd: [Double] = [
      .nan, .infinity, -.infinity, 1e308, -1e308, 0, 5e-300, 1e18, .greatestFiniteMagnitude, 100,
    ]
    var random = SeededRandom(seed: 7)
    for step in 0..<3_000 {
      let key = random.below(60)
      switch random.below(5) {
      case 0: cache[key] = 1 + random.below(200)
      case 1: cache.place(key, at: Double(key)..<Double(key + 1))
      case 2:
        cache.setVisibleRange(
          lower: odd[random.below(odd.count)], upper: odd[random.below(odd.count)],
          phase: .decelerating)
      case 3:
        cache.setViewport(
          Viewport(
            lower: odd[random.below(odd.count)], upper: odd[random.below(odd.count)],
            velocity: odd[random.below(odd.count)], direction: .forward, phase: .tracking,
            time: .zero))
      default:
        now.withLock { $0 = [0, 5, .max, .min, 1 << 62, 1_000][step % 6] }
        _ = cache[key]
      }
      #expect(cache.totalCost <= 1_000, "seed 7, step \(step)")
    }
  }

  @Test func `the cache ignores a viewport without finite edges`() throws {
    let cache = try cache { $0.reportsPositions = true }
    let list = EventList()
    cache.observe(list)
    cache.setVisibleRange(lower: .nan, upper: 10)
    cache.setVisibleRange(lower: 0, upper: .infinity)
    #expect(list.events.isEmpty)
    cache.setViewport(
      Viewport(
        lower: 0, upper: 1e300, velocity: .nan, direction: .forward, phase: .idle, time: .zero))
    guard case .viewport(let viewport)? = list.events.first else {
      Issue.record("no viewport")
      return
    }
    #expect(viewport.upper == 0x1p53)
    #expect(viewport.velocity == 0)
  }

  @Test(arguments: [
    Duration.seconds(9_223_372_037), .seconds(Int64.max), .nanoseconds(Int64.max),
    .seconds(9_223_372_036) + .nanoseconds(999_999_999),
  ])
  func `a lifetime of centuries expires no value`(lifetime: Duration) throws {
    let cache = try cache { options in
      options.lifetime = lifetime
      options.clock = CacheClock { SimTime(nanoseconds: .max) }
    }
    cache[1] = 10
    cache[1] = 11
    cache.removeExpired()
    #expect(cache[1] == 11)
  }

  @Test(arguments: [
    Duration.seconds(-1), .seconds(Int64.min), .zero, .nanoseconds(Int64.min),
  ])
  func `a value with a zero or negative lifetime expires at once`(lifetime: Duration) throws {
    let cache = try cache { $0.lifetime = lifetime }
    cache[1] = 10
    #expect(cache[1] == nil)
  }

  @Test func `every policy accepts a clock that jumps`() async throws {
    let odd: [Int64] = [0, -1, .min, .max, 1 << 62, 5, -(1 << 62), 1_000_000_000]
    let turn = Mutex(0)
    for policy in CachePolicy.allNames {
      let cache = try cache(policy, limit: .cost(100)) { options in
        options.reportsPositions = true
        options.measuresLoadTimes = true
        options.lifetime = .seconds(1)
        options.clock = CacheClock {
          let turn = turn.withLock { turn in
            turn += 1
            return turn
          }
          return SimTime(nanoseconds: odd[turn * 5 % odd.count])
        }
      }
      for step in 0..<300 {
        cache[step % 40] = 1 + step % 30
        _ = cache[step * 7 % 40]
        cache.setVisibleRange(lower: Double(step % 50), upper: Double(step % 50) + 50)
        if step % 50 == 0 { _ = try await cache.image(for: 100 + step) { 3 } }
        if step % 9 == 0 { cache.removeExpired() }
      }
      #expect(cache.totalCost <= 100, "\(policy)")
    }
  }

  @Test func `the cache clamps a cost to 0 through 2^50`() throws {
    let cache = try cache(limit: .none)
    for (key, cost) in [Int.min, -1, 0, 1, 1 << 50, 1 << 62, .max].enumerated() {
      cache.insert(1, for: key, cost: cost)
    }
    // All together cost no more than 2^50.
    #expect(cache.totalCost == 1 << 50)
    #expect(cache.count == 7)
    for _ in 0..<10_000 { _ = cache[4] }
    #expect(cache[4] == 1)
  }

  @Test func `a negative cost from a closure counts as 0`() async throws {
    let cache = try cache()
    cache[1] = -5
    #expect(cache.totalCost == 0)
    #expect(try await cache.image(for: 2) { .min } == .min)
    #expect(cache.count == 2)
  }

  @Test func `every policy accepts extreme costs and limits`() throws {
    let odd = [0, 1, -1, .min, .max, 1 << 31, 1 << 40, 1 << 53, 1 << 62]
    for policy in CachePolicy.allNames + ["score: idle * bytes"] {
      for limit in [CostLimit.cost(.max), .none, .cost(1 << 62), .cost(0), .cost(1), .cost(-1)] {
        for count in [nil, 20, Int.max] {
          let made = try? cache(policy, limit: limit, count: count) { $0.reportsPositions = true }
          guard let cache = made else { continue }
          var random = SeededRandom(seed: 11)
          for _ in 0..<600 {
            let key = random.below(60)
            switch random.below(9) {
            case 0...3: cache.insert(1, for: key, cost: odd[random.below(odd.count)])
            case 4: cache.pin(key)
            case 5: cache.unpin(key)
            case 6 where random.below(8) == 0:
              cache.setCostLimit(.cost(odd[random.below(odd.count)]))
            case 7 where random.below(8) == 0: cache.setCountLimit(odd[random.below(odd.count)])
            case 8 where random.below(8) == 0: cache.respond(to: .background, with: .keepShare(0.5))
            default: _ = cache[key]
            }
          }
          #expect(cache.totalCost <= 1 << 50, "\(policy), \(limit), seed 11")
        }
      }
    }
  }

  @Test func `every policy accepts extreme load times`() throws {
    let odd: [Double] = [.nan, .infinity, -.infinity, 1e308, -1e308, 0, -1, 5e-300, 1e18]
    for policy in CachePolicy.allNames {
      let cache = try cache(policy) { $0.reportsPositions = true }
      var random = SeededRandom(seed: 13)
      for _ in 0..<600 {
        let load = LoadTime(
          milliseconds: odd[random.below(odd.count)],
          decodeMilliseconds: odd[random.below(odd.count)])
        cache.insert(1 + random.below(200), for: random.below(60), loadTime: load)
        _ = cache[random.below(60)]
      }
      #expect(cache.totalCost <= 1_000, "\(policy), seed 13")
    }
  }

  @Test func `the cache clamps a load time to 0 through 10^12 ms`() throws {
    let cache = try cache()
    let list = EventList()
    cache.observe(list)
    for time in [Double.nan, -.infinity, -1, 2, 1e300, .infinity] {
      cache.insert(1, for: 1, loadTime: LoadTime(milliseconds: time))
    }
    let told = list.events.compactMap { event -> Double? in
      if case .store(_, _, _, let load, _) = event { load?.milliseconds } else { nil }
    }
    #expect(told == [1, 0, 0, 2, 1e12, 1e12])
  }

  @Test func `the cache clamps a share to 0 through 1`() throws {
    for (share, left) in [
      (Double.nan, 0), (-.infinity, 0), (-1, 0), (0.5, 2), (1, 4), (7, 4), (.infinity, 4),
    ] {
      let cache = try cache(limit: .cost(4))
      for key in 0..<4 { cache[key] = 1 }
      cache.respond(to: .background, with: .keepShare(share))
      #expect(cache.count == left, "\(share)")
      #expect(cache.limits == CacheLimits(cost: 4))
    }
    let whole = try cache(limit: .cost(.max - 1), count: .max)
    whole[1] = 10
    whole.respond(to: .pressure(.critical), with: .keepShare(1))
    #expect(whole.count == 1)
  }

  @Test func `the cache clamps a limit to 1 through 2^50`() throws {
    #expect(CostLimit.mebibytes(1 << 44).cost(memory: 1) == nil)
    #expect(CostLimit.mebibytes(.max).cost(memory: 1) == nil)
    #expect(CostLimit.mebibytes(1 << 42).cost(memory: 1) == 1 << 50)
    #expect(CostLimit.mebibytes(-1).cost(memory: 1) == 1)
    #expect(CostLimit.mebibytes(.min).cost(memory: 1) == 1)
    #expect(CostLimit.cost(.min).cost(memory: 1) == 1)
    #expect(CostLimit.cost(.max).cost(memory: 1) == nil)
    for share in [-Double.infinity, -1, .nan] {
      #expect(CostLimit.shareOfMemory(share).cost(memory: 1 << 30) == 1)
    }
    #expect(CostLimit.shareOfMemory(.infinity).cost(memory: 1 << 30) == 1 << 50)
    #expect(CostLimit.shareOfMemory(.infinity).cost(memory: 0) == 1)
    #expect(CostLimit.shareOfMemory(0.5, atMost: .cost(-1)).cost(memory: 1 << 30) == 1)
    #expect(CostLimit.shareOfMemory(0.5).cost(memory: .min) == 1)
    let cache = try cache(count: -5)
    #expect(cache.limits == CacheLimits(cost: 1_000, count: 1))
    cache.setCostLimit(.cost(-1))
    cache.setCountLimit(-3)
    cache[1] = 2
    #expect(cache.limits == CacheLimits(cost: 1, count: 1))
    #expect(cache.count == 0)
    cache.limits = CacheLimits(cost: .max, count: .max)
    #expect(cache.limits == CacheLimits())
  }

  @Test func `the cache accepts an entry share that is not a number`() throws {
    for (share, outcome) in [
      (Double.nan, StoreOutcome.stored), (-1, .refused), (.infinity, .stored),
    ] {
      let cache = try cache { $0.entryShare = share }
      #expect(cache.insert(10, for: 1) == outcome, "\(share)")
    }
  }

  @Test func `a recording accepts extreme values`() throws {
    let file = try RecordedFile()
    let cache = try cache { options in
      options.lifetime = .seconds(1)
      options.clock = CacheClock { SimTime(nanoseconds: .min) }
    }
    let recording = try cache.record(to: file.path)
    cache.setCostLimit(.cost(-1))
    cache.insert(1, for: 1, cost: -1)
    cache.setCountLimit(.min)
    cache.respond(to: .background, with: .keepShare(.infinity))
    #expect(recording.stop() == .stopped)
  }

  @Test func `a recording has a capacity of at most 2^24 steps`() throws {
    let file = try RecordedFile()
    let cache = try cache()
    for capacity in [Int.max, 1 << 40, (1 << 24) + 1] {
      #expect(throws: RecordingError.tooLarge(capacity: capacity)) {
        try cache.record(to: file.path, capacity: capacity)
      }
    }
    for capacity in [Int.min, 0, 15] {
      #expect(throws: RecordingError.tooSmall(capacity: capacity)) {
        try cache.record(to: file.path, capacity: capacity)
      }
    }
  }
}
