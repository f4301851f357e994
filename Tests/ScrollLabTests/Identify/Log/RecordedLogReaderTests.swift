import ScrollCaching
import ScrollCore
import ScrollTraces
import Testing
import scrollsim_lab

/// The second version of the format, which an app's own cache writes.
@Suite struct RecordedLogReaderTests {
  private static let head = #"{"scrollsim-cache-log":2,"evictions":true}"#

  @Test func `the reader parses the properties of the cache`() throws {
    let text = """
      {"scrollsim-cache-log":2,"policy":"distance:lead=2","seed":18446744073709551615,\
      "direction":"backward","keys":"digests","held":3,"cost":0,"evictions":true}
      {"op":"set","key":"00000000000000ff","cost":9,"as":"prefetch","load_ms":2.5,"stored":false}
      {"op":"set","key":"00000000000000ff","load_ms":8,"decode_ms":1,"ns":7}
      {"op":"get","key":"00000000000000ff","cost":4,"hit":false}
      {"op":"remove","key":"00000000000000ff","why":"expired"}
      {"op":"viewport","from":-1.5,"to":800,"velocity":-3,"direction":"backward",\
      "phase":"tracking","ns":12}
      {"op":"place","key":"00000000000000ff","from":1,"to":2}
      {"op":"place","key":"00000000000000ff","from":8,"to":9,"also":true}
      {"op":"place","key":"00000000000000ff"}
      {"op":"warning","level":"normal","keep":"nothing"}
      {"op":"background","share":0.25}
      """
    let log = try read(text)
    #expect(log.header.policy == "distance:lead=2" && log.header.seed == .max)
    #expect(log.header.hasDigests && log.header.held == 3 && log.header.direction == .backward)
    let a = ImageID(0)
    #expect(
      log.entries.map(\.operation) == [
        .set(a, cost: 9), .set(a, cost: 1), .get(a), .remove(a),
        .viewport(
          LoggedViewport(
            lower: -1.5, upper: 800, velocity: -3, direction: .backward, phase: .tracking)),
        .place(a, [LoggedPlace(lower: 1, upper: 2), LoggedPlace(lower: 8, upper: 9)]),
        .place(a, []), .warning(.normal), .background,
      ])
    let details = log.entries.map(\.details)
    #expect(details[0].admission == .prefetched && details[0].isStored == false)
    #expect(details[0].load == LoggedLoad(milliseconds: 2.5, decodeMilliseconds: 2.5))
    #expect(details[1].load == LoggedLoad(milliseconds: 8, decodeMilliseconds: 1))
    #expect(details[1].time == SimTime(nanoseconds: 7) && details[2].cost == 4)
    #expect(details[3].isExpired && details[4].time == SimTime(nanoseconds: 12))
    #expect(details[7].reaction == .nothing && details[8].reaction == .share(0.25))
    let again = try read(CacheLogText.text(log))
    #expect(again.header == log.header && again.entries.map(\.details) == details)
    #expect(again.entries.map(\.operation) == log.entries.map(\.operation))
  }

  @Test(arguments: [
    (#"{"op":"viewport","to":3}"#, "field 'from' is missing", "beginning"),
    (#"{"op":"viewport"}"#, "field 'from' is missing", "points"),
    (#"{"op":"viewport","from":3,"to":2}"#, "field 'to' is before 'from'", "ends"),
    (#"{"op":"place","key":"a","from":3}"#, "field 'to' is missing", "end"),
    (
      #"{"op":"place","key":"a","from":1,"to":2,"also":true}"#,
      "field 'also' refers to no earlier line", "earlier"
    ),
    (#"{"op":"viewport","from":1,"to":2,"phase":"still"}"#, "field 'phase' is 'still'", "idle"),
    (#"{"op":"set","key":"a","decode_ms":2}"#, "field 'load_ms' is missing", "decode_ms"),
    (#"{"op":"set","key":"a","load_ms":-1}"#, "field 'load_ms' is '-1'", "milliseconds"),
    (#"{"op":"set","key":"a","load_ms":"1"}"#, "field 'load_ms' is '1'", "milliseconds"),
    (#"{"op":"background","share":2}"#, "field 'share' is '2'", "from 0 to 1"),
    (#"{"op":"warning","keep":"some"}"#, "field 'keep' is 'some'", "pinned"),
    (#"{"op":"get","key":"a","stored":true}"#, "field 'stored' is not known here", "hit"),
    (#"{"op":"get","key":"a","ns":-1}"#, "field 'ns' is '-1'", "whole number"),
  ])
  func `an invalid line is an error`(line: String, says: String, expected: String) {
    let error = #expect(throws: TraceError.self) { _ = try read("\(Self.head)\n\(line)") }
    let sentence = error.map { "\($0)" } ?? ""
    #expect(sentence.hasPrefix("log:2: \(says)"), "\(sentence)")
    #expect(sentence.contains("; expected ") && sentence.contains(expected), "\(sentence)")
  }

  private func read(_ text: String) throws -> CacheLog {
    try CacheLogReader.read(Array(text.utf8), named: "log")
  }
}
