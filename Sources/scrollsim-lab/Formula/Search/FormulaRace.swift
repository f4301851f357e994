import ScrollSimCommands
import ScrollTraces

/// A race that tries formulas in few scenarios first, and the good ones in more.
///
/// The last round has all scenarios. Each earlier round has half as many scenarios as the next one,
/// rounded up, and the first round has two. A round always has the scenarios that come first in
/// their order. After a round, the losses of the round's newcomers and of the survivors in the
/// scenarios so far are ranked together. A newcomer continues if its loss is in the better half,
/// ties included. So the first generation is halved in every round, and newcomers of later
/// generations must be better than half of the survivors. If the number of runs is limited, a round
/// takes only the best newcomers, so that enough runs remain for the later rounds.
///
/// It follows K. Jamieson, A. Talwalkar, "Non-stochastic best arm identification and hyperparameter
/// optimization", AISTATS 2016, but adds the survivors of earlier races.
struct FormulaRace {
  typealias Candidate = FormulaSearch.Candidate
  private typealias Entry = (formula: Formula, losses: [Double])

  let weights: [Double]
  /// The largest number of runs: formulas times scenarios.
  var mostRuns: Int
  private(set) var runs = 0
  /// The number of formulas that were tried.
  private(set) var formulas = 0
  /// The number of formulas that were not tried in every scenario.
  private(set) var dropped = 0

  /// Creates a race.
  /// - Precondition: There is a scenario.
  init(weights: [Double], mostRuns: Int) {
    precondition(!weights.isEmpty, "there is no scenario")
    self.weights = weights
    self.mostRuns = mostRuns
  }

  /// A Boolean value that indicates whether too few runs are left for a formula in every scenario.
  var isOver: Bool { mostRuns - runs < weights.count }

  /// The scenarios of each round, without those of earlier rounds.
  private var rounds: [Range<Int>] {
    var ends = [weights.count]
    while ends[0] > 2 { ends.insert((ends[0] + 1) / 2, at: 0) }
    return zip([0] + ends, ends).map { $0..<$1 }
  }

  /// Races newcomers.
  /// - Parameters:
  ///   - newcomers: The new formulas, all different.
  ///   - survivors: The survivors of earlier races.
  ///   - judge: The judge of the formulas.
  /// - Returns: The formulas that were tried in every scenario, in the order of the newcomers.
  /// - Throws: Any error of the judge.
  mutating func run<Judge: FormulaJudge>(
    _ newcomers: [Formula], against survivors: [Candidate], _ judge: inout Judge
  ) throws -> [Candidate] {
    var left: [Entry] = newcomers.map { ($0, []) }
    let rounds = self.rounds[...]
    for (index, scenes) in rounds.enumerated() {
      left = best(left, affordableIn: rounds.dropFirst(index))
      guard !left.isEmpty else { return [] }
      let losses = try judged(left.map(\.formula), in: scenes, &judge)
      for index in left.indices { left[index].losses += losses[index] }
      if index == 0 {
        formulas += left.count
        dropped += left.count
      }
      guard scenes.upperBound < weights.count else { break }
      let bar = median(
        left.map(\.losses) + survivors.map { Array($0.losses.prefix(scenes.upperBound)) })
      left = left.filter { loss($0.losses) <= bar }
    }
    dropped -= left.count
    return left.map { Candidate(formula: $0.formula, losses: $0.losses, loss: loss($0.losses)) }
  }

  /// Tries formulas from the first on, each in every scenario, as many as the remaining runs allow.
  mutating func candidates<Judge: FormulaJudge>(
    of formulas: [Formula], _ judge: inout Judge
  ) throws -> [Candidate] {
    let affordable = Array(formulas.prefix(max(0, mostRuns - runs) / weights.count))
    guard !affordable.isEmpty else { return [] }
    self.formulas += affordable.count
    let losses = try judged(affordable, in: weights.indices, &judge)
    return zip(affordable, losses).map {
      Candidate(formula: $0, losses: $1, loss: loss($1))
    }
  }

  private mutating func judged<Judge: FormulaJudge>(
    _ formulas: [Formula], in scenes: Range<Int>, _ judge: inout Judge
  ) throws -> [[Double]] {
    let losses = try judge.losses(of: formulas, inScenes: scenes)
    precondition(
      losses.count == formulas.count && losses.allSatisfy { $0.count == scenes.count },
      "a judge has not judged \(formulas.count) formulas in \(scenes.count) scenes")
    runs += formulas.count * scenes.count
    return losses.map { $0.map { $0.isNaN ? .infinity : $0 } }
  }

  /// Returns the weighted mean of the losses in the first scenarios.
  private func loss(_ losses: [Double]) -> Double {
    let weighed = zip(weights, losses).filter { $0.0 > 0 }
    let sum = weighed.reduce(0) { $0 + $1.0 * $1.1 }
    let weight = weighed.reduce(0) { $0 + $1.0 }
    return weight > 0 ? sum / weight : 0
  }

  /// Returns the largest loss of the better half.
  private func median(_ losses: [[Double]]) -> Double {
    let sorted = losses.map { loss($0) }.sorted()
    return sorted.isEmpty ? .infinity : sorted[(sorted.count - 1) / 2]
  }

  /// Returns the best formulas that the remaining runs allow, in their order.
  ///
  /// It assumes that half of them continue after every round. It returns at least one if one
  /// formula can be tried to the end.
  private func best(_ left: [Entry], affordableIn rounds: ArraySlice<Range<Int>>) -> [Entry] {
    let remaining = mostRuns - runs
    var (share, cost, whole) = (1.0, 0.0, 0)
    for scenes in rounds {
      cost += share * Double(scenes.count)
      whole += scenes.count
      share /= 2
    }
    guard remaining >= whole else { return [] }
    let count = max(1, Int(min(Double(left.count), Double(remaining) / cost)))
    guard left.count > count else { return left }
    let ranked = left.indices.sorted { (loss(left[$0].losses), $0) < (loss(left[$1].losses), $1) }
    return ranked.prefix(count).sorted().map { left[$0] }
  }
}

/// A judge of formulas.
///
/// A search passes all formulas of a step at once, so that a judge may evaluate them in any order
/// and on any number of threads. The same formulas must always have the same losses.
package protocol FormulaJudge {
  /// The weight of each scenario, in the order in which scenarios are raced; the sum is 1.
  var weights: [Double] { get }
  /// Returns the loss of each formula in each of these scenarios.
  ///
  /// The loss is the stall time as a share of the reference's; a smaller one is better.
  mutating func losses(of formulas: [Formula], inScenes scenes: Range<Int>) throws -> [[Double]]
}
