import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// Tests that requests follow the work that the main thread does before them in the frame.
struct CallTests {
  @Test func `a cell makes its request after its work`() throws {
    // Asked for at 3, read until 7, decoded until 11: delivered at 20, not at 10.
    var strip = Strip(path: "0.....", cell: 3, read: 4, decode: 4)
    #expect(try strip.run().stalls.timeToImage.max == .ms(20))
    strip.cell = 2
    #expect(try strip.run().stalls.timeToImage.max == .ms(10))
  }

  @Test func `the second cell makes its request after the work of both`() throws {
    // Asked for at 4 and 8, and decoded until 7 and 11.
    let report = try Strip(path: "0.....", viewport: 200, cell: 4, read: 0, decode: 3).run()
    #expect(report.stalls.timeToImage.p50 == .ms(10))
    #expect(report.stalls.timeToImage.max == .ms(20))
  }

  @Test func `prefetches follow the requests of all cells`() throws {
    // Item 1 is asked for ahead at 4, read and decoded until 11, and has come when it appears at 20;
    // at 15 ms it would not have.
    var strip = Strip(path: "0.1....", cell: 4, read: 3, decode: 4, loader: LoadingTests.cached)
    strip.prefetcher = .named("neighbours")
    #expect(try strip.run().requests.hits == 1)
    strip.decode = 13
    #expect(try strip.run().requests.hits == 0)
  }

  @Test func `requests of a late frame start within the frame`() throws {
    // The frame is on screen at 30. Item 0 is asked for at 15 and delivered then, item 1 at 30, and is
    // delivered at 40.
    let report = try Strip(path: "0........", viewport: 200, cell: 15, read: 1, decode: 8).run()
    #expect(report.hitches.count == 1)
    #expect(report.stalls.timeToImage.p50 == .ms(10))
    #expect(report.stalls.timeToImage.max == .ms(20))
  }

  @Test func `the end of a process drops requests that have not started`() throws {
    let report = try Strip(
      path: "0.........", cell: 4, events: [(2, .relaunch)]
    ).run()
    #expect(report.requests.started == 2 && report.requests.displayed == 1)
    #expect(report.work.laneDecodes == 1)
  }
}
