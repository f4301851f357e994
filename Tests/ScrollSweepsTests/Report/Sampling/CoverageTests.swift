import ScrollCore
import ScrollSimulation
import ScrollSweeps
import Testing

/// The share of intervals that hold, by experiment.
@Suite struct CoverageTests {
  private static let experiments = 400

  /// `scrollsim-lab levels` has the whole report, and more kinds of differences.
  @Test(arguments: [12, 25, 50])
  func `at least 93 of 100 intervals contain the mean of normal differences`(sessions: Int) {
    var random = SeededRandom(seed: 11)
    var held = 0
    for _ in 0..<Self.experiments {
      let values = (0..<sessions).map { _ in random.normal() }
      if MeanInterval(values).interval?.contains(0) == true { held += 1 }
    }
    let share = Double(held) / Double(Self.experiments)
    #expect(share >= 0.93, "seed 11: \(share)")
  }
}
