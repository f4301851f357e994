import Foundation
import Synchronization

/// The programs that are asked at the moment, from whichever thread.
package enum RunningPrograms {
  private static let running = Mutex<[pid_t: StartedProcess]>([:])

  /// Kills all of them: the command ends, and none must outlive it.
  ///
  /// Whoever is asking one finds it ended.
  package static func killAll() {
    let processes = running.withLock { Array($0.values) }
    for process in processes { process.killGroup() }
    // Who is not waited for would stay in the table of processes.
    for process in processes { wait(for: process, until: .now + .seconds(1)) }
  }

  /// Starts a command line.
  static func start(_ command: String) throws(ChildProcess.Fault) -> StartedProcess {
    try running.withLock { running throws(ChildProcess.Fault) in
      let process = try StartedProcess(command)
      running[process.id] = process
      return process
    }
  }

  /// Closes what leads to a process and waits for its end, which it hastens when the time is up.
  /// - Returns: how it ended, as a clause.
  static func end(_ process: StartedProcess, patience: Duration) -> String {
    _ = close(process.input)
    _ = close(process.output)
    var how = wait(for: process, until: .now + patience)
    if how == nil {
      process.killGroup()
      how = wait(for: process, until: .now + .seconds(1))
    }
    running.withLock { _ = $0.removeValue(forKey: process.id) }
    return how ?? "does not end"
  }

  /// - Returns: how it ended; nil if it still runs then.
  @discardableResult
  private static func wait(
    for process: StartedProcess, until deadline: ContinuousClock.Instant
  ) -> String? {
    while true {
      if let ending = process.ending() { return ending }
      guard ContinuousClock.now < deadline else { return nil }
      usleep(1000)
    }
  }
}
