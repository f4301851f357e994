import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// Looks for the worst case by breeding: the worst of many are changed and crossed, over and over.
///
/// Of some drawn cases the worst stay. Each round, children of winners of small tournaments are
/// judged, and the worst of parents and children stay. Where nothing becomes worse for a while,
/// everything is drawn anew; the last quarter of the trials breeds the worst of all starts.
/// Draws happen between the rounds, on one thread, so that the same seed finds the same case,
/// however many threads judge.
struct HuntSearch<Case: HuntedCase> {
  struct Found: Sendable {
    let hunted: Case
    let trial: HuntTrial
  }

  /// How many stay.
  private static var parents: Int { 32 }
  /// How many are judged in a round.
  private static var brood: Int { 32 }
  /// Rounds without a worse case before everything is drawn anew.
  private static var patience: Int { 14 }
  /// How many of each start come into the last quarter.
  private static var finalists: Int { 4 }

  private let world: Case.World
  private let mostTrials: Int
  private let jobs: Int
  private let judge: @Sendable (Case) -> HuntTrial?
  private var draws: HuntDraws
  private(set) var trials = 0

  /// A search that has not begun.
  /// - Parameters:
  ///   - world: what all cases share.
  ///   - seed: of the draws.
  ///   - mostTrials: how many cases are judged.
  ///   - jobs: on how many threads.
  ///   - judge: how bad a case is; nil for one that breaks a rule.
  init(
    in world: Case.World, seed: UInt64, mostTrials: Int, jobs: Int,
    judge: @escaping @Sendable (Case) -> HuntTrial?
  ) {
    self.world = world
    self.mostTrials = mostTrials
    self.jobs = jobs
    self.judge = judge
    draws = HuntDraws(seed: seed)
  }

  /// Searches until all trials are made.
  /// - Parameter progress: is told after every round how many there were.
  /// - Returns: the worst case; nil if all broke a rule.
  mutating func run(_ progress: (Int) -> Void) -> Found? {
    let starts = mostTrials * 3 / 4
    var champions: [Found] = []
    repeat {
      let settled = breed(fresh(), until: starts, patience: Self.patience, progress)
      champions += settled.prefix(Self.finalists)
    } while trials < starts
    return breed(ranked(champions), until: mostTrials, patience: .max, progress).first
  }

  /// Drawn cases, the worst first.
  private mutating func fresh() -> [Found] {
    var drawn: [Case] = []
    for _ in 0..<2 * Self.parents { drawn.append(Case.drawn(in: world, &draws)) }
    return ranked(judged(drawn))
  }

  /// Rounds until there have been so many trials, or nothing becomes worse.
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

  /// The worst of three.
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

  /// The worst first, of equal ones the earlier, each once.
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

/// Something that a hunt can make worse step by step: a session, or a stream of requests.
package protocol HuntedCase: Equatable, Sendable {
  /// What stays the same throughout a hunt.
  associatedtype World: Sendable

  /// Draws one from nothing.
  static func drawn(in world: World, _ draws: inout HuntDraws) -> Self
  /// Draws another one, which differs a little.
  func changed(in world: World, _ draws: inout HuntDraws) -> Self
  /// Draws one that has a part of each.
  func crossed(with other: Self, in world: World, _ draws: inout HuntDraws) -> Self
  /// Simpler ones, in steps: what takes away most comes first, and nothing is drawn.
  func simpler(in world: World) -> [[Self]]
}

/// How bad a case is: the figures of both sides, and what the search makes of them.
package struct HuntTrial: Sendable, Equatable {
  /// Seconds of stall, or misses, with the policy that is hunted.
  package let policy: Double
  /// The same with the opponent, or as the bound has it.
  package let other: Double
  /// The greater, the worse for the policy.
  package let score: Double

  package init(policy: Double, other: Double, score: Double) {
    self.policy = policy
    self.other = other
    self.score = score
  }

  /// How much worse the policy is.
  package var regret: Double { policy - other }
  /// How many times as much the policy has; nil where the other has nothing.
  package var ratio: Double? { other > 0 ? policy / other : nil }
}

/// The draws of a hunt, all from one seed.
///
/// Whole numbers and choices only: no last bit of a logarithm decides what is found.
package struct HuntDraws: Sendable {
  private var random: SeededRandom

  package init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// One of some values, each as likely as any other.
  /// - Precondition: there are some.
  package mutating func one<Value>(of values: [Value]) -> Value {
    values[random.below(values.count)]
  }

  package mutating func within(_ range: ClosedRange<Int>) -> Int { random.within(range) }

  package mutating func chance(_ probability: Double) -> Bool { random.chance(probability) }

  /// Draws so many percent of a number, rounded down and kept within bounds.
  package mutating func part(
    of number: Int, percent: ClosedRange<Int>, within bounds: ClosedRange<Int>
  ) -> Int {
    min(max(number * random.within(percent) / 100, bounds.lowerBound), bounds.upperBound)
  }
}
