import ScrollPages
import ScrollSimulation

/// The runs of one policy with one budget in one scenario, over all sessions and seeds.
///
/// In means and sums over runs, each cluster of sessions has the same weight.
struct ReportCell: Sendable {
  /// The figures of one session and seed.
  struct Draw: Sendable {
    /// The index of the session in the report.
    var session: Int
    var seed: Int
    /// The key of the run.
    var key: ContentKey
    /// The figures for the rule.
    var figures: ChoiceRule.Session
    var hitRate: Double

    var stalls: Double { figures.stall }
    var hitches: Double { figures.hitches }
  }

  private(set) var draws: [Draw] = []
  private(set) var deaths = 0
  /// The sum of the weights of the runs, and of those in which the app was killed.
  private(set) var weight = 0.0
  private var deathWeight = 0.0
  /// The reasons for which the app was killed, without duplicates.
  private(set) var deathReasons: Set<String> = []
  /// The number of images that the budget has room for and the number that the policy needs; `nil`
  /// if there is enough room.
  private(set) var shortage: (room: Double, needed: Int)?
  /// The figures in the order of `FigureCatalog.stored`; entries for figures whose values are words
  /// have no meaning.
  private var figures = Array(repeating: Spread(), count: FigureCatalog.stored.count)
  /// The misses above the fewest possible, over the runs for which they are known.
  private var regret = Spread()
  /// The names of the bounds on the misses.
  private(set) var regretBounds: Set<String> = []
  /// The stalls of the runs in which the app was not killed, for the ranking of `report`.
  ///
  /// The table of `sweep` has the mean of all runs.
  private(set) var livingStalls = Spread()
  /// The stalls of the runs with a known stall regret, the stalls with `lru` in their place, and
  /// the best stalls found.
  private(set) var knownStalls = Spread(), lruStalls = Spread(), reachedStalls = Spread()
  /// The share of the time in which the cache exceeded its budget.
  private var overBudget = Spread()
  /// The durations of the runs in seconds, until the app was killed if it was.
  private var lived = Spread()
  /// The sums over the runs, in the order of `PartNames`.
  private(set) var absences = Array(repeating: 0.0, count: PartNames.absences.count)
  private(set) var waits = Array(repeating: 0.0, count: PartNames.waits.count)
  private(set) var bands = Array(repeating: 0, count: PartNames.bands.count)
  /// The sums of `Figure.times`; not finite if an event never happened in a run.
  private var times = Array(repeating: 0.0, count: Figure.times.count)

  var runs: Int { draws.count }

  /// A figure over the runs: a stored figure has a value for each run, `regret` for each run with a
  /// bound.
  /// - Precondition: the figure is a number that the store has of every run, or `regret`.
  subscript(figure: Figure) -> Spread {
    if figure.name == Figure.regret.name { return regret }
    guard let place = RunRecord.places[figure.name] else {
      preconditionFailure("no cell has a mean of '\(figure.name)'")
    }
    return figures[place]
  }

  /// Returns a figure over the runs as text, rounded as in its column: `1.94 ±0.03`.
  /// - Parameters:
  ///   - figure: the figure.
  ///   - decimals: the number of decimals; if `nil`, that of the catalog.
  /// - Returns: the text; `-` if no run has the figure.
  func text(_ figure: Figure, decimals: Int? = nil) -> String {
    let spread = self[figure]
    return spread.count == 0 ? "-" : figure.cell(spread, decimals: decimals)
  }

  /// The mean score over sessions and seeds, for the ranking.
  var score: RunScore {
    var score = RunScore(
      killedShare: weight > 0 ? deathWeight / weight : 0, overBudgetShare: overBudget.mean,
      stallSeconds: self[.stall].mean, hitchRatio: self[.hitchRatio].mean,
      hitRate: self[.hitRate].mean)
    score.livedSeconds = lived.mean
    score.tooSmallShare = shortage == nil ? 0 : 1
    return score
  }

  /// Adds a run of a session.
  /// - Parameters:
  ///   - row: the run.
  ///   - session: the index of the session.
  ///   - share: the weight of the session, above 0.
  mutating func add(_ row: RunRow, of session: Int, share: Double) {
    let draw = Draw(
      session: session, seed: row.run.seed, key: row.run.key,
      figures: RunJudge(on: row.scenario.device, by: ChoiceRule()).session(row.run, share: share),
      hitRate: row.run.number(.hitRate))
    draws.append(draw)
    weight += share
    if let reason = row.run.killed {
      deaths += 1
      deathWeight += share
      deathReasons.insert(reason)
    } else {
      livingStalls.add(draw.stalls, weight: share)
    }
    shortage = shortage ?? row.run.shortage
    for (place, value) in row.run.figures.enumerated() {
      figures[place].add(value.number ?? .nan, weight: share)
    }
    if let misses = row.run.regret?.misses {
      regret.add(Double(misses), weight: share)
      regretBounds.formUnion([row.run.regret?.bound].compactMap { $0 })
    }
    if let known = row.run.stallRegret, let lru = known.lru, let reached = known.reached {
      knownStalls.add(draw.stalls, weight: share)
      lruStalls.add(lru, weight: share)
      reachedStalls.add(reached, weight: share)
    }
    let score = RunScore(row.run)
    overBudget.add(score.overBudgetShare, weight: share)
    lived.add(score.livedSeconds, weight: share)
    for (index, figure) in Figure.times.enumerated() {
      times[index] += share * row.run.number(figure)
    }
    for part in row.run.parts {
      switch part.kind {
      case "absence": PartNames.absenceIndex[part.name].map { absences[$0] += share * part.value }
      case "wait": PartNames.waitIndex[part.name].map { waits[$0] += share * part.value }
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

  /// A Boolean value that indicates whether all runs are critical.
  var isCritical: Bool {
    PartNames.bands.firstIndex(of: Band.critical.rawValue).map { bands[$0] == runs } ?? false
  }

  /// The means of `Figure.times` over the runs, in milliseconds; infinite if an event never
  /// happened in a run.
  var timesToImage: [Double] { times.map { $0 / weight } }
}

/// The names of the parts of figures, in the order of the simulation's kinds.
enum PartNames {
  /// The names in the store, and the names for people.
  static let absences = AbsenceReason.allCases.map { ("\($0)", $0.shortName) }
  static let waits = WaitTimes.Kind.allCases.map { ("\($0)", $0.shortName) }
  static let bands = Band.allCases.map(\.rawValue)

  /// The resource that images wait for, as text for a sentence.
  static let waitTexts = WaitTimes.Kind.allCases.map { $0 == .queue ? "their turn" : $0.words }

  static let absenceIndex = Dictionary(
    uniqueKeysWithValues: absences.enumerated().map { ($1.0, $0) })
  static let waitIndex = Dictionary(uniqueKeysWithValues: waits.enumerated().map { ($1.0, $0) })
}
