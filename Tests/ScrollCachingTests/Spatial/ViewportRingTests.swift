import ScrollCaching
import ScrollCore
import Testing

/// Rings around a viewport of 800 pt at 4000, in a column of 100 items of 100 pt.
@Suite struct ViewportRingTests {
  func column(_ settings: String = "") throws -> PlacedCache {
    let cache = try PlacedCache("viewport-ring\(settings)", rows: 100, length: 100)
    cache.fill()
    return cache
  }

  /// Modes, directions, and the items in the display and preload range.
  static let ranges: [(mode: String, ScrollDirection, display: Range<Int>, preload: Range<Int>)] = [
    ("full", .forward, 36..<56, 28..<68),
    ("full", .backward, 32..<52, 20..<60),
    ("minimum", .forward, 38..<50, 38..<52),
    ("minimum", .backward, 38..<50, 36..<50),
    ("visible-only", .forward, 40..<48, 40..<48),
    ("low-memory", .backward, 40..<48, 40..<48),
  ]

  @Test(arguments: ranges)
  func `the preload range stays, and the display range stays longer`(
    mode: String, direction: ScrollDirection, display: Range<Int>, preload: Range<Int>
  ) throws {
    let cache = try column(":mode=\(mode):dropsOnLeave=true")
    cache.look(4000..<4800, velocity: 600 * direction.sign, direction, .tracking)
    #expect(cache.residents == Array(preload))
    #expect(cache.removals().allSatisfy { $0.reason == .leftRange })
    cache.model.setLimits(CacheLimits(count: display.count))
    #expect(cache.residents == Array(display))
    #expect(cache.removals().allSatisfy { $0.reason == .count })
  }

  @Test func `the ranges only order the victims without dropsOnLeave`() throws {
    let cache = try column(":mode=full")
    cache.look(4000..<4800)
    #expect(cache.residents.count == 100)
    #expect(cache.removals().isEmpty)
    cache.model.setLimits(CacheLimits(count: 20))
    #expect(cache.residents == Array(36..<56))
  }

  @Test func `the automatic mode is minimum until the first scroll`() throws {
    let cache = try column(":dropsOnLeave=true")
    cache.look(4000..<4800)
    #expect(cache.residents == Array(38..<52))
    cache.fill()
    cache.look(4000..<4800)
    #expect(cache.residents == Array(38..<52))
    cache.fill()
    cache.look(4100..<4900)
    #expect(cache.residents == Array(29..<69))
    cache.fill()
    cache.look(4000..<4800)
    #expect(cache.residents == Array(28..<68))
  }

  @Test func `a viewport that grows at one edge does not count as moved`() throws {
    let cache = try column(":dropsOnLeave=true")
    cache.look(4000..<4800)
    cache.look(4000..<4400)
    #expect(cache.residents == Array(39..<46))
    cache.fill()
    cache.look(3600..<4800)
    #expect(cache.residents == Array(33..<54))
  }

  @Test func `a new layout does not count as a scroll`() throws {
    let cache = try column(":dropsOnLeave=true")
    cache.look(4000..<4800)
    cache.fill()
    cache.model.placementChanged(to: cache.placement)
    cache.look(2000..<2800)
    #expect(cache.residents == Array(18..<32))
    cache.fill()
    cache.look(2100..<2900)
    #expect(cache.residents == Array(9..<49))
  }

  @Test func `a finger on the screen counts as a scroll`() throws {
    let cache = try column(":dropsOnLeave=true")
    cache.look(4000..<4800, .forward, .tracking)
    #expect(cache.residents == Array(28..<68))
  }

  @Test func `a pinned image outside the range stays until the frame after the pin`() throws {
    let cache = try column(":mode=full:dropsOnLeave=true")
    cache.model.pin(ImageID(3))
    cache.look(4000..<4800)
    #expect(cache.residents == [3] + Array(28..<68))
    cache.model.unpin(ImageID(3))
    #expect(cache.model.contains(ImageID(3)))
    cache.look(4000..<4800)
    #expect(cache.residents == Array(28..<68))
  }

  @Test func `the next frame evicts an image stored outside the range`() throws {
    let cache = try column(":mode=full:dropsOnLeave=true")
    cache.look(4000..<4800)
    _ = cache.removals()
    let late = Request(image: ImageID(99), cost: 1, time: .zero)
    #expect(cache.model.store(late, as: .prefetched) == .stored)
    #expect(cache.model.contains(ImageID(99)))
    cache.look(4000..<4800)
    #expect(cache.removals().map(\.image) == [99])
  }

  @Test func `the farthest image of a ring is evicted, the first stored among equals`() throws {
    let cache = try column(":mode=full")
    cache.look(4000..<4800)
    // All that is farther than the first item, 3 900 pt away, is above; the visible are equal.
    let order = cache.order()
    #expect(Array(order.prefix(3)) == [99, 98, 97])
    #expect(Array(order.suffix(8)) == Array(40..<48))
  }

  @Test func `a replay drops images more than two and a half screens ahead`() throws {
    // At item i the screen is i - 3.5 ..< i + 4.5; 12 items behind it stay, 20 ahead. On the way
    // back 16 items are still there.
    let there = Array(0..<100)
    let stream = RequestStream(
      images: (there + there.dropLast().reversed()).map { ImageID($0) }, imageCount: 100)
    let ring = try PolicyCatalog.builtIn.choose("viewport-ring:dropsOnLeave=true")
    let setup = PolicySetup(
      imageCount: 100, limits: CacheLimits(), settings: ring.settings)
    let tally = ring.entry.replay(stream, setup)
    #expect(tally.misses == 100 + 83)
    #expect(tally.misses - tally.removals < 40)
    let ordering = try PolicyCatalog.builtIn.choose("viewport-ring")
    let keeping = PolicySetup(
      imageCount: 100, limits: CacheLimits(), settings: ordering.settings)
    #expect(ordering.entry.replay(stream, keeping).misses == 100)
  }
}
