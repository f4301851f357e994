import Foundation
import Synchronization

/// Ends a long command cleanly when somebody presses Ctrl-C or a scheduler wants it gone.
///
/// Both signals are blocked in every thread and awaited by one of their own, which may lock,
/// allocate and write like any other; a signal handler may not.
enum Interruption {
  /// How long the end may take.
  static let limit = 0.8

  /// What brings to safety what is done.
  private static let rescue = Mutex<(@Sendable () -> Void)?>(nil)
  private static let isAwaited = Atomic(false)
  /// Whether there is nothing left to interrupt.
  private static let isDone = Atomic(false)

  /// From now on the process ends with the customary status, 130 or 143, when it is asked to.
  ///
  /// To be called before threads are started, which inherit what is blocked. Called again, it
  /// changes what is brought to safety.
  /// - Parameter body: brings what is done to safety; it has 0.8 s. Nil while there is nothing.
  static func end(after body: (@Sendable () -> Void)?) {
    rescue.withLock { $0 = body }
    let heeded = [SIGINT, SIGTERM].filter { !isIgnored($0) }
    guard !heeded.isEmpty, !isAwaited.exchange(true, ordering: .sequentiallyConsistent) else {
      return
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in heeded { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Thread.detachNewThread { [signals] in
      var awaited = signals
      var signal: Int32 = 0
      while sigwait(&awaited, &signal) != 0 {}
      guard !isDone.load(ordering: .sequentiallyConsistent) else { _exit(0) }
      let status = 128 + signal
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: limit)
        _exit(status)
      }
      rescue.withLock { $0 }?()
      _exit(status)
    }
  }

  /// Waits to be asked to end, and ends with status 0: everything is done.
  ///
  /// To be called after `end(after:)`, whose `body` is not heeded any more.
  static func awaitEnd() -> Never {
    isDone.store(true, ordering: .sequentiallyConsistent)
    while true { Thread.sleep(forTimeInterval: 3600) }
  }

  /// Whether whoever started the process wants it to go on, as a shell does in the background.
  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    // Functions of C cannot be compared in Swift; SIG_IGN is an address that stands for none, so
    // the addresses are compared, and neither is called.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
