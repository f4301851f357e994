import ScrollDevice
import ScrollSimulation
import Testing

/// Tests of the state that a process loses when it ends.
struct RelaunchTests {
  @Test func `a relaunched app prefetches the same images again`() throws {
    let report = try Strip(
      path: "0..........", loader: LoadingTests.cached,
      prefetcher: .named("ring:ahead=1:behind=0"), events: [(55, .relaunch)]
    ).run()
    #expect(report.prefetch.issued == 2)
  }
}
