import Foundation
import Synchronization

/// Waits that end: what has not happened after half a minute and ten thousand turns never will, and
/// fails the test.
///
/// Turns count, too, because thousands of other tests wait for theirs on the same few threads.
enum Patience {
  struct NeverHappened: Error {}

  /// Waits for something to become true.
  static func until(_ isTrue: @Sendable () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(30)
    var turns = 0
    while !isTrue() {
      guard turns < 10_000 || ContinuousClock.now < end else { throw NeverHappened() }
      await Task.yield()
      turns += 1
    }
  }

  /// Waits for a task to end: one that never does is left behind.
  static func result<Success>(
    of task: Task<Success, any Error>
  ) async throws -> Result<Success, any Error> {
    let ended = Ended<Success>()
    Task {
      let result = await task.result
      ended.result.withLock { $0 = result }
    }
    try await until { ended.result.withLock { $0 != nil } }
    guard let result = ended.result.withLock({ $0 }) else { throw NeverHappened() }
    return result
  }

  static func value<Success>(of task: Task<Success, any Error>) async throws -> Success {
    try await result(of: task).get()
  }

  /// Waits for something that is done on a thread of its own: one that is stuck is left behind.
  static func onThread(_ body: @escaping @Sendable () -> Void) async throws {
    let ended = Ended<Void>()
    Thread.detachNewThread {
      body()
      ended.result.withLock { $0 = .success(()) }
    }
    try await until { ended.result.withLock { $0 != nil } }
  }

  private final class Ended<Success: Sendable>: Sendable {
    let result = Mutex<Result<Success, any Error>?>(nil)
  }
}
