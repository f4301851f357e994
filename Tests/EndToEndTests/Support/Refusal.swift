import Foundation
import Testing

/// A command line that must end in one sentence on standard error, and in nothing else.
struct Refusal: Sendable, CustomTestStringConvertible {
  /// A short description of the fault.
  var name: String
  /// The arguments, separated by spaces; `_` is an empty argument.
  var command: String
  var status: Int32
  /// The texts that the sentence must contain: file, line, field, what was found and what was
  /// expected.
  var says: [String]

  init(_ name: String, _ command: String, _ status: Int32, says: String...) {
    self.name = name
    self.command = command
    self.status = status
    self.says = says
  }

  var testDescription: String { name }

  /// Runs the command line and checks its exit status and its sentence.
  func check(in folder: TemporaryFolder) throws {
    let names = try folder.names()
    let arguments = command.split(separator: " ").map { $0 == "_" ? "" : String($0) }
    let outcome = try Scrollsim.run(arguments, in: folder.url)
    #expect(outcome.status == status, "\(command)\n\(outcome.complaint)")
    #expect(outcome.output.isEmpty, "\(command)\n\(outcome.text)")
    expectSentence(outcome)
    #expect(try folder.names() == names, "\(command) left something behind")
  }

  /// Checks that the error is one line and contains the expected texts.
  func expectSentence(_ outcome: Scrollsim.Outcome) {
    let complaint = outcome.complaint
    let isNamed = complaint.hasPrefix("scrollsim: ") || complaint.hasPrefix("scrollsim-lab: ")
    #expect(isNamed, "\(command)\n\(complaint)")
    #expect(complaint.count { $0.isNewline } == 1 && complaint.hasSuffix("\n"), "\(complaint)")
    for fragment in says {
      #expect(complaint.contains(fragment), "'\(fragment)' is not in: \(complaint)")
    }
  }
}
