import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The single trial on the sealed scenarios, after the formula and its opponent were chosen.
struct SealedTrial {
  /// The result of the trial.
  struct Outcome {
    let finding: SealedFinding
    /// The best formulas on validation scenarios, with their losses in sealed scenarios.
    let best: [Contender]
    let opponent: Double, lru: Double
  }

  private let spec: EvolveSpec
  private let set: ScenarioSet
  private let contestGuard: EvolveGuard
  private let runs: ContestRuns

  /// Creates a trial.
  /// - Parameters:
  ///   - spec: The spec of the search.
  ///   - set: The sealed scenarios.
  ///   - validation: The weights of the validation scenarios.
  ///   - runs: Makes the runs.
  init(_ spec: EvolveSpec, _ set: ScenarioSet, _ validation: ScenarioWeights, _ runs: ContestRuns) {
    self.spec = spec
    self.set = set
    contestGuard = EvolveGuard(validation: validation, sealed: set.weights)
    self.runs = runs
  }

  /// Opens the scenarios.
  /// - Parameters:
  ///   - candidates: The candidates, already compared on validation scenarios.
  ///   - opponent: The opponent, already chosen.
  ///   - store: Stores the opening.
  ///   - beforeDraws: Called before the runs with drawn device figures.
  /// - Returns: The result; nil if there are no candidates.
  /// - Throws: `ContestRuns.Interruption`, or `ResultStoreError`.
  func opened(
    _ candidates: Candidates, _ opponent: OpponentSearch.Found, _ store: ResultStore,
    beforeDraws: () -> Void
  ) throws -> Outcome? {
    var found: (opening: OpeningRecord, arena: WeightedScenarios, losses: Losses)?
    let verdict = try contestGuard.judged(candidates.losses) { place in
      let opening = try open(candidates.ranked[place].policy, opponent, store)
      let opened = try losses(candidates.best, opponent)
      found = (opening, opened.arena, opened.losses)
      return (opened.losses.best[place], opened.losses.opponent)
    }
    guard let verdict, let found else { return nil }
    let winner = try candidates.ranked[verdict.winner].formula.choice
    let whole = set.scenes.indices
    let records = try runs.records(of: [winner], in: set, scenes: whole, regret: .stalls)
    beforeDraws()
    let band = GainBand.measured(
      winner, against: opponent.trial.policy, in: set, found.arena.yardstick,
      draws: spec.search.draws)
    let weights = found.arena.weights
    let rivals = try excluded(found.losses.best[verdict.winner], found.arena)
    let theirs = try runs.records(
      of: [opponent.trial.policy], in: set, scenes: whole, regret: [])
    let audit = audit([(winner, records[0]), (opponent.trial.policy, theirs[0])])
    let best = zip(candidates.best, found.losses.best).map { contender, losses in
      var contender = contender
      contender.sealed = weights.mean(losses)
      return contender
    }
    let finding = SealedFinding(
      opening: found.opening, gain: verdict.gain,
      devices: devices(found.losses.best[verdict.winner], found.losses.opponent),
      hindsight: hindsight(found.losses, weights, opponent), excluded: rivals, audit: audit,
      band: band,
      bound: BoundShare(records[0], verdict.gain, in: set, found.arena.yardstick))
    return Outcome(
      finding: finding, best: best, opponent: weights.mean(found.losses.opponent),
      lru: weights.mean(found.losses.builtIn[0].losses))
  }

  /// Returns the winner's gain against the built-in policies that the spec excludes.
  private func excluded(
    _ winner: [[Double]], _ arena: WeightedScenarios
  ) throws -> [(policy: String, gain: PairedGain)] {
    let policies = BuiltInPolicies.all.filter { spec.without.contains($0.entry.name) }
    let stalls = try runs.stalls(of: policies, in: set)
    return zip(policies, stalls).filter { !$1.isTooSmall }.map { policy, stalls in
      let gain = PairedGain(of: winner, against: arena.losses(stalls), arena.weights)
      return (policy.text, gain)
    }
  }

  /// Repeats the runs of some policies under an audit.
  private func audit(
    _ policies: [(policy: Choice<PolicyDescriptor>, records: [RunRecord])]
  ) -> AuditFinding {
    var findings: [String] = []
    var last: (scenario: Int32, prepared: PreparedScenario)?
    let places = set.runs(of: set.scenes.indices)
    for (policy, records) in policies {
      for (place, record) in zip(places, records) {
        let run = set.plan.runs[place]
        let planned = set.plan.scenario(of: run)
        let prepared =
          last?.scenario == run.scenario ? last?.prepared : nil
        let scenario = prepared ?? PreparedScenario(planned.scenario)
        last = (run.scenario, scenario)
        let audit = RunAudit(
          scenario, policy, budget: run.budget, seed: UInt64(run.seed),
          stall: record.number(.stall))
        findings += audit.findings.map {
          "\(policy.text) on \(planned.record.trace.name), \(planned.record.device.name): \($0)"
        }
      }
    }
    return AuditFinding(runs: policies.count * places.count, findings: findings)
  }

