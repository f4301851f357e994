import ScrollCaching
import ScrollCore
import ScrollSimulation
import Testing

/// Tests of images that cells show in two sizes, worked out on paper.
///
/// Item 0 fills the screen of 100 pt. Its image is read in 4 ms, then decoded in 8 ms and drawn at
/// the size of the cell: 100 x 100 or 100 x 200 px. Another layout begins at 60 ms. A load that
/// begins at 0 is delivered at 20 and on screen at 30, 20 ms after its cell; one that begins at 60
/// is on screen at 90, 20 ms after its cell.
struct SizeTests {
  private static func strip(
    _ serves: Loader.Serving, lengths: [Double], room: Int = 1000
  ) -> Strip {
    var strip = Strip(path: "0............................", loader: CacheTests.cached)
    strip.loader.serves = serves
    strip.isDrawnAtViewSize = true
    strip.room = room
    strip.length = lengths[0]
    strip.layouts = lengths.enumerated().dropFirst().map { (60 * Double($0), $1) }
    return strip
  }

  /// The requests, hits, decodes, and milliseconds of blank and of soft area.
  struct Expected: Sendable {
    let serves: Loader.Serving
    let requests: Int, hits: Int, decodes: Int
    let blank: Double, soft: Double
  }

  private func expect(_ expected: Expected, _ lengths: [Double]) throws {
    let report = try Self.strip(expected.serves, lengths: lengths).run()
    #expect(report.requests.count == expected.requests)
    #expect(report.requests.hits == expected.hits)
    #expect(report.work.laneDecodes == expected.decodes)
    #expect(near(report.stalls.blankAreaSeconds, expected.blank / 1000))
    #expect(near(report.stalls.softAreaSeconds, expected.soft / 1000))
  }

  @Test(arguments: [
    // One bitmap of 100 x 200 px remains in its cell.
    Expected(serves: .oneSize, requests: 1, hits: 0, decodes: 1, blank: 20, soft: 0),
    Expected(serves: .exact, requests: 2, hits: 0, decodes: 2, blank: 40, soft: 0),
    Expected(serves: .atLeast, requests: 2, hits: 1, decodes: 1, blank: 20, soft: 0),
    // The larger bitmap is sharp; the exact one is loaded all the same.
    Expected(serves: .any, requests: 3, hits: 1, decodes: 2, blank: 20, soft: 0),
  ])
  func `a larger bitmap serves a smaller cell, depending on the rule`(expected: Expected) throws {
    try expect(expected, [200, 100])
  }

  @Test(arguments: [
    Expected(serves: .oneSize, requests: 1, hits: 0, decodes: 1, blank: 20, soft: 0),
    Expected(serves: .exact, requests: 2, hits: 0, decodes: 2, blank: 40, soft: 0),
    Expected(serves: .atLeast, requests: 2, hits: 0, decodes: 2, blank: 40, soft: 0),
    // The smaller bitmap is shown at 60 and on screen from 70 to 90.
    Expected(serves: .any, requests: 3, hits: 1, decodes: 2, blank: 20, soft: 20),
  ])
  func `a smaller bitmap serves a larger cell only until the exact one is there`(
    expected: Expected
  ) throws {
    try expect(expected, [100, 200])
  }

  @Test(arguments: [
    (Loader.Serving.exact, 3, 1, 2), (.atLeast, 3, 2, 1), (.any, 4, 2, 2),
  ])
  func `a cell that gets its first size back finds that bitmap`(
    serves: Loader.Serving, requests: Int, hits: Int, decodes: Int
  ) throws {
    let report = try Self.strip(serves, lengths: [200, 100, 200]).run()
    #expect(report.requests.count == requests && report.requests.hits == hits)
    #expect(report.work.laneDecodes == decodes)
  }

  @Test func `a bitmap that is larger but narrower than a cell does not serve it`() throws {
    // 50 x 300 px, then 100 x 100 px.
    var scenario = Self.strip(.atLeast, lengths: [300, 100]).scenario
    scenario.viewportBreadth = 50
    let report = PreparedScenario(scenario).lawfulRun(
      try PolicyCatalog.builtIn.choose("lru"), budget: ByteCount(1 << 20))
    #expect(report.requests.hits == 0 && report.work.laneDecodes == 2)
  }

  @Test func `each size has its own entry and its own bytes in the cache`() throws {
    // Rows of 100 px are padded to 448 bytes: 44 800 and 89 600 bytes.
    let report = try Self.strip(.exact, lengths: [100, 200]).run()
    #expect(report.cache.residentBytes.bytes == 44_800 + 89_600)
    // A limit of 90 KiB has room for either, so the second evicts the first.
    let tight = try Self.strip(.exact, lengths: [100, 200, 100], room: 90).run()
    #expect(tight.requests.hits == 0 && tight.work.laneDecodes == 3)
    #expect(tight.cache.removals(because: .cost) == 2)
  }

