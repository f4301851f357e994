import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces
import Testing

struct TraceReaderTests {
  @Test func `a header states the conditions of the trace`() throws {
    let header = try TraceText().parse().header
    #expect(header.title == "A few rows")
    #expect(header.provenance == "written for a test")
    #expect(header.kind == .synthetic)
    #expect(header.viewport == ViewportSize(width: 100, height: 200))
    #expect(header.direction == .forward)
    #expect(header.decelerationRate == .normal)
    #expect(header.layout == .list(ListLayout(rowHeight: 50)))
  }

  @Test func `samples have times in nanoseconds and offsets on the grid of 1/64 pt`() throws {
    let trace = try TraceText().replacing("200.5,30.25", with: "200.500001,30.26").parse()
    #expect(
      trace.motion
        == ScrollMotion(
          times: [0, 100_000_000, 200_500_001, 1_000_000_000].map(SimTime.init(nanoseconds:)),
          offsets: [0, 0, 30.265625, 400], phases: [.idle, .tracking, .decelerating, .idle]))
    #expect(trace.duration == SimTime(seconds: 1))
  }

  @Test func `the layout places the items of the catalog`() throws {
    let trace = try TraceText().parse()
    #expect(trace.placement.count == 40)
    #expect(trace.placement.extent == 2000)
    #expect(trace.viewportLength == 200)
  }

  @Test func `the deceleration rate is optional`() throws {
    let rate = try TraceText().replacing("decelerationRate: normal\n", with: "").parse()
      .header.decelerationRate
    #expect(rate == .normal)
  }

  @Test func `a list names images one by one, and items may share them`() throws {
    let trace = try TraceText(
      body: """
        [images]
        width,height,format,content,bytes,origin
        800,600,png,photo,700000,disk
        40,40,jpeg,graphic,,network

        [items]
        image
        0
        1
        1

        [samples]
        time_ms,offset,phase
        0,0,idle

        """
    ).replacing("generated items=40 size=800x600", with: "listed").parse()
    #expect(trace.catalog.items.map(\.index) == [0, 1, 1])
    #expect(
      trace.catalog.images
        == ImageCatalog([
          .init(width: 800, height: 600, format: .png, encoded: ByteCount(700_000)),
          .init(width: 40, height: 40, format: .jpeg, content: .graphic, origin: .network),
        ]))
  }

  @Test func `gestures play on the layout`() throws {
    let trace = try TraceText(
      body: """
        [gestures]
        time_ms,gesture
        0,start 100
        500,flick 1000
        2000,drag -50 over 120.5 release -300
        4000,scroll 900
        6000,scrollToTop
        7000,wait 1500

        """
    ).parse()
    let script = GestureScript(
      start: 100,
      [
        TimedGesture(at: SimTime(milliseconds: 500), .flick(velocity: 1000)),
        TimedGesture(
          at: SimTime(milliseconds: 2000),
          .drag(by: -50, over: SimTime(milliseconds: 120.5), release: -300)),
        TimedGesture(at: SimTime(milliseconds: 4000), .scroll(to: 900)),
        TimedGesture(at: SimTime(milliseconds: 6000), .scrollToTop),
        TimedGesture(at: SimTime(milliseconds: 7000), .wait(SimTime(milliseconds: 1500))),
      ])
    #expect(trace.movement == .gestures(script))
    let played = try GesturePlayer(contentExtent: 2000, viewportExtent: 200)
      .play(script.gestures, from: 100)
    #expect(trace.motion == played)
    #expect(trace.duration >= SimTime(milliseconds: 8500))
  }

  @Test func `events occur at their times`() throws {
    var text = TraceText()
    text.body += """
      [events]
      time_ms,event
      1,memoryPressure warning
      2,memoryPressure critical
      2,memoryPressure normal
      3,background
      4,foreground
      5,relaunch
      6,offline
      7,online
      8,externalPressure 50000000
      9,rotate
      10,insert end 12
      10,insert  top  7
      11,change 39
      1000,externalPressure -50000000

      """
    let events = try text.parse().events
    #expect(events.map(\.time.milliseconds) == [1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 11, 1000])
    #expect(
      events.map(\.event) == [
        .memoryPressure(.warning), .memoryPressure(.critical), .memoryPressure(.normal),
        .background, .foreground, .relaunch, .offline, .online,
        .externalPressure(bytes: 50_000_000), .rotate, .insert(items: 12, at: .end),
        .insert(items: 7, at: .top), .change(image: ImageID(39)),
        .externalPressure(bytes: -50_000_000),
      ])
  }

  @Test(arguments: [
    ("\n", "\r\n"), ("100,0,tracking\n", "  100 , 0 , tracking\t\n\n# a comment\n"),
    ("scrollsim-trace", "\u{feff}scrollsim-trace"), ("end\n", "end"), ("1000,", "1000.000000,"),
  ])
  func `a trace may be written in several ways`(old: String, new: String) throws {
    let trace = try TraceText().parse()
    let other = try parsed(TraceText().text.replacing(old, with: new))
    #expect(trace == other)
    #expect(trace.digest != other.digest)
  }

  @Test func `the digest is that of the file`() throws {
    // printf of the text into sha256sum.
    let text = TraceText().text
    #expect(try parsed(text).digest.count == 64)
    let trace = try parsed(text)
    let written = TraceFile.bytes(of: trace)
    let again = try TraceFile.parse(written, file: "again.scroll")
    let inMemory = try ScrollTrace(content: trace.content, movement: trace.movement)
    #expect(inMemory.digest == again.digest)
  }
}
