import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import Testing

/// Tests of the content that late frames keep from the user, worked out on paper.
///
/// A launch's first frame could be on screen at 10 ms. Until it is, nothing is on screen, and
/// everything counts as missing.
struct FreezeTests {
  @Test func `all content is missing before the first frame`() throws {
    // 20 ms of decode from 0 on: due at 10, shown at 20.
    let report = try Strip(path: "0.....", read: 0, decode: 20, loader: .mainThread).run()
    #expect(near(report.stalls.seconds, 0.020))
    #expect(report.stalls.blankAreaSeconds == 0)
    #expect(report.hitches.frozen == .ms(10))
    #expect(report.launch.timeToFirstFrame == .ms(20) && report.launch.shortest == .ms(10))
  }

  @Test func `a missing first frame is late until the end`() throws {
    let report = try Strip(path: "0.....", read: 0, decode: 1000, loader: .mainThread).run()
    #expect(near(report.stalls.seconds, 0.050))
    #expect(report.hitches.frozen == .ms(40))
    #expect(report.launch.timeToFirstFrame == nil)
    #expect(report.band == .critical)
    #expect(report.stalls.atOnce == 0 && report.stalls.unfinished == 1, "its image never came")
    #expect(report.stalls.timeToImage.p50 == nil)
  }

  @Test func `a launch that another launch cuts off shows no frame`() throws {
    let report = try Strip(
      path: "0......", read: 0, decode: 1000, loader: .mainThread, events: [(35, .relaunch)]
    ).run()
    #expect(report.launch.count == 2 && report.launch.timeToFirstFrame == nil)
    let second = try Strip(
      path: "0......", decode: 15, loader: .cached.with(\.preload, 1),
      events: [(5, .relaunch)]
    ).run()
    #expect(second.launch.timeToFirstFrame == nil, "the second had a frame, the first had none")
    #expect(second.frames > 0)
  }

  @Test func `a layout that frames without changes follow is on screen after a break`() throws {
    var scenario = Strip(
      path: "0...................", loader: CacheTests.cached,
      events: [(105, .background), (153, .foreground)]
    ).scenario
    scenario.laterEpochs = [
      LayoutEpoch(
        time: .ms(45), placement: scenario.placement, viewportExtent: 100, viewportBreadth: 100)
    ]
    let prepared = PreparedScenario(scenario)
    let lru = try PolicyCatalog.builtIn.choose("lru")
    let logged = prepared.lawfulRun(lru, budget: ByteCount(1 << 20))
    // Without a log, frames that only repeat the last one are passed: here from 60 to 100.
    let passed = prepared.lawfulRun(lru, budget: ByteCount(1 << 20), log: nil)
    #expect(passed.stalls == logged.stalls)
  }

  @Test func `a run without frames shows no image`() throws {
    let loader = Loader.cached.with(\.preload, 5)
    let report = try Strip(path: "0.....", decode: 100, loader: loader).run()
    #expect(report.stalls.appearances == 0)
    let never = RunReport().stalls.timeToImage
    #expect(report.stalls.timeToImage == never && report.laterVisits.timeToImage == never)
    let empty = try Strip(path: "5.....", shows: [], loader: loader).run()
    #expect(empty.stalls.timeToImage.p50 == .zero, "a frame without an image")
  }

  @Test func `a freeze at rest counts as frozen, and only blank areas are missing`() throws {
    // Read until 4, decoded on the main thread from 10 to 35: blank from 10 to 40.
    let report = try Strip(path: "0......", decode: 25, loader: .backgroundRead).run()
    #expect(near(report.stalls.blankAreaSeconds, 0.030))
    #expect(near(report.stalls.seconds, 0.010 + 0.030))
    #expect(report.hitches.frozen == .ms(20))
    #expect(report.hitches.timeRatio == 0, "at rest")
  }

  @Test func `content that scrolls in under a late frame is missing`() throws {
    // Two items from 0 on: shown at 50. From 80 on it moves by a quarter of the viewport each
    // frame: that of 80 shows 50 pt at 110 and is due at 90, that of 110 shows 150 pt at 140.
    let report = try Strip(
      path: "0.......+1+....", phase: .tracking, viewport: 200, read: 0, decode: 25,
      loader: .mainThread
    ).run()
    // From 90 on a frame of 0 pt is on screen, from 110 on one of 50 pt, and wanted are
    // 50, 100, 150, 150 and 150 pt.
    let missing = [0.25, 0.5, 0.5, 0.5, 0.5].map { $0 * 0.010 }
    #expect(near(report.stalls.seconds, 0.050 + missing.reduce(0, +)))
    #expect(report.stalls.blankAreaSeconds == 0 && report.stalls.wrongAreaSeconds == 0)
    #expect(report.hitches.frozen == .ms(40 + 20 + 20))
  }

  @Test func `at most the whole screen is missing`() throws {
    // Busy from 30 to 80 with items 1 and 2, while the content is two viewports away.
    let report = try Strip(
      path: "0...4.......", phase: .tracking, read: 0, decode: 25, loader: .mainThread
    ).run()
    // The frame of 40 is due at 50 and shown at 70.
    #expect(near(report.stalls.seconds, 0.030 + 0.020))
  }

  @Test func `a blank area under a late frame is missing while it remains visible`() throws {
    // Blank from 10 on, read until 14. At 20 item 0 is delivered and decoded until 45, due at 30.
    // From 40 to 50 half of the blank item is wanted no more, and what is wanted in its place is
    // not shown either; then the item is shown, until 60 where it was at 20.
    let report = try Strip(path: "0..+...", read: 14, decode: 25, loader: .backgroundRead).run()
    #expect(near(report.stalls.seconds, 0.010 + 0.040 + 0.5 * 0.010))
  }

