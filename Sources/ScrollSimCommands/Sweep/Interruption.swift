import Foundation
import ScrollPages
import Synchronization

/// Ends a long command cleanly when Ctrl-C is pressed or a scheduler ends it.
///
/// Both signals are blocked in every thread and awaited by one of their own, which may lock,
/// allocate and write like any other; a signal handler may not. That thread has the work stopped,
/// and the command ends by itself, with `error(_:)`. Where it takes too long, because a run under
/// way does, the thread ends the process.
enum Interruption {
  /// How long the end may take, in seconds.
  static let limit = 0.8

  private struct State {
    /// Stops the work, keeps the finished runs, and returns the sentence to end with; nil while
    /// there is nothing to stop.
    var stop: (@Sendable () -> String)?
    var status: CommandError.Status?
    /// The sentence to print if the command does not end in time.
    var sentence: String?
    /// Whether the command ends by itself, and says so.
    var isSettled = false
    /// Whether there is nothing left to interrupt.
    var isDone = false
  }

  private static let state = Mutex(State())
  private static let isAwaited = Atomic(false)
  /// Whether something failed that only the end of the process can answer.
  ///
  /// Not a part of the state: with one flag more the compiler (Swift 6.3.1, -O) leaves out its
  /// first value, and the command seems to be interrupted from the start.
  private static let hasFailed = Atomic(false)

  /// Has the signals that end a process reach this one, even where the parent's thread had blocked
  /// them: a process inherits that.
  static func unblockSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// From now on the command ends with the customary status, 130 or 143, when it is asked to.
  ///
  /// To be called before threads are started, which inherit the blocked signals. Called again, it
  /// changes the work that is stopped.
  /// - Parameter stop: stops the work, keeps the finished runs, and returns the sentence to end
  ///   with. Nil while there is nothing to stop: then the process ends at once.
  static func end(after stop: (@Sendable () -> String)?) {
    state.withLock { $0.stop = stop }
    // A shell has what it runs in the background go on.
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

  /// Whether the command was asked to end: it must neither print nor publish anything more.
  static var isAsked: Bool { state.withLock { $0.status != nil } }

  /// The error that ends an interrupted command.
  /// - Parameter sentence: names the runs that were kept.
  /// - Returns: an error with the status of the signal.
  static func error(_ sentence: String) -> CommandError {
    let status = state.withLock { state in
      state.isSettled = true
      return state.status
    }
    return CommandError(status ?? .interrupted, sentence)
  }

  /// Ends the process because of something that cannot be thrown from where it happened.
  ///
  /// The work is stopped as if the command had been asked to end, and finished runs are kept.
  /// Called again, or while the command is ending, it waits for the end.
  /// - Parameter error: what to end with.
  static func fail(_ error: CommandError) -> Never {
    let isFirst = !hasFailed.exchange(true, ordering: .sequentiallyConsistent)
    let (isEnding, stop) = state.withLock { ($0.status != nil, $0.stop) }
    while !isFirst || isEnding { Thread.sleep(forTimeInterval: 3600) }
    _ = stop?()
    // What a progress line has left.
    if isatty(STDERR_FILENO) != 0 { _ = writeAll(Array("\r\u{1b}[K".utf8), to: STDERR_FILENO) }
    Output.say("scrollsim: \(error.sentence)")
    leave(error.status.rawValue)
  }

  /// Waits to be asked to end, and ends with status 0: everything is done.
  ///
  /// To be called after `end(after:)`, whose `stop` is not called any more.
  static func awaitEnd() -> Never {
    state.withLock { $0.isDone = true }
    while true { Thread.sleep(forTimeInterval: 3600) }
  }

  /// Has the work stopped; ends the process where there is none, or it does not end in time.
  private static func stopWork(_ status: CommandError.Status) {
    let stop = state.withLock { state in
      if state.isDone { leave(0) }
      state.status = status
      return state.stop
    }
    guard let stop else { leave(status.rawValue) }
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: limit)
      // In the lock: a command that ends now waits for the end of the process.
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

  /// Ends the process, and leaves no partial file.
  private static func leave(_ status: Int32) -> Never {
    PartialFile.removeAll()
    _exit(status)
  }

  /// Returns whether a signal has an action, `SIG_IGN` or `SIG_DFL`.
  static func has(_ known: sighandler_t?, for signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    // Functions of C cannot be compared in Swift. Both constants are addresses that stand for none,
    // so addresses are compared, and nothing is called.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(known, to: Int.self)
  }
}
