import ImageMemoryCache
import Synchronization
import Testing

/// Tests that removed values are reported and released in order, outside of the lock.
@Suite struct RemovalTests {
  private let departed = RemovalList()

  @Test func `the cache reports removals in their order`() throws {
    let cache = BlobCache(room: 5, departed)
    cache.fill(1...5)
    cache.fill([3], bytes: 4)
    #expect(departed.take() == ["3replaced", "1cost", "2cost", "4cost"])
    cache.removeAll()
    #expect(departed.take().count == 2)
  }

  @Test func `a removal closure may call the cache`() async throws {
    let holder = Mutex<BlobCache?>(nil)
    let depth = Mutex(0)
    let cache = BlobCache(policy: .lru, costLimit: .cost(3), cost: { $0.bytes }) {
      key, value, reason in
      guard let cache = holder.withLock({ $0 }) else { return }
      #expect(!cache.contains(key))
      let isFirst = depth.withLock { depth in
        depth += 1
        return depth == 1
      }
      if isFirst { cache.fill([100]) }
    }
    holder.withLock { $0 = cache }
    try await Patience.onThread { cache.fill(1...4) }
    #expect(cache.resident(of: [1, 2, 3, 4, 100]) == [3, 4, 100])
    #expect(depth.withLock { $0 } == 2)
    holder.withLock { $0 = nil }
  }

  @Test(arguments: ["evicted", "replaced", "removed", "cleared", "warned"])
  func `the deinitializer of a value may call the cache`(_ way: String) async throws {
    let holder = Mutex<BlobCache?>(nil)
    let count = Mutex<Int?>(nil)
    let cache = BlobCache(policy: .lru, costLimit: .cost(1), cost: { $0.bytes })
    holder.withLock { $0 = cache }
    cache[1] = Blob(1) {
      // If the lock were held here, this would wait for it forever.
      let cache = holder.withLock { $0 }
      count.withLock { $0 = cache?.count }
    }
    try await Patience.onThread {
      switch way {
      case "evicted": cache.fill([2])
      case "replaced": cache.fill([1])
      case "removed": cache.removeValue(for: 1)
      case "cleared": cache.removeAll()
      default: cache.respond(to: .pressure(.warning))
      }
    }
    let seen = count.withLock { $0 }
    #expect(seen == (way == "evicted" || way == "replaced" ? 1 : 0))
    holder.withLock { $0 = nil }
  }

  @Test func `the deinitializer of a key may call the cache`() async throws {
    let holder = Mutex<ImageMemoryCache<DyingKey, Blob>?>(nil)
    let deaths = Mutex(0)
    let cache = ImageMemoryCache<DyingKey, Blob>(
      policy: .lru, costLimit: .cost(2), cost: { $0.bytes })
    holder.withLock { $0 = cache }
    try await Patience.onThread {
      for number in 0..<500 {
        let key = DyingKey(number) {
          _ = holder.withLock { $0 }?.count
          deaths.withLock { $0 += 1 }
        }
        _ = cache[key]
        cache[key] = Blob(number)
      }
    }
    #expect(deaths.withLock { $0 } > 400)
    holder.withLock { $0 = nil }
  }

  /// A key that runs a closure when it is released.
  private final class DyingKey: Hashable, Sendable {
    let number: Int
    let onDeath: @Sendable () -> Void

    init(_ number: Int, onDeath: @escaping @Sendable () -> Void) {
      self.number = number
      self.onDeath = onDeath
    }

    static func == (left: DyingKey, right: DyingKey) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
    deinit { onDeath() }
  }

  @Test(arguments: ["lru", "s3fifo", "arc", "random"])
  func `the cache reports every value once and keeps none alive`(policy: String) throws {
    let census = LiveCount()
    let told = Mutex(0)
    do {
      let cache = try BlobCache(
        policy: policy, costLimit: .cost(500), cost: { $0.bytes }
      ) { _, _, _ in told.withLock { $0 += 1 } }
      var random = SeededRandom(seed: 3)
      var stored = 0
      for step in 0..<20_000 {
        let key = random.below(400)
        switch random.below(20) {
        case 0: cache.removeValue(for: key)
        case 1 where random.below(100) == 0: cache.removeAll()
        case 2 where random.below(100) == 0: cache.respond(to: .pressure(.critical))
        default:
          guard cache[key] == nil || random.below(4) == 0 else { continue }
          let blob = Blob(key, bytes: 1 + random.below(20), in: census)
          if cache.insert(blob, for: key) == .stored { stored += 1 }
        }
        if step % 1_000 == 0 { #expect(census.living == cache.count, "seed 3, step \(step)") }
      }
      #expect(census.living == cache.count, "seed 3")
      #expect(told.withLock { $0 } == stored - cache.count, "seed 3")
    }
    #expect(census.living == 0)
  }
}
