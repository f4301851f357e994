import ScrollCore
import ScrollSimulation
import Testing

/// Tests of the stage at which a load is cancelled when it is no longer needed.
struct CancelStageTests {
  static let loader = Loader.cached.with(\.prefetcher, .none).with(\.cancelOnLeave, true)

  @Test func `a queued load continues if queued loads are not canceled`() throws {
    // Item 0 is read from 0 to 25, item 1 waits; at 10 both leave for 2 and 3.
    var strip = Strip(path: "02............", viewport: 200, read: 25, loader: Self.loader)
    #expect(try strip.run().requests.cancelled == 1)
    strip.loader.cancelQueued = false
    let report = try strip.run()
    #expect(report.requests.cancelled == 0 && report.work.laneDecodes == 4)
  }

  @Test
  func `an image that is read for a hidden item is decoded unless reads are canceled`() throws {
    // Item 0 is read until 15 and leaves at 10.
    var strip = Strip(path: "01.......", read: 15, loader: Self.loader)
    #expect(try strip.run().work.laneDecodes == 2)
    strip.loader.cancelRead = true
    let report = try strip.run()
    #expect(report.work.laneDecodes == 1 && report.work.bytesRead.bytes == 200)
    #expect(report.requests.leftUnshown == 1 && report.requests.cancelled == 0)
    #expect(report.requests.displayed == 1)
  }

  @Test func `a canceled decode frees its lane`() throws {
    // Item 0 is decoded from 4 to 54 and leaves at 10; item 1 is read at 14 and waits for the lane.
    var strip = Strip(path: "01................", decode: 50, lanes: 1, loader: Self.loader)
    let patient = try strip.run()
    #expect(patient.work.laneDecodes == 2 && patient.stalls.timeToImage.p95 == nil)
    // Decoded from 54 to 104, delivered at 110 and seen at 120: 100 ms after it was on screen.
    #expect(patient.stalls.timeToImage.p50 == .ms(100))
    strip.loader.cancelDecode = true
    let report = try strip.run()
    // From 14 to 64, seen at 80.
    #expect(report.work.laneDecodes == 1 && report.requests.cancelled == 1)
    #expect(report.stalls.timeToImage.p50 == .ms(60))
    // The stopped decode took 6 ms of the lane.
    #expect(report.work.laneBusy == [.ms(56)])
  }

  @Test
  func `an image that arrives for a hidden item is not stored if stores are canceled`() throws {
    // Item 0 is decoded at 12 and would be delivered at 20; it leaves at 10 and comes back at 50.
    var strip = Strip(path: "01...0.....", loader: Self.loader)
    #expect(try strip.run().requests.hits == 1)
    strip.loader.cancelStore = true
    let report = try strip.run()
    #expect(report.requests.hits == 0 && report.work.laneDecodes == 3)
  }

  @Test func `the stages have no effect without cancelOnLeave`() throws {
    var strip = Strip(path: "012..0..3", read: 9, decode: 15, lanes: 1, loader: Self.loader)
    strip.loader.cancelOnLeave = false
    let plain = try strip.run()
    strip.loader.cancelQueued = false
    strip.loader.cancelDownload = false
    strip.loader.cancelRead = true
    strip.loader.cancelDecode = true
    strip.loader.cancelStore = true
    #expect(try strip.run() == plain)
  }
}
