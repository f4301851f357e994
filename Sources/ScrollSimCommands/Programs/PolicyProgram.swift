package import ScrollCaching

/// A program that is a policy: what it is told, and what it answers.
///
/// What it is told is kept together until it is asked something, so that a hit costs no change
/// from one process to another.
package final class PolicyProgram {
  /// So many bytes are handed over although nothing is asked.
  private static let longestDelay = 1 << 16

  /// What it said of itself.
  package let statement: ProgramStatement
  private let process: ChildProcess
  private let command: String
  private let seconds: Double
  private var untold: [UInt8] = []

  /// Starts a program and greets it.
  /// - Parameters:
  ///   - command: for the shell.
  ///   - seconds: how long it may take for an answer.
  ///   - setup: of the cache that it decides for.
  /// - Throws: `ProgramFailure` if it cannot be started or does not answer as it should.
  package init(_ command: String, seconds: Double, _ setup: PolicySetup) throws(ProgramFailure) {
    self.command = command
    self.seconds = seconds
    let process: ChildProcess
    do { process = try ChildProcess(command) } catch {
      throw Self.failure(error, asked: "hello", command, seconds)
    }
    self.process = process
    statement = try Self.answer(
      to: "hello", [UInt8]((PolicyLine.hello(setup) + "\n").utf8), process, command, seconds,
      PolicyAnswer.statement)
  }

  /// Tells it something that needs no answer.
  package func tell(_ line: String) throws(ProgramFailure) {
    untold += line.utf8
    untold.append(UInt8(ascii: "\n"))
    guard untold.count >= Self.longestDelay else { return }
    do { try process.write(untold, patience: .seconds(seconds)) } catch {
      throw Self.failure(error, process, asked: "a notice", command, seconds)
    }
    untold.removeAll(keepingCapacity: true)
  }

  /// Asks for a victim.
  /// - Parameter pinned: the residents that it must not be.
  /// - Returns: its answer, unchecked.
  /// - Throws: `ProgramFailure` if it has ended, or does not answer as it should.
  package func victim(sparing pinned: [Int]) throws(ProgramFailure) -> Int? {
    try ask("victim", PolicyLine.victim(sparing: pinned), PolicyAnswer.victim)
  }

  /// Asks whether an image may enter.
  package func admits(
    _ request: Request, as admission: Admission
  ) throws(ProgramFailure) -> Bool {
    try ask("admit", PolicyLine.admit(request, as: admission), PolicyAnswer.admission)
  }

  /// What went wrong with an answer that could be read.
  func failure(_ cause: ProgramFailure.Cause) -> ProgramFailure {
    process.end(patience: .zero)
    return ProgramFailure(command: command, cause: cause)
  }

  private func ask<Answer>(
    _ question: String, _ line: String, _ read: ([UInt8]) throws(PolicyAnswer.Malformed) -> Answer
  ) throws(ProgramFailure) -> Answer {
    untold += line.utf8
    untold.append(UInt8(ascii: "\n"))
    let answer = try Self.answer(to: question, untold, process, command, seconds, read)
    untold.removeAll(keepingCapacity: true)
    return answer
  }

  private static func answer<Answer>(
    to question: String, _ bytes: [UInt8], _ process: ChildProcess, _ command: String,
    _ seconds: Double, _ read: ([UInt8]) throws(PolicyAnswer.Malformed) -> Answer
  ) throws(ProgramFailure) -> Answer {
    let line: [UInt8]
    do {
      try process.write(bytes, patience: .seconds(seconds))
      line = try process.readLine(patience: .seconds(seconds))
    } catch {
      throw failure(error, process, asked: question, command, seconds)
    }
    do { return try read(line) } catch {
      process.end(patience: .zero)
      let answer = String(decoding: line.prefix(80), as: UTF8.self)
      throw ProgramFailure(
        command: command,
        cause: .malformed(answer: answer, asked: question, expected: error.expected))
    }
  }

  /// Ends a program that has failed, and says why.
  private static func failure(
    _ fault: ChildProcess.Fault, _ process: ChildProcess? = nil, asked: String, _ command: String,
    _ seconds: Double
  ) -> ProgramFailure {
    process?.end(patience: .zero)
    let cause: ProgramFailure.Cause =
      switch fault {
      case .notStarted(let reason): .notStarted(reason: reason)
      case .ended(let how): .ended(how: how, asked: asked)
      case .silent: .silent(asked: asked, seconds: seconds)
      case .deaf: .deaf(seconds: seconds)
      case .endless:
        .malformed(answer: "a line without end", asked: asked, expected: "a short line")
      }
    return ProgramFailure(command: command, cause: cause)
  }
}
