import ScrollCaching
import ScrollCore
import Testing

/// One pass for all capacities against one replay for each.
struct LRUCurveTests {
  func replayed(_ stream: RequestStream, _ capacity: Int, bytes: Bool) throws -> LRUCurve.Point {
    let choice = try PolicyCatalog.builtIn.choose("lru")
    let tally = choice.entry.replay(
      stream,
      PolicySetup(
        imageCount: stream.imageCount,
        limits: bytes ? CacheLimits(cost: capacity) : CacheLimits(count: capacity),
        settings: choice.settings))
    return LRUCurve.Point(
      capacity: capacity, misses: tally.misses, costMissed: Int(tally.costMissed))
  }

  @Test func `the curve by count equals a replay at every capacity`() throws {
    for seed in UInt64(1)...200 {
      let stream = TinyStreams.random(seed: seed, length: 300, imageCount: 20)
      let curve = LRUCurve(stream, capacities: Array(1...21))
      #expect(LRUCurve.exactFrom(stream) == 0)
      for point in curve.points {
        #expect(point == (try replayed(stream, point.capacity, bytes: false)), "seed \(seed)")
      }
    }
  }

  @Test
  func `the curve by bytes equals a replay at every capacity that holds the largest image`() throws
  {
    for seed in UInt64(1)...200 {
      let (stream, sizes) = PFOOTests.stream(seed: seed, length: 300, imageCount: 16)
      let exactFrom = try #require(LRUCurve.exactFrom(stream))
      let whole = sizes.reduce(0, +)
      let curve = LRUCurve(stream, capacities: Array(0...(whole + 1)))
      for point in curve.points where point.capacity >= exactFrom {
        #expect(point == (try replayed(stream, point.capacity, bytes: true)), "seed \(seed)")
      }
    }
  }

  @Test func `the curve is inexact for sizes that change`() {
    var stream = TinyStreams.stream([0, 1, 0], imageCount: 2)
    stream.sizes = [2, 2, 3]
    #expect(LRUCurve.exactFrom(stream) == nil)
    stream.sizes = [2, 5, 2]
    #expect(LRUCurve.exactFrom(stream) == 5)
  }

  @Test func `points follow the order of the capacities, duplicates included`() {
    let stream = TinyStreams.stream([0, 1, 0, 1, 2, 0], imageCount: 3)
    let curve = LRUCurve(stream, capacities: [3, 1, 2, 1])
    #expect(curve.points.map(\.capacity) == [3, 1, 2, 1])
    #expect(curve.points.map(\.misses) == [3, 6, 4, 6])
    #expect(curve.requests == 6 && curve.costRequested == 6)
  }

  @Test func `even capacities end with the size of all images`() {
    var stream = TinyStreams.stream([0, 1, 2, 0], imageCount: 3)
    #expect(LRUCurve.evenCapacities(2, for: stream) == [2, 3])
    #expect(LRUCurve.evenCapacities(9, for: stream) == [1, 2, 3])
    stream.sizes = [10, 20, 70, 10]
    #expect(LRUCurve.evenCapacities(4, for: stream) == [25, 50, 75, 100])
    #expect(LRUCurve.evenCapacities(3, for: TinyStreams.stream([], imageCount: 0)).isEmpty)
  }
}
