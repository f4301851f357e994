import Foundation
import Testing

/// Results that cannot be written.
@Suite struct OutputFailureTests {
  private static let generate = "trace generate --duration 5s --catalogue items=90 --output"

  @Test(arguments: [
    Refusal("no folder", "\(generate) no/where.scroll", 73, says: "'no/where.scroll'"),
    Refusal("a folder", "\(generate) Traces", 73, says: "'Traces'", "is a directory"),
    Refusal("no name", "\(generate) _", 73, says: "'' cannot be written"),
    Refusal("a file as folder", "\(generate) Traces/README.md/x.scroll", 73, says: "README.md"),
    Refusal(
      "an import to nowhere",
      "trace import Traces/recorded/one-hard-fling.csv --catalogue items=90 --output no/x.scroll",
      73, says: "'no/x.scroll'"),
  ])
  func `an output that cannot be created is an error with status 73`(refusal: Refusal) throws {
    try refusal.check(in: .withTraces())
  }

  private static let printing = [
    "list policies", "list devices iphone-5 --format json", "--help", "run --help", "--version",
    "trace generate --duration 5s --catalogue items=90",
    "trace info Traces/recorded/slow-reading.scroll",
    "trace validate Traces/recorded/slow-reading.scroll",
    "run Traces/recorded/slow-reading.scroll",
    "explain Traces/recorded/slow-reading.scroll",
    "diff lru fifo --trace Traces/recorded/slow-reading.scroll",
    "replay Traces/recorded/slow-reading.scroll --capacity 9MiB --format csv",
  ]

  private static let full = "/dev/full"
  private static var hasFullDevice: Bool { FileManager.default.isWritableFile(atPath: full) }

  @Test(.enabled(if: hasFullDevice, "no /dev/full on this system"), arguments: printing)
  func `a full standard output is an error with status 74`(command: String) throws {
    let output = try #require(FileHandle(forWritingAtPath: Self.full))
    let arguments = command.split(separator: " ").map(String.init)
    let outcome = try Scrollsim.run(arguments, output: output)
    #expect(outcome.status == 74, "\(outcome.complaint)")
    Refusal(command, command, 74, says: "standard output cannot be written", "space")
      .expectSentence(outcome)
  }

  @Test(.enabled(if: hasFullDevice, "no /dev/full on this system"))
  func `a full standard error does not change the status`() throws {
    let complaint = try #require(FileHandle(forWritingAtPath: Self.full))
    let outcome = try Scrollsim.run(["run", "none.scroll"], complaint: complaint)
    #expect(outcome.status == 66)
  }
}
