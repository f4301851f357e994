import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// Finds formulas with little loss: genetic programming that races what it breeds.
///
/// The first generation has known designs, changes of them and drawn formulas; each later one has
/// steps from the numbers of the best, children of two formulas, changes of one and some drawn
/// anew (`FormulaBreeder`). Everything is simplified first, and what ranks the states of
/// `FormulaStates.standard` like something that was there before is not tried. What is tried is
/// dropped early where it is bad (`FormulaRace`); what stays competes with all that stayed
/// before, each node of a formula counting as a little loss (`FormulaPopulation`). In the end the
/// best are pruned (`PrunedFormula`).
///
/// What is asked depends on the rules and on the answers alone. So a search that was interrupted
/// goes on where it was, if it is run again and its judge remembers its answers.
///
/// J. R. Koza, "Genetic Programming", MIT Press 1992; N. Q. Uy et al., "Semantically-based
/// crossover in genetic programming", GPEM 12, 2011, doi:10.1007/s10710-010-9121-2, for telling
/// programs apart by what they do; R. Poli, W. Langdon, N. McPhee, "A Field Guide to Genetic
/// Programming", 2008, for parsimony.
package struct FormulaSearch: Sendable {
  /// How widely and how long it searches.
  package struct Rules: Sendable {
    /// How many formulas survive a generation, and how many new ones each has.
    package var population: Int
    package var generations: Int
    package var mostNodes: Int
    /// Formulas times scenes.
    package var mostRuns: Int
    package var vocabulary: FormulaVocabulary
    package var seed: UInt64
    /// Planted at the start.
    package var known: [Formula]
    /// The loss that a node counts as.
    package var parsimony = 0.0005
    /// How much loss a smaller formula may have more in the end.
    package var tolerance = 0.002

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

  /// A formula that was tried in every scene.
  package struct Candidate: Sendable {
    package let formula: Formula
    /// In each scene.
    package let losses: [Double]
    /// The mean by the weights of the scenes.
    package let loss: Double
  }

  /// Where a search is.
  package struct Progress: Sendable {
    /// Counted from 1.
    package let generation: Int
    package let generations: Int
    package let runs: Int
    package let best: Candidate?
  }

  /// What a search found.
  package struct Outcome: Sendable {
    /// Best first; no two have the same losses.
    package let best: [Candidate]
    /// Those that no smaller formula beats: from the smallest to the best.
    package let front: [Candidate]
    /// Formulas times scenes.
    package let runs: Int
    /// How many were tried.
    package let formulas: Int
    /// How many of them were not tried in every scene.
    package let dropped: Int
  }

  let rules: Rules

  /// - Precondition: there may be a formula in the population, and a node in a formula.
  package init(_ rules: Rules) {
    precondition(rules.population > 0 && rules.mostNodes > 0, "no formula may be tried")
    self.rules = rules
  }
}

extension FormulaSearch {
  /// Searches.
  /// - Parameters:
  ///   - judge: says how good formulas are.
  ///   - progress: is told after every generation.
  /// - Returns: what was found; nothing where fewer runs are allowed than a formula needs.
  /// - Throws: what the judge throws.
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

  /// A tenth of the runs, where they are limited.
  private var runsForPruning: Int { rules.mostRuns == .max ? 0 : rules.mostRuns / 10 }

  /// Prunes until the best is one that cannot be pruned and so many others are, too.
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
/// Every operation is taken away in turn, so that one of its operands stands in its place, and the
/// rule for what is stored; of what is left so the smallest stays whose loss, measured, is at most
/// the formula's own and a tolerance, and is pruned in turn. The tolerance is not added up.
package struct PrunedFormula {
  private let candidate: FormulaSearch.Candidate
  private let tolerance: Double

  init(_ candidate: FormulaSearch.Candidate, tolerance: Double) {
    self.candidate = candidate
    self.tolerance = tolerance
  }

  /// Prunes as far as it goes, and as runs allow.
  /// - Parameters:
  ///   - race: counts the runs.
  ///   - judge: says how good formulas are.
  /// - Returns: the smallest that was found; of two equally small ones the one with less loss.
  /// - Throws: what the judge throws.
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

  /// Prunes a formula outside a search.
  /// - Parameters:
  ///   - formula: in any form.
  ///   - tolerance: how much loss it may have more.
  ///   - judge: says how good formulas are.
  /// - Returns: the smallest that was found.
  /// - Throws: what the judge throws.
  package static func pruned<Judge: FormulaJudge>(
    _ formula: Formula, tolerance: Double, _ judge: inout Judge
  ) throws -> Formula {
    var race = FormulaRace(weights: judge.weights, mostRuns: .max)
    let simple = formula.simplified()
    guard let candidate = try race.candidates(of: [simple], &judge).first else { return simple }
    return try PrunedFormula(candidate, tolerance: tolerance).smallest(&race, &judge).formula
  }

  /// All smaller formulas with one operation less, the smallest first.
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

/// Makes the formulas of each generation: what is small enough, sayable, and does what none before
/// it did.
struct FormulaBreeder {
  private let rules: FormulaSearch.Rules
  private var garden: FormulaGarden
  /// What was asked so far.
  private var seen: Set<FormulaFingerprint> = []
  /// The least loss of the last generation, and for how many it has been the least.
  private var record = Double.infinity
  private var standstill = 0

  init(_ rules: FormulaSearch.Rules) {
    self.rules = rules
    garden = FormulaGarden(rules.vocabulary, seed: rules.seed)
  }

  /// The known designs, changes of them and drawn formulas: three times as many as survive, since
  /// most are dropped after the first scenes.
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

  /// Steps from the numbers of the best, children, changes, and formulas drawn anew: the more of
  /// these the longer nothing has got better.
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

  /// So many of the best have their numbers tuned.
  private static let tuned = 4

  /// How often is drawn for one newcomer before a generation stays smaller.
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
    // What is far too large is not worth simplifying.
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

/// All that was tried in every scene, and which of it breeds.
///
/// Of formulas with the same loss in every scene the smallest is kept: no training scene tells them
/// apart, whatever else they would do. Those breed that have the least loss, each node counting as
/// a little of it, and those that no smaller formula beats.
struct FormulaPopulation {
  typealias Candidate = FormulaSearch.Candidate

  let capacity: Int
  let parsimony: Double
  /// Those that breed, best first.
  private(set) var members: [Candidate] = []
  /// No two have the same losses; in the order of birth.
  private var all: [Candidate] = []
  private var places: [[Double]: Int] = [:]

  init(capacity: Int, parsimony: Double) {
    self.capacity = capacity
    self.parsimony = parsimony
  }

  /// Adds what was tried, and chooses anew who breeds.
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

  /// Puts a pruned formula in the place of what it was.
  mutating func replace(_ old: Candidate, by new: Candidate) {
    if let place = places.removeValue(forKey: old.losses) {
      all.remove(at: place)
      for losses in places.keys {
        if let later = places[losses], later > place { places[losses] = later - 1 }
      }
    }
    take([new])
  }

  /// Everything, the least loss first, of equal ones the smallest.
  var best: [Candidate] {
    all.indices.sorted { key($0, parsimony: 0) < key($1, parsimony: 0) }.map { all[$0] }
  }

  /// Those that no smaller formula beats, from the smallest to the best.
  var front: [Candidate] { frontPlaces.map { all[$0] } }

  /// The best of a few members drawn at random.
  /// - Precondition: there is a member.
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
