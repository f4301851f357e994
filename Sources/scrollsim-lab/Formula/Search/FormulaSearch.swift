import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// A search for formulas with little loss: genetic programming with races.
///
/// The first generation has known policies, changed copies of them, and random formulas. Each later
/// generation has the best formulas with one number changed, children of two formulas, changed
/// copies of one formula, and some new random formulas (`FormulaBreeder`). Every formula is
/// simplified before it is tried. A formula that ranks the states of `FormulaStates.standard` in
/// the same order as an earlier formula is not tried. Bad formulas are dropped early
/// (`FormulaRace`). The others compete with all earlier survivors, and each node of a formula adds
/// a little loss (`FormulaPopulation`). At the end the best are pruned (`PrunedFormula`).
///
/// The formulas to try depend only on the rules and on the losses. So an interrupted search resumes
/// where it was if it is run again and its judge remembers the losses.
///
/// J. R. Koza, "Genetic Programming", MIT Press 1992; N. Q. Uy et al., "Semantically-based
/// crossover in genetic programming", GPEM 12, 2011, doi:10.1007/s10710-010-9121-2, for
/// distinguishing programs by their behavior; R. Poli, W. Langdon, N. McPhee, "A Field Guide to
/// Genetic Programming", 2008, for parsimony.
package struct FormulaSearch: Sendable {
  /// The width and the length of a search.
  package struct Rules: Sendable {
    /// The number of formulas that survive a generation, and the number of new formulas in each.
    var population: Int
    var generations: Int
    package var mostNodes: Int
    /// The largest number of runs: formulas times scenarios.
    var mostRuns: Int
    package var vocabulary: FormulaVocabulary
    var seed: UInt64
    /// The formulas in the first generation.
    var known: [Formula]
    /// The loss that is added for each node.
    var parsimony = 0.0005
    /// The additional loss that a pruned formula may have.
    var tolerance = 0.002

    package init(
      population: Int = 60, generations: Int = 25, mostNodes: Int = 25, mostRuns: Int = .max,
      vocabulary: FormulaVocabulary = .all, seed: UInt64 = 1, known: [Formula] = []
    ) {
      self.population = population
      self.generations = generations
      self.mostNodes = mostNodes
      self.mostRuns = mostRuns
      self.vocabulary = vocabulary
      self.seed = seed
      self.known = known
    }
  }

  /// A formula that was tried in every scenario.
  package struct Candidate: Sendable {
    package let formula: Formula
    /// The losses in each scenario.
    package let losses: [Double]
    /// The mean of the losses by the weights of the scenarios.
    package let loss: Double
  }

  /// The progress of a search.
  package struct Progress: Sendable {
    /// The number of the generation, counted from 1.
    package let generation: Int
    let generations: Int
    let runs: Int
    let best: Candidate?
  }

  /// The result of a search.
  package struct Outcome: Sendable {
    /// The formulas, best first; no two have the same losses.
    package let best: [Candidate]
    /// The formulas that no smaller formula beats, from the smallest to the best.
    package let front: [Candidate]
    /// The number of runs: formulas times scenarios.
    package let runs: Int
    /// The number of formulas that were tried.
    package let formulas: Int
    /// The number of formulas that were not tried in every scenario.
    package let dropped: Int
  }

  let rules: Rules

  /// Creates a search.
  /// - Precondition: The population and the number of nodes are at least 1.
  package init(_ rules: Rules) {
    precondition(rules.population > 0 && rules.mostNodes > 0, "no formula may be tried")
    self.rules = rules
  }
}

