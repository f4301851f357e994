import ImageMemoryCache
import Synchronization
import Testing

/// Tests of how a cache uses the position of a scroll view.
@Suite struct ViewportTests {
  private let now = Now()

  private final class Now: Sendable {
    private let time = Mutex(SimTime.zero)
    var clock: CacheClock { CacheClock { self.time.withLock { $0 } } }
    func pass(milliseconds: Double) {
      time.withLock { $0 += SimTime(milliseconds: milliseconds) }
    }
  }

  private func seen(_ lowers: [Double], every milliseconds: Double) throws -> [Viewport] {
    var options = CacheOptions<Int, Blob>()
    options.reportsPositions = true
    options.scrollDirection = .backward
    options.clock = now.clock
    let cache = try BlobCache(
      policy: "distance", costLimit: .cost(10), cost: { $0.bytes }, options: options)
    let list = EventList()
    cache.observe(list)
    for lower in lowers {
      cache.setVisibleRange(lower: lower, upper: lower + 800, phase: .tracking)
      now.pass(milliseconds: milliseconds)
    }
    return list.events.compactMap { if case .viewport(let viewport) = $0 { viewport } else { nil } }
  }

  @Test func `the velocity is the distance since the last call divided by the time`() throws {
    let viewports = try seen([0, 10, 10, -30], every: 10)
    #expect(viewports.map(\.velocity) == [0, 1000, 0, -4000])
    #expect(viewports.map(\.upper) == [800, 810, 810, 770])
    #expect(viewports.allSatisfy { $0.phase == .tracking })
  }

  @Test func `the direction is that of the last movement, at first the expected one`() throws {
    let viewports = try seen([5, 5, 6, 6, 4, 4], every: 10)
    let directions: [ScrollDirection] = [
      .backward, .backward, .forward, .forward, .backward, .backward,
    ]
    #expect(viewports.map(\.direction) == directions)
  }

  @Test func `two calls at the same time keep the velocity`() throws {
    #expect(try seen([0, 10], every: 0).map(\.velocity) == [0, 0])
  }
}
