import ScrollSimulation

/// A setting with a budget, and its results for a population.
package struct PopulationChoice: Sendable {
  /// A budget of a choice.
  enum Budget: Sendable, Hashable {
    /// A share of memory: `15%<=768MiB`.
    case rule(String)
    /// A rule that was not swept, with the swept budget that it allows on each device, by the
    /// device's index.
    case searched(String, [Int: Int])
    /// The same bytes on every device; `nil` without a cache, `Int.max` if nothing limits it.
    case bytes(Int?)

    /// A Boolean value that indicates whether the budget is a size or a share, with a cache.
    var isSize: Bool { self != .bytes(nil) && self != .bytes(SweepReport.unlimited) }
  }

  /// The result for one group of users.
  struct Outcome: Sendable {
    /// The budget on the group's device; `nil` without a cache, `Int.max` if nothing limits it.
    var budget: Int?
    /// The share of the group's sessions that were run, from 0 to 1.
    var covered = 0.0
    /// The shares of those sessions in which the app was killed, and which keep every limit, from 0
    /// to 1.
    var killed = 0.0, kept = 0.0
    /// The seconds of missing screen, a mean over the sessions in which the app was not killed.
    var stalls = 0.0
  }

  /// The figures of one group of users in one of their sessions.
  struct Session: Sendable {
    /// The indices of the group and of the trace.
    let group: Int, trace: Int
    let figures: ChoiceRule.Session
  }

  let setting: PopulationStudy.Setting
  let budget: Budget
  /// The results for the groups, in their order.
  let outcomes: [Outcome]
  /// The share of all users of whom the sweep has runs, from 0 to 1.
  package let covered: Double
  /// The shares of the covered users whose app was killed, and who keep every limit, from 0 to 1.
  package let killed: Double, kept: Double
  /// The mean stall of the covered users, in seconds.
  ///
  /// `nil` if none is covered, or if the app was killed for some, since a run that ends early has
  /// less time to stall.
  package let stalls: Double?
  /// The mean budget of the covered users, in bytes; `nil` without a cache, or if nothing limits
  /// it.
  package let meanBudget: Double?

  /// The sessions of the covered users.
  let sessions: [Session]
  /// The figures of these sessions for the rule.
  var candidate: ChoiceRule.Candidate

  /// Creates a choice; the shares are those of the groups, and sum to 1.
  init(
    _ setting: PopulationStudy.Setting, _ budget: Budget, _ outcomes: [Outcome],
    shares: [Double], _ sessions: [Session], candidate: ChoiceRule.Candidate
  ) {
    self.sessions = sessions
    self.candidate = candidate
    self.setting = setting
    self.budget = budget
    self.outcomes = outcomes
    let weights = zip(shares, outcomes).map { $0 * $1.covered }
    let covered = weights.reduce(0, +)
    func mean(_ value: (Outcome) -> Double) -> Double {
      zip(weights, outcomes).reduce(0) { $0 + $1.0 * value($1.1) }
        / (covered > 0 ? covered : 1)
    }
    self.covered = covered
    killed = mean(\.killed)
    kept = mean(\.kept)
    stalls = covered > 0 && killed == 0 ? mean(\.stalls) : nil
    let isSized = zip(weights, outcomes).allSatisfy { weight, outcome in
      weight == 0 || (outcome.budget ?? .max) != .max
    }
    meanBudget = isSized && covered > 0 ? mean { Double($0.budget ?? 0) } : nil
  }

  /// The setting with the mean budget.
  var meanSetting: CacheSetting {
    setting.with(
      meanBudget.map { Int($0) } ?? (setting.policy == nil ? nil : SweepReport.unlimited))
  }

  /// Returns the greatest number of settings in which this choice differs from another for some
  /// users, or from the defaults if there is no other.
  func changes(from now: PopulationChoice?) -> Int {
    outcomes.indices.map { group in
      setting.with(outcomes[group].budget)
        .changes(from: now.map { $0.setting.with($0.outcomes[group].budget) })
    }.max() ?? 0
  }

  /// Returns whether two choices were run in the same sessions.
  func hasSessions(of other: PopulationChoice) -> Bool {
    sessions.elementsEqual(other.sessions) { $0.group == $1.group && $0.trace == $1.trace }
  }

  var isRule: Bool {
    switch budget {
    case .rule, .searched: true
    case .bytes: false
    }
  }

  func isSame(as other: PopulationChoice) -> Bool {
    setting == other.setting && budget == other.budget
  }

  var isSearched: Bool { if case .searched = budget { true } else { false } }
}
