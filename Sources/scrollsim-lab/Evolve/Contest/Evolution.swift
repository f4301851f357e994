import ScrollCaching
import ScrollCore
import ScrollLaws
import ScrollSimCommands
import ScrollSimulation
package import ScrollSweeps
import ScrollTraces

/// A search for a policy, and its contest with the best of the built-in ones.
package struct Evolution: Sendable {
  private let spec: EvolveSpec
  private let contest: Contest

  /// Resolves all names of a spec; no run is made.
  /// - Throws: `SweepError` for the first name that does not exist, does not fit or cannot be read.
  package init(_ spec: EvolveSpec, _ catalogs: SweepCatalogs) throws(SweepError) {
    self.spec = spec
    contest = try Contest(spec, catalogs)
  }

  /// Runs the search and the contest.
  /// - Parameters:
  ///   - runner: Makes the runs.
  ///   - store: Stores the runs, and the openings of sealed scenarios.
  ///   - report: Receives each stage.
  /// - Returns: The answer; nil after an interruption.
  /// - Throws: `EvolveFailure` if nothing can be found, `ResultStoreError` if the store fails.
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
      throw EvolveFailure("the search has found no formula; try more runs")
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
      front: candidates.front,
      opponent: opponent.answer(sealed: sealed?.opponent, among: contest.opponents.count),
      lru: search.rival(survey.stalls, sealed: sealed?.lru), sealed: sealed?.finding,
      laws: FormulaLaws.kept(by: winner, cases: Self.lawCases, seed: spec.search.seed),
      words: winner.words)
  }

  /// The number of cases for each law.
  private static let lawCases = 100

  /// Returns the scenarios of a part that have headroom.
  /// - Throws: `EvolveFailure` if none has.
  private func arena(_ part: Contest.Part, _ survey: ContestSurvey) throws -> WeightedScenarios {
    guard let set = survey.sets[part], let lru = survey.stalls[part]?.first else {
      throw EvolveFailure(
        "no \(part.rawValue) scenario has headroom: all built-in policies stall equally in "
          + "each; expected smaller budgets, slower devices or scrolls that return")
    }
    return WeightedScenarios(set, lru: lru, spec.materiality)
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

/// A judge that tries formulas in training scenarios.
struct EvolveJudge: FormulaJudge {
  private let runs: ContestRuns
  private let arena: WeightedScenarios
  /// The number of requested runs.
  private(set) var asked = 0

  init(_ runs: ContestRuns, _ arena: WeightedScenarios) {
    self.runs = runs
    self.arena = arena
  }

  var weights: [Double] { arena.weights.shares }

  mutating func losses(
    of formulas: [Formula], inScenes scenes: Range<Int>
  ) throws -> [[Double]] {
    let policies = try formulas.map { try $0.choice }
    asked += policies.count * arena.set.runs(of: scenes).count
    return try runs.stalls(of: policies, in: arena.set, scenes: scenes).map { stalls in
      zip(scenes, stalls.seconds).map { scene, seconds in
        arena.set.scenes[scene].mean(seconds) / arena.yardstick.seconds[scene]
      }
    }
  }
}

extension Formula {
  /// The policy of the formula.
  /// - Throws: `ChoiceError` for a formula that the policy cannot have.
  var choice: Choice<PolicyDescriptor> {
    get throws(ChoiceError) { try PolicyCatalog.builtIn.choose(policy) }
  }
}

/// The laws of caches that a formula keeps.
package enum FormulaLaws {
  /// Tries a formula on random cases.
  ///
  /// For a policy of the catalog, only the laws that its descriptor claims are checked. A formula
  /// from a search has no claims, so every law is tried, including those that few policies keep,
  /// like the laws of least recently used. A formula that refuses images is not tried on the laws
  /// of policies that store everything.
  ///
  /// - Parameters:
  ///   - formula: The formula.
  ///   - cases: The number of random cases for each law.
  ///   - seed: The seed of the cases.
  /// - Returns: The name of every law that a case exercised, in the order of all laws, and whether
  ///   no case broke it.
  package static func kept(
    by formula: Formula, cases: Int, seed: UInt64
  ) -> [(law: String, isKept: Bool)] {
    let plan = LawPlan(cases: cases, seed: seed, smallWorlds: false)
    return LawCheck(of: descriptor(of: formula), plan: plan).tally()
  }

  /// Returns a descriptor of the policy that has no settings, because the checks of laws vary
  /// settings.
  private static func descriptor(of formula: Formula) -> PolicyDescriptor {
    let score = ScoreExpression(formula.score, constants: formula.constants)
    let admit = formula.admit.map { ScoreExpression($0, constants: formula.constants) }
    var claims: PolicyClaims = [
      .keepsNewcomers, .keepsOldOnRefusal, .mirrors, .scales, .inclusion, .leastRecentlyUsed,
      .conservative, .bestOnWalks, .cheapestFirst,
    ]
    var refusal = RefusalRule.largerThanCapacity
    if admit != nil {
      claims.remove(.keepsNewcomers)
      refusal = RefusalRule("refuses images whose 'admit' is 0 or less") {
        cost, capacity in
        cost > capacity ? true : nil
      }
    }
    return PolicyDescriptor(
      "formula", "Evicts the image with the highest score.",
      facts: PolicyDescriptor.Facts(refusal: refusal, claims: claims)
    ) { ScorePolicy($0, score: score, admit: admit) }
  }
}

/// A stage of a search.
package enum EvolveStage: Sendable {
  /// The search for scenarios with headroom.
  case survey
  case search(FormulaSearch.Progress)
  /// The comparison of the best formulas on validation scenarios.
  case validation
  /// The tuning of the opponent.
  case tuning
  /// The opening of the sealed scenarios.
  case opening
  /// The runs with drawn device figures, which measure their effect on the gain.
  case draws
}

/// The reason why a search has no answer; the description is the message that the command prints.
package struct EvolveFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Scenarios with their unit of stall time and their weights.
struct WeightedScenarios {
  let set: ScenarioSet
  let yardstick: StallUnit
  let weights: ScenarioWeights

  /// Creates the scenarios with a unit and weights.
  /// - Parameters:
  ///   - set: The scenarios.
  ///   - lru: The stall times of `lru` in these scenarios.
  ///   - materiality: The smallest visible difference.
  init(_ set: ScenarioSet, lru: ContestRuns.Stalls, _ materiality: Materiality) {
    self.set = set
    yardstick = StallUnit(set, lru: lru.seconds, materiality)
    weights = set.weights
  }

  /// Returns stall times in the unit of each scenario.
  func losses(_ stalls: ContestRuns.Stalls) -> [[Double]] { yardstick.losses(stalls.seconds) }

  /// Returns the losses of some policies.
  func losses(
    of policies: [Choice<PolicyDescriptor>], _ runs: ContestRuns
  ) throws -> [[[Double]]] {
    try runs.stalls(of: policies, in: set).map { losses($0) }
  }
}
