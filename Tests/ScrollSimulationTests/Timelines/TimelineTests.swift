import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import TestSupport
import Testing

/// Timelines: what is on which track, and that the format's rules hold.
struct TimelineTests {
  static let cached = Loader.cached.with(\.prefetcher, .none)

  private static func timeline(_ strip: Strip) throws -> TimelineDocument {
    let (report, log, prepared, _) = try strip.told()
    return try TimelineExport(log, of: prepared).document(until: report.duration)
  }

  @Test func `reads, decodes and frames have the times worked out by hand`() throws {
    let rules = try Self.timeline(Strip(path: "0...", viewport: 200, cell: 1))
    #expect(rules.broken.isEmpty, "\(rules.broken)")
    #expect(
      rules.spans() == [
        "item 0 blank 10000 + 20000", "item 1 blank 10000 + 20000", "frame 0 0 + 2000",
        "frame 2 20000 + 0", "read item 0 1000 + 4000", "read item 1 5000 + 4000",
        "decode item 0 5000 + 8000", "decode item 1 9000 + 8000",
      ])
  }

  @Test func `flows connect reads and decodes through the waiting item to the frame`() throws {
    let rules = try Self.timeline(Strip(path: "0...", viewport: 200, cell: 1))
    #expect(
      rules.ways() == [
        "read item 0 > decode item 0 > item 0 blank > frame 2",
        "read item 1 > decode item 1 > item 1 blank > frame 2",
      ])
  }

  @Test func `cache decisions have their reasons`() throws {
    let rules = try Self.timeline(Strip(path: "0...1....", loader: Self.cached, room: 1))
    let decisions = rules.events("i", on: { $0 == "cache decisions" })
    #expect(
      decisions.compactMap { $0["name"] as? String } == [
        "admits item 0", "admits item 1", "evicts item 0",
      ])
    #expect(decisions.last?.arguments["because"] as? String == "at the cache limit")
    #expect(decisions.last?.arguments["for"] as? String == "item 1")
  }

  @Test func `a run without a frame has a timeline`() throws {
    let rules = try Self.timeline(Strip(path: "0"))
    #expect(rules.broken.isEmpty, "\(rules.broken)")
  }

  @Test func `activities at the end are cut off there`() throws {
    let rules = try Self.timeline(Strip(path: "0...", read: 100))
    #expect(rules.broken.isEmpty, "\(rules.broken)")
    #expect(rules.spans().last == "read item 0 0 + 30000")
  }

  @Test func `a relaunch cuts off activities`() throws {
    let rules = try Self.timeline(
      Strip(path: "0.....", read: 100, loader: Self.cached, events: [(25, .relaunch)]))
    #expect(rules.broken.isEmpty, "\(rules.broken)")
    #expect(rules.spans().suffix(2) == ["read item 0 0 + 25000", "read item 0 30000 + 20000"])
  }

  @Test func `hitches and system events are instants`() throws {
    let rules = try Self.timeline(
      Strip(
        path: "0.........", decode: 25, loader: .backgroundRead,
        events: [(52, .memoryPressure(.warning)), (61, .background), (75, .foreground)]))
    #expect(rules.broken.isEmpty, "\(rules.broken)")
    #expect(
      rules.names("i") == [
        "hitch", "memoryPressure warning", "app notified: pressure warning", "background",
        "foreground",
      ])
  }

  @Test func `the cache counter follows stores and evictions`() throws {
    let rules = try Self.timeline(Strip(path: "0...1....", loader: Self.cached, room: 1))
    let cache = rules.events.filter { $0["name"] as? String == "cache" }
    let bytes = cache.compactMap { ($0["args"] as? [String: Any])?["bytes"] as? Int }
    #expect(bytes == [1024, 1024])
    let named = Set(rules.names("C"))
    #expect(named == ["cache", "footprint", "loads", "viewport"])
  }

  @Test func `times are exact to the nanosecond`() throws {
    // Vsync 1 of 60 Hz is at 16 666 666 ns.
    var scenario = Strip(path: "0....").scenario
    scenario.device.refreshRate = 60
    let prepared = PreparedScenario(scenario)
    let log = RunLog()
    _ = prepared.lawfulRun(nil, isSpatial: false, log: log)
    #expect(TimelineExport(log, of: prepared).text.contains("\"ts\":16666.666,"))
  }

  @Test func `random scenarios keep the rules and add up to their reports`() throws {
    for seed in 50_000..<50_400 as Range<UInt64> {
      let drawn = RandomScenario(seed: seed)
      let prepared = PreparedScenario(drawn.scenario)
      let log = RunLog()
      let report = prepared.lawfulRun(
        try drawn.model(), isSpatial: drawn.isSpatial, log: log, told: drawn)
      let rules = try TimelineExport(log, of: prepared).document(until: report.duration)
      try #require(rules.broken.isEmpty, "seed \(seed)\n\(rules.broken)\n\(drawn)")
      let cached = rules.events.last { $0["name"] as? String == "cache" }
      let bytes = cached?.arguments["bytes"] as? Int
      try #require(bytes ?? 0 == report.cache.residentBytes.bytes, "seed \(seed)")
      let differences = TimelineSums(rules, until: report.duration.microseconds)
        .differences(from: report, of: prepared.scenario.loader)
      try #require(differences.isEmpty, "seed \(seed)\n\(differences)\n\(drawn)")
    }
  }

  @Test(arguments: Catalog<LoaderDescriptor>.builtIn.entries.map(\.name))
  func `every preset keeps the rules over a failing network`(name: String) throws {
    let choice = try Catalog<LoaderDescriptor>.builtIn.choose("\(name):origin=network")
    var strip = Strip(path: "0123..4567....8.+.+..1..", viewport: 200, cell: 0.3)
    strip.loader = choice.entry.loader(choice.settings)
    strip.room = 3
    strip.events = [
      (31, .offline), (52, .online), (83, .memoryPressure(.critical)), (125, .relaunch),
    ]
    var scenario = strip.scenario
    scenario.prefetcher = strip.loader.prefetcher
    scenario.network = NetworkProfile(
      name: "poor", summary: "", latency: .ms(3), roundTrip: .ms(2), bandwidth: 20_000,
      loss: 0.2, connections: 3, timeOut: .ms(12), failures: 0.1)
    let prepared = PreparedScenario(scenario)
    let log = RunLog()
    let report = prepared.lawfulRun(
      try PolicyCatalog.builtIn.choose("lru"), budget: ByteCount(3072), seed: 5, log: log)
    let rules = try TimelineExport(log, of: prepared).document(until: report.duration)
    #expect(rules.broken.isEmpty, "\(rules.broken)")
    let differences = TimelineSums(rules, until: report.duration.microseconds)
      .differences(from: report, of: prepared.scenario.loader)
    #expect(differences.isEmpty)
    let explainer = StallExplainer(log, of: prepared)
    let explanations = (0..<10).flatMap { (try? explainer.item($0)) ?? [] }
    #expect(explanations.count == report.stalls.appearances)
    #expect(explanations.count { $0.outcome == .late } == report.stalls.late)
  }
}
