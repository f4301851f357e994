import ScrollCore
import ScrollSimulation

/// The choice of a combination among trials by `ChoiceRule`.
///
/// If combinations remain that the rule does not tell apart, the smallest budget wins.
struct JointChoice {
  let rule: ChoiceRule
  private let trials: [JointTrial]
  private let candidates: [ChoiceRule.Candidate]

  /// Creates a choice.
  /// - Parameters:
  ///   - trials: the trials.
  ///   - baseline: the index of the user's current combination; `nil` if none is given, or it was
  ///     not tried.
  ///   - materiality: the smallest visible difference.
  init(among trials: [JointTrial], baseline: Int?, _ materiality: Materiality) {
    let rule = ChoiceRule(materiality: materiality)
    self.rule = rule
    self.trials = trials
    candidates = trials.map { trial in
      rule.candidate(
        trial.sessions, changes: trial.setting.changes(from: baseline.map { trials[$0].setting }))
    }
  }

  /// The trials that keep the limits and were tried in every case, in the order of their budgets.
  private var keeping: [Int] {
    let keeping = trials.indices.filter { trials[$0].keeps }
    let whole = keeping.filter { trials[$0].score.isComplete }
    func budget(_ place: Int) -> Int { trials[place].setting.budgetBytes ?? 0 }
    return (whole.isEmpty ? keeping : whole).sorted { (budget($0), $0) < (budget($1), $1) }
  }

  /// Returns the index of the recommended trial; `nil` if no trial keeps the limits.
  /// - Complexity: O(*n*) in the trials.
  var place: Int? {
    let keeping = keeping
    guard !keeping.isEmpty else { return nil }
    return keeping[rule.choice(among: keeping.map { candidates[$0] })]
  }

  /// Returns a Boolean value that indicates whether all trials keep the limits, and none differs
  /// visibly from another trial.
  func isIndifferent(to place: Int) -> Bool {
    trials.indices.allSatisfy {
      trials[$0].keeps && !rule.differ(candidates[$0], candidates[place])
    }
  }

  /// Returns the visible differences of a trial to another.
  func effects(from old: Int, to new: Int) -> ComplaintEffects {
    ComplaintEffects(from: candidates[old], to: candidates[new], rule, countsLate: true)
  }
}
