import ImageMemoryCache
import Synchronization
import Testing

/// No code of a key runs while the lock is held: it may call the cache.
@Suite struct KeyCodeTests {
  /// A key that does something in everything that it does.
  private final class HashedKey: Hashable, Sendable {
    enum KeyCall { case compares, hashes, dies }

    let number: Int
    let hash: Int
    let act: @Sendable (KeyCall) -> Void

    init(_ number: Int, hash: Int? = nil, act: @escaping @Sendable (KeyCall) -> Void = { _ in }) {
      self.number = number
      self.hash = hash ?? number
      self.act = act
    }

    static func == (left: HashedKey, right: HashedKey) -> Bool {
      left.act(.compares)
      right.act(.compares)
      return left.number == right.number
    }

    func hash(into hasher: inout Hasher) {
      act(.hashes)
      hasher.combine(hash)
    }

    deinit { act(.dies) }
  }

  private typealias HashedCache = ImageMemoryCache<HashedKey, Blob>

  @Test(arguments: ["lru", "distance", "arc"])
  func `the code of a key may call the cache`(policy: String) async throws {
    let holder = Mutex<HashedCache?>(nil)
    let calls = Mutex(0)
    let act: @Sendable (HashedKey.KeyCall) -> Void = { _ in
      calls.withLock { $0 += 1 }
      _ = holder.withLock { $0 }?.count
    }
    var options = CacheOptions<HashedKey, Blob>()
    options.reportsPositions = true
    let cache = try HashedCache(
      policy: policy, costLimit: .cost(20), cost: { $0.bytes }, options: options)
    holder.withLock { $0 = cache }
    try await Patience.onThread {
      for step in 0..<3_000 {
        // Keys with one hash, too.
        let number = step % 50
        let key = { HashedKey(number, hash: number % 10, act: act) }
        switch step % 11 {
        case 0: cache.pin(key())
        case 1, 2: cache.place(key(), at: 0..<Double(step))
        case 3: cache.place(key(), at: nil)
        case 4: _ = cache.contains(key())
        case 5: cache.removeValue(for: key())
        case 6 where step % 7 == 0: cache.removeAllPositions()
        case 7: _ = cache[key()]
        case 8: for _ in 0..<3 { cache.unpin(key()) }
        default: cache[key()] = Blob(number)
        }
      }
    }
    let task = Task {
      try await cache.image(for: HashedKey(1_000, act: act)) { Blob(1_000) }
    }
    #expect(try await Patience.value(of: task).number == 1_000)
    #expect(calls.withLock { $0 } > 3_000)
    holder.withLock { $0 = nil }
  }

  @Test func `several tasks find the right value among keys with equal hashes`() async throws {
    let cache = HashedCache(policy: .lru, costLimit: .cost(150), cost: { $0.bytes })
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          var random = SeededRandom(seed: UInt64(task))
          for _ in 0..<2_000 {
            let number = random.below(300)
            let key = HashedKey(number, hash: number % 3)
            switch random.below(4) {
            case 0: cache.removeValue(for: key)
            case 1: cache[key] = Blob(number)
            default:
              let found = cache[key]
              #expect(found == nil || found?.number == number, "task \(task)")
            }
          }
        }
      }
    }
    #expect(cache.count <= 150)
    cache.removeAll()
    for number in 0..<100 { cache[HashedKey(number, hash: 0)] = Blob(number) }
    for number in 0..<100 { #expect(cache[HashedKey(number, hash: 0)]?.number == number) }
  }

  @Test func `keys with equal hashes are evicted in the same order as other keys`() throws {
    let (plain, alike) = (
      HashedCache(policy: .s3fifo, costLimit: .cost(60), cost: { $0.bytes }),
      HashedCache(policy: .s3fifo, costLimit: .cost(60), cost: { $0.bytes })
    )
    var random = SeededRandom(seed: 5)
    for step in 0..<5_000 {
      let number = random.below(200)
      let stores = random.below(2) == 0
      for (cache, hash) in [(plain, number), (alike, 1)] {
        let key = HashedKey(number, hash: hash)
        if stores { cache[key] = Blob(number) } else { _ = cache[key] }
      }
      guard step % 100 == 0 else { continue }
      for number in 0..<200 {
        #expect(
          plain.contains(HashedKey(number)) == alike.contains(HashedKey(number, hash: 1)),
          "seed 5, step \(step), key \(number)")
      }
    }
  }

  @Test func `a call does not wait while another call compares keys`() async throws {
    let cache = HashedCache(policy: .lru, costLimit: .cost(10), cost: { $0.bytes })
    let entered = Atomic(false)
    let leaves = Atomic(false)
    cache[HashedKey(1)] = Blob(1)
    defer { leaves.store(true, ordering: .releasing) }
    let found = Mutex<Int?>(-1)
    async let slow: Void = Patience.onThread {
      let key = HashedKey(1) { deed in
        guard deed == .compares else { return }
        entered.store(true, ordering: .releasing)
        while !leaves.load(ordering: .acquiring) {}
      }
      let number = cache[key]?.number
      found.withLock { $0 = number }
    }
    try await Patience.until { entered.load(ordering: .acquiring) }
    // The lock is free, and the key goes while it is being compared.
    try await Patience.onThread {
      cache[HashedKey(2)] = Blob(2)
      cache.removeValue(for: HashedKey(1))
    }
    leaves.store(true, ordering: .releasing)
    try await slow
    #expect(found.withLock { $0 } == nil)
    #expect(cache.count == 1)
  }

  @Test func `a digest that all keys share makes no call slower`() throws {
    func seconds(_ count: Int) throws -> Double {
      var options = CacheOptions<Int, Int>()
      options.digest = { _ in 42 }
      let cache = ImageMemoryCache<Int, Int>(
        policy: .lru, costLimit: .none, cost: { _ in 1 }, options: options)
      let time = ContinuousClock().measure {
        for key in 0..<count { cache[key] = key }
        for key in 0..<count { #expect(cache[key] == key) }
      }
      return time / .seconds(1)
    }
    // One after the other they would take a hundred times as long for ten times as many.
    let few = try (0..<3).map { _ in try seconds(6_000) }.max() ?? 0
    let many = try (0..<3).map { _ in try seconds(60_000) }.min() ?? .infinity
    #expect(many < 40 * few)
  }

  @Test func `the cache compares a key once with each key of the same hash`() throws {
    let alike = HashedCache(policy: .lru, costLimit: .none, cost: { $0.bytes })
    for number in 0..<3_000 { alike[HashedKey(number, hash: 1)] = Blob(number) }
    let compared = Mutex(0)
    let count: @Sendable (HashedKey.KeyCall) -> Void = { deed in
      if deed == .compares { compared.withLock { $0 += 1 } }
    }
    #expect(alike[HashedKey(2_999, hash: 1, act: count)]?.number == 2_999)
    #expect(alike[HashedKey(0, hash: 1, act: count)]?.number == 0)
    #expect(compared.withLock { $0 } == 3_001)
    // Keys of another hash have nothing to do with them.
    #expect(alike[HashedKey(1, hash: 2, act: count)] == nil)
    #expect(compared.withLock { $0 } == 3_001)
  }
}
