import ScrollSweeps
import Testing

/// Tests of the runs that a page shows one by one.
@Suite struct DetailedRunsTests {
  private typealias Figures = SampleRows.Figures

  @Test func `the page shows the worst runs of the recommended setting beside its reference`() {
    var rows = SampleRows()
    for (session, stalls) in [("a", 1.0), ("b", 3), ("c", 2)] {
      rows.add("lru", trace: session, Figures(stalls: stalls + 2))
      rows.add("arc", trace: session, Figures(stalls: stalls + 4))
      rows.add("sieve", trace: session, Figures(stalls: stalls))
    }
    let shown = rows.report().detailedRuns(atMost: 4)
    #expect(shown.map(\.run.label) == ["sieve", "lru"])
    #expect(shown.map(\.scenario.trace.path) == ["b", "b"])
  }

  @Test func `the page shows at most the requested runs`() {
    var rows = SampleRows()
    for device in ["iphone-5", "iphone-8"] {
      rows.add("lru", device: device, Figures(stalls: 2))
      rows.add("sieve", device: device, Figures(stalls: 1))
    }
    #expect(rows.report().detailedRuns(atMost: 4).count == 4)
    #expect(rows.report().detailedRuns(atMost: 3).count == 3)
  }

  @Test func `a page without a recommendation shows the best and worst of one scenario`() {
    var rows = SampleRows()
    for (policy, stalls) in [("lru", 2.0), ("arc", 3), ("sieve", 1)] {
      rows.add(policy, Figures(stalls: stalls))
    }
    let shown = rows.report(asked: 9).detailedRuns(atMost: 4)
    #expect(shown.map(\.run.label) == ["sieve", "arc"])
  }
}
