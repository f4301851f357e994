import ScrollCaching
import ScrollCore
import ScrollLayout
import ScrollSimulation
import TestSupport
import Testing

/// Tests of the requests and notifications that the memory cache receives, and of its figures.
struct CacheTests {
  static let cached = Loader.cached.with(\.prefetcher, .none)

  /// Returns the images stored, in order.
  private func stores(_ strip: Strip) throws -> [Int] {
    try strip.spied().model.log.compactMap { line in
      guard let range = line.firstRange(of: "store image ") else { return nil }
      return Int(line[range.upperBound...].prefix { $0.isNumber })
    }
  }

  @Test func `a hit shows its image at once or one frame later`() throws {
    // Item 0 comes back at 60.
    var strip = Strip(path: "0..1..0....", loader: Self.cached)
    let atOnce = try strip.run()
    #expect(atOnce.requests.hits == 1)
    #expect(near(atOnce.stalls.blankAreaSeconds, 0.040))
    strip.loader.hitDelivery = .nextFrame
    let later = try strip.run()
    #expect(later.requests.hits == 1 && later.requests.displayed == 3)
    #expect(near(later.stalls.blankAreaSeconds, 0.050))
  }

  @Test func `a low variant that is found late does not replace the full image`() throws {
    var scenario = Strip(
      path: "0.......",
      loader: Loader.resolutionSwap.with(\.origin, .network).with(\.reloadRow, true)
        .with(\.hitDelivery, .nextFrame)
    ).scenario
    scenario.motion.phases[0] = .tracking
    let report = PreparedScenario(scenario).lawfulRun(
      try PolicyCatalog.builtIn.choose("lru"), budget: ByteCount(102_400))
    // At 10 the row finds the low variant and at rest requests the full image instead, which it
    // finds at 20, displays at 30 and shows at 40; the item is on screen since 10.
    #expect(report.requests.count == 4 && report.requests.hits == 2)
    #expect(report.requests.displayed == 1 && report.requests.leftUnshown == 3)
    #expect(report.stalls.timeToImage.max == .ms(30) && report.stalls.softAreaSeconds == 0)
  }

  @Test func `an image that the cache evicts when it finds it is displayed`() throws {
    let strip = Strip(path: "0...1...0...1...0...", loader: Self.cached)
    let prepared = PreparedScenario(strip.scenario)
    let lru = try PolicyCatalog.builtIn.choose("lru")
    let setup = prepared.setup(for: lru, budget: ByteCount(10_240))
    let report = prepared.lawfulRun(
      EvictingAtHits(lru.entry.makeModel(setup)), isSpatial: false)
    // Both items are found once; the third request of item 0 loads it again.
    #expect(report.requests.hits == 2 && report.requests.started == 3)
    #expect(report.requests.displayed == 5)
    #expect(report.cache.removals(because: .cost) == 2)
  }

  @Test func `hits are counted by requests, bytes and decode time`() throws {
    // A, B, A: B has twice the bytes and takes 34 ms, A 8.
    let report = try Strip(
      path: "0....1......0....", loader: Self.cached, large: ([1], 34)
    ).run()
    #expect(report.requests.count == 3 && report.requests.hits == 1)
    #expect(report.requests.byteHitRate == 0.25)
    #expect(report.requests.decodeHitRate == 0.16)
  }

  @Test func `a hit on an undrawn image saves no decode`() throws {
    // Item 1 is read ahead of its appearance and decoded when it appears.
    let report = try Strip(
      path: "0...1...", loader: Self.cached.with(\.decodeOn, .main),
      prefetcher: .named("neighbours")
    ).run()
    #expect(report.requests.hits == 1 && report.requests.decodeSaved == 0)
    #expect(report.work.mainDecodes == 2)
  }

