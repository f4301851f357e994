import Foundation
import Testing

/// Tests of the dialogue over standard input and output.
@Suite struct ModelServerCommandTests {
  /// Returns the server's answers to a file of lines.
  private func answers(
    to lines: [String], _ arguments: String = "", endsLast: Bool = true
  ) throws -> Scrollsim.Outcome {
    let folder = try TemporaryFolder()
    try folder.write(lines.joined(separator: "\n") + (endsLast ? "\n" : ""), to: "lines")
    return try Scrollsim.paste("scrollsim-lab model-server \(arguments) < lines", in: folder.url)
  }

  @Test(arguments: [true, false])
  func `every line has an answer in order`(endsLast: Bool) throws {
    let outcome = try answers(
      to: [
        #"{"scrollsim-cache-log":1,"count":1}"#, #"{"op":"set","key":"a"}"#, "nonsense",
        #"{"op":"set","key":"b"}"#,
      ], "--policy lru", endsLast: endsLast)
    #expect(outcome.status == 0)
    #expect(outcome.complaint.isEmpty, "\(outcome.complaint)")
    let lines = outcome.lines.map(String.init)
    try #require(lines.count == 4, "\(outcome.text)")
    #expect(lines[0].contains(#""scrollsim-cache-log":1"#))
    #expect(lines[1] == #"{"evicted":[],"stored":true}"#)
    #expect(lines[2].hasPrefix(#"{"error":"line 3: "#))
    #expect(lines[3] == #"{"evicted":["a"],"stored":true}"#)
  }

  @Test func `lines after quit have no answer`() throws {
    let outcome = try answers(
      to: [#"{"scrollsim-cache-log":1}"#, #"{"op":"quit"}"#, #"{"op":"quit"}"#])
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 2)
  }

  @Test(arguments: [
    ([String](), "standard input is empty"),
    (["hello"], "standard input, line 1: 'hello' is not a JSON"),
    ([#"{"scrollsim-cache-log":7}"#], "standard input, line 1: field 'scrollsim-cache-log' is 7"),
  ])
  func `an invalid first line ends the dialogue with an error`(
    lines: [String], sentence: String
  ) throws {
    let outcome = try answers(to: lines, endsLast: false)
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.hasPrefix("scrollsim-lab: "))
    #expect(outcome.complaint.contains(sentence), "\(outcome.complaint)")
  }

  @Test func `a line without an end is an error`() throws {
    let outcome = try answers(to: [String(repeating: " ", count: 1_200_000)], endsLast: false)
    #expect(outcome.status == 65)
    #expect(outcome.complaint.contains("more than 1048576 bytes"), "\(outcome.complaint)")
  }

  @Test func `the server answers ten thousand lines at once`() throws {
    let asked = (0..<10_000).map { #"{"op":"\#($0 % 2 == 0 ? "get" : "set")","key":"\#($0 % 7)"}"# }
    let outcome = try answers(
      to: [#"{"scrollsim-cache-log":1,"policy":"sieve","count":5}"#] + asked)
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 10_001)
    #expect(!outcome.text.contains("error"))
  }

  @Test func `a program can be compared with models`() throws {
    let folder = try PolicyPrograms.folder()
    let lines = [
      #"{"scrollsim-cache-log":1,"count":1}"#,
      #"{"op":"set","key":"a"}"#, #"{"op":"get","key":"a"}"#, #"{"op":"set","key":"b"}"#,
    ]
    try folder.write(lines.joined(separator: "\n"), to: "lines")
    let outcome = try Scrollsim.paste(
      "scrollsim-lab model-server --policy 'exec: sh fifo.sh' < lines", in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.lines.last == #"{"evicted":["a"],"stored":true}"#)
    #expect(try PolicyPrograms.running(in: folder) == [])
  }
}
