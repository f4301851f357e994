import Foundation
import Testing

/// Recordings, request traces and device files that are none, and what is not there at all.
@Suite struct BadInputTests {
  private static let oracleGeneral = "xoracleGeneral.bin"

  /// Files that the refusals below name.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder.withTraces()
    try FileManager.default.createDirectory(
      at: folder.path("folder.scroll"), withIntermediateDirectories: false)
    for (name, text) in [
      ("empty.csv", ""), ("empty.txt", ""), ("empty.bin", ""),
      ("header.csv", "t_ms,scroll_y\n"), ("columns.csv", "when,where\n0,0\n"),
      ("nan.csv", "t_ms,scroll_y\n0,0\n16,nan\n"), ("inf.csv", "t_ms,scroll_y\n0,0\ninf,3\n"),
      ("back.csv", "t_ms,scroll_y\n0,0\n32,3\n16,4\n"),
      ("far.csv", "t_ms,scroll_y\n0,0\n16,1000000\n"),
      ("cut.csv", "t_ms,scroll_y,touch\n0,0,1\n16"),
      ("touch.csv", "t_ms,scroll_y,touch\n0,0,maybe\n"),
      ("long.csv", "t_ms,scroll_y\n" + String(repeating: "1", count: 3_000_000) + "\n"),
      ("word.txt", "12\nthirteen\n"), ("minus.txt", "12\n-13\n"),
      ("long.txt", String(repeating: "7", count: 3_000_000) + "\n"),
      ("negative.req.csv", "id,size\n1,10\n2,-10\n"), ("noid.req.csv", "a,b\n1,2\n"),
      ("prose", "These are not requests, although there are 72 bytes of them here. Really"),
      ("toy.yml", "name: toy\nscreen: [\n"), ("mine.yml", "name: toy\nlegs: 4\n"),
      ("empty.yml", ""),
    ] {
      try folder.write(text, to: name)
    }
    try folder.write(Data([1, 2, 3, 4, 5, 6, 7]), to: "short.vscsi")
    try folder.write(Data(repeating: 1, count: 30), to: "cut.oracleGeneral.bin")
    try folder.write(Data(repeating: 0xff, count: 200), to: "noise")
    return folder
  }

  @Test(arguments: [
    Refusal(
      "an empty recording", "trace import empty.csv --catalogue items=90", 65,
      says: "empty.csv: the file is empty", "t_ms and scroll_y"),
    Refusal(
      "a recording without rows", "trace import header.csv --catalogue items=90", 65,
      says: "header.csv: the file"),
    Refusal(
      "a recording with other columns", "trace import columns.csv --catalogue items=90", 65,
      says: "columns.csv:1: the line has 'when, where'", "t_ms", "--time-column"),
    Refusal(
      "a recorded offset that is no number", "trace import nan.csv --catalogue items=90", 65,
      says: "nan.csv:3: field 'scroll_y' is 'nan'", "points"),
    Refusal(
      "a recorded time without end", "trace import inf.csv --catalogue items=90", 65,
      says: "inf.csv:3: field 't_ms' is 'inf'"),
    Refusal(
      "recorded times that go back", "trace import back.csv --catalogue items=90", 65,
      says: "back.csv:4:", "ascending"),
    Refusal(
      "a recorded offset outside the content", "trace import far.csv --catalogue items=90", 65,
      says: "far.csv:3: field 'scroll_y' is '1000000'", "content"),
    Refusal(
      "a recording cut in the middle of a line", "trace import cut.csv --catalogue items=90",
      65, says: "cut.csv:3: field 'scroll_y' is empty"),
    Refusal(
      "a touch that is none", "trace import touch.csv --catalogue items=90", 65,
      says: "touch.csv:2: field 'touch' is 'maybe'", "0 or 1"),
    Refusal(
      "a recording with a line of megabytes", "trace import long.csv --catalogue items=90", 65,
      says: "long.csv:2:", "longer than 64 KiB"),
    Refusal(
      "a trace in place of a recording",
      "trace import Traces/recorded/slow-reading.scroll --catalogue items=90", 65,
      says: "slow-reading.scroll:1:", "t_ms"),
    Refusal("a binary recording", "trace import noise --catalogue items=90", 65, says: "noise:1:"),
  ])
  func `an invalid recording is an error with status 65`(refusal: Refusal) throws {
    try refusal.check(in: Self.folder())
  }

  @Test(arguments: [
    Refusal("an empty text", "replay empty.txt --capacity 9", 65, says: "'empty.txt' is empty"),
    Refusal("an empty binary", "replay empty.bin --capacity 9", 65, says: "'empty.bin' is empty"),
    Refusal(
      "a word among numbers", "replay word.txt --capacity 9", 65,
      says: "word.txt:2", "'thirteen'", "a whole number"),
    Refusal(
      "a negative id", "replay minus.txt --capacity 9", 65, says: "minus.txt:2", "'-13'"),
    Refusal("a number of megabytes", "replay long.txt --capacity 9", 65, says: "long.txt:1"),
    Refusal(
      "a negative size", "replay negative.req.csv --capacity 9", 65,
      says: "negative.req.csv:3", "size is '-10'"),
    Refusal(
      "a CSV without ids", "replay noid.req.csv --capacity 9", 65,
      says: "noid.req.csv:1", "'a,b'", "a column named id"),
    Refusal(
      "a cut record", "replay cut.oracleGeneral.bin --capacity 9", 65,
      says: "cut.oracleGeneral.bin, byte 24", "has 6 bytes", "expected 24"),
    Refusal("a cut vscsi record", "replay short.vscsi --capacity 9", 65, says: "short.vscsi"),
    Refusal(
      "prose", "replay prose --capacity 9", 65, says: "the format of 'prose' is not clear", "vscsi"),
    Refusal("noise", "replay noise --capacity 9", 65, says: "the format of 'noise' is not clear"),
    Refusal(
      "a recording in place of requests",
      "replay Traces/recorded/slow-reading.csv --capacity 9", 65,
      says: "slow-reading.csv", "'scrollsim trace import'"),
    Refusal(
      "requests in place of a scroll", "run word.txt", 65, says: "word.txt:1:", "replay FILE"),
    Refusal(
      "a text that is said to be a scroll",
      "replay word.txt --trace-format scroll --capacity 9", 65, says: "word.txt:1:"),
  ])
  func `invalid requests are an error with status 65`(refusal: Refusal) throws {
    try refusal.check(in: Self.folder())
  }

  @Test(arguments: [
    Refusal("no YAML", "list devices toy.yml", 65, says: "toy.yml:"),
    Refusal("an unknown field", "list devices mine.yml", 65, says: "mine.yml:2", "'legs'"),
    Refusal(
      "an empty file", "run Traces/recorded/slow-reading.scroll --device empty.yml", 65,
      says: "empty.yml"),
  ])
  func `an invalid device file is an error with status 65`(refusal: Refusal) throws {
    try refusal.check(in: Self.folder())
  }

  @Test(arguments: [
    Refusal("no scroll trace", "run none.scroll", 66, says: "none.scroll", "does not exist"),
    Refusal("no folder", "trace info no/where.scroll", 66, says: "no/where.scroll"),
    Refusal(
      "one of several", "trace validate Traces/recorded/slow-reading.scroll none.scroll", 66,
      says: "none.scroll"),
    Refusal("a folder", "run folder.scroll", 66, says: "folder.scroll", "is a directory"),
    Refusal("no requests", "replay none.txt --capacity 9", 66, says: "'none.txt'"),
    Refusal(
      "a folder of requests", "replay folder.scroll --capacity 9", 66, says: "is a directory"),
    Refusal(
      "a folder without ending", "replay Traces --capacity 9", 66,
      says: "'Traces' is a directory"),
    Refusal("no recording", "trace import none.csv --catalogue items=90", 66, says: "none.csv"),
    Refusal(
      "a folder of recordings", "trace import Traces --catalogue items=90", 66,
      says: "is a directory"),
    Refusal("no device file", "list devices none.yml", 66, says: "'none.yml'"),
    Refusal(
      "a folder of devices", "run Traces/recorded/slow-reading.scroll --device Traces/", 66,
      says: "is a directory"),
  ])
  func `a missing file is an error with status 66`(refusal: Refusal) throws {
    try refusal.check(in: Self.folder())
  }

  /// Read to its end it would take minutes in this build, and a gigabyte.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["trace info /dev/urandom", "trace import /dev/urandom --catalogue items=90"])
  func `a file that is not text is not read to its end`(command: String) throws {
    try Refusal(command, command, 65, says: "/dev/urandom:").check(in: try TemporaryFolder())
  }
}
