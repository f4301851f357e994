import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// Tests of the time from a tap to the screen's answer, worked out on paper.
///
/// A frame that begins at or after the tap answers it, when it is on screen.
struct TapTests {
  private func taps(
    _ events: [(milliseconds: Double, event: SystemEvent)], path: String = "0.........",
    decode: Double = 0
  ) throws -> RunReport.Taps {
    try Strip(path: path, read: 0, decode: decode, loader: .mainThread, events: events).run().taps
  }

  @Test func `the next frame answers a tap when it is on screen`() throws {
    let taps = try taps([(25, .tap)])
    #expect(taps.count == 1 && taps.unanswered == 0)
    #expect(taps.answer == .ms(15), "begun at 30, on screen at 40")
  }

  @Test func `a busy main thread answers a tap after its work`() throws {
    // Busy from 0 to 35; the frame that begins at 40 is on screen at 50.
    #expect(try taps([(5, .tap)], decode: 35).answer == .ms(45))
  }

  @Test func `one frame answers all taps before it`() throws {
    let taps = try taps([(21, .tap), (25, .tap), (29, .tap), (52, .tap)])
    #expect(taps.count == 4 && taps.unanswered == 0)
    #expect(taps.answer == .ms(19), "the first of three")
  }

  @Test func `a tap during a frame waits for the next frame`() throws {
    // The frame of 20 is busy until 45 with item 1; the tap at 30 is answered by that of 50.
    let taps = try Strip(
      path: "0.1.......", read: 0, decode: 0, loader: .mainThread,
      events: [(15, .tap), (30, .tap)], large: ([1], 25)
    ).run().taps
    #expect(taps.count == 2 && taps.unanswered == 0)
    #expect(taps.slowest == .ms(35), "15 to 50, though 30 to 60 is answered later")
  }

  @Test func `an unanswered tap makes the slowest answer infinite`() throws {
    let taps = try taps([(15, .tap), (45, .tap)], path: "0.....")
    #expect(taps.count == 2 && taps.unanswered == 1)
    #expect(taps.answer == nil)
  }

  @Test func `taps in the background are ignored, and time there does not count`() throws {
    let taps = try taps([(22, .tap), (25, .background), (30, .tap), (45, .foreground)])
    #expect(taps.count == 1 && taps.unanswered == 0)
    // 3 ms until 25; back at 45, begun at 50, on screen at 60.
    #expect(taps.answer == .ms(18))
  }

  @Test func `a relaunch leaves earlier taps unanswered`() throws {
    let taps = try taps([(22, .tap), (25, .relaunch)])
    #expect(taps.count == 1 && taps.unanswered == 1)
  }
}
