import Testing
import scrollsim_lab

/// Experiments in small; at night there are two thousand of each.
@Suite struct LevelTests {
  private static let experiments = 60, seed: UInt64 = 3

  @Test(arguments: LevelExperiment.nulls.filter { $0.candidates == 5 })
  func `at most one report in twenty says something false`(experiment: LevelExperiment) {
    let outcome = experiment.outcome(of: Self.experiments, seed: Self.seed)
    // Of 60 at 5 %, eight or more are false in 1 of 90.
    #expect(outcome.falseShare * Double(Self.experiments) < 8, "seed \(Self.seed): \(outcome)")
  }

  @Test func `a gain of a tenth is advised in most reports on fifty sessions`() throws {
    let experiment = try #require(LevelExperiment.gains.first)
    let outcome = experiment.outcome(of: Self.experiments, seed: Self.seed)
    #expect(outcome.foundShare >= 0.7, "seed \(Self.seed): \(outcome)")
  }

  @Test func `experiments of one seed have one outcome`() {
    let experiment = LevelExperiment(.equal, candidates: 1, hasBaseline: true, sessions: 12)
    let outcomes = (0..<2).map { _ in experiment.outcome(of: 30, seed: 5).falseShare }
    #expect(outcomes[0] == outcomes[1])
  }

  @Test func `a report on equal settings never takes another than the baseline for granted`() {
    let experiment = LevelExperiment(.rare, candidates: 3, hasBaseline: true, sessions: 19)
    #expect(experiment.outcome(of: 100, seed: 9).falseAdviceShare <= 0.05, "seed 9")
  }
}
