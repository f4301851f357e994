import Synchronization

/// A gate that holds loads until a test opens it.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var begun = 0
    var canceled = 0
  }

  private let state = Mutex(State())

  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// The number of tasks that have come to the gate, and of those that were canceled.
  var begun: Int { state.withLock { $0.begun } }
  var canceled: Int { state.withLock { $0.canceled } }

  /// Waits until the gate is open; a canceled task keeps waiting, as in bad loaders.
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

  /// Opens the gate for the waiting tasks and for all later ones.
  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
