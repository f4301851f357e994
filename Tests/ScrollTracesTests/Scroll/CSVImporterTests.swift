import Foundation
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces
import Testing

struct CSVImporterTests {
  let importer = CSVImporter(
    header: TraceHeader(
      title: "Recorded", provenance: "a test", kind: .recorded,
      viewport: ViewportSize(width: 390, height: 844), layout: .list(ListLayout(rowHeight: 100))),
    catalog: TraceCatalog(CatalogRecipe(items: 1000)))

  func parsed(_ text: String) throws(TraceError) -> ScrollTrace {
    try importer.parse(Array(text.utf8), file: "a.csv")
  }

  @Test func `rows become a recorded trace that begins at the first row`() throws {
    let trace = try parsed("t_ms,scroll_y\n1000,200\n1016.6666,210\n1033.3333,215\n")
    #expect(trace.header == importer.header)
    #expect(trace.catalog == importer.catalog)
    guard case .samples(let motion) = trace.movement else {
      Issue.record("no samples")
      return
    }
    #expect(motion == trace.motion)
    #expect(motion.times.first == .zero)
    #expect(motion.offsets.first == 200)
    #expect(motion.offsets.last == 215)
  }

  @Test func `the importer finds columns by name`() throws {
    let plain = try parsed("t_ms,scroll_y\n0,0\n16.7,10\n33.4,20\n")
    let other = try parsed(
      "\u{feff}# recorder 2\r\nv,scroll_y,src,t_ms\r\n\r\n9,0,raf,0\r\n8,10,raf,16.70000001\r\n"
        + "x,12,scroll,17\r\n,20,raf,33.4")
    #expect(plain.motion == other.motion)
  }

  @Test func `all rows count if they have no source`() throws {
    let trace = try parsed("t_ms,scroll_y,src\n0,0,scroll\n100,50,touch\n")
    #expect(trace.motion.offsets.last == 50)
  }

  @Test func `the importer interpolates a stall of the recorder`() throws {
    var rows = "t_ms,scroll_y\n"
    for frame in 0...20 { rows += "\(Double(frame) * 16.7),\(frame * 10)\n" }
    // Nothing for 300 ms, and 300 points on.
    for frame in 0...20 { rows += "\(634 + Double(frame) * 16.7),\(500 + frame * 10)\n" }
    let trace = try parsed(rows)
    var cursor = MotionCursor(direction: .forward)
    cursor.advance(to: SimTime(milliseconds: 484), in: trace.motion)
    #expect(abs(cursor.offset - 350) < 1, "in the middle of the stall")
    #expect(cursor.phase == .decelerating)
  }

  @Test func `a pause stays a pause`() throws {
    let trace = try parsed(
      "t_ms,scroll_y\n0,0\n16.7,10\n33.4,20\n50,20\n3050,20\n3066.7,30\n3083.4,40\n")
    var cursor = MotionCursor(direction: .forward)
    cursor.advance(to: SimTime(milliseconds: 1500), in: trace.motion)
    #expect(cursor.offset == 20)
    #expect(cursor.phase == .idle)
    cursor.advance(to: SimTime(milliseconds: 3000), in: trace.motion)
    #expect(cursor.offset == 20)
  }

  private func rows(every milliseconds: Double, count: Int) -> String {
    (0..<count).reduce(into: "t_ms,scroll_y\n") {
      $0 += "\(Double($1) * milliseconds),\($1 * 5)\n"
    }
  }

  @Test(
    arguments: [(16.7, 60), (8.33, 120), (11.1, 90), (33.3, 60), (4, 120)] as [(Double, Int64)])
  func `samples are on the frames of the recorder`(period: Double, rate: Int64) throws {
    let text = rows(every: period, count: 400)
    let made = try importer.read(Array(text.utf8), file: "a.csv")
    #expect(made.recording.frameRate == rate)
    #expect(made.trace.summary.sampleRate == Int(rate))
    let motion = made.trace.motion
    #expect(motion.times[7] == SimTime.vsync(7, hertz: rate))
    // Where it was then.
    #expect(abs(motion.offsets[7] - 5 * motion.times[7].milliseconds / period) < 0.05)
  }

