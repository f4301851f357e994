import ScrollCaching
import ScrollCore
import ScrollLaws
import ScrollSimCommands
import ScrollSimulation
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
      front: candidates.front,
      opponent: opponent.answer(sealed: sealed?.opponent, among: contest.opponents.count),
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

/// Tries formulas in training scenes.
struct EvolveJudge: FormulaJudge {
  private let runs: ContestRuns
  private let arena: Arena
  /// How many runs it has asked for.
  private(set) var asked = 0

  init(_ runs: ContestRuns, _ arena: Arena) {
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
        seconds.reduce(0, +) / Double(seconds.count) / arena.yardstick.seconds[scene]
      }
    }
  }
}

extension Formula {
  /// The policy that it is.
  /// - Throws: `ChoiceError` for one that the policy cannot be.
  var choice: Choice<PolicyDescriptor> {
    get throws(ChoiceError) { try PolicyCatalog.builtIn.choose(policy) }
  }
}

/// Which laws of caches a formula keeps.
package enum FormulaLaws {
  /// Tries a formula on random cases.
  ///
  /// Of a policy of the catalog laws are checked that its descriptor claims. Nobody knows what a
  /// formula that was found would claim: so every law is tried, also those that few policies keep,
  /// like those of least recently used. A formula that refuses images is not held against the
  /// laws of those that store everything.
  ///
  /// - Parameters:
  ///   - formula: what is tried.
  ///   - cases: how many random cases each law has.
  ///   - seed: what they are drawn from.
  /// - Returns: the name of every law that a case exercised, in the order of all laws, and whether
  ///   no case broke it.
  package static func kept(
    by formula: Formula, cases: Int, seed: UInt64
  ) -> [(law: String, isKept: Bool)] {
    let plan = LawPlan(cases: cases, seed: seed, smallWorlds: false)
    return LawCheck(of: descriptor(of: formula), plan: plan).tally()
  }

  /// A policy without settings, which laws would change.
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
      refusal = RefusalRule("refuses images for which its 'admit' is 0 or less") {
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

/// Where a search is.
package enum EvolveStage: Sendable {
  /// Looks for scenes with headroom.
  case survey
  case search(FormulaSearch.Progress)
  /// Holds the best formulas against each other on validation scenes.
  case validation
  /// Tunes the opponent.
  case tuning
  /// Opens the sealed scenes.
  case opening
  /// Looks for what the errors of the devices' figures leave of the gain.
  case draws
}

/// Why a search has no answer; the description is the sentence that the command prints.
package struct EvolveFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// Scenes with what stalls are measured against in them.
struct Arena {
  let set: SceneSet
  let yardstick: Yardstick
  let weights: SceneWeights

  /// - Parameters:
  ///   - set: the scenes.
  ///   - lru: what `lru` stalls there.
  ///   - materiality: what matters.
  init(_ set: SceneSet, lru: ContestRuns.Stalls, _ materiality: Materiality) {
    self.set = set
    yardstick = Yardstick(set, lru: lru.seconds, materiality)
    weights = set.weights
  }

  /// Stalls as shares of the yardstick.
  func losses(_ stalls: ContestRuns.Stalls) -> [[Double]] { yardstick.losses(stalls.seconds) }

  /// What some policies lose.
  func losses(
    of policies: [Choice<PolicyDescriptor>], _ runs: ContestRuns
  ) throws -> [[[Double]]] {
    try runs.stalls(of: policies, in: set).map { losses($0) }
  }
}
