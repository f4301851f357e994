import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

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