  @Test func `one stall does not change the frame rate`() throws {
    var text = rows(every: 8.33, count: 100)
    text += "1400,600\n1416,610\n"
    #expect(try importer.read(Array(text.utf8), file: "a.csv").recording.frameRate == 120)
  }

  @Test func `an import without images adds photos over the length of the scroll`() throws {
    var importer = importer
    importer.catalog = nil
    for furthest in [10, 4000, 250_000] {
      let trace = try importer.parse(
        Array("t_ms,scroll_y\n0,0\n5000,\(furthest)\n".utf8), file: "a.csv")
      #expect(trace.placement.extent >= Double(furthest) + 844)
      #expect(trace.placement.extent < Double(furthest) + 844 + 3200, "not many more")
      #expect(trace.catalog.images.entries.allSatisfy { $0.width == 1024 && $0.format == .jpeg })
    }
  }

  @Test(arguments: ["touch\n", "phase\n"])
  func `a touching finger counts as tracking`(column: String) throws {
    let (down, up) = column == "touch\n" ? ("1", "0") : ("tracking", "decelerating")
    let trace = try parsed(
      "t_ms,scroll_y,\(column)0,0,\(down)\n50,10,\(down)\n100,20,\(up)\n150,30,\(up)\n")
    var cursor = MotionCursor(direction: .forward)
    cursor.advance(to: SimTime(milliseconds: 40), in: trace.motion)
    #expect(cursor.phase == .tracking)
    cursor.advance(to: SimTime(milliseconds: 120), in: trace.motion)
    #expect(cursor.phase == .decelerating)
  }

  @Test(arguments: [(60, 60), (90, 90), (120, 120), (144, 120), (30, 60)])
  func `the import keeps the frame rate of the screen`(recorded: Int, kept: Int64) throws {
    let rows = (0..<200).map { "\(Double($0) * 1000 / Double(recorded)),\($0 * 5)\n" }.joined()
    let motion = try parsed("t_ms,scroll_y\n" + rows).motion
    #expect(Array(motion.times.prefix(4)) == (0..<4).map { SimTime.vsync($0, hertz: kept) })
  }

  @Test func `a viewport in the file overrides the viewport of the header`() throws {
    let trace = try parsed(
      "t_ms,scroll_y,width,height\n0,0,360,640.5\n16,99900,360,640.5\n32,100000,360,640.5\n")
    #expect(trace.header.viewport == ViewportSize(width: 360, height: 640.5))
    #expect(trace.header.title == importer.header.title)
    #expect(trace.events.isEmpty)
  }

