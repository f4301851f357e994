import ScrollCore
import ScrollLayout
import ScrollTraces
import Testing

/// Recordings whose numbers have another meaning than usual: read as what they are, or refused with
/// the remedy.
struct DoubtfulRecordingTests {
  /// A fling on the frames of 60 Hz, as in a text with a line for each sample.
  private static func fling(
    _ head: String, frames: Int = 60, _ line: (_ frame: Int, _ offset: Double) -> String
  ) -> String {
    var (offset, speed) = (0.0, 49.6)
    var text = head + "\n"
    for frame in 0..<frames {
      text += line(frame, offset) + "\n"
      offset += speed
      speed *= 0.984
    }
    return text
  }

  private static func text(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func comma(_ number: Double) -> String { text(number).replacing(".", with: ",") }

  /// Returns the error of a recording, in both ways to read it, and checks that they agree.
  private func complaint(
    _ text: String, leavingOutRows: Bool = false, file: String = "a.csv"
  ) throws -> String {
    var reader = try Recordings.reader()
    reader.leavesOutRows = leavingOutRows
    let error = try #require(throws: TraceError.self) {
      try Recordings.trace(Array(text.utf8), by: reader, file: file)
    }
    return "\(error)"
  }

  private func note(_ text: String) throws -> String? {
    try Recordings.reader().read(Array(text.utf8), file: "a.csv").note
  }

  // MARK: Fields

