import ImageMemoryCache
import Synchronization
import Testing

/// Loads are made once for all who want the same.
@Suite struct LoadingTests {
  private struct Failure: Error {}

  private func cache(room: Int = 100) throws -> BlobCache {
    BlobCache(policy: .lru, costLimit: .cost(room), cost: { $0.bytes })
  }

  @Test func `a resident value is not loaded again`() async throws {
    let cache = try cache()
    cache.fill([1])
    let value = try await cache.image(for: 1) { throw Failure() }
    #expect(value.number == 1)
    #expect(cache.statistics.loads == 0)
  }

  @Test func `all requests during a load receive its value`() async throws {
    let (cache, gate) = (try cache(), Gate())
    let tasks = (0..<50).map { _ in
      Task {
        try await cache.image(for: 1) {
          await gate.pass()
          return Blob(7)
        }
      }
    }
    try await Patience.until { cache.statistics.joinedLoads == 49 && gate.begun == 1 }
    gate.open()
    for task in tasks { #expect(try await Patience.value(of: task).number == 7) }
    #expect(gate.begun == 1)
    #expect(cache.statistics.loads == 1)
    #expect(cache[1]?.number == 7)
  }

  @Test
  func `a failed load fails for all waiting tasks, and the next request repeats it`() async throws {
    let (cache, gate) = (try cache(), Gate())
    let first = Task {
      try await cache.image(for: 1) {
        await gate.pass()
        throw Failure()
      }
    }
    // The second waits for the first one's load, which it would otherwise outrun now and then.
    try await Patience.until { gate.begun == 1 }
    let second = Task { try await cache.image(for: 1) { Blob(2) } }
    try await Patience.until { cache.statistics.joinedLoads == 1 }
    gate.open()
    for task in [first, second] {
      await #expect(throws: Failure.self) { try await Patience.value(of: task) }
    }
    #expect(try await cache.image(for: 1) { Blob(3) }.number == 3)
  }

  @Test func `a key keeps its id while its load is under way`() async throws {
    let (cache, gate) = (try cache(room: 2), Gate())
    let tasks = (0..<20).map { key in
      Task {
        try await cache.image(for: key) {
          await gate.pass()
          return Blob(key)
        }
      }
    }
    try await Patience.until { gate.begun == 20 }
    for key in 1_000..<3_000 {
      _ = cache[key]
      cache.fill([key])
    }
    // Another key would join the load of the one whose id it was given.
    for key in 5_000..<5_100 {
      let task = Task { try await cache.image(for: key) { Blob(key) } }
      #expect(try await Patience.value(of: task).number == key)
    }
    gate.open()
    for (key, task) in tasks.enumerated() {
      let value = try await Patience.value(of: task)
      #expect(value.number == key)
    }
    #expect(cache.statistics.idCount <= 128)
  }

  @Test func `a value that the app stores during a load stays`() async throws {
    let (cache, gate) = (try cache(), Gate())
    let task = Task {
      try await cache.image(for: 1) {
        await gate.pass()
        return Blob(7)
      }
    }
    try await Patience.until { gate.begun == 1 }
    cache[1] = Blob(9)
    gate.open()
    let value = try await Patience.value(of: task)
    #expect(value.number == 7)
    #expect(cache[1]?.number == 9)
  }

  @Test func `a request by a view turns a prefetch under way into a viewed load`() async throws {
    let (cache, gate, list) = (try cache(), Gate(), EventList())
    cache.observe(list)
    let load: @Sendable () async throws -> Blob = {
      await gate.pass()
      return Blob(7)
    }
    let ahead = Task { try await cache.image(for: 1, as: .prefetched, load: load) }
    try await Patience.until { gate.begun == 1 }
    let shown = Task { try await cache.image(for: 1, load: load) }
    try await Patience.until { cache.statistics.joinedLoads == 1 }
    gate.open()
    for task in [ahead, shown] { _ = try await Patience.value(of: task) }
    _ = try await cache.image(for: 2, as: .prefetched, load: load)
    let admissions = list.events.compactMap { event -> Admission? in
      if case .store(_, _, let admission, _, _) = event { admission } else { nil }
    }
    #expect(admissions == [.viewed, .prefetched])
  }

  @Test func `the cache measures the time of a load if the options say so`() async throws {
    let nanoseconds = Mutex(Int64(0))
    var options = CacheOptions<Int, Blob>()
    options.measuresLoadTimes = true
    options.clock = CacheClock { SimTime(nanoseconds: nanoseconds.withLock { $0 }) }
    let cache = BlobCache(
      policy: .gdsf, costLimit: .cost(10), cost: { $0.bytes }, options: options)
    let list = EventList()
    cache.observe(list)
    _ = try await cache.image(for: 1) {
      nanoseconds.withLock { $0 += 25_000_000 }
      return Blob(1)
    }
    let loads = list.events.compactMap { event -> LoadTime? in
      if case .store(_, _, _, let load, _) = event { load } else { nil }
    }
    #expect(loads == [LoadTime(milliseconds: 25)])
  }

  /// Does something while a load is under way.
  private func during(
    _ act: @Sendable (BlobCache) async throws -> Void
  ) async throws -> (cache: BlobCache, loaded: Int) {
    let (cache, gate) = (try cache(), Gate())
    let task = Task {
      try await cache.image(for: 1) {
        await gate.pass()
        return Blob(7)
      }
    }
    try await Patience.until { gate.begun == 1 }
    try await act(cache)
    gate.open()
    return (cache, try await Patience.value(of: task).number)
  }

  @Test func `a value that is removed during its load stays removed`() async throws {
    for way in 0..<4 {
      let (cache, loaded) = try await during { cache in
        switch way {
        case 0: cache.removeValue(for: 1)
        case 1: cache.removeAll()
        case 2: cache[1] = nil
        default:
          cache[1] = Blob(9)
          cache.removeValue(for: 1)
        }
      }
      #expect(loaded == 7)
      #expect(!cache.contains(1), "way \(way)")
    }
  }

  @Test func `a request after a removal starts a new load`() async throws {
    let (cache, loaded) = try await during { cache in
      cache.removeAll()
      let again = Task { try await cache.image(for: 1) { Blob(8) } }
      let number = try await Patience.value(of: again).number
      #expect(number == 8)
    }
    #expect(loaded == 7)
    #expect(cache[1]?.number == 8)
    #expect(cache.statistics.loads == 2)
  }

  @Test func `a load does not replace a value that the app stored meanwhile`() async throws {
    for way in 0..<3 {
      let (cache, loaded) = try await during { cache in
        switch way {
        case 0:
          // It leaves again, for its cost.
          cache[1] = Blob(9)
          cache.fill([2], bytes: 100)
        case 1:
          cache[1] = Blob(9)
          cache.respond(to: .pressure(.critical))
        default: #expect(cache.insert(Blob(9, bytes: 101), for: 1) == .refused)
        }
      }
      #expect(loaded == 7)
      #expect(!cache.contains(1), "way \(way)")
    }
  }

  @Test func `limits and warnings during a load do not cancel it`() async throws {
    for way in 0..<4 {
      let (cache, loaded) = try await during { cache in
        switch way {
        case 0: cache.respond(to: .pressure(.critical), with: .keepNothing)
        case 1: cache.setCostLimit(.cost(1))
        case 2: cache.removeExpired()
        default:
          // Only the pinned value fits.
          cache[2] = Blob(2)
          cache.pin(2)
          cache.setCostLimit(.cost(1))
        }
      }
      #expect(loaded == 7)
      #expect(cache.contains(1) == (way < 3), "way \(way)")
    }
  }

  @Test func `a load that requests its own value fails`() async throws {
    let cache = try cache()
    let task = Task {
      try await cache.image(for: 1) { try await cache.image(for: 1) { Blob(5) } }
    }
    let result = try await Patience.result(of: task)
    #expect(throws: LoadError.waitsForItself) { try result.get() }
    #expect(try await cache.image(for: 1) { Blob(6) }.number == 6)
  }

  @Test func `loads that wait for each other fail`() async throws {
    let (one, other) = (try cache(), try cache())
    let chain = Task {
      try await one.image(for: 1) {
        try await other.image(for: 2) {
          async let third = one.image(for: 3) {
            try await Task { try await one.image(for: 1) { Blob(5) } }.value
          }
          return try await third
        }
      }
    }
    let result = try await Patience.result(of: chain)
    #expect(throws: LoadError.waitsForItself) { try result.get() }
    // Two tasks that begin at either end: one of them fails, or they did not meet.
    let gate = Gate()
    let tasks = [(1, 2), (2, 1)].map { mine, theirs in
      Task {
        try await one.image(for: mine) {
          await gate.pass()
          return try await one.image(for: theirs) { Blob(theirs) }
        }
      }
    }
    try await Patience.until { gate.begun == 2 }
    gate.open()
    for task in tasks {
      let result = try await Patience.result(of: task)
      #expect(throws: LoadError.waitsForItself) { try result.get() }
    }
  }

  @Test func `a load may request other values`() async throws {
    let cache = try cache()
    let value = try await cache.image(for: 1) {
      let second = try await cache.image(for: 2) { Blob(2) }
      let third = try await cache.image(for: 3) { try await cache.image(for: 2) { Blob(9) } }
      return Blob(second.number + third.number)
    }
    #expect(value.number == 4)
    #expect(try await cache.image(for: 1) { throw Failure() }.number == 4)
  }
}
