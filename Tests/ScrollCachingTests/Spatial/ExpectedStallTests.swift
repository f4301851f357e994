import ScrollCaching
import ScrollCore
import Testing

/// Tests that images are kept by the cost of losing them.
@Suite struct ExpectedStallTests {
  /// Returns the order in which three visible images are evicted.
  func order(bytes: [Int] = [], loads: [Double] = [], costs: [Int]? = nil) throws -> [Int] {
    let cache = try PlacedCache("expected-stall", rows: 3, length: 100) {
      $0.bytes = bytes
      $0.reloadMilliseconds = loads
    }
    cache.look(0..<300)
    cache.fill(costs: costs)
    return cache.order()
  }

  @Test func `large images and images with fast loads are evicted first`() throws {
    #expect(try order(bytes: [100, 300, 200]) == [1, 2, 0])
    #expect(try order(loads: [5, 1, 3]) == [1, 2, 0])
    #expect(try order(bytes: [100, 300, 200], loads: [1, 6, 1]) == [2, 0, 1])
    // All are equally dense, so they are evicted in the order in which they were stored.
    #expect(try order(bytes: [100, 300, 200], loads: [1, 3, 2]) == [0, 1, 2])
  }

  @Test func `the charged cost replaces unknown bytes`() throws {
    #expect(try order(costs: [1, 3, 2]) == [1, 2, 0])
    #expect(try order(bytes: [3, 1, 2], costs: [1, 3, 2]) == [0, 2, 1])
  }

  @Test func `a load is at least a tenth of a millisecond, and bytes are at least one`() throws {
    #expect(try order(bytes: [1, 1, 2], loads: [0.1, 0, 0.3]) == [0, 1, 2])
    #expect(try order(bytes: [1, 0, 1], loads: [1, 1, 1]) == [0, 1, 2])
  }

  @Test func `the setting horizonRequests applies in a replay`() throws {
    // At item 9 image 8 has t = 0 and 3 bytes, image 0 has t = 8 / q = 72 and 1 byte.
    let stream = RequestStream(
      images: [0, 8, 9, 0].map { ImageID($0) }, imageCount: 10, sizes: [1, 3, 1, 1])
    for (horizon, misses) in [("100", 3), ("10", 4)] {
      let policy = try PolicyCatalog.builtIn.choose(
        "expected-stall:horizonRequests=\(horizon)")
      let setup = PolicySetup(
        imageCount: 10, limits: CacheLimits(cost: 4), settings: policy.settings)
      #expect(policy.entry.replay(stream, setup).misses == misses, "\(horizon)")
    }
  }
}
