import ScrollPages
import ScrollSimulation

/// What the runs of a sweep are for a population: each budget rule and budget, best first.
package struct PopulationAnswer: Sendable {
  package let population: Population
  let users: [PopulationStudy.Users]
  let devices: [ProfileRecord]
  let networks: [String]
  /// Those that cover most users first; of these those that kill least, then those with which most
  /// users keep the limits, then those that stall least, then the smaller.
  package let choices: [PopulationChoice]
  let materiality: Materiality
  /// For each of the users the least seconds that matter: frames of their display.
  let leastSeconds: [Double]
  /// Devices and networks of the sweep that no user has.
  let unused: [String]
  /// What the user has now; nil if not given.
  let current: PopulationChoice?

  /// The choice that serves these users best.
  package var best: PopulationChoice? { choices.first }
  /// The best of the rules, those included that were not swept.
  package var bestRule: PopulationChoice? { choices.first(where: \.isRule) }
}

extension PopulationStudy {
  /// What the runs so far say.
  /// - Parameter baseline: what the user has now; nil if not given.
  /// - Returns: the choices, best first.
  /// - Throws: `PopulationProblem` if the population does not fit them.
  package func answer(
    against baseline: Baseline? = nil
  ) throws(PopulationProblem) -> PopulationAnswer {
    let users = try users()
    func rank(_ choice: PopulationChoice) -> (Double, Double, Double, Double, Double) {
      // Sums of shares are equal up to rounding.
      func rounded(_ value: Double) -> Double { (value * 1e9).rounded() }
      return (
        -rounded(choice.covered), rounded(choice.killed),
        population.limits.isEmpty ? 0 : -rounded(choice.kept), choice.stalls ?? .infinity,
        choice.meanBudget ?? .infinity
      )
    }
    let choices = choices(users).map { (choice: $0, rank: rank($0)) }.enumerated().sorted {
      $0.element.rank == $1.element.rank
        ? $0.offset < $1.offset : $0.element.rank < $1.element.rank
    }.map(\.element.choice)
    let least = users.map { leastSeconds(of: $0) }
    let frames = zip(users, least).reduce(0) { $0 + $1.0.share * $1.1 }
    // Of those that do as well, the one that takes the least memory.
    let alike = choices.filter { choice in
      guard let first = choices.first, let stalls = first.stalls, let other = choice.stalls
      else { return false }
      let (mine, best) = (rank(choice), rank(first))
      return mine.0 == best.0 && mine.1 == best.1 && mine.2 == best.2
        && !materiality.matters(other, stalls, frames: frames)
    }
    let current = baseline.flatMap { baseline in
      choices.first { isChoice($0, of: baseline, for: users) }
    }
    let first =
      choices.firstIndex { choice in
        current.map { kept in
          alike.contains { $0.isSame(as: kept) } && choice.isSame(as: kept)
        } ?? false
      }
      ?? alike.min { Self.isBefore($0, $1) }.flatMap { smallest in
        choices.firstIndex { $0.isSame(as: smallest) }
      }
    let ordered = first.map { place in
      [choices[place]] + choices[..<place] + choices[(place + 1)...]
    }
    return PopulationAnswer(
      population: population, users: users, devices: devices, networks: networks,
      choices: Self.withoutWorseRules(ordered ?? choices), materiality: materiality,
      leastSeconds: least,
      unused: unused(users), current: current)
  }

  /// Of equal ones the smaller budget, then the simplest policy, then nothing fetched ahead.
  private static func isBefore(_ first: PopulationChoice, _ second: PopulationChoice) -> Bool {
    func effort(_ choice: PopulationChoice) -> [Int] {
      var effort = choice.setting.effort
      effort.insert(Int(choice.meanBudget ?? 0), at: 0)
      return effort
    }
    return effort(first).lexicographicallyPrecedes(effort(second))
  }

  /// Whether a choice is what the user has on every device.
  private func isChoice(
    _ choice: PopulationChoice, of baseline: Baseline, for users: [Users]
  ) -> Bool {
    zip(users, choice.outcomes).allSatisfy { group, outcome in
      baseline.is(
        CacheSetting(
          loader: choice.setting.loader, prefetcher: choice.setting.prefetcher,
          policy: choice.setting.policy ?? SweepReport.noCache, budgetBytes: outcome.budget,
          rules: []), on: devices[group.device].name)
    }
  }

  /// Of the rules that were not swept, the best with each setting.
  private static func withoutWorseRules(_ choices: [PopulationChoice]) -> [PopulationChoice] {
    var found: Set<Setting> = []
    return choices.filter { !$0.isSearched || found.insert($0.setting).inserted }
  }

  /// Frames of their display for as long as they scroll in the mean.
  private func leastSeconds(of users: Users) -> Double {
    let durations = users.traces.reduce(0) { $0 + traces[$1].durationSeconds }
    return materiality.leastSeconds(
      over: durations / Double(max(1, users.traces.count)),
      at: devices[users.device].refreshRate.map(Double.init) ?? Materiality.assumedRefreshRate)
  }
}
