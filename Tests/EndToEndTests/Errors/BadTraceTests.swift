import Foundation
import Testing

/// Tests of errors for invalid scroll traces: the file, the line, the field, the text found and the
/// text expected.
@Suite struct BadTraceTests {
  /// An invalid trace, and the texts that its error must contain.
  struct Spoiled: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var says: [String]

    init(_ name: String, _ text: String, says: String...) {
      self.init(name, Array(text.utf8), says)
    }

    init(_ name: String, _ bytes: [UInt8], _ says: [String]) {
      self.name = name
      self.bytes = bytes
      self.says = says
    }

    /// Returns a valid trace in which one line is replaced.
    static func line(_ name: String, _ old: String, _ new: String, says: String...) -> Spoiled {
      Spoiled(name, Array(ScrollTraceText.replacing(old, new).utf8), says)
    }

    var testDescription: String { name }
  }

  private static func upTo(_ line: String) -> String {
    let text = ScrollTraceText.valid
    return text.firstRange(of: line).map { String(text[..<$0.lowerBound]) } ?? ""
  }

  static let spoiled: [Spoiled] = [
    Spoiled("an empty file", "", says: "the file is empty", "'scrollsim-trace 1'"),
    Spoiled("an empty line", "\n", says: ":1: the line does not begin a trace"),
    Spoiled("the first line alone", "scrollsim-trace 1\n", says: "is cut off", "'end'"),
    Spoiled("the header alone", upTo("\n[images]"), says: ":10: the file is cut off"),
    Spoiled("no last line", upTo("\nend"), says: "is cut off here", "'end'"),
    Spoiled("a cut in the middle of a line", upTo("25,decelerating"), says: ":30:", "is cut off"),
    Spoiled("more after the end", ScrollTraceText.valid + "more\n", says: "'more'", "'end'"),
    Spoiled(
      "an unknown version", "scrollsim-trace 7\n", says: ":1:", "'version' is '7'", "expected 1"),
    Spoiled("another kind of file", "# Traces\n", says: ":1: the line does not begin a trace"),
    Spoiled("a binary file", [0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1], [":1:", "a NUL byte", "text"]),
    Spoiled(
      "Latin letters", Array("scrollsim-trace 1\ntitle: ".utf8) + [0xe9, 0x0a], [":2:", "UTF-8"]),
    Spoiled(
      "a line of megabytes",
      "scrollsim-trace 1\ntitle: " + String(repeating: "x", count: 5_000_000),
      says: ":2:", "longer than 64 KiB"),
    .line("an unknown key", "kind: synthetic", "kid: synthetic", says: ":4:", "'kid'", "kind"),
    .line("a missing key", "units: pt ms", "# nothing", says: "'units' is missing"),
    .line("a key given twice", "units: pt ms", "kind: recorded", says: ":5:", "'kind'", "twice"),
    .line(
      "unknown units", "units: pt ms", "units: px s", says: ":5:", "'units' is 'px s'", "'pt ms'"),
    .line(
      "a viewport without extent", "viewport: 100x200", "viewport: 0x200", says: ":6:", "'0x200'"),
    .line(
      "a viewport that is no number", "viewport: 100x200", "viewport: nanxinf", says: ":6:",
      "'nanxinf'", "WIDTHxHEIGHT"),
    .line("an unknown direction", "direction: forward", "direction: up", says: ":7:", "'up'"),
    .line(
      "an unknown rate", "decelerationRate: normal", "decelerationRate: slow", says: ":8:",
      "'slow'", "normal or fast"),
    .line(
      "an unknown layout", "layout: list:height=50", "layout: pile", says: ":9:", "'pile'", "list"),
    .line(
      "a layout's setting out of range", "layout: list:height=50", "layout: list:height=-1",
      says: ":9:", "-1"),
    .line(
      "no items at all", "catalogue: listed", "catalogue: generated items=0", says: ":10:",
      "items' is '0'"),
    .line(
      "far too many items", "catalogue: listed", "catalogue: generated items=99999999999999999999",
      says: ":10:", "2000000"),
    .line(
      "a negative width", "800,600,png,photo,700000,disk", "-800,600,png,photo,1,disk",
      says: ":14: field 'width' is '-800'", "1 to 100000"),
    .line(
      "an image without height", "800,600,png,photo,700000,disk", "800,0,png,photo,1,disk",
      says: ":14: field 'height' is '0'"),
    .line(
      "a negative size", "800,600,png,photo,700000,disk", "800,600,png,photo,-7,disk",
      says: ":14: field 'bytes' is '-7'"),
    .line(
      "an unknown format", "800,600,png,photo,700000,disk", "800,600,bmp,photo,7,disk",
      says: ":14: field 'format' is 'bmp'", "png"),
    .line(
      "an item without image", "[samples]", "7\n\n[samples]", says: ":26: field 'image' is '7'"),
    .line(
      "no samples", "0,0,idle\n100,0,tracking\n200.5,30.25,decelerating\n1000,100,idle", "#",
      says: "section '[samples]' has no rows"),
    .line(
      "a time that is no number", "100,0,tracking", "nan,0,tracking",
      says: ":29: field 'time_ms' is 'nan'"),
    .line(
      "an infinite time", "100,0,tracking", "inf,0,tracking", says: ":29:", "'time_ms' is 'inf'"),
    .line(
      "a decreasing time", "1000,100,idle", "150,100,idle",
      says: ":31: field 'time_ms' is '150'", "200.5"),
    .line("a negative time", "0,0,idle", "-1,0,idle", says: ":28: field 'time_ms' is '-1'"),
    .line("a time of years", "1000,100,idle", "2592000001,100,idle", says: ":31:", "a week"),
    .line(
      "more than a day of movement", "1000,100,idle", "90000000,100,idle",
      says: "for 89999900.0 ms, more than a day"),
    .line(
      "an offset that is no number", "1000,100,idle", "1000,nan,idle",
      says: ":31: field 'offset' is 'nan'"),
    .line("an infinite offset", "1000,100,idle", "1000,-inf,idle", says: ":31:", "'-inf'"),
    .line(
      "an offset far outside the content", "1000,100,idle", "1000,1e9,idle", says: ":31:", "'1e9'"),
    .line(
      "an offset outside the content", "1000,100,idle", "1000,5000,idle",
      says: ":31: field 'offset' is '5000'", "from -200.0 to"),
    .line(
      "an unknown phase", "1000,100,idle", "1000,100,asleep",
      says: ":31: field 'phase' is 'asleep'", "tracking"),
    .line("a row too short", "1000,100,idle", "1000,100", says: ":31:", "'phase' is empty"),
    .line("a row too long", "1000,100,idle", "1000,100,idle,1", says: ":31:", "nothing more"),
    .line(
      "an unknown event", "500,memoryPressure warning", "500,earthquake",
      says: ":35: field 'event' is 'earthquake'", "background"),
    .line(
      "an event after the end", "500,memoryPressure warning", "1500,background",
      says: ":35: field 'time_ms' is '1500'", "1000"),
  ]

  @Test(arguments: spoiled)
  func `an invalid trace is an error with status 65`(trace: Spoiled) throws {
    let folder = try TemporaryFolder()
    try folder.write(Data(trace.bytes), to: "bad.scroll")
    var refusal = Refusal(trace.name, "run bad.scroll", 65, says: "bad.scroll:")
    refusal.says += trace.says
    try refusal.check(in: folder)
  }

  @Test(arguments: [
    "run bad.scroll", "replay bad.scroll --capacity 9", "trace info bad.scroll",
    "trace validate bad.scroll", "run bad.scroll --format json",
  ])
  func `every command that reads a trace prints the same error`(command: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      ScrollTraceText.replacing("100,0,tracking", "nan,0,tracking"), to: "bad.scroll")
    try Refusal(
      command, command, 65,
      says: "scrollsim: bad.scroll:29: field 'time_ms' is 'nan'; expected a time in ms"
    ).check(in: folder)
  }

  @Test func `the original trace is valid`() throws {
    let folder = try TemporaryFolder()
    try folder.write(ScrollTraceText.valid, to: "good.scroll")
    let outcome = try Scrollsim.run(["run", "good.scroll"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
  }
}
