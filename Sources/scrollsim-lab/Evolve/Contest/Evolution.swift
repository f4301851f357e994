import ScrollCaching
import ScrollCore
import ScrollSimCommands
package import ScrollSweeps
import ScrollTraces

/// Searches for a policy, and holds what it finds against the best of the built-in ones.
package struct Evolution: Sendable {
  private let spec: EvolveSpec
  private let contest: Contest

  /// Finds everything that a spec names; nothing is run.
  /// - Throws: `SweepError` for the first thing that does not exist, does not fit or cannot be
  ///   read.
  package init(_ spec: EvolveSpec, _ catalogs: SweepCatalogs) throws(SweepError) {
    self.spec = spec
    contest = try Contest(spec, catalogs)
  }

  /// Searches.
  /// - Parameters:
  ///   - runner: makes the runs.
  ///   - store: where it keeps them, and what remembers that sealed scenes were opened.
  ///   - report: is told where it is.
  /// - Returns: the answer; nil after an interruption.
  /// - Throws: `EvolveFailure` where nothing can be found, `ResultStoreError` if the store fails.
  package func answer(
    _ runner: TrialRunner, _ store: ResultStore, _ report: (EvolveStage) -> Void
  ) throws -> EvolveAnswer? {
    do {
      return try found(ContestRuns(runner: runner), store, report)
    } catch is ContestRuns.Interruption {
      return nil
    }
  }

  private func found(
    _ runs: ContestRuns, _ store: ResultStore, _ report: (EvolveStage) -> Void
  ) throws -> EvolveAnswer {
    report(.survey)
    let survey = try ContestSurvey(contest, runs, spec.materiality)
    let training = try arena(.training, survey), validation = try arena(.validation, survey)
    let rules = ContestRule.all(of: survey.sets, waived: spec.waived)

    var judge = EvolveJudge(runs, training)
    let outcome = try FormulaSearch(searchRules).run(&judge) { report(.search($0)) }
    report(.validation)
    let candidates = try Candidates(outcome, validation, runs)
    guard !candidates.ranked.isEmpty else {
      throw EvolveFailure("the search has found no formula; expected more runs")
    }

    report(.tuning)
    let search = OpponentSearch(among: contest.opponents, training, validation, runs)
    let opponent = try search.opponent(among: survey.stalls, asMuchAs: judge.asked)
    let sealed = try survey.sets[.sealed].flatMap { set -> SealedTrial.Outcome? in
      report(.opening)
      return try SealedTrial(spec, set, validation.weights, runs)
        .opened(candidates, opponent, store) { report(.draws) }
    }
    let winner = candidates.ranked[0].formula
    return EvolveAnswer(
      spec: spec, scenes: survey.findings, rules: rules,
      effort: EvolveAnswer.Effort(
        formulas: outcome.formulas, trials: outcome.runs, dropped: outcome.dropped,
        runs: judge.asked),
      best: sealed?.best ?? candidates.best, candidates: candidates.ranked.count,
      front: candidates.front, opponent: opponent.answer(sealed: sealed?.opponent),
      lru: search.rival(survey.stalls, sealed: sealed?.lru), sealed: sealed?.finding,
      laws: FormulaLaws.kept(by: winner, cases: Self.lawCases, seed: spec.search.seed),
      words: winner.words)
  }

  /// So many cases for each law.
  private static let lawCases = 100

  /// The scenes of a part that have headroom.
  /// - Throws: `EvolveFailure` if none has.
  private func arena(_ part: Contest.Part, _ survey: ContestSurvey) throws -> Arena {
    guard let set = survey.sets[part], let lru = survey.stalls[part]?.first else {
      throw EvolveFailure(
        "no \(part.rawValue) scene has headroom: in each all built-in policies stall "
          + "alike; expected smaller budgets, slower devices or scrolls that come back")
    }
    return Arena(set, lru: lru, spec.materiality)
  }

  private var searchRules: FormulaSearch.Rules {
    var rules = FormulaSearch.Rules()
    let search = spec.search
    rules.population = search.population
    rules.generations = search.generations
    rules.mostNodes = search.nodes
    rules.mostRuns = search.runs ?? rules.mostRuns
    rules.seed = search.seed
    rules.known =
      search.known.isEmpty
      ? KnownFormulas.formulas(in: rules.vocabulary, without: spec.without)
      : search.known.compactMap { Formula(policy: $0) }
    return rules
  }
}
