import ScrollCore
import ScrollLayout
import ScrollTraces
import Testing

struct TraceEventTests {
  /// Returns a step of a page to an offset, at a time in microseconds.
  func step(_ time: Int, _ offset: Int, process: Int = 7) -> String {
    #"{"args":{"scroll_deltas":{"visual_offset_x":0,"visual_offset_y":\#(offset)}},"#
      + #""cat":"input,input.scrolling","name":"InputHandlerProxy::HandleGestureScrollUpdate_Result","#
      + #""ph":"X","pid":\#(process),"tid":9,"ts":\#(time)}"#
  }

  func touch(_ time: Int, _ type: String) -> String {
    #"{"name":"EventLatency","ph":"b","ts":\#(time),"pid":7,"#
      + #""args":{"event_latency":{"event_type":"\#(type)"}}}"#
  }

  func rows(_ events: [String]) throws -> String {
    try Recordings.rows("[\(events.joined(separator: ",\n"))]", by: Recordings.reader())
  }

  @Test func `steps become rows in the order of time`() throws {
    #expect(
      try rows([step(33_000, 20), "{}", step(16_500, 10), #"{"ph":"M","name":"x"}"#])
        == "t_ms,scroll_y,touch\n16.5,10,0\n33,20,0\n")
  }

  @Test func `a page rests until a frame before its next step`() throws {
    #expect(
      try rows([step(0, 10), step(2_000_000, 20)])
        == "t_ms,scroll_y,touch\n0,10,0\n1983.333333,10,0\n2000,20,0\n")
  }

  @Test func `touches begin and end between steps`() throws {
    let events = [
      touch(0, "TOUCH_PRESSED"), step(20_000, 10), step(40_000, 30),
      touch(50_000, "TOUCH_RELEASED"), step(60_000, 50), touch(70_000, "TOUCH_PRESSED"),
    ]
    #expect(
      try rows(events)
        == "t_ms,scroll_y,touch\n0,10,1\n20,10,1\n40,30,1\n50,40,0\n60,50,0\n70,50,1\n")
  }

  @Test func `a fling that continues under a catching finger does not end the touch`() throws {
    let events = [
      step(0, 10), touch(10_000, "TOUCH_PRESSED"), step(20_000, 30),
      touch(20_000, "INERTIAL_GESTURE_SCROLL_UPDATE"), step(40_000, 50),
    ]
    #expect(try rows(events) == "t_ms,scroll_y,touch\n0,10,0\n10,20,1\n20,30,1\n40,50,1\n")
  }

  @Test func `the page with the most steps determines the trace`() throws {
    let events = [
      step(0, 1, process: 3), step(10_000, 10), step(20_000, 5, process: 3), step(30_000, 20),
      step(40_000, 30),
    ]
    #expect(try rows(events) == "t_ms,scroll_y,touch\n10,10,0\n30,20,0\n40,30,0\n")
  }

  @Test func `pixels of the screen become points`() throws {
    var reader = try Recordings.reader()
    reader.scale = 2.5
    #expect(
      try Recordings.rows("[\(step(0, 10))]", by: reader) == "t_ms,scroll_y,touch\n0,4,0\n")
  }

  @Test(arguments: ["", ",", "]"])
  func `a trace that ends in a crash is read up to the crash`(end: String) throws {
    #expect(
      try Recordings.rows("[\(step(0, 10))\(end)", by: Recordings.reader())
        == "t_ms,scroll_y,touch\n0,10,0\n")
  }

  @Test func `traceEvents may follow other fields`() throws {
    let text = #"{"metadata":{"a":[1]},"traceEvents":[\#(step(0, 10))],"traceEvents":[]}"#
    #expect(
      try Recordings.rows(text, by: Recordings.reader()) == "t_ms,scroll_y,touch\n0,10,0\n")
  }

  /// Compares the trace with the offsets that the page itself saw in its animation frames.
  @Test func `a trace of a real Chromium scrolls like the page that it recorded`() throws {
    let reader = try Recordings.reader()
    let imported = try Recordings.trace(Recordings.bytes("chromium-flings.json"), by: reader)
    let page = try Recordings.trace(
      Recordings.bytes("chromium-flings.csv"), by: reader, file: "a.csv")
    // Chromium reports no offset before the first step.
    let travel = page.summary.travel
    #expect(abs(imported.summary.travel - travel) <= 0.01 * travel, "\(imported.summary.travel)")
    #expect(imported.summary.flings == page.summary.flings)

    // Both use the same clock, that of the trace; each begins with its own first row.
    let shift = try start("chromium-flings.json") - start("chromium-flings.csv")
    var cursor = MotionCursor(direction: .forward)
    var worst = 0.0
    var reached = 0.0...0.0
    for tick in 0..<Int64(imported.duration.seconds * 60) {
      let time = SimTime.vsync(tick, hertz: 60)
      cursor.advance(to: time, in: imported.motion)
      // A page receives an offset up to two frames after the compositor.
      let around = (0...4).map {
        offset(page.motion, at: time.milliseconds + shift + Double($0) * 10)
      }
      let (least, most) = (around.min() ?? 0, around.max() ?? 0)
      worst = max(worst, cursor.offset - most, least - cursor.offset)
      reached = min(reached.lowerBound, cursor.offset)...max(reached.upperBound, cursor.offset)
    }
    #expect(reached.upperBound > 1000)
    #expect(worst < 30, "\(worst) points apart")
  }

  private func offset(_ motion: ScrollMotion, at milliseconds: Double) -> Double {
    var cursor = MotionCursor(direction: .forward)
    cursor.advance(to: SimTime(milliseconds: max(0, milliseconds)), in: motion)
    return cursor.offset
  }

  /// Returns the time of the first row of a file.
  private func start(_ name: String) throws -> Double {
    let rows = try Recordings.reader().read(Recordings.bytes(name), file: name)
    let lines = String(decoding: rows.bytes, as: UTF8.self).split(separator: "\n")
    return try #require(Double(lines[1].prefix { $0 != "," }))
  }
}
