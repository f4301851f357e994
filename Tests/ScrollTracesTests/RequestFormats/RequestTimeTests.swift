import Foundation
import ScrollCaching
import ScrollCore
import ScrollTraces
import Testing

/// Times, line ends and encodings of request files.
struct RequestTimeTests {
  private func log(_ text: String, _ file: String = "their.csv") throws -> RequestLog {
    try RequestFormatCatalog.builtIn.load(Data(text.utf8), file)
  }

  @Test(arguments: [
    ("time", "", "seconds"), ("timestamp", "000", "milliseconds"),
    ("ts", "000000", "microseconds"), ("t", "000000000", "nanoseconds"),
    ("timestamp_ms", "000", "milliseconds"), ("time_us", "000000", "microseconds"),
  ])
  func `the digits of a date or the name of its column give the unit of times`(
    name: String, zeros: String, unit: String
  ) throws {
    let text =
      "\(name),id,size,ttl\n"
      + [1_600_000_000, 1_600_000_002, 1_600_000_003, 1_600_000_011]
      .map { "\($0)\(zeros),1,5,10\n" }.joined()
    let log = try log(text)
    #expect(log.readAs?.contains("time = column 1 '\(name)' in \(unit)") == true)
    #expect(log.stream.operations?.count == 5 && log.stream.operations?[3] == .removal)
    #expect(log.doubts == [])
  }

  @Test(arguments: ["time", "time_us"])
  func `times that are no dates have the unit of their name`(name: String) throws {
    let log = try log("\(name),id,ttl\n1,1,10\n9999999,1,10\n")
    #expect(log.readAs?.contains(name == "time" ? "in seconds" : "in microseconds") == true)
    #expect(log.stream.images.count == (name == "time" ? 3 : 2))
  }

  @Test(arguments: ["NaN", "inf", "1e400"])
  func `a time that is no number is an error`(time: String) {
    let error = #expect(throws: RequestFormatError.self) {
      try log("time,id,size,ttl\n1,1,5,10\n\(time),1,5,10\n")
    }
    #expect(
      error.map { "\($0)" }
        == "their.csv:3: the time is '\(time)'; expected a number of seconds")
  }

  @Test func `times that go backward have a doubt`() throws {
    let log = try log("time,id,ttl\n1,1,10\n50,1,10\n3,1,10\n2,2,10\n")
    #expect(
      log.doubts == [
        "the time goes backward in 2 lines, first in line 4; lifetimes need lines by time"
      ])
  }

  @Test func `lines of requests may end in CR`() throws {
    let text = "id,size\n1,10\n2,20\n1,10\n"
    let (one, other) = (try log(text), try log(text.replacing("\n", with: "\r")))
    #expect(one.digest.hex == other.digest.hex && other.count == 3)
    #expect(try log("5\r6\r5\r", "their.txt").count == 3)
  }

  @Test(arguments: [
    ("1219008 REST.PUT.OBJECT 8d4f 1056923\n1232437 REST.GET.OBJECT 8d4f 1056923 0 1\n", "IBM"),
    ("0,20941264,8192,W,0.551706\n0,20939840,8192,r,0.554041\n", "SPC"),
    (
      "0 4892 syslogd 904265560 8 W 6 0 531e779d8f1e5e4a8cdd0d5f3dbcc3e9\n"
        + "7 4892 syslogd 904265568 8 R 6 0 531e779d8f1e5e4a8cdd0d5f3dbcc3e9\n", "FIU"
    ),
    ("t_ms,scroll_y\n0,0\n16,1\n", "a recorded scroll"),
    (#"{"log": {"creator": {}, "entries": []}}"#, "a HAR file"),
    ("scrollsim-trace 1\ntitle: a\n", "a scroll trace"),
  ])
  func `a known format under the name txt is an error that names it`(
    text: String, name: String
  ) {
    let error = #expect(throws: RequestFormatError.self) { try log(text, "their.txt") }
    #expect(error.map { "\($0)" }?.contains("looks like \(name)") == true)
  }

  @Test func `a readable format under the name txt is read by its content`() throws {
    let timed = (0..<20).map { "\($0) \($0 * $0 % 7) \(100 + $0 * $0 % 7)\n" }.joined()
    #expect(try log(timed, "their.txt").readAs == "webcachesim: id = column 2, size = column 3")
    #expect(try log("id,size\n1,10\n1,10\n", "their.txt").hasSizes)
    // If nothing fits, it is a list of ids with an error.
    let error = #expect(throws: RequestFormatError.self) { try log("one\ntwo\n", "their.txt") }
    #expect(error.map { "\($0)" }?.hasPrefix("their.txt:1: the id is 'one'") == true)
  }

  @Test func `UTF-16 requests are an error that names it`() {
    let bytes = "id,size\n1,10\n2,20\n".utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    for data in [Data(bytes), Data([0xff, 0xfe] + bytes)] {
      let error = #expect(throws: RequestFormatError.self) {
        try RequestFormatCatalog.builtIn.load(data, "their.csv")
      }
      #expect(
        error.map { "\($0)" }?.hasPrefix("'their.csv' is UTF-16 text; expected UTF-8") == true)
    }
  }
}
