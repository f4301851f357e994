import ScrollCore
import ScrollLayout
import ScrollTraces
import Testing

struct PointerEventTests {
  func motion(_ text: String) throws -> ScrollMotion {
    try Recordings.trace(Array(text.utf8), by: Recordings.reader()).motion
  }

  static let swipe = """
    type,timeStamp,clientY,pointerId,pointerType
    pointerdown,1000,700,4,touch
    pointermove,1050,650,4,touch
    pointermove,1100,600,4,touch
    pointerup,1100,600,4,touch

    """

  @Test func `a swipe continues as a fling with its velocity`() throws {
    let end = try #require(try motion(Self.swipe).offsets.last)
    // 100 points by the finger less the slop, then 1000 points per second.
    #expect(abs(end - (90 + 1000 / DecelerationRate.normal.decay)) < 0.6)
  }

  @Test func `the import uses the physics of the player`() throws {
    var reader = try Recordings.reader()
    reader.player.rate = .fast
    let trace = try Recordings.trace(Array(Self.swipe.utf8), by: reader)
    let end = try #require(trace.motion.offsets.last)
    #expect(abs(end - (90 + 1000 / DecelerationRate.fast.decay)) < 0.6)
  }

  @Test func `events in JSON give the same trace`() throws {
    let text = #"""
      [{"type":"pointerdown","timeStamp":1000,"clientX":3,"clientY":700,"pointerId":4},
       {"type":"pointermove","timeStamp":1050,"clientX":3,"clientY":650,"pointerId":4},
       {"type":"pointermove","timeStamp":1100,"clientX":3,"clientY":600,"pointerId":4},
       {"type":"pointerup","timeStamp":1100,"clientX":3,"clientY":600,"pointerId":4}]
      """#
    #expect(try motion(text) == motion(Self.swipe))
  }

  @Test func `a second finger and a mouse have no effect`() throws {
    let more = Self.swipe.replacing(
      "pointermove,1050",
      with: """
        pointerdown,1010,100,5,touch
        pointermove,1020,900,5,touch
        pointerdown,1020,300,1,mouse
        pointermove,1030,100,1,mouse
        pointerup,1040,900,5,touch
        pointermove,1050
        """)
    #expect(try motion(more) == motion(Self.swipe))
  }

  @Test func `a canceled touch stops the content`() throws {
    let text = Self.swipe.replacing("pointerup,1100,600", with: "pointercancel,1100,")
    #expect(try motion(text).offsets.last == 90)
  }

  @Test func `a finger that never lifts stops the content`() throws {
    let text = Self.swipe.replacing("pointerup,1100,600,4,touch\n", with: "")
    #expect(try motion(text).offsets.last == 90)
  }

  @Test
  func `pointer events of a real Chromium give the same scroll as its fingers and flings`() throws {
    let trace = try Recordings.trace(
      Recordings.bytes("chromium-flings-pointers.json"), by: Recordings.reader())
    let summary = trace.summary
    #expect(summary.gestures == 4)
    #expect(summary.flings >= 3)
    // iOS flings farther than Chromium, which scrolled by the same fingers about 1200 points.
    #expect(summary.travel > 1200)
  }
}
