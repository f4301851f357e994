/// A setting with a budget, as the population has it.
package struct PopulationChoice: Sendable {
  /// What the budget is.
  package enum Budget: Sendable, Hashable {
    /// A share of memory: `15%<=768MiB`.
    case rule(String)
    /// A rule that was not swept: what it comes to of the budgets that were, by the device's place.
    case searched(String, [Int: Int])
    /// The same bytes on every device; nil without a cache, `Int.max` where nothing limits it.
    case bytes(Int?)
  }

  /// What the users of one group get.
  package struct Outcome: Sendable {
    /// The budget on their device; nil without a cache, `Int.max` where nothing limits it.
    package var budget: Int?
    /// Of the group's sessions, from 0 to 1: those that were run.
    package var covered = 0.0
    /// Of those, from 0 to 1: in which the app was killed, and that keep every limit.
    package var killed = 0.0, kept = 0.0
    /// Missing screen in seconds, the mean over those in which the app was not killed.
    package var stalls = 0.0
  }

  let setting: PopulationStudy.Setting
  package let budget: Budget
  /// Of each group, in their order.
  package let outcomes: [Outcome]
  /// Of all users, from 0 to 1: those of whom the sweep has runs.
  package let covered: Double
  /// Of those users, from 0 to 1.
  package let killed: Double, kept: Double
  /// The mean over those users, in seconds; nil where the app was killed for some, since what was
  /// cut short did not stall less, and where none is covered.
  package let stalls: Double?
  /// The mean over those users, in bytes; nil without a cache, and where nothing limits it.
  package let meanBudget: Double?

  /// The shares are those of the groups, which sum to 1.
  init(
    _ setting: PopulationStudy.Setting, _ budget: Budget, _ outcomes: [Outcome],
    shares: [Double]
  ) {
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