  @Test func `the background adds nothing, and a late frame continues after it`()
    throws
  {
    // Busy until 35, away from 15 to 55, shown at 60: 20 ms of screen time.
    let report = try Strip(
      path: "0.........", read: 0, decode: 35, loader: .mainThread,
      events: [(15, .background), (55, .foreground)]
    ).run()
    #expect(near(report.stalls.seconds, 0.020))
    #expect(report.hitches.frozen == .ms(10))
    #expect(report.launch.timeToFirstFrame == .ms(20))
  }

  @Test func `the screen shows its old content after the background`() throws {
    // Away from 35 to 55; item 1 since 50, wanted from 60 on, shown at 70.
    let report = try Strip(
      path: "0....1......", read: 0, decode: 0, loader: .mainThread,
      events: [(35, .background), (55, .foreground)]
    ).run()
    #expect(near(report.stalls.seconds, 0.010 + 0.010))
    #expect(report.hitches.frozen == .zero)
  }

  @Test func `images that wait while frames are on time wait for the next frame`() throws {
    // Decoded at 12, delivered at 20, on screen at 30; blank from 10 on.
    let report = try Strip(path: "0.....").run()
    #expect(report.stalls.waits.decode == 2_000_000)
    #expect(report.stalls.waits.nextFrame == 18_000_000)
    #expect(report.stalls.waits.mainThread == 0)
  }

  @Test func `images that wait while a frame is late wait for the main thread`() throws {
    // Read until 4, delivered and decoded at 10, due at 20, on screen at 40; blank from 10 on.
    let report = try Strip(path: "0......", decode: 25, loader: .backgroundRead).run()
    #expect(report.stalls.waits.nextFrame == 10_000_000)
    #expect(report.stalls.waits.mainThread == 20_000_000)
  }

  @Test func `the watchdog ends a launch of 20 seconds, even in a shorter trace`() throws {
    let report = try Strip(path: "0.....", decode: 25_000, loader: .mainThread).run()
    #expect(report.death?.time == .ms(20_000) && report.death?.reason == .slowLaunch)
    #expect(report.duration == .ms(50))
    let shorter = try Strip(path: "0.....", read: 0, decode: 20_000, loader: .mainThread).run()
    #expect(shorter.death == nil)
  }

  @Test func `the watchdog ends an app that blocks the main thread for 10 seconds`() throws {
    let report = try Strip(
      path: "0....1.....", cell: 0, read: 0, decode: 0, loader: .mainThread,
      large: ([1], 10_001)
    ).run()
    #expect(report.death?.time == .ms(10_050) && report.death?.reason == .hang)
  }

  @Test func `the watchdog measures a launch from its start`() throws {
    // Blocked for 25 s by its first image; launched again 5 ms before it would have been ended.
    let report = try Strip(
      path: "0" + String(repeating: ".", count: 2010), read: 0, decode: 25_000,
      loader: .mainThread, events: [(19_995, .relaunch)]
    ).run()
    #expect(report.death?.reason == .slowLaunch && report.death?.time == .ms(39_995))
  }

  @Test func `a launch that preloads too much is killed at the limit`() throws {
    // 490 kB are left up to the limit: the 479th image of 1024 bytes reaches it.
    let strip = Strip(
      path: "0.....", shows: Array(0..<600), read: 0, decode: 20,
      loader: Loader.cached.with(\.preload, 600), room: 1000)
    let report = try strip.run()
    #expect(report.death?.reason == .memory(.appLimit))
    #expect(report.death?.time == .ms(479 * 20), "\(report.death?.time.milliseconds ?? 0) ms")
    #expect(report.memory.peakFootprint.bytes < 502_000, "nothing is loaded after the death")
    let slow = try Strip(
      path: "0.....", shows: Array(0..<600), read: 0, decode: 100,
      loader: Loader.cached.with(\.preload, 600), room: 1000
    ).run()
    #expect(slow.death?.reason == .slowLaunch && slow.death?.time == .ms(20_000))
    #expect(slow.work.mainDecodes == 201, "nor after the watchdog has come")
  }

  @Test func `no image loads after the watchdog ends the app`() throws {
    // Eight items of 6 s each: the fourth is under way after 20 s.
    let report = try Strip(
      path: "0.....", viewport: 800, read: 0, decode: 6000, loader: .mainThread
    ).run()
    #expect(report.death?.time == .ms(20_000) && report.work.mainDecodes == 4)
    #expect(report.requests.unfinished + report.requests.displayed == 8)
  }

  @Test func `preloading keeps the main thread busy, and the first frame hangs`() throws {
    let report = try Strip(
      path: String(repeating: ".", count: 100), read: 0, decode: 100,
      loader: Loader.cached.with(\.preload, 5)
    ).run()
    #expect(report.hitches.mainThreadBusy == .ms(500))
    #expect(report.hitches.longestDelay == .ms(500), "due at 10, shown at 510")
    #expect(report.hitches.hangBand == .warning && report.hitches.count == 0)
  }

  @Test func `the watchdog ignores the background`() throws {
    let report = try Strip(
      path: "0.........", decode: 25_000, loader: .mainThread, events: [(50, .background)]
    ).run()
    #expect(report.death == nil)
  }
}
