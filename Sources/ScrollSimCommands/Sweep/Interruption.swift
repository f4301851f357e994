import Foundation
import ScrollPages
import Synchronization

/// The handling of Ctrl-C (SIGINT) and of a scheduler's SIGTERM in long commands, which keep their
/// finished runs.
///
/// Both signals are blocked in every thread, and a separate thread waits for them. Unlike a signal
/// handler, this thread may lock, allocate and write. It stops the work, and the command then ends
/// by itself with `error(_:)`. If this takes too long because of a run in progress, the thread ends
/// the process.
enum Interruption {
  /// The maximum time in seconds that the command gets to end by itself.
  static let limit = 0.8

  private struct State {
    /// A closure that stops the work, keeps the finished runs, and returns the sentence for the
    /// last message; `nil` while there is nothing to stop.
    var stop: (@Sendable () -> String)?
    var status: CommandError.Status?
    /// The sentence to print if the command does not end in time.
    var sentence: String?
    /// A Boolean value that indicates whether the command is ending by itself, with a message.
    var isSettled = false
    /// A Boolean value that indicates whether there is nothing left to interrupt.
    var isDone = false
  }

  private static let state = Mutex(State())
  private static let isAwaited = Atomic(false)
  /// A Boolean value that indicates whether `fail(_:)` was called.
  ///
  /// It is not a part of the state because of a compiler error: with one more flag in the state,
  /// Swift 6.3.1 with -O leaves out the initial value of the flag, and the command seems to be
  /// interrupted from the start.
  private static let hasFailed = Atomic(false)

  /// Unblocks the signals that end a process.
  ///
  /// A new process inherits the blocked signals of the thread that started it.
  static func unblockSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Makes a signal end the command with the customary status, 130 for SIGINT or 143 for SIGTERM.
  ///
  /// Call it before other threads are started, because threads inherit the blocked signals. Another
  /// call replaces `stop`.
  /// - Parameter stop: A closure that stops the work, keeps the finished runs, and returns the
  ///   sentence for the last message; `nil` while there is nothing to stop, so that the process
  ///   ends at once.
  static func end(after stop: (@Sendable () -> String)?) {
    state.withLock { $0.stop = stop }
    // A shell ignores these signals for its background jobs, so that they continue.
    let awaited = [SIGINT, SIGTERM].filter { !has(SIG_IGN, for: $0) }
    guard !awaited.isEmpty, !isAwaited.exchange(true, ordering: .sequentiallyConsistent) else {
      return
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in awaited { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Thread.detachNewThread { [signals] in
      var awaited = signals
      var signal: Int32 = 0
      while sigwait(&awaited, &signal) != 0 {}
      stopWork(signal == SIGINT ? .interrupted : .terminated)
    }
  }

  /// A Boolean value that indicates whether a signal has requested the end.
  ///
  /// If so, the command must not print or publish anything more.
  static var isAsked: Bool { state.withLock { $0.status != nil } }

  /// Returns the error that ends an interrupted command.
  /// - Parameter sentence: The sentence that names the runs that were kept.
  /// - Returns: an error with the status of the signal.
  static func error(_ sentence: String) -> CommandError {
    let status = state.withLock { state in
      state.isSettled = true
      return state.status
    }
    return CommandError(status ?? .interrupted, sentence)
  }

  /// Ends the process because of an error that cannot be thrown from its place.
  ///
  /// As with a signal, the work stops and finished runs are kept. A second call, or a call while
  /// the command is ending, waits for the end of the process.
  /// - Parameter error: The error to end with.
  static func fail(_ error: CommandError) -> Never {
    let isFirst = !hasFailed.exchange(true, ordering: .sequentiallyConsistent)
    let (isEnding, stop) = state.withLock { ($0.status != nil, $0.stop) }
    while !isFirst || isEnding { Thread.sleep(forTimeInterval: 3600) }
    _ = stop?()
    // This removes the rest of a progress line.
    if isatty(STDERR_FILENO) != 0 { _ = writeAll(Array("\r\u{1b}[K".utf8), to: STDERR_FILENO) }
    Output.say("scrollsim: \(error.sentence)")
    leave(error.status.rawValue)
  }

  /// Waits for a signal after all work is done, and then ends the process with status 0.
  ///
  /// Call it after `end(after:)`. The closure `stop` is not called any more.
  static func awaitEnd() -> Never {
    state.withLock { $0.isDone = true }
    while true { Thread.sleep(forTimeInterval: 3600) }
  }

  /// Stops the work.
  ///
  /// Ends the process at once if there is no work, or later if the command does not end in time.
  private static func stopWork(_ status: CommandError.Status) {
    let stop = state.withLock { state in
      if state.isDone { leave(0) }
      state.status = status
      return state.stop
    }
    guard let stop else { leave(status.rawValue) }
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: limit)
      // This is in the lock: a command that ends now waits for the end of the process.
      state.withLock { state in
        if !state.isSettled, let sentence = state.sentence {
          Output.say("scrollsim: \(sentence.visible)")
        }
        leave(status.rawValue)
      }
    }
    let sentence = stop()
    state.withLock { $0.sentence = sentence }
  }

  /// Removes all partial files and ends the process.
  private static func leave(_ status: Int32) -> Never {
    PartialFile.removeAll()
    _exit(status)
  }

  /// Returns a Boolean value that indicates whether a signal has an action, `SIG_IGN` or `SIG_DFL`.
  static func has(_ known: sighandler_t?, for signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    // Functions of C cannot be compared in Swift. Both constants are addresses without a function,
    // so addresses are compared, and nothing is called.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(known, to: Int.self)
  }
}
