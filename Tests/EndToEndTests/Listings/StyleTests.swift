import Foundation
import Testing

/// Dress for terminals, and none for anything else.
@Suite struct StyleTests {
  @Test(arguments: [
    ["list", "policies"], ["run", "Traces/recorded/slow-reading.scroll"], ["--help"],
  ])
  func `output outside a terminal has no escape codes`(arguments: [String]) throws {
    let outcome = try Scrollsim.run(arguments)
    #expect(outcome.status == 0)
    #expect(!outcome.text.contains("\u{1b}"))
    #expect(!outcome.complaint.contains("\u{1b}"))
  }

  @Test func `output on a terminal has a bold header`() throws {
    let text = try Terminal.output(of: ["list", "policies"], environment: ["TERM": "xterm"])
    #expect(text.hasPrefix("\u{1b}[1mname"), "\(text.prefix(40))")
  }

  @Test(arguments: [["NO_COLOR": "1", "TERM": "xterm"], ["TERM": "dumb"]])
  func `output on a terminal without color has no escape codes`(
    environment: [String: String]
  ) throws {
    let text = try Terminal.output(of: ["list", "policies"], environment: environment)
    #expect(text.hasPrefix("name"), "\(text.prefix(40))")
    #expect(!text.contains("\u{1b}"))
  }
}
