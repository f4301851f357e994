import ScrollPages
package import ScrollResults

/// What the runs of a sweep are for a population: each budget rule and budget, best first.
package struct PopulationAnswer: Sendable {
  package let population: Population
  let users: [PopulationStudy.Users]
  let devices: [ProfileRecord]
  let networks: [String]
  /// Those that cover most users first; of these those that kill least, then those with which most
  /// users keep the limits, then those that stall least, then the smaller.
  package let choices: [PopulationChoice]
  /// Devices and networks of the sweep that no user has.
  let unused: [String]

  /// The choice that serves these users best.
  package var best: PopulationChoice? { choices.first }
  /// The best of the rules.
  package var bestRule: PopulationChoice? { choices.first(where: \.isRule) }
}

extension PopulationStudy {
  /// What the runs so far say.
  /// - Throws: `PopulationProblem` if the population does not fit them.
  package func answer() throws(PopulationProblem) -> PopulationAnswer {
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
    return PopulationAnswer(
      population: population, users: users, devices: devices, networks: networks,
      choices: choices, unused: unused(users))
  }
}
