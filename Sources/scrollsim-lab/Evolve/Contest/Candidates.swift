import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// What a search has found, held against each other on validation scenes.
struct Candidates {
  /// From the best on validation scenes to the worst.
  let ranked: [Contender]
  /// What they lose there, by scene and session, in the same order.
  let losses: [[[Double]]]
  /// Those that no smaller formula beats on training scenes.
  let front: [Contender]

  /// So many are shown, and tried on the sealed scenes.
  private static let most = 10

  /// - Parameters:
  ///   - outcome: of the search.
  ///   - validation: the scenes.
  ///   - runs: makes the runs.
  /// - Throws: `ContestRuns.Interruption`, or `ResultStoreError`.
  init(
    _ outcome: FormulaSearch.Outcome, _ validation: Arena, _ runs: ContestRuns
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

  /// The best.
  var best: [Contender] { Array(ranked.prefix(Self.most)) }
}
