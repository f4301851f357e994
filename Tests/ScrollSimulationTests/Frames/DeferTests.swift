import ScrollCore
import ScrollSimulation
import Testing

/// Loads that wait for a slower viewport.
///
/// A screen is one item of 100 pt; frames are 10 ms apart.
struct DeferTests {
  static let loader = Loader.cached.with(\.prefetcher, .none).with(\.deferAbove, 10)

  @Test func `no load starts above the speed limit, and passed items never load`() throws {
    // Item 0 begins at rest. Then 10 000 pt/s: 1 and 2 leave before the viewport is slow enough.
    var strip = Strip(path: "0123...........", loader: Self.loader)
    let deferred = try strip.run()
    #expect(deferred.work.laneDecodes == 2)
    #expect(deferred.requests.cancelled == 2 && deferred.requests.displayed == 1)
    strip.loader.deferAbove = 0
    let eager = try strip.run()
    #expect(eager.work.laneDecodes == 4 && eager.requests.cancelled == 0)
  }

  @Test func `a deferred load starts in the first frame below the speed limit`() throws {
    // 300 pt at 10 ms, which are 10 000 pt/s at 30 ms, 7500 at 40, and 0 from 60 on.
    var strip = Strip(path: "03.............", loader: Self.loader.with(\.deferAbove, 80))
    // Begun at 40, decoded at 52, delivered at 60 and seen at 70; on screen since 20.
    #expect(try strip.run().stalls.timeToImage.p50 == .ms(50))
    strip.loader.deferBelow = 1
    // Begun at 60.
    #expect(try strip.run().stalls.timeToImage.p50 == .ms(70))
    strip.loader.deferAbove = 0
    #expect(try strip.run().stalls.timeToImage.p50 == .ms(20))
  }

  @Test func `hits are not deferred`() throws {
    // Item 1 is there at 20; the way back to it from item 9 is as fast as it gets.
    let report = try Strip(path: "1....91....", loader: Self.loader.with(\.deferAbove, 1)).run()
    #expect(report.requests.hits == 1 && report.requests.displayed == 2)
  }

  @Test func `a deferred prefetch is dropped when it leaves the plan`() throws {
    // At 30 ms item 4 is planned, at 40 the viewport has turned.
    var strip = Strip(
      path: "012321.........", loader: Self.loader, prefetcher: .named("directional"))
    let report = try strip.run()
    #expect(report.prefetch.cancelled == 1)
    strip.loader.deferAbove = 0
    #expect(try strip.run().prefetch.cancelled == 0)
  }
}
