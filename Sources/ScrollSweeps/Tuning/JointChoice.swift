import ScrollCore
import ScrollSimulation

/// The choice of a combination among trials by `ChoiceRule`.
///
/// A change is one of the loader, prefetcher, policy and budget that differs from the baseline.
/// Without a baseline it is a prefetcher, a policy other than `lru`, or a setting that differs from
/// its default. If combinations remain that the rule does not tell apart, the smallest budget wins.
struct JointChoice {
  let rule: ChoiceRule
  /// The refresh rate of the display, in hertz.
  let refreshRate: Double
  private let trials: [JointTrial]
  private let candidates: [ChoiceRule.Candidate]

  /// Creates a choice.
  /// - Parameters:
  ///   - trials: the trials.
  ///   - baseline: the index of the user's current combination; `nil` if none is given, or it was
  ///     not tried.
  ///   - materiality: the smallest visible difference.
  ///   - refreshRate: the refresh rate of the display, in hertz.
  init(
    among trials: [JointTrial], baseline: Int?, _ materiality: Materiality, at refreshRate: Double
  ) {
    rule = ChoiceRule(materiality: materiality)
    self.refreshRate = refreshRate
    self.trials = trials
    candidates = trials.map { trial in
      ChoiceRule.Candidate(
        trial.runs, broken: trial.runs.map { !RunScore($0).keepsBudget },
        changes: baseline.map { Self.changes(trial, from: trials[$0]) } ?? Self.extras(trial),
        frames: trial.leastSeconds(materiality, at: refreshRate))
    }
  }

  /// The trials that keep the limits and were tried in every case, in the order of their budgets.
  private var keeping: [Int] {
    let keeping = trials.indices.filter { trials[$0].keeps }
    let whole = keeping.filter { trials[$0].score.isComplete }
    return (whole.isEmpty ? keeping : whole).sorted {
      (Self.budget(trials[$0]), $0) < (Self.budget(trials[$1]), $1)
    }
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

  private static func changes(_ trial: JointTrial, from now: JointTrial) -> Int {
    [
      trial.loader != now.loader, trial.prefetcher != now.prefetcher, trial.policy != now.policy,
      trial.budget != now.budget,
    ].count { $0 }
  }

  /// Returns the number of settings that differ from the simplest ones; labels name those that
  /// differ from their defaults.
  private static func extras(_ trial: JointTrial) -> Int {
    let labels = [trial.loader, trial.prefetcher, trial.policy ?? ""]
    return (trial.prefetcher == "none" ? 0 : 1) + ([nil, "lru"].contains(trial.policy) ? 0 : 1)
      + labels.reduce(0) { $0 + $1.count(where: { $0 == ":" }) }
  }

  /// Returns the budget in bytes: 0 without a cache, `Int.max` if nothing limits the cache.
  private static func budget(_ trial: JointTrial) -> Int {
    trial.policy == nil ? 0 : trial.budget?.bytes ?? .max
  }
}

extension ChoiceRule.Candidate {
  /// Creates the candidate of several runs, which count the same.
  init(_ runs: [RunRecord], broken: [Bool], changes: Int, frames: Double) {
    func spread(_ figure: Figure) -> Spread { Spread(runs.map { $0.number(figure) }) }
    let count = Double(max(1, runs.count))
    self.init(
      killed: Double(runs.count { $0.killed != nil }) / count,
      livedSeconds: spread(.duration).mean,
      broken: Double(broken.count { $0 }) / count, stall: spread(.stall), blank: spread(.blank),
      hitches: spread(.hitchRatio), memory: spread(.footprintPeak), changes: changes,
      frames: frames)
  }
}
