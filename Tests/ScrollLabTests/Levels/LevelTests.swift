import Testing
import scrollsim_lab

/// Experiments in small; at night there are two thousand of each.
@Suite struct LevelTests {
  private static let experiments = 30, seed: UInt64 = 3

  @Test(arguments: LevelExperiment.nulls.filter { $0.candidates == 5 })
  func `at most one report in twenty makes a false statement`(experiment: LevelExperiment) {
    let outcome = experiment.outcome(of: Self.experiments, seed: Self.seed)
    // Of 30 at 5 %, six or more are false in 1 of 300.
    #expect(outcome.falseShare * Double(Self.experiments) < 6, "seed \(Self.seed): \(outcome)")
  }

  @Test func `most reports on fifty sessions recommend a gain of a tenth`() throws {
    let experiment = try #require(LevelExperiment.gains.first)
    let outcome = experiment.outcome(of: Self.experiments, seed: Self.seed)
    #expect(outcome.foundShare >= 0.7, "seed \(Self.seed): \(outcome)")
  }

  @Test func `experiments with equal seeds have equal outcomes`() {
    let experiment = LevelExperiment(.equal, candidates: 1, hasBaseline: true, sessions: 12)
    let outcomes = (0..<2).map { _ in experiment.outcome(of: 30, seed: 5).falseShare }
    #expect(outcomes[0] == outcomes[1])
  }

  @Test func `a report on equal settings rarely recommends a change from the baseline`() {
    let experiment = LevelExperiment(.rare, candidates: 3, hasBaseline: true, sessions: 19)
    #expect(experiment.outcome(of: 100, seed: 9).falseAdviceShare <= 0.05, "seed 9")
  }
}
