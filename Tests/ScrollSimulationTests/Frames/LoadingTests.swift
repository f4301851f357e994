import ScrollCaching
import ScrollCore
import ScrollSimulation
import Testing

/// Tests of the order of waiting: flash, lanes, priorities, cancellation and cells.
struct LoadingTests {
  static let cached = Loader.cached.with(\.prefetcher, .none)

  @Test func `a lazy decode happens on the main thread at the draw`() throws {
    // Read until 4, delivered at 10 and decoded there until 18, on screen at 20.
    let report = try Strip(path: "0....", loader: .backgroundRead).run()
    #expect(report.hitches.mainThreadBusy == .ms(8))
    #expect(report.stalls.timeToImage.max == .ms(10))
    #expect(report.work.mainDecodes == 1 && report.work.laneDecodes == 0)
  }

  @Test func `reads take turns, and each decode has a lane`() throws {
    // Read until 4 and 8, decoded until 12 and 16: both delivered at 20.
    var strip = Strip(path: "0......", viewport: 200)
    #expect(try strip.run().stalls.timeToImage.max == .ms(20))
    // With one lane the second is decoded from 12 to 20, with a second image still at 20;
    strip.lanes = 1
    #expect(try strip.run().stalls.timeToImage.max == .ms(20))
    // with three images the last comes at 28, and is delivered at 30.
    strip.viewport = 300
    #expect(try strip.run().stalls.timeToImage.max == .ms(30))
  }

  @Test func `a request for an image in flight joins it`() throws {
    var strip = Strip(path: "0.....", shows: [0, 0], viewport: 200, loader: Self.cached)
    let joined = try strip.run()
    #expect(joined.requests.started == 1 && joined.requests.joined == 1)
    #expect(joined.requests.displayed == 2 && joined.work.laneDecodes == 1)
    strip.loader.coalescing = false
    let apart = try strip.run()
    #expect(apart.requests.started == 2 && apart.requests.joined == 0)
    #expect(apart.requests.displayed == 2 && apart.work.laneDecodes == 2)
    #expect(apart.cache.removals(because: .replaced) == 1)
  }

  @Test func `an item that leaves cancels queued loads but not a read in progress`() throws {
    // Item 0 is read from 0 to 25, item 1 waits; at 10 both leave for 2 and 3.
    var strip = Strip(path: "02............", viewport: 200, read: 25)
    strip.loader.cancelOnLeave = true
    let report = try strip.run()
    #expect(report.requests.cancelled == 1 && report.requests.leftUnshown == 1)
    #expect(report.stalls.neverShown == 2)
    #expect(report.work.bytesRead.bytes == 300 && report.work.laneDecodes == 3)
    #expect(report.work.wastedDecodes == 1 && report.work.wastedDecode == .ms(8))
    strip.loader.cancelOnLeave = false
    let patient = try strip.run()
    #expect(patient.requests.cancelled == 0 && patient.requests.leftUnshown == 2)
    #expect(patient.work.laneDecodes == 4)
  }

  @Test(arguments: [(25.0, 1.0), (1.0, 25.0)])
  func `visible items overtake prefetches`(read: Double, decode: Double) throws {
    // Item 1 holds the one channel or lane until about 25, its neighbors 2 and 0 wait;
    // item 3 appears at 10, is served next, until 51, delivered at 60 and seen at 70.
    let report = try Strip(
      path: "13..........", read: read, decode: decode, lanes: 1, loader: Self.cached,
      prefetcher: .named("neighbours")
    ).run()
    #expect(report.stalls.timeToImage.p50 == .ms(50))
    #expect(report.stalls.timeToImage.max == nil && report.stalls.neverShown == 1)
    #expect(report.prefetch.issued == 3)
  }

  @Test func `a late image appears in a reused cell without the check`() throws {
    // Item 0 is decoded at 12, when item 1 has its cell since 10: seen from 30 until item 1,
    // decoded at 22, is on screen at 40.
    var strip = Strip(path: "01.....")
    let checked = try strip.run()
    #expect(checked.stalls.wrongAreaSeconds == 0)
    #expect(near(checked.stalls.blankAreaSeconds, 0.030))
    strip.loader.recycledCellCheck = false
    let unchecked = try strip.run()
    #expect(near(unchecked.stalls.wrongAreaSeconds, 0.010))
    #expect(near(unchecked.stalls.blankAreaSeconds, 0.020))
    #expect(unchecked.requests.leftUnshown == 1 && unchecked.requests.displayed == 1)
  }

  @Test func `a late image can replace the right one`() throws {
    // Item 1 is a hit, shown at 10; item 0, asked for at 0, comes at 20 and stays.
    var strip = Strip(path: "1....01.....", loader: Self.cached)
    strip.loader.recycledCellCheck = false
    let report = try strip.run()
    #expect(report.requests.hits == 1)
    // Delivered at 70, on screen from 80 until the end at 110.
    #expect(near(report.stalls.wrongAreaSeconds, 0.030))
    #expect(report.stalls.neverShown == 1)
  }

  @Test func `a cell without clearing shows the image of its last item`() throws {
    // Item 1 appears at 50, is on screen at 60, and its image at 80.
    var strip = Strip(path: "0....1.....")
    strip.loader.clearOnReuse = false
    let kept = try strip.run()
    #expect(near(kept.stalls.wrongAreaSeconds, 0.020))
    #expect(near(kept.stalls.blankAreaSeconds, 0.020))
    strip.loader.clearOnReuse = true
    #expect(near(try strip.run().stalls.blankAreaSeconds, 0.040))
  }
}
