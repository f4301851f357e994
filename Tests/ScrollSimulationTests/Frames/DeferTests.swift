import ScrollCore
import ScrollSimulation
import Testing

/// Loads that wait for a slower viewport.
///
/// A screen is one item of 100 pt; frames are 10 ms apart.
struct DeferTests {
  static let loader = Loader.cached.with(\.prefetcher, .none).with(\.deferAbove, 10)

  @Test func `above the speed nothing begins, and what has left by then is never loaded`() throws {
    // Three items in 30 ms, then rest: the mean of the last 50 ms falls below 1000 pt/s at 80 ms.
    var strip = Strip(path: "0123...........", loader: Self.loader)
    let deferred = try strip.run()
    #expect(deferred.work.laneDecodes == 2)
    #expect(deferred.requests.cancelled == 2 && deferred.requests.displayed == 2)
    strip.loader.deferAbove = 0
    #expect(try strip.run().work.laneDecodes == 4)
  }

  @Test func `it waits until the frame in which the viewport is slow enough`() throws {
    // At 20 ms: 200 pt in 20 ms; 5000 pt/s or less from 60 ms on, when 250 pt are in 50 ms no more.
    let strip = Strip(path: "0024...........", loader: Self.loader.with(\.deferAbove, 40))
    let report = try strip.run()
    // Item 4 appears at 30, waits for as long as 4000 pt/s or more are behind it, until 80.
    #expect(report.requests.cancelled == 1)
    #expect(report.stalls.timeToImage.max == nil || report.stalls.neverShown == 1)
  }

  @Test func `hits are not held up`() throws {
    // Item 1 is there at 20; the way back to it from item 9 is as fast as it gets.
    let report = try Strip(path: "1....91....", loader: Self.loader.with(\.deferAbove, 1)).run()
    #expect(report.requests.hits == 1 && report.requests.displayed == 2)
  }

  @Test func `it opens only at the lower speed`() throws {
    var strip = Strip(path: "01.2.3.4.5......", loader: Self.loader)
    let flutter = try strip.run()
    strip.loader.deferBelow = 0.001
    let patient = try strip.run()
    #expect(patient.work.laneDecodes <= flutter.work.laneDecodes)
    #expect(patient.stalls.blankAreaSeconds >= flutter.stalls.blankAreaSeconds)
  }

  @Test func `what is fetched ahead waits, too, and is forgotten when it leaves the plan`() throws {
    var strip = Strip(
      path: "0123...........", loader: Self.loader, prefetcher: .named("directional"))
    let report = try strip.run()
    #expect(report.prefetch.issued == report.prefetch.cancelled + report.prefetch.used + 1)
    #expect(report.prefetch.cancelled > 0)
    strip.loader.deferAbove = 0
    #expect(try strip.run().prefetch.cancelled == 0)
  }
}
