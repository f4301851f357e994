import ScrollCaching
import ScrollCore
import ScrollSimulation
import Testing

/// Tests of the excess over the budget: of the cache, or of memory that no cache could do without.
@Suite struct ExcessTests {
  /// A page's bitmap, 800x600 pixels.
  private static let page = 800 * 600 * 4

  private func report(_ policy: String, pages: Double) throws -> RunReport {
    var carousel = Carousel()
    carousel.policy = policy
    carousel.budget = ByteCount(Int(pages * Double(Self.page)))
    return try carousel.report("cached")
  }

  @Test func `a dictionary exceeds the budget from the moment of the first excess`() throws {
    let report = try report("unbounded", pages: 3.5)
    let cache = report.cache
    #expect(cache.peakBytes.bytes == 20 * Self.page)
    #expect(
      cache.peakExcess.bytes == 20 * Self.page - 7 * Self.page / 2,
      "\(cache.peakExcess.bytes) bytes")
    // Page 1 and its neighbor are there in the first second, and the fourth bitmap in the third.
    #expect(
      (35...39).contains(cache.secondsOverLimit), "\(cache.secondsOverLimit) s of 40 over it")
  }

  @Test(arguments: ["zero", "pixels", "decode-time"])
  func `the excess is in bytes with any cost`(
    cost: String
  ) throws {
    var carousel = Carousel()
    carousel.budget = ByteCount(7 * Self.page / 2)
    let cache = try carousel.report("cached:cost=\(cost)").cache
    #expect(cache.peakExcess == cache.peakBytes - carousel.budget, "\(cache.peakExcess.bytes)")
    #expect(cache.peakBytes.bytes > 7 * Self.page / 2)
    #expect(cache.secondsOverLimit > 30, "\(cache.secondsOverLimit) s of 40 over it")
  }

  @Test func `a cache that keeps a limit on files does not exceed it`() throws {
    var carousel = Carousel()
    carousel.budget = ByteCount(Self.page / 2)
    let cache = try carousel.report("cached:cost=encoded").cache
    #expect(cache.peakBytes > carousel.budget, "\(cache.peakBytes)")
    #expect(cache.secondsOverLimit == 0 && cache.peakExcess == .zero, "\(cache.peakExcess)")
  }

  @Test func `a strict cache never exceeds the budget`() throws {
    let cache = try report("lru", pages: 3.5).cache
    #expect(
      cache.secondsOverLimit == 0 && cache.peakExcess.bytes == 0, "\(cache.peakExcess.bytes) bytes")
  }

  @Test func `two visible pages and their neighbors oversubscribe two and a half pages`()
    throws
  {
    let cache = try report("lru", pages: 2.5).cache
    #expect((0.1...20).contains(cache.oversubscribedSeconds), "\(cache.oversubscribedSeconds) s")
  }

  @Test func `a budget for all visible and loading images is not oversubscribed`() throws {
    #expect(try report("lru", pages: 6).cache.oversubscribedSeconds == 0)
  }

  @Test func `a budget below one page is always oversubscribed`() throws {
    let report = try report("lru", pages: 0.5)
    let seconds = report.cache.oversubscribedSeconds
    #expect(seconds > 39.9, "\(seconds) s of \(report.duration.seconds)")
  }
}
