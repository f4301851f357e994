import ScrollCore
import ScrollLayout
import ScrollTraces
import Testing

struct RecordingReaderTests {
  /// The same three samples in every shape that is read.
  static let shapes: [String] = [
    "t_ms,scroll_y,touch\n0,0,1\n16.5,10.25,1\n33,20,0\n",
    "time (s);offset [pt];touch;note\n0;0;1;a\n0.0165;10.25;1;\n0.033;20;0;c\n",
    "\u{feff}\"t_us\"\t\"y\"\ttouching\r\n0\t0\t1\r\n16500\t10.25\t1\r\n33000\t20\t0\r\n",
    #"[{"t_ms":0,"scroll_y":0,"touch":1},{"t_ms":16.5,"scroll_y":10.25,"touch":1},"#
      + #"{"t_ms":33,"scroll_y":20,"touch":0}]"#,
    #"{"app":"mine","size":[390,844],"samples":[{"time":0,"y":0,"touch":1,"list":[1,{}]},"#
      + #"{"time":1.65e1,"y":10.25,"touch":1},{"y":20,"time":33,"touch":0,"more":null}]}"#,
    #"{"t_ns":[0,16500000,33000000],"offset":[0,10.25,20],"touch":[1,1,0],"name":"a"}"#,
    #"{"timestamp":0,"contentOffset":{"x":3,"y":0},"dragging":1}"# + "\n"
      + #"{"timestamp":16.5,"contentOffset":{"x":3,"y":10.25},"dragging":1}"# + "\n"
      + #"{"timestamp":33,"contentOffset":{"x":3,"y":20},"dragging":0}"# + "\n",
  ]

