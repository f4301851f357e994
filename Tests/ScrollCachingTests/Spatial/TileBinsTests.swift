import ScrollCaching
import ScrollCore
import Testing

/// Bins around a viewport of 800 px that goes down at 2 000 px/s.
@Suite struct TileBinsTests {
  /// Tiles of 100 px whose near edges are at these distances ahead (or, negative, behind) of a
  /// viewport at 5000 ..< 5800; 0 is a visible one.
  func cache(
    _ settings: String, gaps: [Double], scale: Double = 1
  ) throws -> PlacedCache {
    let items = gaps.map { gap -> ClosedRange<Double> in
      if gap == 0 { return 5100...5200 }
      return gap > 0 ? 5800 + gap...5900 + gap : 4900 + gap...5000 + gap
    }
    let cache = try PlacedCache("tile-bins\(settings)", items: items, contentEnd: 20_000) {
      $0.scale = scale
    }
    cache.fill()
    return cache
  }

  func order(_ settings: String, gaps: [Double], scale: Double = 1) throws -> [Double] {
    let gaps = gaps.sorted()
    let cache = try cache(settings, gaps: gaps, scale: scale)
    cache.look(5000..<5800, velocity: 2000, .forward, .tracking)
    return cache.order().map { gaps[$0] }
  }

  @Test func `the skewport on a GPU reaches 400 px ahead, the border 120 px`() throws {
    // Ahead 300 is soon, ahead 700 eventually; behind, 110 is soon and 130 eventually.
    #expect(try order("", gaps: [-130, -110, 0, 300, 700]) == [700, -130, 300, -110, 0])
    #expect(try order("", gaps: [-130, 0, 399]) == [-130, 399, 0])
    #expect(try order("", gaps: [-130, 0, 401]) == [401, -130, 0])
  }

  @Test func `an item that touches the viewport is in the bin soon, not now`() throws {
    // 5800 ..< 5900 touches the viewport and leaves before the visible one stored before it.
    let cache = try PlacedCache(
      "tile-bins", items: [5100...5200, 5800...5900], contentEnd: 20_000)
    cache.fill()
    cache.look(5000..<5800, velocity: 2000, .forward, .tracking)
    #expect(cache.order() == [1, 0])
  }

  @Test func `software rasterization looks one second ahead, at most 2000 px`() throws {
    #expect(
      try order(":raster=software", gaps: [-130, 0, 1900, 2100]) == [2100, -130, 1900, 0])
  }

  @Test func `lengths are in pixels of the screen`() throws {
    // At 3 px/pt the border is 104 pt, the skewport 400 pt, the interest area 1 000 pt.
    #expect(try order("", gaps: [-110, -100, 0, 390], scale: 3) == [-110, 390, -100, 0])
    let far = try cache(":dropsOutside=true", gaps: [-1001, -999, 0, 999, 1001], scale: 3)
    far.look(5000..<5800)
    #expect(far.residents == [1, 2, 3])
  }

  @Test func `dropsOutside removes all images outside the interest area`() throws {
    let gaps: [Double] = [-3001, -2999, 0, 2999, 3001]
    let dropping = try cache(":dropsOutside=true", gaps: gaps)
    dropping.look(5000..<5800)
    #expect(dropping.residents == [1, 2, 3])
    #expect(dropping.removals().allSatisfy { $0.reason == .leftRange })
    let keeping = try cache("", gaps: gaps)
    keeping.look(5000..<5800)
    #expect(keeping.residents.count == 5)
  }

  @Test func `a replay drops images farther than interestItems`() throws {
    let there = Array(0..<100)
    let stream = RequestStream(
      images: (there + there.dropLast().reversed()).map { ImageID($0) }, imageCount: 100)
    for (interest, misses) in [(64, 100 + 35), (10, 100 + 89), (99, 100)] {
      let bins = try PolicyCatalog.builtIn.choose(
        "tile-bins:dropsOutside=true:interestItems=\(interest)")
      let setup = PolicySetup(
        imageCount: 100, limits: CacheLimits(), settings: bins.settings)
      #expect(bins.entry.replay(stream, setup).misses == misses, "\(interest)")
    }
  }
}
