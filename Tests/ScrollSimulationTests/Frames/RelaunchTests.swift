import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// Tests of the state that a process loses when it ends.
struct RelaunchTests {
  /// An app that is relaunched at 56, just after other processes have taken memory.
  ///
  /// Item 0 is on screen, item 1 is decoded until 212, and item 2 waits for the lane. The relaunch
  /// makes the picture of item 0 volatile before it cancels item 2.
  private static let shortOfMemory = Strip(
    path: "0..........", viewport: 300, lanes: 1,
    loader: LoadingTests.cached.with(\.cancelOnLeave, true).with(\.purgeable, .fifo),
    events: [(55, .externalPressure(bytes: 800_000)), (56, .relaunch)], large: ([1], 200))

  @Test func `a relaunched app prefetches the same images again`() throws {
    let report = try Strip(
      path: "0..........", loader: LoadingTests.cached,
      prefetcher: .named("ring:ahead=1:behind=0"), events: [(55, .relaunch)]
    ).run()
    #expect(report.prefetch.issued == 2)
  }

  @Test func `the system purges no picture of a process while it ends`() throws {
    let report = try Self.shortOfMemory.run()
    #expect(report.requests.cancelled == 1 && report.memory.warnings == 1)
    #expect(report.memory.purges == 0)
  }

  @Test func `the cache of a process that ends is emptied in one call`() throws {
    let (report, model) = try Self.shortOfMemory.spied()
    #expect(model.log.filter { $0.hasPrefix("remove") } == ["remove all: removed"])
    #expect(report.cache.removals(because: .removed) == 1)
  }

  @Test func `a decode that begins while a process ends is not charged`() throws {
    // The lane decodes item 0 until the relaunch cancels it; the prefetched item 1 is larger.
    var strip = Strip(
      path: "0..........", decode: 200, lanes: 1,
      loader: CancelStageTests.loader.with(\.cancelDecode, true),
      prefetcher: .named("ring:ahead=1:behind=0"), large: ([1], 200))
    let peak = try strip.run().memory.peakFootprint
    // One bitmap and two files.
    #expect(peak == Strip.base + ByteCount(1024 + 2 * 100))
    strip.events = [(56, .relaunch)]
    let report = try strip.run()
    #expect(report.requests.cancelled == 1 && report.memory.peakFootprint == peak)
  }
}
