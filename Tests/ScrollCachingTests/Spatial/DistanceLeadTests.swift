import ScrollCaching
import ScrollCore
import Testing

/// Tests of which of two images is evicted first with a viewport at 1000 ..< 1800.
@Suite struct DistanceLeadTests {
  /// Returns the middle of the item whose image is evicted first, of two items with these middles.
  func first(
    _ middles: (Double, Double), _ settings: String = ":lead=1", velocity: Double,
    _ phase: ScrollPhase, at range: Range<Double> = 1000..<1800, contentEnd: Double = 10_000
  ) throws -> Double {
    let middles = [middles.0, middles.1].sorted()
    let cache = try PlacedCache(
      "distance-lead\(settings)", items: middles.map { $0 - 5...$0 + 5 },
      contentEnd: contentEnd)
    cache.fill()
    cache.look(range, velocity: velocity, velocity < 0 ? .backward : .forward, phase)
    return middles[cache.order()[0]]
  }

  @Test func `distance-lead at rest equals distance`() throws {
    #expect(try first((1300, 1501), velocity: 0, .idle) == 1501)
    #expect(try first((1299, 1500), velocity: 0, .idle) == 1299)
  }

  @Test func `a fling moves the center by v (1 - exp(-kT)) divided by k`() throws {
    // 1 000 pt/s for half a second at 2.002/s: by 316 pt, from 1400 to 1716.
    #expect(try first((1616, 1817), velocity: 1000, .decelerating) == 1817)
    #expect(try first((1615, 1816), velocity: 1000, .decelerating) == 1615)
    #expect(try first((983, 1184), velocity: -1000, .decelerating) == 983)
    #expect(try first((984, 1185), velocity: -1000, .decelerating) == 1185)
  }

  @Test func `a finger moves the center at constant speed`() throws {
    #expect(try first((1800, 2001), velocity: 1000, .tracking) == 2001)
    #expect(try first((1799, 2000), velocity: 1000, .tracking) == 1799)
  }

  @Test func `the center moves by at most two viewports`() throws {
    // 1 600 pt, to 3000, however fast.
    #expect(try first((2900, 3101), velocity: 9000, .tracking) == 3101)
    #expect(try first((2899, 3100), velocity: 9000, .tracking) == 2899)
  }

  @Test func `the viewport stops at the end of the content`() throws {
    // 100 pt are left: the centre moves to 1500.
    #expect(try first((1400, 1601), velocity: 1000, .tracking, contentEnd: 1900) == 1601)
    #expect(try first((1399, 1600), velocity: 1000, .tracking, contentEnd: 1900) == 1399)
    // Past the end, as in a bounce, the centre stays while the viewport moves outward, and moves
    // when the viewport comes back.
    #expect(try first((1300, 1501), velocity: 1000, .tracking, contentEnd: 1750) == 1501)
    #expect(
      try first((-400, -199), velocity: -1000, .tracking, at: -700.0..<100) == -199)
    #expect(try first((1100, 1301), velocity: -400, .tracking, contentEnd: 1750) == 1301)
  }

  @Test func `an item behind the future center counts as farther by the factor lead`() throws {
    // The centre is at 1900: 300 behind count as 600.
    #expect(try first((1600, 2499), "", velocity: 1000, .tracking) == 1600)
    #expect(try first((1600, 2501), "", velocity: 1000, .tracking) == 2501)
    #expect(try first((1600, 2799), ":lead=3", velocity: 1000, .tracking) == 1600)
  }

  @Test func `the setting lookahead is in seconds`() throws {
    #expect(try first((2300, 2501), ":lead=1:lookahead=1", velocity: 1000, .tracking) == 2501)
    #expect(try first((1300, 1501), ":lead=1:lookahead=0", velocity: 1000, .tracking) == 1501)
  }
}
