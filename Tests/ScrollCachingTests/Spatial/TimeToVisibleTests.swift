import ScrollCaching
import ScrollCore
import ScrollLaws
import ScrollReferences
import Testing

/// Tests of the order of eviction by time, on small examples.
@Suite struct TimeToVisibleTests {
  @Test func `many turns rank items behind nearer than items ahead`() throws {
    // A viewport at 100 ..< 200, an item 20 behind it and one 100 ahead.
    func order(turns: Int) throws -> [Int] {
      let cache = try PlacedCache(
        "time-to-visible", items: [50...80, 110...120, 300...310], contentEnd: 1000)
      cache.fill()
      for turn in 0...turns {
        cache.look(100..<200, turn % 2 == turns % 2 ? .forward : .backward, .tracking)
      }
      cache.look(100..<200)
      return cache.order()
    }
    // q = 1/9: 20 / q = 180 against 100 / (1 - q) = 112.5.
    #expect(try order(turns: 0) == [0, 2, 1])
    // q = 8/16: 40 against 200.
    #expect(try order(turns: 7) == [2, 0, 1])
  }

  @Test func `a fling reaches items on its way before nearer items behind`() throws {
    // A fling of 2 002 pt/s covers 1 000 pt: an item 900 ahead is seen before one 10 behind.
    let items: [ClosedRange<Double>] = [1900...1990, 2100...2200, 3700...3800]
    for (phase, order) in [(ScrollPhase.decelerating, [0, 2, 1]), (.idle, [2, 0, 1])] {
      let cache = try PlacedCache("time-to-visible", items: items, contentEnd: 10_000)
      cache.fill()
      cache.look(2000..<2800, velocity: phase == .idle ? 0 : 2002, .forward, phase)
      #expect(cache.order() == order, "\(phase)")
    }
  }

  @Test func `runs of one direction are bursts in a replay`() throws {
    let policy = try PolicyCatalog.builtIn.choose("time-to-visible")
    let requests = [4, 5, 4, 5, 4, 5, 4, 7, 0, 3, 7]
    let stream = RequestStream(images: requests.map { ImageID($0) }, imageCount: 9)
    let setup = PolicySetup(
      imageCount: 9, limits: CacheLimits(count: 3), settings: policy.settings)
    let scan = try #require(References.of("time-to-visible"))
    #expect(policy.entry.replay(stream, setup) == scan.replay(stream, setup))
  }
}
