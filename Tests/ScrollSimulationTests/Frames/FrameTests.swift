import ScrollCore
import ScrollSimulation
import Testing

/// Frames, one at a time: when they are shown and what they cost.
struct FrameTests {
  @Test(arguments: [(2.0, 3.0), (4.0, 5.0)])
  func `work that fits one period is on time`(read: Double, decode: Double) throws {
    let report = try Strip(
      path: "0...", cell: 1, read: read, decode: decode, loader: .mainThread
    ).run()
    #expect(report.hitches.count == 0 && report.hitches.time == .zero)
    #expect(report.hitches.mainThreadBusy == .ms(1 + read + decode))
    #expect(report.frames == 4)
    #expect(report.stalls.timeToImage.max == .zero)
  }

  @Test func `a late frame misses vsyncs, and the next starts at the first free one`() throws {
    // 1 + 4 + 20 ms of work from 0 on: due at 10, shown at 30; then frames at 30, 40, 50.
    let report = try Strip(
      path: "0.....", phase: .decelerating, cell: 1, read: 4, decode: 20, loader: .mainThread
    ).run()
    #expect(report.frames == 4)
    #expect(report.hitches.count == 1)
    #expect(report.hitches.time == .ms(20) && report.hitches.worst == .ms(20))
    #expect(report.hitches.causes.cells == 1_000_000)
    #expect(report.hitches.causes.read == 4_000_000)
    #expect(report.hitches.causes.decode == 20_000_000)
    #expect(report.hitches.scrolling == .ms(50))
    #expect(near(report.hitches.timeRatio, 400))
    #expect(report.hitches.band == .critical)
    #expect(report.stalls.timeToImage.max == .zero)
  }

  @Test func `hitches at rest do not count in the ratio`() throws {
    let report = try Strip(path: "0.....", decode: 20, loader: .mainThread).run()
    #expect(report.hitches.count == 1)
    #expect(report.hitches.scrolling == .zero && report.hitches.timeRatio == 0)
  }

  @Test func `the content skips items that pass while the main thread is busy`() throws {
    // Busy until 25: the next frame, at 30, shows item 3.
    let report = try Strip(path: "0123..", read: 0, decode: 25, loader: .mainThread).run()
    #expect(report.stalls.appearances == 2)
    #expect(report.stalls.skipped == 2)
  }

  @Test func `items that come and go during a late frame count as skipped`() throws {
    let report = try Strip(path: "0210..", read: 0, decode: 25, loader: .mainThread).run()
    #expect(report.stalls.appearances == 1)
    #expect(report.stalls.skipped == 2)
  }

  @Test func `a frame that the end cuts off counts until the end`() throws {
    // Due at 10 and nowhere near at 30, when all is over.
    let report = try Strip(
      path: "0...", phase: .tracking, read: 0, decode: 100, loader: .mainThread
    ).run()
    #expect(report.hitches.time == .ms(20))
    #expect(report.hitches.mainThreadBusy == .ms(30))
    #expect(report.hitches.scrolling == .ms(30))
  }

  @Test func `the first frame after its decode shows an image`() throws {
    // Read from 0 to 4, decoded until 12, delivered at 20, on screen at 30; its cell was
    // on screen, blank, from 10 on.
    let report = try Strip(path: "0.....").run()
    #expect(report.stalls.timeToImage.max == .ms(20))
    #expect(near(report.stalls.blankAreaSeconds, 0.020))
    #expect(report.stalls.framesWithBlank == 2)
    #expect(report.requests.displayed == 1)
    #expect(report.hitches.mainThreadBusy == .zero)
  }

  @Test func `a decode that ends at a vsync is shown by that frame`() throws {
    let report = try Strip(path: "0.....", read: 4, decode: 6).run()
    #expect(report.stalls.timeToImage.max == .ms(10))
  }

  @Test func `only the visible part of an item is blank`() throws {
    // 50 of 100 pt, half as broad as the viewport.
    var strip = Strip(path: "0+....", shows: [0], breadth: 0.5)
    #expect(near(try strip.run().stalls.blankAreaSeconds, (0.5 + 0.25) * 0.010))
    strip.path = "0....."
    #expect(near(try strip.run().stalls.blankAreaSeconds, 0.5 * 0.020))
  }

  @Test func `the blank ratio omits time at rest`() throws {
    var strip = Strip(path: "0.....", phase: .decelerating)
    // On screen from 10 to 50, blank until 30.
    #expect(near(try strip.run().stalls.blankRatio, 0.5))
    strip.phase = .idle
    #expect(try strip.run().stalls.blankRatio == 0)
  }

  @Test func `an image that waits at the end is unfinished and infinitely late`() throws {
    let report = try Strip(path: "0.").run()
    #expect(report.stalls.unfinished == 1 && report.requests.unfinished == 1)
    #expect(report.stalls.timeToImage.p50 == nil && report.stalls.neverShown == 0)
  }
}