  @Test(arguments: [(Loader.Serving.exact, 4, 0, 4), (.atLeast, 4, 2, 2)])
  func `a new size replaces the others if an image has one entry`(
    serves: Loader.Serving, requests: Int, hits: Int, decodes: Int
  ) throws {
    var strip = Self.strip(serves, lengths: [100, 200, 100, 200])
    strip.loader.replacesSizes = true
    let report = try strip.run()
    #expect(report.requests.count == requests && report.requests.hits == hits)
    #expect(report.work.laneDecodes == decodes)
    // At least as large: 100 px were replaced by 200 px, which serve both.
    #expect(report.cache.residentBytes.bytes == 89_600)
  }

  @Test func `a bitmap on screen serves another cell after its eviction`() throws {
    // Items 0 and 1 show one image; nothing fits into the cache. Item 1 is visible from 60 on.
    var strip = Self.strip(.atLeast, lengths: [200, 100], room: 1)
    strip.shows = [0, 0]
    strip.viewport = 150
    strip.loader.liveObjects = true
    let report = try strip.run()
    // Item 0 leaves at 60, and no cell holds the large bitmap any more.
    #expect(report.requests.liveHits == 0 && report.work.laneDecodes == 2)
    strip.loader.clearOnReuse = false
    let kept = try strip.run()
    #expect(kept.requests.liveHits == 2 && kept.work.laneDecodes == 1)
  }

  @Test func `a bitmap that its policy evicts at a hit does not serve another size`() throws {
    let strip = Self.strip(.atLeast, lengths: [200, 100])
    let prepared = PreparedScenario(strip.scenario)
    let lru = try PolicyCatalog.builtIn.choose("lru")
    let setup = prepared.setup(for: lru, budget: ByteCount(1 << 20))
    let report = prepared.lawfulRun(
      EvictingAtHits(lru.entry.makeModel(setup)), isSpatial: false)
    #expect(report.requests.count == 2 && report.requests.hits == 0)
    #expect(report.work.laneDecodes == 2)
    #expect(report.cache.removals(because: .cost) == 1)
  }

  @Test func `a hit on another size may come a frame later`() throws {
    var strip = Self.strip(.any, lengths: [100, 200])
    strip.loader.hitDelivery = .nextFrame
    let report = try strip.run()
    // Blank from 70 to 80; requested at 70, the exact bitmap is on screen at 100.
    #expect(report.requests.count == 3 && report.work.laneDecodes == 2)
    #expect(near(report.stalls.blankAreaSeconds, 0.030))
    #expect(near(report.stalls.softAreaSeconds, 0.020))
  }

  @Test func `a prefetch skips an image that a larger bitmap serves`() throws {
    // Item 1, the last one, is prefetched in both layouts.
    var strip = Self.strip(.exact, lengths: [200, 100])
    strip.shows = [0, 1]
    strip.prefetcher = .named("ring:ahead=2:behind=0")
    #expect(try strip.run().prefetch.issued == 2)
    strip.loader.serves = .atLeast
    #expect(try strip.run().prefetch.issued == 1)
  }

  @Test func `every policy keeps a bitmap of a size that no cell has at the moment`() throws {
    let prepared = PreparedScenario(Self.strip(.exact, lengths: [100, 200, 100]).scenario)
    for entry in PolicyCatalog.builtIn.entries
    where !entry.facts.needsFuture && !["score", "adaptsize"].contains(entry.name) {
      let policy = try PolicyCatalog.builtIn.choose(entry.name)
      let report = prepared.lawfulRun(policy, budget: ByteCount(1 << 30), told: entry.name)
      #expect(report.requests.hits == 1 && report.work.laneDecodes == 2, "\(entry.name)")
    }
  }

  @Test func `the policy that knows the motion keeps the size that comes back`() throws {
    // There is room for one of the sizes, of 44 800 and 89 600 bytes.
    let prepared = PreparedScenario(Self.strip(.exact, lengths: [100, 200, 100]).scenario)
    let found = BestFoundStall(prepared, budget: ByteCount(100_000), policies: [])
    #expect(found.best?.policy == "foresight" && found.best?.seconds == found.unlimited)
  }

  @Test(arguments: [Loader.Redraw.none, .fullSize, .lazy])
  func `the rule has no effect on bitmaps of the image's size`(decode: Loader.Redraw) throws {
    var scenario = Self.strip(.exact, lengths: [200, 100]).scenario
    scenario.loader.decode = decode
    var other = scenario
    other.loader.serves = .oneSize
    func run(_ scenario: Scenario) throws -> RunReport {
      PreparedScenario(scenario).lawfulRun(
        try PolicyCatalog.builtIn.choose("lru"), budget: ByteCount(1 << 20))
    }
    #expect(try run(scenario) == run(other))
  }
}
