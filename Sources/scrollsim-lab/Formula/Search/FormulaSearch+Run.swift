import ScrollSimCommands
import ScrollTraces

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
