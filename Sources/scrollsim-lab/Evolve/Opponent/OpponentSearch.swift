import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollSweeps
import ScrollTraces

/// Finds the built-in policy that a formula has to beat: before any sealed scene is opened.
struct OpponentSearch {
  /// What was found.
  struct Found {
    let trial: OpponentTuning.Trial
    let training: Double, validation: Double
    let standard: String
    let tried: Int

    /// The same for the answer.
    func answer(sealed: Double?) -> EvolveAnswer.Opponent {
      EvolveAnswer.Opponent(
        rival: Rival(
          policy: trial.policy.label, training: training, validation: validation, sealed: sealed),
        standard: standard, tried: tried)
    }
  }

  /// The built-in policies.
  private let policies: [Choice<PolicyDescriptor>]
  private let training: Arena, validation: Arena
  private let runs: ContestRuns

  init(
    among policies: [Choice<PolicyDescriptor>], _ training: Arena, _ validation: Arena,
    _ runs: ContestRuns
  ) {
    self.policies = policies
    self.training = training
    self.validation = validation
    self.runs = runs
  }

  /// The best on training and validation scenes, tuned.
  /// - Parameters:
  ///   - stalls: of the built-in policies, in both kinds of scenes.
  ///   - asked: how many runs the search has made: tuning makes no more.
  /// - Returns: the policy with its settings, and how it was found.
  /// - Throws: `ContestRuns.Interruption`, or `ResultStoreError`.
  func opponent(
    among stalls: [Contest.Part: [ContestRuns.Stalls]], asMuchAs asked: Int
  ) throws -> Found {
    let each = [training.set, validation.set].reduce(0) { sum, set in
      sum + set.runs(of: set.scenes.indices).count
    }
    var tuning = OpponentTuning(most: max(1, asked / max(1, each))) { policies in
      try trials(
        of: policies, runs.stalls(of: policies, in: training.set),
        runs.stalls(of: policies, in: validation.set))
    }
    let standards = trials(
      of: policies, stalls[.training] ?? [], stalls[.validation] ?? [])
    guard !standards.isEmpty else {
      throw EvolveFailure(
        "every budget is too small for every built-in policy; expected larger ones")
    }
    let best = try tuning.best(of: standards)
    return Found(
      trial: best, training: training.weights.mean(best.training),
      validation: validation.weights.mean(best.validation),
      standard: best.policy.entry.name, tried: tuning.tried)
  }

  /// What `lru` loses.
  func rival(_ stalls: [Contest.Part: [ContestRuns.Stalls]], sealed: Double?) -> Rival {
    func mean(_ arena: Arena, _ part: Contest.Part) -> Double {
      stalls[part]?.first.map { arena.weights.mean(arena.losses($0)) } ?? 1
    }
    return Rival(
      policy: "lru", training: mean(training, .training),
      validation: mean(validation, .validation), sealed: sealed)
  }

  /// What policies lose, without those for which a budget is too small.
  private func trials(
    of policies: [Choice<PolicyDescriptor>], _ training: [ContestRuns.Stalls],
    _ validation: [ContestRuns.Stalls]
  ) -> [OpponentTuning.Trial] {
    zip(policies, zip(training, validation)).compactMap { policy, stalls in
      guard !stalls.0.isTooSmall, !stalls.1.isTooSmall else { return nil }
      let training = self.training.losses(stalls.0)
      let validation = self.validation.losses(stalls.1)
      let means = [
        self.training.weights.mean(training), self.validation.weights.mean(validation),
      ]
      return OpponentTuning.Trial(
        policy: policy, training: training, validation: validation,
        loss: (means[0] + means[1]) / 2)
    }
  }
}
