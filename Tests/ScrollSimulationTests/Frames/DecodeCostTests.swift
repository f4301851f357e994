import Foundation
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// Tests of the parts of a decode's time beside its formula: a file's own time, chance, fresh
/// memory and other lanes.
struct DecodeCostTests {
  /// Runs one image on a device with a change.
  private func run(
    _ strip: Strip = Strip(path: "0....."), seed: UInt64 = 0, policy: String = "lru",
    _ change: (inout Scenario) -> Void
  ) throws -> RunReport {
    var scenario = strip.scenario
    change(&scenario)
    return PreparedScenario(scenario).run(
      try PolicyCatalog.builtIn.choose(policy), budget: ByteCount(1024 * strip.room), seed: seed)
  }

  private static func spread(files: Double, jobs: Double) -> (inout Scenario) -> Void {
    { scenario in
      scenario.device.spread[DeviceProfile.Codec(.jpeg, .photo)] = DecodeSpread(
        files: files, jobs: jobs)
    }
  }

  @Test func `a measured decode time applies only on its device`() throws {
    for (device, time) in [("paper", 5.0), ("another", 8.0)] {
      let report = try run {
        $0.images.timedOn = device
        $0.images.entries[0].decodeTime = .ms(5)
      }
      #expect(report.work.laneDecode == .ms(time), "timed on \(device)")
    }
  }

  @Test func `factors of files are distributed log-normally around one`() throws {
    let logs = try (1...400 as ClosedRange<UInt64>).map { seed in
      let work = try run(seed: seed, Self.spread(files: 0.2, jobs: 0)).work
      return Elementary.log(work.laneDecode.milliseconds / 8)
    }
    let mean = logs.reduce(0, +) / 400
    let deviation = (logs.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 399).squareRoot()
    // Four standard errors of each.
    #expect(abs(mean) < 0.04 && abs(deviation - 0.2) < 0.03, "\(mean), \(deviation)")
    #expect(logs.allSatisfy { abs($0) <= 0.6001 })
  }

  @Test func `a file keeps its factor, and each decode has another one`() throws {
    // Image 0 is decoded twice, since only one fits.
    var strip = Strip(path: "0..1..0...", loader: LoadingTests.cached)
    strip.room = 1
    strip.shows = [0, 1]
    func times(_ files: Double, _ jobs: Double) throws -> SimTime {
      try run(strip, seed: 3, Self.spread(files: files, jobs: jobs)).work.laneDecode
    }
    let once = try run(Strip(path: "0....."), seed: 3, Self.spread(files: 0.3, jobs: 0))
    var two = strip
    two.path = "0..1..1..."
    let both = try run(two, seed: 3, Self.spread(files: 0.3, jobs: 0)).work.laneDecode
    #expect(try times(0.3, 0) == both + once.work.laneDecode)
    let jobs = try run(two, seed: 3, Self.spread(files: 0, jobs: 0.3)).work.laneDecode
    let first = try run(Strip(path: "0....."), seed: 3, Self.spread(files: 0, jobs: 0.3))
    #expect(try times(0, 0.3) != jobs + first.work.laneDecode)
  }

  @Test func `all policies receive the same random factors`() throws {
    let strip = Strip(path: "0..1..2...", loader: LoadingTests.cached)
    let times = try ["lru", "fifo", "random"].map {
      try run(strip, seed: 9, policy: $0, Self.spread(files: 0.3, jobs: 0.3)).work.laneDecode
    }
    #expect(Set(times).count == 1 && times[0] != .ms(24), "\(times)")
  }

  @Test func `memory that is kept is touched for the first time only once`() throws {
    // The bitmaps have 1024 bytes, one of which is touched in each millisecond.
    var strip = Strip(path: "0..1..2..3...", loader: LoadingTests.cached)
    strip.room = 1
    for (kept, touches) in [(0, 4.0), (1024, 3), (4096, 3)] {
      let report = try run(strip) {
        $0.device.memory.fresh = FreshMemory(bandwidth: 1_024_000, kept: ByteCount(kept))
      }
      // The bitmap on screen and the cached one are the same; the first is freed when the second is
      // displayed, and the third has room.
      #expect(report.work.laneDecodes == 4)
      let extra = report.work.laneDecode.milliseconds - 32
      #expect(kept == 0 ? near(extra, touches) : extra < 4, "\(kept): \(extra)")
    }
  }

  @Test func `a relaunched app preloads into memory that it has not touched`() throws {
    // A read takes 4 ms, a decode 8, the first touch of a bitmap 1. The old process kept the memory
    // of its bitmap; the new one pays again.
    var strip = Strip(path: "0..........", loader: LoadingTests.cached, events: [(55, .relaunch)])
    strip.loader.preload = 1
    var scenario = strip.scenario
    scenario.device.memory.fresh = FreshMemory(bandwidth: 1_024_000, kept: ByteCount(4096))
    let report = PreparedScenario(scenario).run(
      try PolicyCatalog.builtIn.choose("lru"), budget: ByteCount(4096))
    #expect(report.launch.preloading == .ms(13 + 13))
  }

  @Test func `a redraw touches two bitmaps`() throws {
    for (decode, touches) in [(Loader.Redraw.imageIO, 1.0), (.fullSize, 2)] {
      let report = try run {
        $0.loader.decode = decode
        $0.loader.purgeable = .never
        $0.device.memory.fresh = FreshMemory(bandwidth: 1_024_000)
      }
      #expect(near(report.work.laneDecode.milliseconds, 8 + touches), "\(decode)")
    }
  }

  @Test func `busy lanes slow a decode that starts`() throws {
    let strip = Strip(path: "0.......", viewport: 200, read: 0)
    // The first begins alone, the second beside it and takes half as long again.
    let report = try run(strip) { $0.device.sideBySide = 0.5 }
    #expect(report.work.laneDecode == .ms(8 + 12))
    let alone = try run(Strip(path: "0.......", viewport: 200, read: 0, lanes: 1)) {
      $0.device.sideBySide = 0.5
    }
    #expect(alone.work.laneDecode == .ms(16))
  }

  @Test func `a device is checked only for the formats that occur`() throws {
    let device = Strip(path: "0").device
    var images = Strip(path: "0").scenario.images
    #expect(device.objection(to: images) == nil)
    images.entries[3].format = .heic
    #expect(
      Loader.cached.objection(to: images, on: device)
        == "device 'paper' has no decode times of heic (image 3 needs them); add them under "
        + "decode in its file")
  }
}
