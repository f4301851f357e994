import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollSweeps
import ScrollTraces
import Testing

/// Tests of a log's entries for frames without events, and for runs with too many events.
@Suite struct RunLogTests {
  /// Returns a photo at rest for a number of hours, on a phone of 60 Hz.
  private static func rest(hours: Double) throws -> PreparedScenario {
    let trace = try ScrollTrace(
      sketching: [(0, 0), (hours * 3_600_000, 0)], over: [(600, 600), (600, 600)],
      on: .list(ListLayout()), in: ViewportSize(width: 320, height: 240))
    return PreparedScenario(
      Scenario(
        images: trace.catalog.images, placement: trace.placement, motion: trace.motion,
        viewportExtent: 240, viewportBreadth: 320,
        device: try DeviceCatalog.builtIn.choose("iphone-5").entry, loader: .cached))
  }

  private static func run(_ prepared: PreparedScenario, log: RunLog) throws -> RunReport {
    prepared.run(
      try PolicyCatalog.builtIn.choose("lru"), budget: ByteCount(64 << 20), log: log)
  }

  @Test func `a long rest adds no entries to a log, and its story contains all frames`() throws {
    let (short, long) = (RunLog(), RunLog())
    _ = try Self.run(try Self.rest(hours: 0.001), log: short)
    let prepared = try Self.rest(hours: 1)
    let report = try Self.run(prepared, log: long)
    #expect(short.entries.count == long.entries.count)
    #expect(report.frames == 216_001)
    let explainer = StallExplainer(long, of: prepared)
    #expect(explainer.frameCount == report.frames)
    let frame = try explainer.frame(123_456)
    #expect(frame.start == .vsync(123_456, hertz: 60) && frame.presented == frame.due)
    #expect(frame.due == .vsync(123_457, hertz: 60) && frame.work.total == 0)
  }

  @Test func `repeated frames equal those of the run`() throws {
    var repeated = 0
    for seed in UInt64(60_000)..<60_100 {
      let drawn = RandomScenario(seed: seed)
      let prepared = PreparedScenario(drawn.scenario)
      let log = RunLog()
      let report = prepared.lawfulRun(
        try drawn.model(), isSpatial: drawn.isSpatial, log: log, told: drawn)
      let frames = log.frames(hertz: drawn.scenario.device.refreshRate)
      try #require(frames.count == report.frames, "seed \(seed)\n\(drawn)")
      let (times, shown) = (frames.map(\.start), Array(ResidencyMap(log, of: prepared).frames))
      try #require(times == shown.map(\.start), "seed \(seed)\n\(drawn)")
      repeated += log.entries.reduce(0) {
        if case .repeatedFrames(let count) = $1.event { $0 + count } else { $0 }
      }
    }
    #expect(repeated > 1000)
  }

  @Test func `the limit of a log applies to frames and entries`() throws {
    let log = RunLog(limit: 1000)
    _ = try Self.run(try Self.rest(hours: 1), log: log)
    // The display has 60 frames a second.
    let cut = try #require(log.cut).seconds
    #expect((16.6...16.8).contains(cut), "\(cut)")
    #expect(log.entries.count < 100)
  }

  @Test func `a full log states its end and keeps earlier events`() throws {
    let whole = RunLog(), cut = RunLog(limit: 10)
    let prepared = try Self.rest(hours: 0.001)
    _ = try Self.run(prepared, log: whole)
    _ = try Self.run(prepared, log: cut)
    #expect(whole.cut == nil)
    #expect(cut.entries == Array(whole.entries.prefix(10)) && cut.cut == whole.entries[10].time)
  }
}
