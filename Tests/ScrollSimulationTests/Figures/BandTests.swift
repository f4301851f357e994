import ScrollCore
import ScrollSimulation
import Testing

/// The bands at their limits, which belong to the better side.
struct BandTests {
  /// A run of a second, all of it scrolling.
  private func report(_ change: (inout RunReport) -> Void) -> RunReport {
    var report = RunReport()
    report.screenTime = .ms(1000)
    report.hitches.scrolling = .ms(1000)
    change(&report)
    return report
  }

  @Test(arguments: [(5.0, Band.good), (5.001, .warning), (10, .warning), (10.001, .critical)])
  func `hitches are good up to 5 ms per second and a warning up to 10`(ratio: Double, band: Band) {
    let report = report { $0.hitches.scrollingTime = .ms(ratio) }
    #expect(report.hitches.band == band && report.band == band)
  }

  @Test(arguments: [(250.0, Band.good), (250.001, .warning), (500, .warning), (500.001, .critical)])
  func `a delay is good up to 250 ms and a warning up to 500`(worst: Double, band: Band) {
    let report = report { $0.hitches.longestDelay = .ms(worst) }
    #expect(report.hitches.hangBand == band && report.band == band)
    #expect(report.hitches.band == .good, "at rest it is in no ratio")
  }

  @Test(arguments: [(5.0, Band.good), (5.001, .warning), (10, .warning), (10.001, .critical)])
  func `missing content is good up to 5 ms per second and a warning up to 10`(
    missing: Double, band: Band
  ) {
    let report = report { $0.stalls.seconds = missing / 1000 }
    #expect(report.stallBand == band && report.band == band)
  }

  @Test func `the shortest possible launch does not count as missing`() {
    let report = report {
      $0.stalls.seconds = 0.019
      $0.launch.shortest = .ms(15)
    }
    #expect(report.stallBand == .good)
  }

  @Test func `a run without screen time has no missing content`() {
    let report = report {
      $0.stalls.seconds = 1
      $0.screenTime = .zero
    }
    #expect(report.stallBand == .good)
  }

  @Test func `the band of a run is its worst band, and a kill is critical`() throws {
    let mixed = report {
      $0.hitches.scrollingTime = .ms(6)
      $0.hitches.longestDelay = .ms(600)
    }
    #expect(mixed.hitches.band == .warning && mixed.stallBand == .good && mixed.band == .critical)
    let killed = try Strip(path: "0.....", decode: 25_000, loader: .mainThread).run()
    #expect(killed.death != nil && killed.band == .critical)
  }
}
