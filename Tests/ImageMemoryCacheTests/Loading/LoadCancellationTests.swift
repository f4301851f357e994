import ImageMemoryCache
import Testing

/// Whoever waits for a load may be canceled, and the load with the last of them.
@Suite struct LoadCancellationTests {
  private func cache(room: Int = 100) throws -> BlobCache {
    try BlobCache(policy: .lru, costLimit: .cost(room), cost: { $0.bytes })
  }

  @Test func `the load is canceled with the last who waits, not before`() async throws {
    let (cache, gate) = (try cache(), Gate())
    let tasks = (0..<3).map { _ in
      Task {
        try await cache.value(for: 1) {
          await gate.pass()
          return Blob(7)
        }
      }
    }
    await Gate.until { cache.statistics.joinedLoads == 2 && gate.begun == 1 }
    tasks[0].cancel()
    tasks[1].cancel()
    for task in tasks.prefix(2) {
      let result = await task.result
      #expect(throws: CancellationError.self) { try result.get() }
    }
    #expect(gate.canceled == 0)
    tasks[2].cancel()
    let result = await tasks[2].result
    #expect(throws: CancellationError.self) { try result.get() }
    await Gate.until { gate.canceled == 1 }
    // It brings a value all the same, which nobody wants, and another load is another one.
    let value = try await cache.value(for: 1) { Blob(8) }
    #expect(value.number == 8)
    gate.open()
    #expect(cache[1]?.number == 8)
  }

  @Test func `a task that is canceled before it asks loads nothing`() async throws {
    let cache = try cache()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await cache.value(for: 1) {
        while !Task.isCancelled { await Task.yield() }
        throw CancellationError()
      }
    }
    task.cancel()
    let result = await task.result
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(cache.count == 0)
  }

  @Test func `nobody who waits is forgotten`() async throws {
    for round in 0..<200 {
      let cache = try cache(room: 3)
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<16 {
          group.addTask {
            let key = task % 3
            let value = try? await cache.value(for: key) {
              await Task.yield()
              return Blob(key)
            }
            #expect(value == nil || value?.number == key, "round \(round)")
          }
        }
        if round % 2 == 0 { group.cancelAll() }
      }
    }
  }
}
