import ImageMemoryCache
import Synchronization
import Testing

/// Closures and observers of the app run outside of the lock, and never inside themselves.
@Suite struct NotificationTests {
  @Test func `a removal closure that stores values never runs inside itself and ends`()
    async throws
  {
    let holder = Mutex<ImageMemoryCache<Int, Int>?>(nil)
    let calls = Mutex(0)
    let depth = Mutex(0)
    let deepest = Mutex(0)
    let cache = ImageMemoryCache<Int, Int>(
      policy: .lru, costLimit: .cost(5), cost: { _ in 1 }
    ) { key, value, _ in
      let now = depth.withLock { depth in
        depth += 1
        return depth
      }
      deepest.withLock { $0 = max($0, now) }
      calls.withLock { $0 += 1 }
      holder.withLock { $0 }?.insert(value, for: key)
      depth.withLock { $0 -= 1 }
    }
    holder.withLock { $0 = cache }
    try await Patience.onThread { for key in 0..<10 { cache[key] = key } }
    // Five of the calls have a value leave, and each tells a thousand removals and a few more.
    let once = calls.withLock { $0 }
    #expect((5000...5100).contains(once))
    cache[10] = 10
    #expect(calls.withLock { $0 } > once, "the next call delivers the rest")
    #expect(deepest.withLock { $0 } == 1)
    #expect(cache.count == 5)
    holder.withLock { $0 = nil }
  }

  @Test func `a task reports its evictions while the closure of another task runs`() async throws {
    let told = Mutex<[Int]>([])
    let (entered, leaves) = (Gate(), Gate())
    let cache = ImageMemoryCache<Int, Int>(
      policy: .fifo, costLimit: .cost(1), cost: { _ in 1 }
    ) { key, _, _ in
      told.withLock { $0.append(key) }
      guard key == 0 else { return }
      entered.open()
      while !leaves.isOpen {}
    }
    defer { leaves.open() }
    async let slow: Void = Patience.onThread {
      cache[0] = 1
      cache[1] = 1
    }
    await entered.pass()
    // Nothing of it waits for the other task, or is left to it.
    try await Patience.onThread { for key in 2..<100 { cache[key] = 1 } }
    #expect(told.withLock { $0 } == Array(0..<99))
    leaves.open()
    try await slow
    #expect(told.withLock { $0 } == Array(0..<99))
  }

  @Test func `several tasks report each removal once and in order`() async throws {
    let told = Mutex<[Int]>([])
    let cache = ImageMemoryCache<Int, Int>(
      policy: .fifo, costLimit: .cost(10), cost: { _ in 1 }
    ) { key, _, _ in told.withLock { $0.append(key) } }
    let list = EventList()
    cache.observe(list)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask { for step in 0..<1_000 { cache[8 * step + task] = 1 } }
      }
    }
    let keys = told.withLock { $0 }
    #expect(keys.count == 8_000 - 10)
    #expect(Set(keys).count == keys.count)
    // The order is that of what happened: first in, first out.
    let left = list.events.compactMap { event -> UInt64? in
      if case .left(_, let digest) = event { digest } else { nil }
    }
    let stored = list.events.compactMap { event -> UInt64? in
      if case .store(_, let digest, _, _, _) = event { digest } else { nil }
    }
    #expect(left == Array(stored.prefix(left.count)))
    #expect(left.count == keys.count)
  }

  /// An observer that asks the cache in everything that it hears.
  private final class QueryingObserver: CacheObserver {
    private let state = Mutex<(cache: BlobCache?, heard: Int)>((nil, 0))
    var heard: Int { state.withLock { $0.heard } }

    func watch(_ cache: BlobCache?) { state.withLock { $0.cache = cache } }
    func observationBegan(_ beginning: CacheBeginning) { hear() }
    func cacheDid(_ event: CacheEvent) { hear() }

    private func hear() {
      let cache = state.withLock { state in
        state.heard += 1
        return state.heard < 1_000 ? state.cache : nil
      }
      _ = cache?[heard]
    }
  }

  @Test func `an observer may call the cache`() async throws {
    let cache = BlobCache(policy: .lru, costLimit: .cost(5), cost: { $0.bytes })
    let asker = QueryingObserver()
    asker.watch(cache)
    try await Patience.onThread {
      cache.observe(asker)
      cache.fill(0..<10)
    }
    #expect(asker.heard >= 1_000)
    asker.watch(nil)
  }
}
