import ScrollCaching
import Synchronization

/// What programs state of themselves, each asked once.
///
/// A program that states something else when it is started again ends the command: it was
/// replaced while it was in use, and what it does may no longer be what is in a store.
final class ProgramStatements: Sendable {
  private let known = Mutex<[String: ProgramStatement]>([:])

  /// What a program states, which is started for that unless it is known.
  /// - Parameters:
  ///   - command: for the shell.
  ///   - seconds: how long it may take for an answer.
  /// - Returns: what it stated at first.
  /// - Throws: `ProgramFailure` if it cannot be asked.
  func statement(
    of command: String, seconds: Double
  ) throws(ProgramFailure) -> ProgramStatement {
    if let statement = known.withLock({ $0[command] }) { return statement }
    return try program(
      command, seconds: seconds, PolicySetup(imageCount: 1, limits: CacheLimits(count: 1))
    ).statement
  }

  /// Starts a program that must be the one that it was.
  func program(
    _ command: String, seconds: Double, _ setup: PolicySetup
  ) throws(ProgramFailure) -> PolicyProgram {
    let program = try PolicyProgram(command, seconds: seconds, setup)
    let now = program.statement
    let first = known.withLock { known in
      let first = known[command] ?? now
      known[command] = first
      return first
    }
    guard first == now else {
      throw program.failure(.changed(from: first.title, to: now.title))
    }
    return program
  }
}

extension ProgramStatement {
  /// For a sentence.
  fileprivate var title: String { text ?? "\(policy) without a version" }
}
