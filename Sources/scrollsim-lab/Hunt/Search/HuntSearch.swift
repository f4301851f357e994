import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// A search for the worst case by breeding: the worst cases are changed and crossed repeatedly.
///
/// The search keeps the worst of some drawn cases. In each round it judges children of the winners
/// of small tournaments, and keeps the worst of parents and children. When nothing becomes worse
/// for some rounds, it draws all cases anew. The last quarter of the trials breeds the worst of all
/// starts. Random numbers are drawn only between the rounds, on one thread. So the same seed finds
/// the same case, no matter how many threads judge.
struct HuntSearch<Case: HuntedCase> {
  struct Found: Sendable {
    let hunted: Case
    let trial: HuntTrial
  }

  /// The number of cases that the search keeps.
  private static var parents: Int { 32 }
  /// The number of cases that a round judges.
  private static var brood: Int { 32 }
  /// The number of rounds without a worse case after which everything is drawn anew.
  private static var patience: Int { 14 }
  /// The number of cases of each start that enter the last quarter.
  private static var finalists: Int { 4 }

  private let world: Case.Setup
  private let mostTrials: Int
  private let jobs: Int
  private let judge: @Sendable (Case) -> HuntTrial?
  private var draws: HuntDraws
  private(set) var trials = 0

  /// Creates a search.
  /// - Parameters:
  ///   - world: The constants that all cases share.
  ///   - seed: The seed of the draws.
  ///   - mostTrials: The number of cases to judge.
  ///   - jobs: The number of threads.
  ///   - judge: Returns the figures of a case; nil for one that breaks a rule.
  init(
    in world: Case.Setup, seed: UInt64, mostTrials: Int, jobs: Int,
    judge: @escaping @Sendable (Case) -> HuntTrial?
  ) {
    self.world = world
    self.mostTrials = mostTrials
    self.jobs = jobs
    self.judge = judge
    draws = HuntDraws(seed: seed)
  }

  /// Searches until all trials are made.
  /// - Parameter progress: Receives the number of trials after every round.
  /// - Returns: The worst case; nil if all broke a rule.
  mutating func run(_ progress: (Int) -> Void) -> Found? {
    let starts = mostTrials * 3 / 4
    var champions: [Found] = []
    repeat {
      let settled = breed(fresh(), until: starts, patience: Self.patience, progress)
      champions += settled.prefix(Self.finalists)
    } while trials < starts
    return breed(ranked(champions), until: mostTrials, patience: .max, progress).first
  }

  /// Draws new cases, and returns them with the worst first.
  private mutating func fresh() -> [Found] {
    var drawn: [Case] = []
    for _ in 0..<2 * Self.parents { drawn.append(Case.drawn(in: world, &draws)) }
    return ranked(judged(drawn))
  }

  /// Breeds until a number of trials is reached, or nothing becomes worse for some rounds.
  private mutating func breed(
    _ start: [Found], until end: Int, patience: Int, _ progress: (Int) -> Void
  ) -> [Found] {
    var parents = start
    var idle = 0
    while let worst = parents.first?.trial.score, trials < end, idle < patience {
      var children: [Case] = []
      for _ in 0..<min(Self.brood, end - trials) { children.append(child(of: parents)) }
      parents = ranked(parents + judged(children))
      progress(trials)
      idle = parents[0].trial.score > worst * 1.001 ? 0 : idle + 1
    }
    return parents
  }

  private mutating func child(of parents: [Found]) -> Case {
    let first = winner(among: parents)
    guard draws.chance(0.25) else { return first.changed(in: world, &draws) }
    let second = winner(among: parents)
    return first.crossed(with: second, in: world, &draws).changed(in: world, &draws)
  }

  /// Returns the worst of three drawn parents.
  private mutating func winner(among parents: [Found]) -> Case {
    let last = parents.count - 1
    let places = [draws.within(0...last), draws.within(0...last), draws.within(0...last)]
    return parents[places.min() ?? 0].hunted
  }

  private mutating func judged(_ cases: [Case]) -> [Found] {
    trials += cases.count
    return zip(cases, HuntBatch.map(cases, jobs: jobs, judge)).compactMap { hunted, trial in
      trial.map { Found(hunted: hunted, trial: $0) }
    }
  }

  /// Returns distinct cases, the worst first; of equal ones the earlier.
  private func ranked(_ found: [Found]) -> [Found] {
    let order = found.indices.sorted { left, right in
      let (first, second) = (found[left].trial.score, found[right].trial.score)
      return first != second ? first > second : left < right
    }
    var kept: [Found] = []
    for place in order where kept.count < Self.parents {
      if !kept.contains(where: { $0.hunted == found[place].hunted }) { kept.append(found[place]) }
    }
    return kept
  }
}

/// A case that a hunt can make worse step by step: a session, or a stream of requests.
protocol HuntedCase: Equatable, Sendable {
  /// The constants of a hunt.
  associatedtype Setup: Sendable

  /// Draws a new case.
  static func drawn(in world: Setup, _ draws: inout HuntDraws) -> Self
  /// Draws a case that differs a little from this one.
  func changed(in world: Setup, _ draws: inout HuntDraws) -> Self
  /// Draws a case that has a part of this case and a part of another.
  func crossed(with other: Self, in world: Setup, _ draws: inout HuntDraws) -> Self
  /// Returns simpler cases in steps, the greatest simplification first; nothing is drawn.
  func simpler(in world: Setup) -> [[Self]]
}

/// The figures of a case with both policies, and its score for the search.
package struct HuntTrial: Sendable, Equatable {
  /// The seconds of stall, or the misses, with the hunted policy.
  package let policy: Double
  /// The same figure with the opponent, or the bound.
  package let other: Double
  /// The score, which is greater for a case that is worse for the policy.
  let score: Double

  /// The difference between the policy's figure and the other.
  package var regret: Double { policy - other }
  /// The ratio of the policy's figure to the other; nil if the other is zero.
  var ratio: Double? { other > 0 ? policy / other : nil }
}

/// The random draws of a hunt, all from one seed.
///
/// It draws only whole numbers and choices, so that the last bit of a logarithm never affects the
/// result.
package struct HuntDraws: Sendable {
  private var random: SeededRandom

  package init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// Draws one of some values with equal probability.
  /// - Precondition: The list is not empty.
  mutating func one<Value>(of values: [Value]) -> Value {
    values[random.below(values.count)]
  }

  mutating func within(_ range: ClosedRange<Int>) -> Int { random.within(range) }

  mutating func chance(_ probability: Double) -> Bool { random.chance(probability) }

  /// Draws a percentage of a number, rounded down and kept within bounds.
  mutating func part(
    of number: Int, percent: ClosedRange<Int>, within bounds: ClosedRange<Int>
  ) -> Int {
    min(max(number * random.within(percent) / 100, bounds.lowerBound), bounds.upperBound)
  }
}