  @Test func `swapped sides become a rotation of the device`() throws {
    // Rows of 100 pt are as high in either orientation; rows of a picture's ratio are not.
    let importer = CSVImporter(
      header: TraceHeader(
        title: "", provenance: "", kind: .recorded, viewport: ViewportSize(width: 9, height: 9),
        layout: .list(ListLayout())), catalog: TraceCatalog(CatalogRecipe(items: 10)))
    let trace = try importer.parse(
      Array(
        "t_ms,scroll_y,width,height\n5,0,400,800\n1005,0,800,400\n2005,5000,800,400\n3005,0,400,800\n"
          .utf8), file: "a.csv")
    #expect(
      trace.events == [
        TimedSystemEvent(time: SimTime(seconds: 1), event: .rotate),
        TimedSystemEvent(time: SimTime(seconds: 3), event: .rotate),
      ])
    #expect(trace.header.viewport == ViewportSize(width: 400, height: 800))
    #expect(trace.motion.offsets.max() == 5000)
  }

  @Test func `an invisible page counts as in the background`() throws {
    let trace = try parsed(
      "t_ms,scroll_y,visible\n0,0,1\n16,9,1\n500,9,0\n900,9,1\n916,9,1\n")
    #expect(
      trace.events == [
        TimedSystemEvent(time: SimTime(milliseconds: 500), event: .background),
        TimedSystemEvent(time: SimTime(milliseconds: 900), event: .foreground),
      ])
    let hidden = try parsed("t_ms,scroll_y,visible\n7,0,0\n16,9,1\n")
    #expect(hidden.events.map(\.event) == [.background, .foreground])
    #expect(hidden.events[0].time == .zero)
  }

  static let mistakes: [(text: String, sentence: String)] = [
    (
      "",
      "a.csv: the file is empty; expected a first line that names the columns, with t_ms and scroll_y among them"
    ),
    (
      "time,y\n0,0\n",
      "a.csv:1: the line is 'time,y'; expected a first line that names the columns, with t_ms and scroll_y among them"
    ),
    (
      "t_ms,scroll_y,t_ms\n0,0,0\n",
      "a.csv:1: field 't_ms' is there twice; expected every column once"
    ),
    (
      "t_ms,scroll_y\n",
      "a.csv: the file cannot be used, because the recording has no samples; expected rows of a scroll at ascending times"
    ),
    (
      "t_ms,scroll_y\n0,0\nnan,1\n",
      "a.csv:3: field 't_ms' is 'nan'; expected a time in milliseconds"
    ),
    (
      "t_ms,scroll_y\n0,0\n16\n", "a.csv:3: field 'scroll_y' is empty; expected a number of points"
    ),
    (
      "t_ms,scroll_y\n0,0\n16,100001\n",
      "a.csv:3: field 'scroll_y' is '100001'; expected a number of points from -844.0 to "
        + "100000.0, the content of the layout and the catalogue"
    ),
    (
      "t_ms,scroll_y\n16,0\n\n15,1\n",
      "a.csv:4: the line cannot be used, because sample 2 is at 15.0 ms, not later than sample 1 (16.0 ms); expected rows of a scroll at ascending times"
    ),
    (
      "t_ms,scroll_y\n0,0\n86400001,1\n",
      "a.csv:3: the line cannot be used, because sample 2 is at 86400001.0 ms; expected a number, and a day at most in all; expected rows of a scroll at ascending times"
    ),
    (
      "t_ms,scroll_y,touch\n0,0,maybe\n", "a.csv:2: field 'touch' is 'maybe'; expected 0 or 1"
    ),
    (
      "t_ms,scroll_y,phase\n0,0,moving\n",
      "a.csv:2: field 'phase' is 'moving'; expected idle, tracking or decelerating"
    ),
    (
      "t_ms,scroll_y,width\n0,0,390\n",
      "a.csv:1: field 'width' stands alone; expected a column height, too"
    ),
    (
      "t_ms,scroll_y,height,width\n0,0,800,390\n9,0,0,390\n",
      "a.csv:3: field 'height' is '0'; expected a number of points from 1 to 100000"
    ),
    (
      "t_ms,scroll_y,width,height\n0,0,390,800\n9,0,390,700\n",
      "a.csv:3: field 'height' makes the viewport 390x700, which was 390x800; expected one viewport, or sides that change places"
    ),
    (
      "t_ms,scroll_y,width,height\n0,0,390,800\n9,0,800,391\n",
      "a.csv:3: field 'width' makes the viewport 800x391, which was 390x800; expected one viewport, or sides that change places"
    ),
    (
      "t_ms,scroll_y,visible\n0,0,2\n", "a.csv:2: field 'visible' is '2'; expected 0 or 1"
    ),
    ("t_ms\0\n", "a.csv:1: the line has a NUL byte, as in a binary file; expected text"),
  ]

  @Test(arguments: mistakes)
  func `every mistake has its error message`(text: String, sentence: String) {
    let error = #expect(throws: TraceError.self) { try parsed(text) }
    #expect(error?.description == sentence)
  }

  /// Committed recordings, with the sum of the steps between their rows.
  @Test(
    arguments: [
      ("one-hard-fling", 2993.0), ("chromium-flings", 3304), ("slow-reading", 6841),
      ("page-turning", 13_260), ("doom-scroll", 19_827), ("flick-and-catch", 37_132),
    ])
  func `the importer reads recordings of a browser`(name: String, travel: Double) throws {
    let path = Recordings.folder.appendingPathComponent(name + ".csv").path
    let trace = try importer.load(path).trace
    let summary = trace.summary
    #expect(abs(summary.travel - travel) <= travel / 100, "\(name) travels \(summary.travel)")
    #expect(summary.duration > SimTime(seconds: 0.5))
    #expect(summary.appearances > 8)
    let again = try TraceFile.parse(TraceFile.bytes(of: trace), file: name)
    #expect(again == trace)
  }
}
