import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import Testing

/// Tests that the sums over residency maps equal the figures of the report.
struct ResidencyOracleTests {
  private struct Mapped {
    let report: RunReport, log: RunLog, map: ResidencyMap, drawn: RandomScenario

    init(_ seed: UInt64) throws {
      drawn = RandomScenario(seed: seed)
      var scenario = drawn.scenario
      // An NSNull is an entry, but not an image that the map could show.
      scenario.loader.nullEntries = false
      let prepared = PreparedScenario(scenario)
      log = RunLog()
      report = prepared.lawfulRun(
        try drawn.model(), isSpatial: drawn.isSpatial, log: log, told: drawn)
      map = ResidencyMap(log, of: prepared)
    }
  }

  private static let seeds: Range<UInt64> = 60_000..<60_600

  @Test func `marks equal the images that the report counts as evicted too early`() throws {
    var count = 0
    for seed in Self.seeds {
      let run = try Mapped(seed)
      try #require(
        run.map.earlyEvictions.count == run.report.cache.evictedTooEarly,
        "seed \(seed)\n\(run.drawn)\n\(run.map.earlyEvictions)")
      count += run.report.cache.evictedTooEarly
    }
    #expect(count > 100)
  }

  @Test func `residences add up to the byte seconds of the cache`() throws {
    for seed in Self.seeds {
      let run = try Mapped(seed)
      let sum = run.map.images.flatMap(\.residences).reduce(0) {
        $0 + Double($1.bytes) * run.map.seconds([$1.span])
      }
      let expected = run.report.cache.byteSeconds
      try #require(
        abs(sum - expected) <= 1e-9 * max(1, expected),
        "seed \(seed)\n\(run.drawn)\n\(sum) for \(expected)")
    }
  }

  @Test func `blank, soft and wrong items add up to each presented frame`() throws {
    var frames = (blank: 0, soft: 0, wrong: 0)
    for seed in Self.seeds {
      let run = try Mapped(seed)
      let shares = Shares(run.map, run.drawn.scenario)
      var (number, withBlank) = (0, 0)
      let logged = run.log.frames(hertz: run.drawn.scenario.device.refreshRate)
      for ((_, shown), frame) in zip(logged, run.map.frames) {
        defer { number += 1 }
        guard shown.isPresented, shown.presented < run.map.end else { continue }
        for (what, share, spans) in [
          ("blank", shown.blank, \ResidencyMap.Item.blank), ("soft", shown.soft, \.soft),
          ("wrong", shown.wrong, \.wrong),
        ] {
          let sum = shares.sum(of: spans, in: frame, at: shown.presented)
          try #require(
            abs(sum - share) < 1e-9,
            "seed \(seed), frame \(number), \(what): \(sum) for \(share)\n\(run.drawn)")
        }
        if shown.blank > 0 { (frames.blank, withBlank) = (frames.blank + 1, withBlank + 1) }
        if shown.soft > 0 { frames.soft += 1 }
        if shown.wrong > 0 { frames.wrong += 1 }
      }
      // A frame that is presented as the run ends was on screen for no time.
      try #require(
        (0...1).contains(run.report.stalls.framesWithBlank - withBlank), "seed \(seed)")
    }
    #expect(frames.blank > 1000 && frames.soft > 500 && frames.wrong > 100, "\(frames)")
  }

  @Test func `a blank, soft or wrong item is visible and only one of the three`() throws {
    for seed in Self.seeds {
      let run = try Mapped(seed)
      for (index, item) in run.map.items.enumerated() {
        let parts = item.blank + item.soft + item.wrong
        let apart = parts.reduce(0) { $0 + run.map.seconds([$1]) }
        try #require(
          abs(run.map.seconds(parts) - apart) < 1e-9
            && abs(run.map.seconds(parts + item.visible) - run.map.seconds(item.visible)) < 1e-9,
          "seed \(seed), item \(index)\n\(item)")
      }
    }
  }

  @Test func `equal runs draw equal bytes without external references`()
    throws
  {
    for seed in Self.seeds.prefix(60) {
      let (first, second) = (try Page(seed), try Page(seed))
      try #require(first.text == second.text, "seed \(seed)")
      try #require(!first.text.contains("://"), "seed \(seed)")
      let ids = first.text.split(separator: " id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
      try #require(Set(ids).count == ids.count, "seed \(seed): \(ids)")
      try #require(ids.allSatisfy { $0 == "one" || $0.hasPrefix("one-") }, "seed \(seed): \(ids)")
    }
  }

  /// The section of a page about a run.
  private struct Page {
    let text: String

    init(_ seed: UInt64) throws {
      let drawn = RandomScenario(seed: seed)
      let prepared = PreparedScenario(drawn.scenario)
      let log = RunLog()
      let report = prepared.lawfulRun(
        try drawn.model(), isSpatial: drawn.isSpatial, log: log, told: drawn)
      text = SectionText.section(log, prepared, report, id: "one")
    }
  }

  /// The shares of the viewport that items cover.
  private struct Shares {
    let map: ResidencyMap
    let scenario: Scenario

    init(_ map: ResidencyMap, _ scenario: Scenario) {
      self.map = map
      self.scenario = scenario
    }

    func sum(
      of spans: KeyPath<ResidencyMap.Item, [ResidencyMap.Span]>, in frame: ResidencyMap.Frame,
      at time: SimTime
    ) -> Double {
      let epoch = scenario.laterEpochs.last { $0.time <= frame.start }
      let placement = epoch?.placement ?? scenario.placement
      let extent = epoch?.viewportExtent ?? scenario.viewportExtent
      var sum = 0.0
      for (index, item) in map.items.enumerated()
      where item[keyPath: spans].contains(where: { $0.from <= time && time < $0.to }) {
        let overlap =
          min(frame.offset + extent, placement.ends[index])
          - max(frame.offset, placement.starts[index])
        sum += overlap * placement.breadths[index] / extent
      }
      return sum
    }
  }
}
