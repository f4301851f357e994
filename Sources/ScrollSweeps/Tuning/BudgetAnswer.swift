package import ScrollCore
package import ScrollResults

/// The smallest budget that keeps some limits, or that there is none, and what that rests on.
package struct BudgetAnswer: Sendable {
  package let scenario: ScenarioRecord
  /// The policy with the settings that are not its own.
  package let policy: String
  package let seeds: [Int]
  package let limits: [Limit]
  package let precision: ByteCount
  /// What everything costs that the cache may be asked for.
  package let whole: ByteCount
  /// Every budget that was tried, ascending.
  package let trials: [BudgetTrial]
  /// Nil if no budget that was tried keeps the limits.
  package let smallest: BudgetTrial?
  /// The next smaller one that was tried; nil if none was.
  package let below: BudgetTrial?
  /// Larger ones that break the limits again, ascending.
  package let brokenAgain: [BudgetTrial]
  /// Key of the search in the store.
  package let key: ContentKey

  init(
    _ question: BudgetQuestion, in plan: SweepPlan, limits: [Limit], precision: ByteCount,
    answer: BudgetSearch.Answer, trials: [BudgetTrial]
  ) {
    let policy = plan.policies[Int(question.policy)]
    func trial(_ budget: ByteCount?) -> BudgetTrial? { trials.first { $0.budget == budget } }
    scenario = plan.scenarios[Int(question.scenario)].record
    self.policy = policy.label
    seeds = question.seeds
    self.limits = limits
    self.precision = precision
    whole = question.whole
    self.trials = trials
    smallest = trial(answer.smallest)
    below = trial(answer.below)
    brokenAgain = answer.brokenAgain.compactMap(trial)
    let runs = question.candidates.flatMap { question.runs($0, in: plan).map(\.key) }
    key = ContentKey(
      of: """
        budget
        candidates \(ContentKey(of: runs))
        precision \(precision.bytes)
        limits \(limits.map { "\(LimitNames.inKeys($0.figure)) \($0.bound)" }.joined(separator: ", "))
        """)
  }

  /// The smallest that keeps the limits; where there is none, the one that was nearest to that,
  /// the smallest of several.
  package var shown: BudgetTrial {
    smallest ?? trials.min { $0.distance.lexicographicallyPrecedes($1.distance) } ?? trials[0]
  }

  /// Whether a budget was tried that holds everything: a larger one makes no difference.
  package var reachesWhole: Bool { trials.last.map { $0.budget >= whole } ?? false }

  /// What was found, as a sentence.
  package var sentence: String {
    let limits = limits.map(\.description).joined(separator: ", ")
    guard let smallest else {
      let range =
        "\(trials[0].budget)"
        + (trials.count > 1 ? " to \(trials[trials.count - 1].budget)" : "")
      return "no budget keeps \(limits): \(trials.count) tried, \(range)"
        + (reachesWhole ? ", which holds everything" : ", none larger")
        + "; the nearest, \(shown.budget): \(shown.problemText)"
    }
    let doubts = doubts(about: smallest).joined(separator: " and ")
    return "\(smallest.budget) keeps \(limits)"
      + (doubts.isEmpty ? "" : ", though \(doubts)")
      + (below.map { "; \($0.budget) does not: \($0.problemText)" }
        ?? "; nothing smaller was tried")
      + (brokenAgain.first.map { "; \($0.budget) breaks it again: \($0.problemText)" } ?? "")
  }

  /// Why a budget that keeps the limits is no recommendation.
  private func doubts(about trial: BudgetTrial) -> [String] {
    var doubts: [String] = []
    if trial.isTooSmall {
      doubts.append("it is too small for \(policy) to do what its name says")
    }
    if !trial.keepsBudget {
      let share = Int((trial.overBudgetShare * 100).rounded())
      doubts.append("\(policy) exceeds it for \(share) % of the time")
    }
    return doubts
  }
}

extension BudgetTrial {
  /// `blank 2.31 s, 0.31 s too much; hitch 7 ms/s, 2 ms/s too much`.
  package var problemText: String {
    if let killed { return "the app is killed: \(killed)" }
    return findings.filter { !$0.isKept }.map(\.brokenText).joined(separator: "; ")
  }
}