extension FormulaSearch {
  /// Runs the search.
  /// - Parameters:
  ///   - judge: The judge of the formulas.
  ///   - progress: Receives the progress after every generation.
  /// - Returns: The result, which is empty if fewer runs are allowed than a formula needs.
  /// - Throws: Any error of the judge.
  package func run<Judge: FormulaJudge>(
    _ judge: inout Judge, progress: (Progress) -> Void
  ) throws -> Outcome {
    var race = FormulaRace(weights: judge.weights, mostRuns: rules.mostRuns - runsForPruning)
    var breeder = FormulaBreeder(rules)
    var population = FormulaPopulation(capacity: rules.population, parsimony: rules.parsimony)
    for generation in 1...max(1, rules.generations) {
      let newcomers =
        generation == 1 ? breeder.firstGeneration() : breeder.generation(after: population)
      let finished = try race.run(newcomers, against: population.members, &judge)
      population.take(finished)
      progress(
        Progress(
          generation: generation, generations: rules.generations, runs: race.runs,
          best: population.best.first))
      if newcomers.isEmpty || race.isOver { break }
    }
    race.mostRuns = rules.mostRuns
    try prune(&population, &race, &judge)
    return Outcome(
      best: Array(population.best.prefix(rules.population)), front: population.front,
      runs: race.runs, formulas: race.formulas, dropped: race.dropped)
  }

  /// The number of runs for pruning: a tenth of all, if they are limited.
  private var runsForPruning: Int { rules.mostRuns == .max ? 0 : rules.mostRuns / 10 }

  /// Prunes formulas until the best one cannot be pruned further and at least `leastPruned`
  /// formulas were pruned.
  private func prune<Judge: FormulaJudge>(
    _ population: inout FormulaPopulation, _ race: inout FormulaRace, _ judge: inout Judge
  ) throws {
    var kept: Set<Formula> = []
    for _ in 0..<Self.mostPruned {
      let next = population.best.first { !kept.contains($0.formula) }
      let isDone = population.best.first.map { kept.contains($0.formula) } ?? true
      guard let next, !isDone || kept.count < Self.leastPruned else { return }
      let pruned = try PrunedFormula(next, tolerance: rules.tolerance).smallest(&race, &judge)
      kept.insert(pruned.formula)
      if pruned.formula != next.formula { population.replace(next, by: pruned) }
    }
  }

  private static let leastPruned = 3
  private static let mostPruned = 6
}

/// A formula without the parts that training does not need.
///
/// Each step replaces every operation in turn by one of its operands, and also tries the formula
/// without its storage rule. Of the resulting formulas it keeps the smallest whose measured loss is
/// at most the original formula's loss plus a tolerance, and prunes that in turn. The tolerance
/// does not accumulate.
package struct PrunedFormula {
  private let candidate: FormulaSearch.Candidate
  private let tolerance: Double

  init(_ candidate: FormulaSearch.Candidate, tolerance: Double) {
    self.candidate = candidate
    self.tolerance = tolerance
  }

  /// Prunes until nothing can be removed or the runs are used up.
  /// - Parameters:
  ///   - race: The race, which counts the runs.
  ///   - judge: The judge of the formulas.
  /// - Returns: The smallest formula found; of two equally small ones the one with less loss.
  /// - Throws: Any error of the judge.
  func smallest<Judge: FormulaJudge>(
    _ race: inout FormulaRace, _ judge: inout Judge
  ) throws -> FormulaSearch.Candidate {
    let bar = candidate.loss + tolerance
    var kept = candidate
    while true {
      let tried = try race.candidates(of: Self.cuts(of: kept.formula), &judge)
      let best = tried.filter { $0.loss <= bar }.min {
        ($0.formula.size, $0.loss) < ($1.formula.size, $1.loss)
      }
      guard let best else { return kept }
      kept = best
    }
  }

  /// Prunes a formula outside of a search.
  /// - Parameters:
  ///   - formula: The formula, in any form.
  ///   - tolerance: The additional loss that the result may have.
  ///   - judge: The judge of the formulas.
  /// - Returns: The smallest formula found.
  /// - Throws: Any error of the judge.
  package static func pruned<Judge: FormulaJudge>(
    _ formula: Formula, tolerance: Double, _ judge: inout Judge
  ) throws -> Formula {
    var race = FormulaRace(weights: judge.weights, mostRuns: .max)
    let simple = formula.simplified()
    guard let candidate = try race.candidates(of: [simple], &judge).first else { return simple }
    return try PrunedFormula(candidate, tolerance: tolerance).smallest(&race, &judge).formula
  }

  /// Returns all smaller formulas with one operation less, the smallest first.
  static func cuts(of formula: Formula) -> [Formula] {
    var cuts = trees(cutFrom: formula.score).map { Formula(score: $0, admit: formula.admit) }
    if let admit = formula.admit {
      cuts.append(Formula(score: formula.score))
      cuts += trees(cutFrom: admit).map { Formula(score: formula.score, admit: $0) }
    }
    var known: Set<Formula> = []
    let smaller = cuts.map { $0.simplified() }.filter {
      $0.size < formula.size && known.insert($0).inserted
    }
    return smaller.indices.sorted { (smaller[$0].size, $0) < (smaller[$1].size, $1) }
      .map { smaller[$0] }
  }

  private static func trees(cutFrom tree: ScoreTree) -> [ScoreTree] {
    tree.subtrees.enumerated().flatMap { place, part in
      part.parts.map { tree.replacing(place, with: $0) }
    }
  }
}