  /// Records the compared policies in the store, before any of their runs.
  private func open(
    _ formula: String, _ opponent: OpponentSearch.Found, _ store: ResultStore
  ) throws(ResultStoreError) -> OpeningRecord {
    try store.open(
      OpeningRecord(
        scenes: set.key, question: spec.question, formula: formula,
        opponent: opponent.trial.policy.label),
      of: set.digests.sorted())
  }

  /// The losses in the sealed scenarios, by scenario and session.
  private struct Losses {
    let best: [[[Double]]]
    let opponent: [[Double]]
    /// The losses of the built-in policies for which the budgets are large enough, `lru` first.
    let builtIn: [(policy: String, losses: [[Double]])]
  }

  private func losses(
    _ best: [Contender], _ opponent: OpponentSearch.Found
  ) throws -> (arena: WeightedScenarios, losses: Losses) {
    let builtIn = BuiltInPolicies.all(without: spec.without)
    let formulas = try best.map { try $0.formula.choice }
    let stalls = try runs.stalls(of: builtIn + [opponent.trial.policy] + formulas, in: set)
    let arena = WeightedScenarios(set, lru: stalls[0], spec.materiality)
    let known = zip(builtIn, stalls).filter { $0.entry.name == "lru" || !$1.isTooSmall }
    return (
      arena,
      Losses(
        best: stalls.dropFirst(builtIn.count + 1).map { arena.losses($0) },
        opponent: arena.losses(stalls[builtIn.count]),
        builtIn: known.map { (policy: $0.text, losses: arena.losses($1)) })
    )
  }

  /// Returns the gain on each device, in the order of the scenarios.
  private func devices(
    _ winner: [[Double]], _ opponent: [[Double]]
  ) -> [(device: String, gain: PairedGain)] {
    var names: [String] = []
    for scene in set.scenes where !names.contains(scene.device) { names.append(scene.device) }
    return names.map { name in
      let places = set.scenes.indices.filter { set.scenes[$0].device == name }
      let gain = PairedGain(
        of: places.map { winner[$0] }, against: places.map { opponent[$0] },
        set.keeping(places).weights)
      return (name, gain)
    }
  }

  /// Returns the best of the built-in policies and the opponent.
  private func hindsight(
    _ losses: Losses, _ weights: ScenarioWeights, _ opponent: OpponentSearch.Found
  ) -> BuiltInContender {
    let all =
      [(opponent.trial.policy.label, weights.mean(losses.opponent))]
      + losses.builtIn.map { ($0.policy, weights.mean($0.losses)) }
    let best = all.reduce(all[0]) { $1.1 < $0.1 ? $1 : $0 }
    return BuiltInContender(policy: best.0, training: nil, validation: nil, sealed: best.1)
  }
}

/// The formulas of a search, compared on validation scenarios.
struct Candidates {
  /// The formulas from the best on validation scenarios to the worst.
  let ranked: [Contender]
  /// Their losses on validation scenarios, by scenario and session, in the same order.
  let losses: [[[Double]]]
  /// The formulas that no smaller formula beats on training scenarios.
  let front: [Contender]

  /// The number of formulas that are shown, and tried on the sealed scenarios.
  private static let most = 10

  /// Compares the formulas of a search.
  /// - Parameters:
  ///   - outcome: The outcome of the search.
  ///   - validation: The validation scenarios.
  ///   - runs: Makes the runs.
  /// - Throws: `ContestRuns.Interruption`, or `ResultStoreError`.
  init(
    _ outcome: FormulaSearch.Outcome, _ validation: WeightedScenarios, _ runs: ContestRuns
  ) throws {
    var known: Set<String> = []
    let found = (outcome.best + outcome.front).map { ($0.formula.simplified(), $0.loss) }
      .filter { known.insert($0.0.policy).inserted }
    let losses = try validation.losses(of: found.map { try $0.0.choice }, runs)
    let contenders = zip(found, losses).map { found, losses in
      Contender(
        found.0, training: found.1, validation: validation.weights.mean(losses))
    }
    let order = EvolveGuard.ranking(of: losses, validation.weights)
    ranked = order.map { contenders[$0] }
    self.losses = order.map { losses[$0] }
    let places = Dictionary(
      contenders.enumerated().map { ($1.policy, $0) }, uniquingKeysWith: { first, _ in first })
    front = outcome.front.compactMap { candidate in
      places[candidate.formula.simplified().policy].map { contenders[$0] }
    }
  }

  /// The best formulas.
  var best: [Contender] { Array(ranked.prefix(Self.most)) }
}
