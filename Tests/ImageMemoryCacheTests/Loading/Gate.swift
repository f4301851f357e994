import Synchronization

/// Loads that end when a test says so.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var begun = 0
    var canceled = 0
  }

  private let state = Mutex(State())

  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// How many have come to the gate, and how many of them were canceled.
  var begun: Int { state.withLock { $0.begun } }
  var canceled: Int { state.withLock { $0.canceled } }

  /// Waits until it is open; whoever is canceled waits all the same, as bad loaders do.
  func pass() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          state.begun += 1
          if !state.isOpen { state.waiting.append(continuation) }
          return state.isOpen
        }
        if isOpen { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.canceled += 1 }
    }
  }

  /// Lets all through that wait, and all who come.
  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
