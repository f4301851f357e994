import Foundation
import Testing

/// Tables on terminals of several widths.
@Suite struct TerminalWidthTests {
  private static let run = [
    "run", "Traces/tall-feed.scroll", "--device", "iphone-5", "--budget", "16MiB", "--policy",
    "lru,nuke-clock:ttl=20,nuke-clock:ttl=40:entryCostLimit=0.2,nuke-clock:ttl=40",
  ]

  private func lines(_ arguments: [String], columns: Int, _ more: [String: String] = [:]) throws
    -> [String]
  {
    let environment = ["TERM": "dumb", "COLUMNS": "\(columns)"].merging(more) { $1 }
    return try Terminal.output(of: arguments, environment: environment)
      .replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
      // Notes go to standard error, which the terminal shows among the lines.
      .filter { !$0.hasPrefix("note: ") }
  }

  @Test(arguments: [40, 80, 120, 200], [run, ["trace", "info", "Traces/tall-feed.scroll"]])
  func `no line is longer than the terminal is wide`(columns: Int, arguments: [String]) throws {
    let lines = try lines(arguments, columns: columns)
    #expect(lines.count > 4)
    #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
  }

  @Test func `a note names omitted columns, and --wide prints them`() throws {
    let narrow = try lines(Self.run, columns: 80)
    #expect(narrow.contains { $0.hasPrefix("Left out: ") }, "\(narrow)")
    let wide = try lines(Self.run + ["--wide"], columns: 80)
    let piped = try Scrollsim.run(Self.run).text.split(separator: "\n").map(String.init)
    #expect(wide == piped)
  }

  @Test func `output to a pipe has every column and ignores COLUMNS`() throws {
    let piped = try Scrollsim.run(Self.run)
    let narrow = try Scrollsim.run(Self.run, environment: ["COLUMNS": "40"])
    #expect(narrow.output == piped.output)
    #expect(piped.text.contains("wasted decode ms"))
  }

  @Test func `bands have a color on a terminal unless a variable disables it`() throws {
    let styled = try Terminal.output(
      of: Self.run + ["--wide"], environment: ["TERM": "xterm"])
    #expect(styled.contains("\u{1b}[1;38;5;160mcritical\u{1b}[0m"), "\(styled)")
    let plain = try Terminal.output(
      of: Self.run + ["--wide"], environment: ["TERM": "xterm", "NO_COLOR": "1"])
    #expect(!plain.contains("\u{1b}"), "\(plain)")
  }
}
