import Foundation
import Synchronization

/// A program that runs beside this process.
///
/// It receives bytes on its standard input, and writes lines to its standard output.
///
/// A shell starts the program in a new session. So the program has no terminal, and the processes
/// that it starts end with it. The program ends when this process ends, even if a signal kills this
/// process. Both share standard error. Only one thread may use the object.
final class ChildProcess {
  /// The failures of the communication.
  enum Fault: Error, Equatable {
    case notStarted(reason: String)
    /// The program has ended; the clause says how.
    case ended(how: String)
    /// The program wrote nothing, or read nothing, for too long.
    case silent, deaf
    /// The program still runs, but has closed its standard input or output.
    case closed(stream: String)
    /// The program wrote too many bytes without a line break.
    case endless
  }

  /// The maximum length of a line in bytes.
  ///
  /// Every valid answer is shorter.
  private static let longestLine = 1 << 20

  private let started: StartedProcess
  private var received: [UInt8] = []
  /// The way in which the program ended; `nil` while it runs.
  private var ending: String?

  /// Starts a command line.
  /// - Throws: `Fault.notStarted` if the system lacks resources for a process. If the program does
  ///   not exist, the shell reports it.
  init(_ command: String) throws(Fault) { started = try RunningPrograms.start(command) }

  deinit { end() }

  /// Writes bytes.
  /// - Parameters:
  ///   - bytes: The bytes; all of them are written.
  ///   - patience: The maximum time for which the program may read nothing.
  /// - Throws: `Fault` if the program has ended or reads nothing.
  func write(_ bytes: [UInt8], patience: Duration) throws(Fault) {
    // The numbers of its descriptors may belong to other files by now.
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
  /// - Parameter patience: The maximum time.
  /// - Returns: the line, without its end.
  /// - Throws: `Fault` if the program has ended, writes nothing, or does not end its line.
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

  /// Ends the program: closes its input and, if that is not enough, kills it and the processes that
  /// it started.
  /// - Parameter patience: The time that the program gets to end by itself.
  /// - Returns: the way in which the program ended, as a clause.
  @discardableResult
  func end(patience: Duration = .seconds(1)) -> String {
    if let ending { return ending }
    let how = RunningPrograms.end(started, patience: patience)
    ending = how
    return how
  }

  /// Returns the fault of a program that has closed a stream.
  ///
  /// Usually the program has ended.
  private func closed(_ stream: String) -> Fault {
    let hasEnded = started.hasEnded(within: .seconds(1))
    let how = end(patience: .zero)
    return hasEnded ? .ended(how: how) : .closed(stream: "standard \(stream)")
  }

  /// Reads the program's output; `false` if there is no more output.
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

  /// Waits until a descriptor is ready; returns `false` if the deadline comes first.
  private static func isReady(
    _ descriptor: Int32, for event: Int32, until deadline: ContinuousClock.Instant
  ) -> Bool {
    while true {
      let left = (deadline - ContinuousClock.now) / .milliseconds(1)
      var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      let count = poll(&request, 1, Int32(max(0, min(left.rounded(.up), 1e9))))
      // An error of a descriptor shows when it is used.
      if count > 0 || (count < 0 && errno != EINTR) { return true }
      if ContinuousClock.now >= deadline { return false }
    }
  }
}

/// The running programs of all threads.
enum RunningPrograms {
  /// The shell that kills the programs if this process ends before them.
  ///
  /// It is started together with the first program.
  private static let watcher = Mutex<ProgramWatcher?>(nil)

  /// Starts a command line.
  static func start(_ command: String) throws(ChildProcess.Fault) -> StartedProcess {
    try watcher.withLock { watcher throws(ChildProcess.Fault) in
      let current: ProgramWatcher
      if let watcher { current = watcher } else { current = try ProgramWatcher() }
      watcher = current
      let process = try StartedProcess(waitingWith: command)
      guard current.add(process.id) else {
        // The watcher has been ended from outside; the next program gets another one.
        watcher = nil
        process.close()
        _ = process.finish()
        throw .notStarted(reason: "the supervising process has ended")
      }
      process.proceed()
      return process
    }
  }

  /// Closes the streams to a process, waits until it ends, and kills it if it does not end in time.
  ///
  /// Background processes that it has started are killed as well.
  /// - Returns: the way in which the program ended, as a clause.
  static func end(_ process: StartedProcess, patience: Duration) -> String {
    process.close()
    _ = process.hasEnded(within: patience)
    process.killGroup()
    watcher.withLock { $0?.remove(process.id) }
    return process.finish()
  }
}