  @Test func `a live-object table finds an image on screen after its eviction`()
    throws
  {
    // Items 0 and 1 are visible, their images A and B; B evicts A. Then item 2 shows A.
    var strip = Strip(
      path: "0....+........", shows: [0, 1, 0], viewport: 200, loader: Self.cached, room: 1)
    let again = try strip.run()
    #expect(again.requests.started == 3 && again.requests.hits == 0)
    // Twice A, once with its file while it is decoded, and B.
    #expect(again.memory.peakFootprint.bytes == Strip.base.bytes + 3 * 1024 + 100)
    strip.loader.liveObjects = true
    let live = try strip.run()
    #expect(live.requests.started == 2 && live.requests.liveHits == 1)
    #expect(live.requests.displayed == 3 && live.requests.hits == 0)
    #expect(live.memory.peakFootprint.bytes == Strip.base.bytes + 2 * 1024 + 200)
  }

  @Test func `an item that stays visible makes no second request`() throws {
    let report = try Strip(
      path: "0.............", viewport: 200, loader: Self.cached, room: 1
    ).run()
    #expect(report.cache.removals(because: .cost) == 1)
    #expect(report.requests.count == 2 && report.work.laneDecodes == 2)
  }

  @Test func `a pinned image on screen is not evicted`() throws {
    let report = try Strip(
      path: "0.............", viewport: 200, loader: Self.cached.with(\.pinDisplayed, true),
      room: 1
    ).run()
    #expect(report.cache.removals(because: .cost) == 0 && report.cache.refusals == 1)
  }

  @Test func `a cache of files decodes at every hit`() throws {
    let report = try Strip(
      path: "0...1...0...", loader: Self.cached.with(\.holds, .encoded)
    ).run()
    #expect(report.requests.hits == 1 && report.requests.decodeSaved == 0)
    #expect(report.work.bytesRead.bytes == 200 && report.work.laneDecodes == 3)
    #expect(report.cache.residentBytes.bytes == 200)
    // Decoded from 80 to 88 and seen at 100, 10 ms after its cell.
    #expect(near(report.stalls.blankAreaSeconds, 0.050))
  }

  @Test(arguments: [true, false])
  func `without a cache, the form of its entries has no effect`(decodesAtOnce: Bool) throws {
    // Item 1 leaves before its image arrives.
    var strip = Strip(
      path: "012........", loader: Loader.backgroundRead.with(\.decodeAtOnce, decodesAtOnce))
    let decoded = try strip.run()
    #expect(decoded.work.mainDecodes == (decodesAtOnce ? 3 : 1))
    strip.loader.holds = .encoded
    #expect(try strip.run() == decoded)
  }

  @Test(arguments: [
    (ScrollDirection.forward, 1, [4, 5, 3]), (.backward, 1, [4, 3, 5]),
    (.forward, 2, [4, 5, 3, 6, 2]), (.backward, 2, [4, 3, 5, 2, 6]),
  ])
  func `neighbors load in order of distance, the one ahead before the one behind`(
    direction: ScrollDirection, reach: Int, order: [Int]
  ) throws {
    let strip = Strip(
      path: "4.........", direction: direction, lanes: 1, loader: Self.cached,
      prefetcher: .named("neighbours:k=\(reach)"))
    #expect(try stores(strip) == order)
  }

  @Test(arguments: [(ScrollDirection.forward, [4, 5, 3, 6]), (.backward, [5, 4, 6, 3])])
  func `the neighbors of several items form one plan`(
    direction: ScrollDirection, order: [Int]
  ) throws {
    let strip = Strip(
      path: "4.........", viewport: 200, direction: direction, lanes: 1, loader: Self.cached,
      prefetcher: .named("neighbours"))
    #expect(try stores(strip) == order)
    #expect(try strip.run().prefetch.issued == 2)
  }

  @Test func `a visible image is stored as viewed, any other as prefetched`() throws {
    let (_, model) = try Strip(
      path: "1......", loader: Self.cached, prefetcher: .named("neighbours")
    ).spied()
    let stores = model.log.filter { $0.contains("store") }
    #expect(stores.map { $0.contains("viewed") } == [true, false, false])
  }
}

/// A cache that evicts every image that it finds, as some policies do when a hit makes room.
final class EvictingAtHits: PassingModel {
  override func lookup(_ request: Request) -> Bool {
    guard model.lookup(request) else { return false }
    model.remove(request.image, because: .cost)
    return true
  }
}
