import Foundation
import ScrollCaching
import ScrollCore

/// A program that decides as a policy.
///
/// It receives notices and answers questions.
///
/// Notices are collected and sent with the next question, so that a hit needs no switch between
/// processes.
package final class PolicyProgram {
  /// The number of bytes of collected notices at which they are sent without a question.
  private static let longestDelay = 1 << 16

  /// The program's first statement about itself.
  package let statement: ProgramStatement
  private let process: ChildProcess
  private let command: String
  private let seconds: Double
  private var untold: [UInt8] = []

  /// Starts a program and greets it; only `ProgramStarter` calls it.
  /// - Parameters:
  ///   - command: The command line for the shell.
  ///   - seconds: The maximum time for an answer.
  ///   - setup: The setup of the cache for which the program decides.
  /// - Throws: `ProgramFailure` if the program cannot be started or gives no valid answer.
  init(_ command: String, seconds: Double, _ setup: PolicySetup) throws(ProgramFailure) {
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

  /// Adds a notice that needs no answer; notices are sent together once they have enough bytes.
  package func tell(_ line: String) throws(ProgramFailure) {
    untold += line.utf8
    untold.append(UInt8(ascii: "\n"))
    guard untold.count >= Self.longestDelay else { return }
    do { try process.write(untold, patience: .seconds(seconds)) } catch {
      throw Self.failure(error, process, asked: "a notice", command, seconds)
    }
    untold.removeAll(keepingCapacity: true)
  }

  /// Requests a victim.
  /// - Parameter pinned: The residents that must not be victims.
  /// - Returns: the answer, which is not checked yet.
  /// - Throws: `ProgramFailure` if the program has ended or gives no valid answer.
  package func victim(sparing pinned: [Int]) throws(ProgramFailure) -> Int? {
    try ask("victim", PolicyLine.victim(sparing: pinned), PolicyAnswer.victim)
  }

  /// Asks the program whether an image may be stored.
  func admits(
    _ request: Request, as admission: Admission
  ) throws(ProgramFailure) -> Bool {
    try ask("admit", PolicyLine.admit(request, as: admission), PolicyAnswer.admission)
  }

  /// Ends the program, and returns a failure for an answer that was readable but wrong.
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

  /// Ends a program that has failed, and returns the failure.
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
        .malformed(answer: "a line of more than 1 MiB", asked: asked, expected: "a short line")
      case .closed(let stream): .closed(stream: stream, asked: asked)
      }
    return ProgramFailure(command: command, cause: cause)
  }
}

/// The answers of a program, each a line of JSON.
enum PolicyAnswer {
  /// The error for an unexpected answer, with a clause that describes it.
  struct Malformed: Error {
    let expected: String
  }

  /// Parses the answer to the first line.
  static func statement(_ line: [UInt8]) throws(Malformed) -> ProgramStatement {
    let head = #"{"protocol":"\#(PolicyLine.protocolName)","version":\#(PolicyLine.version),"#
    let expected = head + #""policy":"NAME","policyVersion":"VERSION"}"#
    guard let hello = decoded(Hello.self, line),
      hello.`protocol` == PolicyLine.protocolName, hello.version == PolicyLine.version
    else { throw Malformed(expected: expected) }
    guard isName(hello.policy), hello.policyVersion.map(isName) ?? true else {
      throw Malformed(expected: "1 to 100 visible characters for policy and policyVersion")
    }
    var wants: Set<ProgramStatement.OptionalMessage> = []
    for word in hello.wants ?? [] {
      guard let want = ProgramStatement.OptionalMessage(rawValue: word) else {
        let known = ProgramStatement.OptionalMessage.allCases.map(\.rawValue).joined(
          separator: " and ")
        throw Malformed(expected: "wants to have only \(known)")
      }
      wants.insert(want)
    }
    return ProgramStatement(
      policy: hello.policy, version: hello.policyVersion, wants: wants)
  }

