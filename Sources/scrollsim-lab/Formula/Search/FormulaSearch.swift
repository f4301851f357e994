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