  @Test(arguments: shapes)
  func `equal samples in any syntax give equal rows`(text: String) throws {
    #expect(
      try Recordings.rows(text, by: Recordings.reader())
        == "t_ms,scroll_y,touch\n0,0,1\n16.5,10.25,1\n33,20,0\n")
  }

  /// A scroll on the frames of 60 Hz.
  private static func recording(
    _ names: String, _ separator: String = ",", perMillisecond factor: Double, comma: Bool = false
  ) -> String {
    let rows = (0..<40).map { frame in
      let text = "\(Double(frame) * 16.5 * factor)\(separator)\(frame * 12).5\n"
      return comma ? text.replacing(".", with: ",") : text
    }
    return names + "\n" + rows.joined()
  }

  private static let units: [(factor: Double, unit: RecordingUnit)] = [
    (1, .milliseconds), (1e-3, .seconds), (1e3, .microseconds), (1e6, .nanoseconds),
  ]

  @Test(arguments: units)
  func `unnamed times have the unit that matches the rate of a display`(
    factor: Double, unit: RecordingUnit
  ) throws {
    let plain = Self.recording("t_ms,scroll_y", perMillisecond: 1)
    let text = Self.recording("timestamp,scroll_y", perMillisecond: factor)
    let rows = try Recordings.reader().read(Array(text.utf8), file: "a.csv")
    #expect(
      String(decoding: rows.bytes, as: UTF8.self).hasPrefix("t_ms,scroll_y\n0,0.5\n16.5,12.5"))
    #expect(rows.bytes.count { $0 == 10 } == plain.utf8.count { $0 == 10 })
    #expect((rows.note == nil) == (unit == .milliseconds))
    if unit != .milliseconds {
      #expect(rows.note?.contains("'timestamp' is read as \(unit)") == true, "\(rows.note ?? "")")
    }
  }

  @Test(arguments: units.dropFirst())
  func `times that contradict their unit are an error that names the right unit`(
    factor: Double, unit: RecordingUnit
  ) throws {
    for names in ["t_ms,scroll_y", "time (ms),scroll_y", "time_ms,offset"] {
      let text = Self.recording(names, perMillisecond: factor)
      let error = try #require(throws: TraceError.self) {
        try Recordings.reader().read(Array(text.utf8), file: "a.csv")
      }
      #expect("\(error)".contains("--time-column '"), "\(error)")
      #expect("\(error)".contains(":\(unit.rawValue)'"), "\(error)")
    }
  }

  @Test(arguments: [1e13, 1e18, 1e300])
  func `impossible steps in time are an error with a message`(step: Double) {
    let text = "t_ms,y\n" + (0..<8).map { "\(Double($0) * step),\($0)\n" }.joined()
    let error = #expect(throws: TraceError.self) {
      try Recordings.reader().read(Array(text.utf8), file: "a.csv")
    }
    #expect(error?.description.contains("ms from one sample to the next") == true)
  }

  @Test func `a unit from the user overrides the detection`() throws {
    var reader = try Recordings.reader()
    reader.time = ColumnChoice(parsing: "t_ms:s")
    let text = Self.recording("t_ms,scroll_y", perMillisecond: 1e-3)
    let rows = try reader.read(Array(text.utf8), file: "a.csv")
    #expect(String(decoding: rows.bytes, as: UTF8.self).contains("\n16.5,12.5\n"))
    #expect(rows.note == nil)
  }

  @Test(arguments: [(";", true), (";", false), ("\t", true), ("\t", false)])
  func `numbers may have decimal commas unless commas separate them`(
    separator: String, comma: Bool
  ) throws {
    let text = Self.recording(
      "t_ms\(separator)scroll_y", separator, perMillisecond: 1, comma: comma)
    let rows = try Recordings.reader().read(Array(text.utf8), file: "a.csv")
    #expect(String(decoding: rows.bytes, as: UTF8.self).contains("\n16.5,12.5\n"))
  }

  @Test func `pixels require the scale of the screen`() throws {
    let text = Self.recording("t_ms,scroll_y [px]", perMillisecond: 1)
    var reader = try Recordings.reader()
    let error = try #require(throws: TraceError.self) {
      try reader.read(Array(text.utf8), file: "a.csv")
    }
    #expect("\(error)".contains("expected --scale"), "\(error)")
    reader.scale = 2
    let rows = try reader.read(Array(text.utf8), file: "a.csv")
    #expect(String(decoding: rows.bytes, as: UTF8.self).contains("\n16.5,6.25\n"))
  }

  @Test func `the user may name columns and their units`() throws {
    var reader = try Recordings.reader()
    reader.time = ColumnChoice(parsing: "when:s")
    reader.offset = ColumnChoice(parsing: "where:px")
    reader.touch = "finger"
    reader.scale = 3
    #expect(
      try Recordings.rows("where,when,finger\n0,100,1\n30,100.5,0\n", by: reader)
        == "t_ms,scroll_y,touch\n100000,0,1\n100500,10,0\n")
  }

  @Test func `a column name may contain colons`() {
    #expect(ColumnChoice(parsing: "a:b") == ColumnChoice("a:b"))
    #expect(ColumnChoice(parsing: "a:b:px") == ColumnChoice("a:b", unit: .pixels))
  }

  @Test func `a carousel uses the horizontal offset`() throws {
    var reader = try Recordings.reader()
    reader.axis = .horizontal
    #expect(
      try Recordings.rows("t_ms,scroll_x,scroll_y\n0,1,7\n", by: reader) == "t_ms,scroll_y\n0,1\n")
  }

  @Test func `phases and screen sizes pass through`() throws {
    #expect(
      try Recordings.rows("time,y,phase,width,height\n0,1,idle,390,844\n", by: Recordings.reader())
        == "t_ms,scroll_y,phase,width,height\n0,1,idle,390,844\n")
  }

  @Test func `a recording of moves only rests between them`() throws {
    var reader = try Recordings.reader()
    reader.hasMovesOnly = true
    #expect(
      try Recordings.rows("t_ms,scroll_y\n0,0\n50,10\n2000,20\n5000,20\n", by: reader)
        == "t_ms,scroll_y\n0,0\n50,10\n1983.333333,10\n2000,20\n5000,20\n")
  }

  @Test func `a file in the native format passes unchanged`() throws {
    let text = "# recorder 2\nv,scroll_y,src,t_ms\n\n9,0,raf,0\n"
    #expect(try Recordings.rows(text, by: Recordings.reader()) == text)
  }

  static let mistakes: [(text: String, sentence: String)] = [
    (
      #"[{"t_ms":0,"scroll_y":0},{"t_ms":"soon","scroll_y":1}]"#,
      "a.json:1: field '[1].t_ms' is 'soon'; expected a time as a number"
    ),
    (
      "{\"rows\":[{\"t_ms\":0,\"scroll_y\":0},\n{\"t_ms\":16}]}",
      "a.json:2: field 'rows[1].scroll_y' is missing; expected an offset as a number"
    ),
    (
      #"[{"t_ms":5,"scroll_y":0},{"t_ms":5,"scroll_y":1}]"#,
      "a.json:1: field '[1]' cannot be used, because sample 2 is at 5.0 ms, not later than sample 1 (5.0 ms); expected rows of a scroll at ascending times"
    ),
    (
      #"{"t_ms":[0,1],"scroll_y":[0]}"#,
      "a.json:1: field 'sample 2.scroll_y' is missing; expected an offset as a number"
    ),
    (
      "a;b\n1;2\n",
      "a.json:1: the line has 'a, b'; expected a column of times, like t_ms, or --time-column NAME[:UNIT] to name it"
    ),
    (
      "time,y_ms\n1,2\n",
      "a.json:1: field 'y_ms' counts ms; expected pt or px"
    ),
    (
      "time,y\n0,0\n1800000000000000,1\n",
      "a.json:3: field 'time' is '1800000000000000'; expected a time below 9e12 ms or pt, or a unit with its name, as t:us"
    ),
    (
      "time,y\n0,0\n1,200000\n",
      "a.json:3: field 'y' is '200000'; expected a number of points from -844.0 to 100000.0, "
        + "the content of the layout and the catalogue"
    ),
    ("[]", "a.json: the file has no samples; expected a row for each"),
    (
      "[{\"t_ms\":0,",
      "a.json:1: the file is cut off here; expected a text in quotation marks: the name of a field of a sample"
    ),
    (
      "{\"traceEvents\":[{\"ph\":\"M\",\"name\":\"a\"}]}",
      "a.json: the file has 1 trace events, and no scrolling of Chromium among them; expected a trace with the category input: in DevTools, turn on 'Show all events'"
    ),
    (
      #"[{"type":"pointermove","timeStamp":5,"clientY":7}]"#,
      "a.json: the file has 1 pointer events, and no finger among them; expected pointerdown, pointermove and pointerup of a touch"
    ),
    (
      "type,timeStamp,clientY\npointerdown,5,7\npointermove,4,7\n",
      "a.json:3: field 'timeStamp' is '4'; expected a time, not before that of the event in front of it, and a day at most in all"
    ),
    (
      "\u{0a}\u{01}",
      "a.json: the file begins as Perfetto's binary traces do; expected trace events in JSON, as Perfetto's traceconv json writes them"
    ),
  ]

  @Test(arguments: mistakes)
  func `every mistake has its error message`(text: String, sentence: String) throws {
    let reader = try Recordings.reader()
    let error = #expect(throws: TraceError.self) {
      try Recordings.trace(Array(text.utf8), by: reader)
    }
    #expect(error?.description == sentence)
  }

  @Test(arguments: [[0x1f, 0x8b, 8, 0], [0x28, 0xb5, 0x2f, 0xfd]] as [[UInt8]])
  func `a compressed file is an error that names the remedy`(bytes: [UInt8]) throws {
    let reader = try Recordings.reader()
    let error = #expect(throws: TraceError.self) { try reader.read(bytes, file: "a.gz") }
    #expect(error?.description.contains("is compressed") ?? false)
  }
}
