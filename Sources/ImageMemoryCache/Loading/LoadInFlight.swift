/// One load that several tasks may wait for, and that is canceled when none of them does any more.
///
/// Joining happens inside the cache's lock, everything else outside it.
@usableFromInline final class LoadInFlight<Value: Sendable>: Sendable {
  /// A task that waits, or is about to.
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
  /// Which load it is, to those that wait for each other.
  let identity = LoadWaits.Identity()

  /// No task is waiting.
  init() {}

  /// Adds a waiter.
  /// - Parameter isViewed: whether something on screen waits.
  /// - Returns: its ticket; nil where the load was given up.
  func join(isViewed: Bool) -> Int? {
    state.withLock { state in
      guard !state.isAbandoned else { return nil }
      state.isViewed = state.isViewed || isViewed
      state.ticketCount += 1
      state.waiters[state.ticketCount] = .joined
      return state.ticketCount
    }
  }

  /// Whether anything on screen waits or waited.
  var isViewed: Bool { state.withLock { $0.isViewed } }

  /// The task that loads has begun.
  func started(_ task: Task<Void, Never>) {
    let isAbandoned = state.withLock { state in
      state.task = task
      return state.isAbandoned
    }
    if isAbandoned { task.cancel() }
  }

  /// Waits for the end of the load, or of the wait.
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

  /// A waiter was canceled: it waits no longer.
  /// - Returns: whether it was the last, so that the load is given up.
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

  /// The load has ended: wakes all who wait.
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
