import ImageMemoryCache
import ScrollCaching
import ScrollCore
import Synchronization
import Testing

/// Tests that the operations of several tasks on one key are equivalent to a sequence.
@Suite struct CacheLinearizabilityTests {
  /// A value with a unique number.
  private final class Numbered: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
  }

  /// A clock that all tasks share; no two ticks are the same.
  private final class Ticks: Sendable {
    private let count = Atomic<Int>(0)

    func next() -> Int { count.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue }
  }

  @Test(arguments: ["lru", "s3fifo", "arc"])
  func `operations of eight tasks on one key are linearizable`(policy: String) async throws {
    for seed in UInt64(0)..<200 {
      let cache = try ImageMemoryCache<Int, Numbered>(
        policy: policy, costLimit: .cost(64), cost: { _ in 1 })
      let history = await Self.record(seed: seed) { action in Self.act(action, on: cache) }
      #expect(Linearizability.order(of: history) != nil, "seed \(seed): \(history)")
    }
  }

  @Test func `operations stay linearizable while other keys evict the value`() async throws {
    for seed in UInt64(0)..<200 {
      let cache = ImageMemoryCache<Int, Numbered>(
        policy: .lru, costLimit: .cost(2), cost: { _ in 1 })
      let history = await Self.record(seed: seed) { action in
        if case .store(let number) = action {
          for other in 1...3 { cache.insert(Numbered(number), for: other) }
        }
        return Self.act(action, on: cache)
      }
      #expect(
        Linearizability.order(of: history, mayEvict: true) != nil, "seed \(seed): \(history)")
    }
  }

  @Test func `the checker rejects a cache that answers from an old copy`() async throws {
    let cache = ImageMemoryCache<Int, Numbered>(
      policy: .lru, costLimit: .cost(64), cost: { _ in 1 })
    let copy = Mutex<Int?>(nil)
    var history = [KeyOperation]()
    let ticks = Ticks()
    for action in [KeyOperation.Action.store(1), .look(nil), .store(2), .look(nil)] {
      let called = ticks.next()
      var done = action
      if case .look = action {
        done = .look(copy.withLock { $0 })
        copy.withLock { $0 = cache.value(for: 0)?.number }
      } else {
        done = Self.act(action, on: cache)
      }
      history.append(KeyOperation(action: done, called: called, returned: ticks.next()))
    }
    #expect(Linearizability.order(of: history) == nil, "\(history)")
  }

  /// Runs eight tasks with eight operations each.
  ///
  /// - Parameters:
  ///   - seed: the seed of the operations.
  ///   - act: performs an operation; a look-up returns what it found.
  /// - Returns: the operations and their times.
  private static func record(
    seed: UInt64, _ act: @escaping @Sendable (KeyOperation.Action) -> KeyOperation.Action
  ) async -> [KeyOperation] {
    let ticks = Ticks()
    return await withTaskGroup(of: [KeyOperation].self) { group in
      for task in 0..<8 {
        group.addTask {
          var random = SeededRandom(seed: seed &* 8 &+ UInt64(task))
          var done = [KeyOperation]()
          for step in 0..<8 {
            let drawn = random.below(10)
            let action: KeyOperation.Action =
              drawn < 4 ? .store(8 * task + step) : drawn < 5 ? .remove : .look(nil)
            let called = ticks.next()
            let answered = act(action)
            done.append(
              KeyOperation(action: answered, called: called, returned: ticks.next()))
            await Task.yield()
          }
          return done
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  private static func act(
    _ action: KeyOperation.Action, on cache: ImageMemoryCache<Int, Numbered>
  ) -> KeyOperation.Action {
    switch action {
    case .store(let number): cache.insert(Numbered(number), for: 0)
    case .remove: cache.removeValue(for: 0)
    case .look: return .look(cache.value(for: 0)?.number)
    }
    return action
  }
}
