import ScrollCaching
import ScrollCore
import ScrollTraces
import Testing
import scrollsim_lab

@Suite struct CacheLogReaderTests {
  private static let header = #"{"scrollsim-cache-log":1,"count":3,"evictions":true}"#

  @Test func `the reader parses a log line by line`() throws {
    let text = """
      {"scrollsim-cache-log":1,"cache":"a box","count":3,"cost":0,"unit":"bytes","evictions":true}
      {"op":"set","key":"a","cost":30}
      {"op":"set","key":"b"}
      {"op":"get","key":"a","hit":true}

      {"op":"limits","count":1}
      {"op":"evicted","key":"b"}
      {"op":"warning","level":"critical"}
      {"op":"wait","ms":4000}
      {"op":"clear"}
      """
    let log = try read(text)
    #expect(log.header.limits == CacheLimits(cost: 0, count: 3))
    #expect(log.header.cache == "a box" && log.header.unit == "bytes")
    #expect(log.keys == ["a", "b"])
    let (a, b) = (ImageID(0), ImageID(1))
    #expect(
      log.entries.map(\.operation) == [
        .set(a, cost: 30), .set(b, cost: 1), .get(a), .limits(count: 1, cost: nil),
        .warning(.critical), .wait(milliseconds: 4000), .clear,
      ])
    #expect(log.entries.map(\.line) == [2, 3, 4, 6, 8, 9, 10])
    #expect(log.entries[2].hit == true && log.entries[0].hit == nil)
    #expect(log.entries[3].evicted == [b])
    #expect(log.verbs == [.set, .get, .remove, .clear, .limits, .warning, .wait])
  }

  @Test func `evictions by a warning have no order`() throws {
    let lines = [
      Self.header, #"{"op":"set","key":"a"}"#, #"{"op":"set","key":"b"}"#, #"{"op":"warning"}"#,
      #"{"op":"evicted","key":"b"}"#, #"{"op":"evicted","key":"a"}"#,
    ]
    let log = try read(lines.joined(separator: "\n"))
    #expect(log.entries[2].evicted == [ImageID(0), ImageID(1)])
  }

  @Test(arguments: [
    ("", "log: the file is empty", "\"scrollsim-cache-log\":1"),
    (
      #"{"scrollsim-cache-log":3,"evictions":true}"#,
      "log:1: field 'scrollsim-cache-log' is '3'", "1, or 2"
    ),
    (#"{"evictions":true}"#, "log:1: field 'scrollsim-cache-log' is missing", "1"),
    (#"{"scrollsim-cache-log":1}"#, "log:1: field 'evictions' is missing", "true"),
    (
      #"{"scrollsim-cache-log":1,"evictions":1}"#, "log:1: field 'evictions' is '1'",
      "true or false"
    ),
    (
      #"{"scrollsim-cache-log":1,"evictions":true,"coun":1}"#,
      "log:1: field 'coun' is not known here", "count"
    ),
    (
      #"{"scrollsim-cache-log":1,"evictions":true,"operations":["set","put"]}"#,
      "log:1: field 'operations' has 'put'", "get"
    ),
    (
      #"{"scrollsim-cache-log":1,"evictions":true,"count":-1}"#,
      "log:1: field 'count' is '-1'", "from 0"
    ),
    ("[1]", "log:1: the file has '[1]'", "an object"),
  ])
  func `an invalid first line is an error`(text: String, says: String, expected: String) {
    expectRefusal(of: text, says, expected)
  }

  @Test(arguments: [
    (#"{"key":"a"}"#, "log:2: field 'op' is missing", "set, get, remove"),
    (#"{"op":"put","key":"a"}"#, "log:2: field 'op' is 'put'", "evicted"),
    (#"{"op":"set"}"#, "log:2: field 'key' is missing", "a text"),
    (#"{"op":"set","key":7}"#, "log:2: field 'key' is '7'", "a text"),
    (#"{"op":"set","key":"a","cost":1.5}"#, "log:2: field 'cost' is '1.5'", "a whole number"),
    (#"{"op":"set","key":"a","hit":true}"#, "log:2: field 'hit' is not known here", "cost"),
    (#"{"op":"set","key":"a","key":"b"}"#, "log:2: field 'key' is there twice", "once"),
    (#"{"op":"get","key":"a","hit":"yes"}"#, "log:2: field 'hit' is 'yes'", "true or false"),
    (#"{"op":"limits"}"#, "log:2: field 'count' is missing", "at least one"),
    (#"{"op":"wait"}"#, "log:2: field 'ms' is missing", "milliseconds"),
    (#"{"op":"warning","level":"mild"}"#, "log:2: field 'level' is 'mild'", "critical"),
    (#"{"op":"evicted","key":"a"}"#, "log:2: field 'op' is 'evicted'", "an operation before"),
    (#"{"op":"discard","key":"a"}"#, "log:2: field 'op' is of values", "discardable"),
    (#"{"op":"viewport","from":0,"to":1}"#, "log:2: field 'op' is 'viewport'", "content"),
    (#"{"op":"set","key":"a","as":"view"}"#, "log:2: field 'as' is not known here", "cost"),
    (#"{"op":"set","key":{}}"#, "log:2: the file has '{}}'", "a text"),
    (#"{"op":"set","key":"a""#, "log:2: the file is cut off here", "a comma"),
  ])
  func `an invalid line is an error`(line: String, says: String, expected: String) {
    expectRefusal(of: "\(Self.header)\n\(line)", says, expected)
  }

  @Test func `evictions in a log without evictions are an error`() {
    expectRefusal(
      of: """
        {"scrollsim-cache-log":1,"evictions":false}
        {"op":"set","key":"a"}
        {"op":"evicted","key":"a"}
        """, "log:3: field 'op' is 'evicted'", "\"evictions\":false")
  }

  @Test func `an operation that the first line does not list is an error`() {
    expectRefusal(
      of: """
        {"scrollsim-cache-log":1,"evictions":false,"operations":["set"]}
        {"op":"get","key":"a"}
        """, "log:2: field 'op' is 'get'", "one of set")
  }

  private func read(_ text: String) throws -> CacheLog {
    try CacheLogReader.read(Array(text.utf8), named: "log")
  }

  private func expectRefusal(of text: String, _ says: String, _ expected: String) {
    do {
      _ = try read(text)
      Issue.record("it was read: \(text)")
    } catch {
      let sentence = "\(error)"
      #expect(sentence.hasPrefix(says), "\(sentence)")
      #expect(sentence.contains("; expected ") && sentence.contains(expected), "\(sentence)")
    }
  }
}
