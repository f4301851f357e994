/// A load that several tasks may wait for, and that is canceled when the last of them stops
/// waiting.
///
/// A task joins the load inside the cache's lock. All other methods run outside of the lock.
@usableFromInline final class LoadInFlight<Value: Sendable>: Sendable {
  /// The state of a task that waits, or is about to.
  private enum Waiter {
    case joined
    case waiting(CheckedContinuation<Value, any Error>)
  }

  private struct State {
    var waiters: [Int: Waiter] = [:]
    var ticketCount = 0
    var task: Task<Void, Never>?
    var result: Result<Value, any Error>?
    var isAbandoned = false
    var isViewed = false
  }

  private let state = CacheLock(State())
  /// The identity of the load in the table of waits.
  let identity = LoadWaits.Identity()

  /// Creates a load without waiters.
  init() {}

  /// Adds a waiter.
  /// - Parameter isViewed: `true` if something on screen waits.
  /// - Returns: The waiter's ticket; nil if the load was abandoned.
  func join(isViewed: Bool) -> Int? {
    state.withLock { state in
      guard !state.isAbandoned else { return nil }
      state.isViewed = state.isViewed || isViewed
      state.ticketCount += 1
      state.waiters[state.ticketCount] = .joined
      return state.ticketCount
    }
  }

  /// A Boolean value that indicates whether anything on screen waits or has waited.
  var isViewed: Bool { state.withLock { $0.isViewed } }

  /// Sets the task that loads, and cancels it if the load was abandoned meanwhile.
  func started(_ task: Task<Void, Never>) {
    let isAbandoned = state.withLock { state in
      state.task = task
      return state.isAbandoned
    }
    if isAbandoned { task.cancel() }
  }

  /// Waits until the load ends or the waiter is canceled.
  func value(for ticket: Int) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let result: Result<Value, any Error>? = state.withLock { state in
        if let result = state.result { return result }
        guard state.waiters[ticket] != nil else { return .failure(CancellationError()) }
        state.waiters[ticket] = .waiting(continuation)
        return nil
      }
      if let result { continuation.resume(with: result) }
    }
  }

  /// Removes a waiter that was canceled.
  /// - Returns: `true` if it was the last one, so that the load is abandoned.
  func leave(_ ticket: Int) -> Bool {
    let (waiter, task, isLast) = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: ticket)
      let isLast = state.waiters.isEmpty && state.result == nil && !state.isAbandoned
      state.isAbandoned = state.isAbandoned || isLast
      return (waiter, isLast ? state.task : nil, isLast)
    }
    task?.cancel()
    if case .waiting(let continuation) = waiter {
      continuation.resume(throwing: CancellationError())
    }
    return isLast
  }

  /// Ends the load and resumes all waiters.
  func finish(_ result: Result<Value, any Error>) {
    let waiters = state.withLock { state in
      state.result = result
      state.task = nil
      defer { state.waiters = [:] }
      return state.waiters
    }
    for (_, waiter) in waiters.sorted(by: { $0.key < $1.key }) {
      if case .waiting(let continuation) = waiter { continuation.resume(with: result) }
    }
  }
}