  /// Parses the answer to `victim`; `nil` if the program names none.
  static func victim(_ line: [UInt8]) throws(Malformed) -> Int? {
    guard let answer = decoded(Victim.self, line) else {
      throw Malformed(expected: #"{"victim":KEY} with the number of an image"#)
    }
    return answer.victim
  }

  /// Parses the answer to `admit`.
  static func admission(_ line: [UInt8]) throws(Malformed) -> Bool {
    guard let answer = decoded(Admission.self, line) else {
      throw Malformed(expected: #"{"admit":true} or {"admit":false}"#)
    }
    return answer.admit
  }

  private struct Hello: Decodable {
    let `protocol`: String, version: Int, policy: String
    let policyVersion: String?, wants: [String]?
  }

  private struct Victim: Decodable {
    let victim: Int?

    private enum Key: String, CodingKey { case victim }

    init(from decoder: any Decoder) throws {
      // The key must be present, even for null.
      let values = try decoder.container(keyedBy: Key.self)
      let isNone = try values.decodeNil(forKey: .victim)
      victim = isNone ? nil : try values.decode(Int.self, forKey: .victim)
    }
  }

  private struct Admission: Decodable {
    let admit: Bool
  }

  private static func decoded<Answer: Decodable>(_ type: Answer.Type, _ line: [UInt8]) -> Answer? {
    try? JSONDecoder().decode(type, from: Data(line))
  }

  private static func isName(_ text: String) -> Bool {
    (1...100).contains(text.count)
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}

/// The statement of a program about itself, in its first line.
package struct ProgramStatement: Equatable, Sendable {
  /// The optional notices and questions that a program may request.
  package enum OptionalMessage: String, CaseIterable, Sendable {
    /// The places of the viewport and the items.
    case viewport
    /// The question whether an image may be stored.
    case admit
  }

  /// The program's name for its policy.
  package let policy: String
  /// The version; `nil` if the program states none.
  ///
  /// Runs with a program without a version are not stored.
  package let version: String?
  package let wants: Set<OptionalMessage>

  /// The text that represents the program in the keys of stored runs; `nil` without a version.
  package var text: String? { version.map { "\(policy) \($0)" } }
}

/// The failure of a program that decides as a policy.
///
/// Its description is the error message.
package struct ProgramFailure: Error, Equatable {
  /// The cause of the failure.
  package enum Cause: Equatable, Sendable {
    case notStarted(reason: String)
    case ended(how: String, asked: String)
    /// The program still runs, but has closed its standard input or output.
    case closed(stream: String, asked: String)
    case silent(asked: String, seconds: Double)
    /// The program reads no more lines.
    case deaf(seconds: Double)
    case malformed(answer: String, asked: String, expected: String)
    case absent(victim: Int, residents: Int)
    case pinned(victim: Int)
    case noVictim(candidates: Int)
    /// The program's statement differs from its first statement.
    case changed(from: String, to: String)
  }

  /// The command line of the program.
  let command: String
  package let cause: Cause

  /// A Boolean value that indicates whether the program has given an invalid answer.
  package var isBadAnswer: Bool {
    switch cause {
    case .notStarted, .ended, .closed, .silent, .deaf: false
    case .malformed, .absent, .pinned, .noVictim, .changed: true
    }
  }
}

extension ProgramFailure: CustomStringConvertible {
  package var description: String { "policy 'exec: \(command)': \(cause)" }
}

extension ProgramFailure.Cause: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notStarted(let reason): "the program cannot be started: \(reason)"
    case .ended(let how, let asked):
      "the program \(how) instead of answering '\(asked)'; expected it to run to the end of "
        + "its input"
    case .closed(let stream, let asked):
      "the program closed its \(stream) instead of answering '\(asked)'; expected it to stay open"
    case .silent(let asked, let seconds):
      "the program has not answered '\(asked)' for \(Self.text(seconds)) s; expected a line"
    case .deaf(let seconds):
      "the program has not read its input for \(Self.text(seconds)) s; expected it to read "
        + "every line"
    case .malformed(let answer, let asked, let expected):
      "the program answered '\(answer)' to '\(asked)'; expected \(expected)"
    case .absent(let victim, let residents):
      "the program evicts \(victim), which is not in the cache; expected one of the "
        + "\(Phrase.count(residents, "image")) in it"
    case .pinned(let victim):
      "the program evicts \(victim), which is pinned; expected one that is not"
    case .noVictim(let candidates):
      "the program named no image to evict; expected one of the "
        + "\(Phrase.count(candidates, "image")) that are in the cache and not pinned"
    case .changed(let from, let to):
      "the program stated \(from) at first, and now \(to); expected it to stay the same"
    }
  }

  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }
}
