import ScrollPages
import ScrollSimulation

/// One policy with one budget in one scene: its runs in every session and with every seed, put
/// together.
struct ReportCell: Sendable {
  /// The figures of one session and seed.
  struct Draw: Sendable {
    /// The place of the session among those of the report.
    var session: Int
    var seed: Int
    /// Of the run.
    var key: ContentKey
    var stalls: Double, hitches: Double, hitRate: Double
  }

  private(set) var draws: [Draw] = []
  private(set) var deaths = 0
  /// Why the app was killed, each reason once.
  private(set) var deathReasons: Set<String> = []
  /// For how many images the budget has room and how many the policy needs; nil if that is enough.
  private(set) var shortage: (room: Double, needed: Int)?
  /// In the order of `FigureCatalog.stored`; those of words mean nothing.
  private var figures = Array(repeating: Spread(), count: FigureCatalog.stored.count)
  /// The misses above the fewest possible, of the runs of which they are known.
  private var regret = Spread()
  /// The names of what bounds them.
  private(set) var regretBounds: Set<String> = []
  /// The stalls of the runs in which the app was not killed.
  private(set) var livingStalls = Spread()
  /// Of the runs of which it is known: their stalls, those of `lru`, and the least that were tried.
  private(set) var knownStalls = Spread(), lruStalls = Spread(), reachedStalls = Spread()
  /// The share of the time in which the cache held more than its budget.
  private var overBudget = Spread()
  /// How long the runs were, in seconds, to the death of those that were killed.
  private var lived = Spread()
  /// Sums over the runs, in the order of `PartNames`.
  private(set) var absences = Array(repeating: 0.0, count: PartNames.absences.count)
  private(set) var waits = Array(repeating: 0.0, count: PartNames.waits.count)
  private(set) var bands = Array(repeating: 0, count: PartNames.bands.count)
  /// Sums of `Figure.times`; not finite if one never came.
  private var times = Array(repeating: 0.0, count: Figure.times.count)

  var runs: Int { draws.count }

  /// A figure of its runs: a stored one has a value for each, `regret` for those that are bounded.
  /// - Precondition: it is a number that the store has of every run, or `regret`.
  subscript(figure: Figure) -> Spread {
    if figure.name == Figure.regret.name { return regret }
    guard let place = RunRecord.places[figure.name] else {
      preconditionFailure("no cell has a mean of '\(figure.name)'")
    }
    return figures[place]
  }

  /// A figure of its runs in words, rounded as in its column: `1.94 ±0.03`.
  /// - Parameters:
  ///   - figure: which.
  ///   - decimals: those of the catalog unless given.
  /// - Returns: `-` if no run has it.
  func text(_ figure: Figure, decimals: Int? = nil) -> String {
    let spread = self[figure]
    return spread.count == 0 ? "-" : figure.cell(spread, decimals: decimals)
  }

  /// The mean over sessions and seeds, for the ranking.
  var score: RunScore {
    var score = RunScore(
      killedShare: Double(deaths) / Double(max(1, runs)), overBudgetShare: overBudget.mean,
      stallSeconds: self[.stall].mean, hitchRatio: self[.hitchRatio].mean,
      hitRate: self[.hitRate].mean)
    score.livedSeconds = lived.mean
    score.tooSmallShare = shortage == nil ? 0 : 1
    return score
  }

  /// Adds a run of a session, by its place.
  mutating func add(_ row: RunRow, of session: Int) {
    let draw = Draw(
      session: session, seed: row.run.seed, key: row.run.key, stalls: row.run.number(.stall),
      hitches: row.run.number(.hitchRatio),
      hitRate: row.run.number(.hitRate))
    draws.append(draw)
    if let reason = row.run.killed {
      deaths += 1
      deathReasons.insert(reason)
    } else {
      livingStalls.add(draw.stalls)
    }
    shortage = shortage ?? row.run.shortage
    for (place, value) in row.run.figures.enumerated() { figures[place].add(value.number ?? .nan) }
    if let misses = row.run.regret?.misses {
      regret.add(Double(misses))
      regretBounds.formUnion([row.run.regret?.bound].compactMap { $0 })
    }
    if let known = row.run.stallRegret, let lru = known.lru, let reached = known.reached {
      knownStalls.add(draw.stalls)
      lruStalls.add(lru)
      reachedStalls.add(reached)
    }
    let score = RunScore(row.run)
    overBudget.add(score.overBudgetShare)
    lived.add(score.livedSeconds)
    for (index, figure) in Figure.times.enumerated() { times[index] += row.run.number(figure) }
    for part in row.run.parts {
      switch part.kind {
      case "absence": PartNames.absenceIndex[part.name].map { absences[$0] += part.value }
      case "wait": PartNames.waitIndex[part.name].map { waits[$0] += part.value }
      default: break
      }
    }
    addBand(row.run)
  }

  /// Counts the run by its band.
  private mutating func addBand(_ run: RunRecord) {
    guard case .text(let band)? = run.value(.band) else { return }
    if let index = PartNames.bands.firstIndex(of: band) { bands[index] += 1 }
  }

  /// Whether all runs are.
  var isCritical: Bool {
    PartNames.bands.firstIndex(of: Band.critical.rawValue).map { bands[$0] == runs } ?? false
  }

  /// Means of `Figure.times` over the runs, in milliseconds; infinite if one never came.
  var timesToImage: [Double] { times.map { $0 / Double(runs) } }
}

/// The parts of figures in words, in the order of the simulation's kinds.
enum PartNames {
  /// Names in the store, and for people.
  static let absences = AbsenceReason.allCases.map { ("\($0)", $0.shortName) }
  static let waits = WaitTimes.Kind.allCases.map { ("\($0)", $0.shortName) }
  static let bands = Band.allCases.map(\.rawValue)

  /// The resource that is waited for, in a sentence.
  static let waitTexts = WaitTimes.Kind.allCases.map { $0 == .queue ? "their turn" : $0.words }

  static let absenceIndex = Dictionary(
    uniqueKeysWithValues: absences.enumerated().map { ($1.0, $0) })
  static let waitIndex = Dictionary(uniqueKeysWithValues: waits.enumerated().map { ($1.0, $0) })
}