/// A breeder that makes the formulas of each generation.
///
/// It only makes formulas that are small enough, that the vocabulary allows, and whose behavior is
/// new.
struct FormulaBreeder {
  private let rules: FormulaSearch.Rules
  private var garden: FormulaGenerator
  /// The fingerprints of all formulas so far.
  private var seen: Set<FormulaFingerprint> = []
  /// The least loss of the last generation, and the number of generations for which it has not
  /// improved.
  private var record = Double.infinity
  private var standstill = 0

  init(_ rules: FormulaSearch.Rules) {
    self.rules = rules
    garden = FormulaGenerator(rules.vocabulary, seed: rules.seed)
  }

  /// Makes the known policies, changed copies of them, and random formulas.
  ///
  /// Their number is three times the population, since most are dropped after the first scenarios.
  mutating func firstGeneration() -> [Formula] {
    let count = 3 * rules.population
    var newcomers: [Formula] = []
    for formula in rules.known { add(formula, to: &newcomers) }
    let designs = newcomers
    fill(&newcomers, to: max(count, newcomers.count)) { breeder in
      if !designs.isEmpty, breeder.garden.random.chance(0.3) {
        return breeder.changed(breeder.garden.pick(designs))
      }
      return breeder.drawn()
    }
    return newcomers
  }

  /// Makes the best formulas with one number changed, children of two formulas, changed copies, and
  /// new random formulas.
  ///
  /// The share of random formulas grows while the loss does not improve.
  mutating func generation(after population: FormulaPopulation) -> [Formula] {
    guard let best = population.best.first else { return firstGeneration() }
    standstill = best.loss < record ? 0 : standstill + 1
    record = best.loss
    let drawnShare = min(0.5, 0.12 + 0.04 * Double(standstill))
    var newcomers: [Formula] = []
    for member in population.best.prefix(Self.tuned) {
      for neighbor in NumberSteps.neighbors(of: member.formula)
      where newcomers.count < rules.population / 4 { add(neighbor, to: &newcomers) }
    }
    fill(&newcomers, to: max(1, rules.population)) { breeder in
      if breeder.garden.random.chance(drawnShare) { return breeder.drawn() }
      let parent = population.tournament(&breeder.garden.random).formula
      guard breeder.garden.random.chance(0.55) else { return breeder.changed(parent) }
      let other = population.tournament(&breeder.garden.random).formula
      return breeder.child(of: parent, other)
    }
    return newcomers
  }

  /// The number of best formulas whose numbers are tuned.
  private static let tuned = 4

  /// The number of attempts to draw a newcomer; if none succeeds, the generation stays smaller.
  private static let patience = 40

  private mutating func fill(
    _ newcomers: inout [Formula], to count: Int, _ draw: (inout FormulaBreeder) -> Formula
  ) {
    var attempts = 0
    while newcomers.count < count, attempts < Self.patience * count {
      attempts += 1
      let formula = draw(&self)
      add(formula, to: &newcomers)
    }
  }

  /// Adds a formula in its simplest form, if it is new.
  private mutating func add(_ formula: Formula, to newcomers: inout [Formula]) {
    // A formula that is far too large is not worth simplifying.
    guard formula.size <= 3 * rules.mostNodes else { return }
    let simple = formula.simplified()
    guard simple.size <= rules.mostNodes, rules.vocabulary.allows(simple),
      !simple.score.variables.isEmpty || simple.admit != nil,
      seen.insert(FormulaFingerprint(simple)).inserted
    else { return }
    newcomers.append(simple)
  }

