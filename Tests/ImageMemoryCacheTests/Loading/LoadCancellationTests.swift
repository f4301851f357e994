import ImageMemoryCache
import Testing

/// Tests of cancellation: each waiting task may be canceled, and the load is canceled with the last
/// of them.
@Suite struct LoadCancellationTests {
  private func cache(room: Int = 100) throws -> BlobCache {
    BlobCache(policy: .lru, costLimit: .cost(room), cost: { $0.bytes })
  }

  @Test func `a load is canceled with its last waiting task, not before`() async throws {
    let (cache, gate) = (try cache(), Gate())
    let tasks = (0..<3).map { _ in
      Task {
        try await cache.image(for: 1) {
          await gate.pass()
          return Blob(7)
        }
      }
    }
    try await Patience.until { cache.statistics.joinedLoads == 2 && gate.begun == 1 }
    tasks[0].cancel()
    tasks[1].cancel()
    for task in tasks.prefix(2) {
      let result = try await Patience.result(of: task)
      #expect(throws: CancellationError.self) { try result.get() }
    }
    #expect(gate.canceled == 0)
    tasks[2].cancel()
    let result = try await Patience.result(of: tasks[2])
    #expect(throws: CancellationError.self) { try result.get() }
    try await Patience.until { gate.canceled == 1 }
    // The canceled load still returns a value, which is dropped; a later request starts another
    // load.
    let other = Task { try await cache.image(for: 1) { Blob(8) } }
    #expect(try await Patience.value(of: other).number == 8)
    gate.open()
    #expect(cache[1]?.number == 8)
  }

  @Test func `a task that is canceled before its request loads nothing`() async throws {
    let cache = try cache()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await cache.image(for: 1) {
        while !Task.isCancelled { await Task.yield() }
        throw CancellationError()
      }
    }
    task.cancel()
    let result = try await Patience.result(of: task)
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(cache.count == 0)
  }

  @Test func `every waiting task resumes`() async throws {
    for round in 0..<200 {
      let cache = try cache(room: 3)
      let tasks = (0..<16).map { task in
        Task {
          try await cache.image(for: task % 3) {
            await Task.yield()
            return Blob(task % 3)
          }
        }
      }
      if round % 2 == 0 { for task in tasks { task.cancel() } }
      for (number, task) in tasks.enumerated() {
        let result = try await Patience.result(of: task)
        let value = try? result.get()
        #expect(value == nil || value?.number == number % 3, "round \(round)")
      }
    }
  }
}