  @Test(arguments: [
    ("t_ms,scroll_y", true, 4), ("time,scrollTop", true, 4), ("t_ms,scroll_y", false, 3),
  ])
  func `decimal commas between commas are an error that names the remedy`(
    head: String, inBoth: Bool, fields: Int
  ) throws {
    let text = Self.fling(head) { frame, offset in
      (inBoth ? Self.comma(Double(frame) * 16.67) : "\(frame * 16)") + "," + Self.comma(offset)
    }
    for leavesOut in [false, true] {
      #expect(
        try complaint(text, leavingOutRows: leavesOut)
          == "a.csv:2: the line has \(fields) fields; expected 2, as in the first line; if commas "
          + "are decimal marks here, points, or semicolons between the fields")
    }
  }

  @Test func `further fields are an error, and empty ones at the end are not`() throws {
    #expect(
      try complaint("t_ms,scroll_y\n0,0\n16.5,1.5,fast\n")
        == "a.csv:3: the line has 3 fields; expected 2, as in the first line")
    let text = "time,scroll_y\n0,0,\n16,1,,\n"
    #expect(
      try Recordings.rows(text, by: Recordings.reader()) == "t_ms,scroll_y\n0,0\n16,1\n")
    let plain = try Recordings.trace(
      Array("t_ms,scroll_y\n0,0,\n16,1,,\n".utf8), by: Recordings.reader())
    #expect(plain.header.kind == .recorded)
  }

  @Test func `a missing column is an error before further fields`() throws {
    #expect(
      try complaint("a,b\n1,2,3\n")
        == "a.csv:1: the line has 'a, b'; expected a column of times, like t_ms, or "
        + "--time-column NAME[:UNIT] to name it")
  }

  @Test(arguments: [";", ",", "|", "\t"])
  func `a first line may name the separator, as spreadsheets write it`(mark: String) throws {
    let text = "sep=\(mark)\nt_ms\(mark)scroll_y\n0\(mark)0\n16.5\(mark)1.5\n"
    #expect(try Recordings.rows(text, by: Recordings.reader()) == "t_ms,scroll_y\n0,0\n16.5,1.5\n")
  }

  @Test func `a row with too many fields can be left out`() throws {
    var reader = try Recordings.reader()
    reader.leavesOutRows = true
    let text = Self.fling("t_ms,scroll_y") { "\($0 * 16),\(Self.text($1))" } + "960,2000,x\n"
    let rows = try reader.read(Array(text.utf8), file: "a.csv")
    #expect(rows.bytes.count { $0 == 10 } == 61)
  }

  @Test func `quoted numbers with commas are an error with the whole field`() throws {
    let text = Self.fling("t_ms,scroll_y") { frame, offset in
      "\"\(Self.comma(Double(frame) * 16.67))\",\"\(Self.comma(offset))\""
    }
    for leavesOut in [false, true] {
      let complaint = try complaint(text, leavingOutRows: leavesOut)
      #expect(
        complaint.hasPrefix("a.csv:2: field 't_ms' is '0,00'; expected a time")
          && complaint.hasSuffix("with a decimal point"), "\(complaint)")
    }
    let points = Self.fling("\"t_ms\",\"scroll_y\"") { "\"\($0 * 16)\",\"\(Self.text($1))\"" }
    #expect(
      try Recordings.trace(Array(points.utf8), by: Recordings.reader()).header.kind == .recorded)
  }

  @Test(arguments: [
    ("t_ms,scroll_y,scroll_y\n0,0,0\n16,1,2\n", "scroll_y"),
    ("time;y;time\n0;0;0\n16;1;16\n", "time"),
    (#"[{"t":0,"y":0,"y":1},{"t":16,"y":0,"y":1}]"#, "y"),
    ("t_ms,scroll_y,touch,touch\n0,0,1,0\n16,1,1,0\n", "touch"),
  ])
  func `a column that is there twice is an error`(text: String, column: String) throws {
    for leavesOut in [false, true] {
      let complaint = try complaint(text, leavingOutRows: leavesOut)
      #expect(complaint.contains("\(column)' is there twice; expected every column once"))
    }
  }

  @Test func `of several columns for one purpose a note names the one that is taken`() throws {
    let text = Self.fling("t_ms,time,scroll_y,y") { frame, offset in
      "\(frame * 16),\(frame),\(Self.text(offset)),\(Self.text(offset * 3))"
    }
    #expect(
      try note(text)
        == "the times are those of 't_ms', not of 'time'; "
        + "the offsets are those of 'scroll_y', not of 'y'")
    #expect(try note(Self.fling("t_ms,scroll_y") { "\($0 * 16),\(Self.text($1))" }) == nil)
  }

  // MARK: Units

  @Test(arguments: ["1170,2532", "1080,2400", "2532,1170", "2400,1080", "720,1600"])
  func `a viewport in the pixels of a phone is an error that names the scale`(sides: String) throws
  {
    for head in ["t_ms,scroll_y,width,height", "time,y,width,height"] {
      let text = Self.fling(head) { "\($0 * 16),\(Self.text($1)),\(sides)" }
      let complaint = try complaint(text)
      #expect(complaint.contains("the pixels of a phone; expected points"), "\(complaint)")
      #expect(complaint.contains("--scale"), "\(complaint)")
    }
  }

  @Test(arguments: ["390,844", "1024,1366", "1920,1080", "2560,1080", "3440,1440", "540,1200"])
  func `a viewport in points is read as it is`(sides: String) throws {
    let text = Self.fling("t_ms,scroll_y,width,height") { "\($0 * 16),\(Self.text($1)),\(sides)" }
    let trace = try Recordings.trace(Array(text.utf8), by: Recordings.reader())
    #expect("\(trace.header.viewport)" == sides.replacing(",", with: "x"))
  }

  @Test func `offsets and viewport in pixels are converted together`() throws {
    var reader = try Recordings.reader()
    reader.offset = ColumnChoice(parsing: "scroll_y:px")
    (reader.scale, reader.isScaleGiven) = (3, true)
    let text = Self.fling("t_ms,scroll_y,width,height") {
      "\($0 * 16),\(Self.text($1 * 3)),1170,2532"
    }
    let rows = try reader.read(Array(text.utf8), file: "a.csv")
    #expect(rows.note == "width and height are read as pixels, as the offsets are")
    let trace = try Recordings.trace(Array(text.utf8), by: reader)
    #expect("\(trace.header.viewport)" == "390x844")
  }

  private static let fractions = [
    fling("t_ms,scroll_y") { "\($0 * 16),\($1 / 3000)" },
    fling("time,y") { "\($0 * 16),\($1 / 1500 - 0.1)" },
    "[" + (0..<9).map { #"{"t":\#($0 * 16),"y":0.\#($0)}"# }.joined(separator: ",") + "]",
  ]

  @Test(arguments: fractions)
  func `fractions of the content are an error`(text: String) throws {
    for leavesOut in [false, true] {
      let complaint = try complaint(text, leavingOutRows: leavesOut)
      #expect(complaint.contains("lies within 0 to 1"), "\(complaint)")
    }
  }

  @Test(arguments: [
    fling("t_ms,scroll_y") { frame, _ in "\(frame * 16),\(frame % 2)" },
    fling("t_ms,scroll_y") { "\($0 * 16),\($1 * 0 + 0.5)" },
    fling("t_ms,scroll_y") { "\($0 * 16),\($0 < 50 ? 0.25 : $1)" },
  ])
  func `small offsets in points are no fractions`(text: String) throws {
    #expect(try note(text) == nil)
  }

  @Test func `a unit from the user makes small offsets points`() throws {
    var reader = try Recordings.reader()
    reader.offset = ColumnChoice(parsing: "scroll_y:pt")
    #expect(
      try reader.read(Array(Self.fractions[0].utf8), file: "a.csv").bytes.count { $0 == 10 } == 61)
  }

  @Test(arguments: ["t,scroll_y", "time,scroll_y", "t_ms,scroll_y", "t_ms;scroll_y"])
  func `numbers of frames as times are an error`(head: String) throws {
    let text = Self.fling(head) { "\($0)\(head.contains(";") ? ";" : ",")\(Self.text($1))" }
    for leavesOut in [false, true] {
      let complaint = try complaint(text, leavingOutRows: leavesOut)
      #expect(complaint.contains("rises by 1 ms from one row to the next"), "\(complaint)")
      #expect(complaint.contains("frame numbers times the time of a frame"), "\(complaint)")
      #expect(complaint.contains(":s'"), "\(complaint)")
    }
  }

  @Test func `a thousand samples a second are read with a note`() throws {
    // A fast drag, in which the display moves the content every eighth row, and a slow mouse.
    let drag = Self.fling("t_ms,scroll_y", frames: 400) { row, _ in "\(row),\(row / 8 * 120)" }
    let mouse = Self.fling("t,scroll_y", frames: 400) { row, _ in "\(row),\(Double(row) * 0.75)" }
    for text in [drag, mouse] {
      #expect(try note(text)?.contains("which gives 1000 samples a second") == true)
    }
    let exact = Self.fling("t_ms,scroll_y") { "\(Double($0) * 1.001),\(Self.text($1))" }
    #expect(try note(exact) == nil)
  }

  @Test func `a unit from the user makes a step of 1 right`() throws {
    var reader = try Recordings.reader()
    let text = Self.fling("t,scroll_y") { "\($0),\(Self.text($1))" }
    for (unit, second) in [("ms", "1"), ("s", "1000")] {
      reader.time = ColumnChoice(parsing: "t:\(unit)")
      let rows = try reader.read(Array(text.utf8), file: "a.csv")
      #expect(String(decoding: rows.bytes, as: UTF8.self).contains("\n\(second),49.6\n"))
      #expect(rows.note == nil)
    }
  }

  // MARK: Bytes

  @Test(arguments: ["t_ms,scroll_y\n", "time;y\n"])
  func `lines may end in CR`(head: String) throws {
    let separator = head.contains(";") ? ";" : ","
    let text = Self.fling(head + "# by hand") { "\($0 * 16)\(separator)\(Self.text($1))" }
    let old = text.replacing("\n", with: "\r")
    let (one, other) = (
      try Recordings.trace(Array(text.utf8), by: Recordings.reader()),
      try Recordings.trace(Array(old.utf8), by: Recordings.reader())
    )
    #expect(one == other)
  }

  @Test(arguments: [true, false], [true, false])
  func `UTF-16 is an error that names it`(hasMark: Bool, isLittle: Bool) throws {
    let text = (hasMark ? "\u{feff}" : "") + "t_ms,scroll_y\n0,0\n16,1\n"
    let bytes = text.utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xff))
      return isLittle ? [low, high] : [high, low]
    }
    let reader = try Recordings.reader()
    let sentence = "a.csv: the file is UTF-16 text; expected UTF-8, as 'iconv -f UTF-16 -t UTF-8' "
    let recording = #expect(throws: TraceError.self) { try reader.read(bytes, file: "a.csv") }
    let trace = #expect(throws: TraceError.self) { try TraceFile.parse(bytes, file: "a.csv") }
    for error in [recording, trace] {
      #expect(error?.description.hasPrefix(sentence) == true, "\(String(describing: error))")
    }
  }
}
