import Foundation
import Synchronization

/// A program that runs beside this one: bytes go to its standard input, lines come from its
/// standard output.
///
/// The shell starts it, in a session of its own: it has no terminal, and whatever it has started ends
/// with it. It ends with us, however we end. Its standard error is ours. Belongs to one thread.
final class ChildProcess {
  /// What went wrong between the two.
  enum Fault: Error, Equatable {
    case notStarted(reason: String)
    /// It has ended, in the way that the clause says.
    case ended(how: String)
    /// It said nothing, or took nothing, for too long.
    case silent, deaf
    /// It runs and has closed its standard input or output.
    case closed(stream: String)
    /// Its line has no end.
    case endless
  }

  /// No answer is as long.
  private static let longestLine = 1 << 20

  private let started: StartedProcess
  private var received: [UInt8] = []
  /// How it ended, once it has.
  private var ending: String?

  /// Starts a command line.
  /// - Throws: `Fault.notStarted` if the system has no room for it; a program that there is not
  ///   is for the shell to say.
  init(_ command: String) throws(Fault) { started = try RunningPrograms.start(command) }

  deinit { end() }

  /// Hands over bytes.
  /// - Parameters:
  ///   - bytes: all of them are handed over.
  ///   - patience: how long it may take none.
  /// - Throws: `Fault` if it has ended or takes nothing.
  func write(_ bytes: [UInt8], patience: Duration) throws(Fault) {
    // The numbers of its descriptors may be those of others by now.
    if let ending { throw .ended(how: ending) }
    var sent = 0
    while sent < bytes.count {
      let (count, code) = bytes[sent...].withUnsafeBytes { rest in
        let count = send(started.input, rest.baseAddress, rest.count, StartedProcess.noSignal)
        return (count, errno)
      }
      if count > 0 {
        sent += count
      } else if code == EAGAIN || code == EWOULDBLOCK {
        let deadline = ContinuousClock.now + patience
        guard Self.isReady(started.input, for: POLLOUT, until: deadline) else { throw .deaf }
      } else if code != EINTR {
        throw closed("input")
      }
    }
  }

  /// Waits for a line.
  /// - Parameter patience: how long it may take.
  /// - Returns: the line, without its end.
  /// - Throws: `Fault` if it has ended, says nothing, or does not end its line.
  func readLine(patience: Duration) throws(Fault) -> [UInt8] {
    if let ending { throw .ended(how: ending) }
    let deadline = ContinuousClock.now + patience
    var searched = 0
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(received[..<end])
        received.removeFirst(end + 1)
        return line
      }
      searched = received.count
      guard received.count <= Self.longestLine else { throw .endless }
      guard Self.isReady(started.output, for: POLLIN, until: deadline) else { throw .silent }
      guard receive() else { throw closed("output") }
    }
  }

  /// Ends it: closes its input and, if that is not enough, kills it and all that it started.
  /// - Parameter patience: how long it may go on.
  /// - Returns: how it ended, as a clause.
  @discardableResult
  func end(patience: Duration = .seconds(1)) -> String {
    if let ending { return ending }
    let how = RunningPrograms.end(started, patience: patience)
    ending = how
    return how
  }

  /// The fault of a process behind a stream that is closed: mostly it has ended.
  private func closed(_ stream: String) -> Fault {
    let hasEnded = started.hasEnded(within: .seconds(1))
    let how = end(patience: .zero)
    return hasEnded ? .ended(how: how) : .closed(stream: "standard \(stream)")
  }

  /// Takes what it has said; false if it says nothing more.
  private func receive() -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
      var count = read(started.output, buffer.baseAddress, buffer.count)
      while count < 0, errno == EINTR {
        count = read(started.output, buffer.baseAddress, buffer.count)
      }
      if count > 0 { received.append(contentsOf: buffer[..<count]) }
      return count > 0
    }
  }

  /// Waits for a descriptor; false if the time is up first.
  private static func isReady(
    _ descriptor: Int32, for event: Int32, until deadline: ContinuousClock.Instant
  ) -> Bool {
    while true {
      let left = (deadline - ContinuousClock.now) / .milliseconds(1)
      var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      let count = poll(&request, 1, Int32(max(0, min(left.rounded(.up), 1e9))))
      // What is wrong with a descriptor shows when it is used.
      if count > 0 || (count < 0 && errno != EINTR) { return true }
      if ContinuousClock.now >= deadline { return false }
    }
  }
}

/// The programs that run at the moment, from whichever thread.
enum RunningPrograms {
  /// Ends the programs if this process ends before them; starts with the first program.
  private static let watcher = Mutex<ProgramWatcher?>(nil)

  /// Starts a command line.
  static func start(_ command: String) throws(ChildProcess.Fault) -> StartedProcess {
    try watcher.withLock { watcher throws(ChildProcess.Fault) in
      let current: ProgramWatcher
      if let watcher { current = watcher } else { current = try ProgramWatcher() }
      watcher = current
      let process = try StartedProcess(waitingWith: command)
      guard current.add(process.id) else {
        // Somebody has ended the watcher; the next program gets another one.
        watcher = nil
        process.close()
        _ = process.finish()
        throw .notStarted(reason: "the process that would end it is gone")
      }
      process.proceed()
      return process
    }
  }

  /// Closes what leads to a process and waits for its end, which it hastens when the time is up.
  ///
  /// Whatever it has left in the background ends with it.
  /// - Returns: how it ended, as a clause.
  static func end(_ process: StartedProcess, patience: Duration) -> String {
    process.close()
    _ = process.hasEnded(within: patience)
    process.killGroup()
    watcher.withLock { $0?.remove(process.id) }
    return process.finish()
  }
}