  private mutating func drawn() -> Formula {
    var formula = Formula(score: garden.score())
    if admits(0.15) { formula.admit = garden.admission(after: nil) }
    return formula
  }

  private mutating func changed(_ formula: Formula) -> Formula {
    if admits(0.15) {
      return Formula(score: formula.score, admit: garden.admission(after: formula.admit))
    }
    return Formula(score: garden.mutated(formula.score), admit: formula.admit)
  }

  private mutating func child(of parent: Formula, _ other: Formula) -> Formula {
    let score = garden.crossed(parent.score, with: other.score)
    let admit = garden.random.chance(0.8) ? parent.admit : other.admit
    return Formula(score: garden.random.chance(0.2) ? garden.mutated(score) : score, admit: admit)
  }

  private mutating func admits(_ probability: Double) -> Bool {
    rules.vocabulary.allowsAdmit && garden.random.chance(probability)
  }
}

/// All formulas that were tried in every scenario, and the members of them that breed.
///
/// Of formulas with the same loss in every scenario the smallest is kept, since no training
/// scenario distinguishes them. The members are the formulas with the least loss, where each node
/// adds a little loss, and the formulas that no smaller formula beats.
struct FormulaPopulation {
  typealias Candidate = FormulaSearch.Candidate

  let capacity: Int
  let parsimony: Double
  /// The formulas that breed, best first.
  private(set) var members: [Candidate] = []
  /// All formulas in the order in which they were added; no two have the same losses.
  private var all: [Candidate] = []
  private var places: [[Double]: Int] = [:]

  init(capacity: Int, parsimony: Double) {
    self.capacity = capacity
    self.parsimony = parsimony
  }

  /// Adds formulas, and selects the members anew.
  mutating func take(_ candidates: [Candidate]) {
    for candidate in candidates {
      if let place = places[candidate.losses] {
        if candidate.formula.size < all[place].formula.size { all[place] = candidate }
      } else {
        places[candidate.losses] = all.count
        all.append(candidate)
      }
    }
    choose()
  }

  /// Replaces a formula by its pruned form.
  mutating func replace(_ old: Candidate, by new: Candidate) {
    if let place = places.removeValue(forKey: old.losses) {
      all.remove(at: place)
      for losses in places.keys {
        if let later = places[losses], later > place { places[losses] = later - 1 }
      }
    }
    take([new])
  }

  /// All formulas, the least loss first; of equal ones the smallest first.
  var best: [Candidate] {
    all.indices.sorted { key($0, parsimony: 0) < key($1, parsimony: 0) }.map { all[$0] }
  }

  /// The formulas that no smaller formula beats, from the smallest to the best.
  var front: [Candidate] { frontPlaces.map { all[$0] } }

  /// Returns the best of a few members drawn at random.
  /// - Precondition: There is a member.
  func tournament(_ random: inout SeededRandom) -> Candidate {
    let drawn = (0..<Self.contestants).map { _ in random.below(members.count) }
    return members[drawn.min() ?? 0]
  }

  private static let contestants = 3

  private mutating func choose() {
    let ranked = all.indices.sorted {
      key($0, parsimony: parsimony) < key($1, parsimony: parsimony)
    }
    let front = Set(frontPlaces)
    let chosen = ranked.enumerated().filter { $0.offset < capacity || front.contains($0.element) }
    members = chosen.map { all[$0.element] }
  }

  private func key(_ place: Int, parsimony: Double) -> (Double, Int, Int) {
    let size = all[place].formula.size
    return (all[place].loss + parsimony * Double(size), size, place)
  }

  private var frontPlaces: [Int] {
    let bySize = all.indices.sorted {
      (all[$0].formula.size, all[$0].loss, $0) < (all[$1].formula.size, all[$1].loss, $1)
    }
    var front: [Int] = []
    for place in bySize {
      if let last = front.last, all[place].loss >= all[last].loss { continue }
      front.append(place)
    }
    return front
  }
}
