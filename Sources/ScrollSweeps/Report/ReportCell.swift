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

/// The mean, standard deviation and maximum of figures that are added one by one, with weights.
///
/// B. P. Welford, "Note on a method for calculating corrected sums of squares and products",
/// Technometrics 4(3), 1962, doi:10.1080/00401706.1962.10490022.
package struct Spread: Sendable {
  package private(set) var count = 0
  package private(set) var mean = 0.0
  /// The greatest figure; negative infinity if there is none.
  package private(set) var greatest = -Double.infinity
  private var squares = 0.0
  private var weight = 0.0

  package init() {}

  /// Adds a figure.
  /// - Parameters:
  ///   - value: The figure.
  ///   - weight: Its weight among the figures, above 0.
  package mutating func add(_ value: Double, weight: Double = 1) {
    count += 1
    self.weight += weight
    greatest = max(greatest, value)
    let distance = value - mean
    mean += weight * distance / self.weight
    squares += weight * distance * (value - mean)
  }

  /// The estimated standard deviation of the population from which the figures come; 0 for one
  /// figure.
  package var deviation: Double {
    count > 1 ? (squares / (weight - weight / Double(count))).squareRoot() : 0
  }

  /// Returns the mean as text, such as `1.94`.
  ///
  /// If figures differ, the text includes the standard deviation, such as `1.94 ±0.03`.
  ///
  /// - Parameters:
  ///   - decimals: The number of decimals of mean and deviation.
  ///   - scale: The factor for mean and deviation, for example 100 for percent.
  /// - Returns: The text.
  package func text(decimals: Int, scale: Double = 1) -> String {
    let text = NumberText.fixed(mean * scale, decimals: decimals)
    guard deviation > 0 else { return text }
    return "\(text) ±\(NumberText.fixed(deviation * scale, decimals: decimals))"
  }
}

/// The result of a policy over many scenarios and budgets.
struct PolicyResult: Sendable {
  /// The index of the policy in the report.
  let policy: Int
  let name: String
  /// The number of combinations of scenario and budget that the policy has, and the number of all.
  let cells: Int, allCells: Int
  let runs: Int, deaths: Int
  /// The mean score over the cells, in which each cell counts once regardless of its seeds.
  let score: RunScore
  /// The missing screen over the runs in which the app was not killed, since a run that ends early
  /// has less time to stall; `nil` if there are none.
  let livingStalls: Double?
  /// The misses above the fewest possible; `nil` if nothing bounds them.
  var regret: Double? { members.allSatisfy { $0[.regret].count > 0 } ? self[.regret] : nil }
  /// The bounds on the misses: `min-bypass`, which is the optimum, or `pfoo-l`, which may be lower.
  var regretBounds: [String] {
    Set(members.flatMap(\.regretBounds)).sorted()
  }
  /// The stall regret; `nil` if the best stall is not known for all runs.
  let stallRegret: StallRegret?
  /// The smallest number of images that the budget had room for and the number that the policy
  /// needs.
  ///
  /// `nil` if the budget always had enough room.
  let shortage: (room: Double, needed: Int)?
  /// The number of cells in which the budget had too little room.
  let smallCells: Int
  private let members: [ReportCell]

  /// The mean of a figure over the cells.
  /// - Complexity: O(*n*) in the cells.
  subscript(figure: Figure) -> Double { mean { $0[figure].mean } }

  /// The number of images that came late or never, a mean over the cells.
  var lateImages: Double { mean { $0[.late].mean + $0[.neverShown].mean } }

  private func mean(_ figure: (ReportCell) -> Double) -> Double {
    members.reduce(0) { $0 + figure($1) } / Double(max(1, members.count))
  }

  var stalls: Double { score.stallSeconds }
  /// A Boolean value that indicates whether the cache exceeds its budget for at most a tenth of the
  /// time.
  var keepsBudget: Bool { score.keepsBudget }
  /// A Boolean value that indicates whether the policy lacked room in some cell.
  var isTooSmall: Bool { score.isTooSmall }
  /// A Boolean value that indicates whether the policy was run wherever others were.
  var isComplete: Bool { score.isComplete }

  /// The reason why the policy is not the best although it stalls less.
  var objection: String {
    if deaths > 0 { return "kills the app" }
    if isTooSmall { return "has too small a budget" }
    return isComplete ? "exceeds its budget" : "was not tried everywhere"
  }

  init(policy: Int, name: String, _ cells: [ReportCell], allCells: Int) {
    self.policy = policy
    self.name = name
    self.cells = cells.count
    self.allCells = allCells
    runs = cells.reduce(0) { $0 + $1.runs }
    deaths = cells.reduce(0) { $0 + $1.deaths }
    members = cells
    var score = RunScore(meanOf: cells.map { $0.score })
    score.isComplete = cells.count == allCells
    self.score = score
    let shortages = cells.compactMap(\.shortage)
    shortage = shortages.min { $0.room < $1.room }
    smallCells = shortages.count
    let living = cells.filter { $0.livingStalls.count > 0 }.map(\.livingStalls.mean)
    livingStalls = living.isEmpty ? nil : living.reduce(0, +) / Double(living.count)
    stallRegret = score.keepsBudget ? StallRegret(cells) : nil
  }
}

extension SweepReport {
  /// Returns the results of the policies over some scenarios, best first.
  ///
  /// Over several devices, the order is that of `rankedAlike`.
  ///
  /// - Parameters:
  ///   - scenes: the indices of the scenarios; all if `nil`.
  ///   - budget: the index of the only budget that counts; all if `nil`.
  /// - Returns: the result of each policy that was run there.
  func ranking(over scenes: [Int]? = nil, budget: Int? = nil) -> [PolicyResult] {
    var found: [Int: [ReportCell]] = [:]
    var sized: Set<[Int]> = [], bare: Set<Int> = []
    for (place, cell) in places(in: scenes) where budget == nil || place.budget == budget {
      found[place.policy, default: []].append(cell)
      if budgets[place.budget] == nil {
        bare.insert(place.scene)
      } else {
        sized.insert([place.scene, place.budget])
      }
    }
    let standings = found.map { policy, cells in
      let isBare = policies[policy] == Self.noCache
      return PolicyResult(
        policy: policy, name: policies[policy], cells,
        allCells: isBare ? bare.union(sized.map { $0[0] }).count : sized.count)
    }
    return scenes == nil && budget == nil && splitsRanking
      ? rankedAlike(standings)
      : Ranking.bestFirst(standings, score: { $0.score }, name: { $0.name })
  }

  /// The colors of the best policies, by their positions in the overall ranking.
  var styles: [Int: Int] {
    Dictionary(
      uniqueKeysWithValues: ranking().prefix(Self.styledCount).enumerated()
        .map { ($1.policy, $0) })
  }

  private static let styledCount = 7

  /// The budget at which the best and the worst policy differ most in stalls; `nil` if no run has a
  /// cache.
  var tellingBudget: Int? {
    sizedBudgets.max { left, right in spread(at: left) < spread(at: right) }
  }

  private func spread(at budget: Int) -> Double {
    let stalls = contenders(budget: budget).filter(\.isComplete).map(\.stalls)
    return (stalls.max() ?? 0) - (stalls.min() ?? 0)
  }
}

/// The stall of a policy above the best stall known, in relation to the stall of `lru` above the
/// best; caches that exceed their budget have none.
///
/// The share is computed from sums over cells, so that a cell in which all policies have the same
/// stall does not affect it.
struct StallRegret: Sendable {
  /// The mean stalls per run, in seconds: those of the policy, those of `lru`, and the best found.
  let stalls: Double, lru: Double, reached: Double

  /// Creates the regret; `nil` unless it is known for every run of the cells, and the app was never
  /// killed.
  init?(_ cells: [ReportCell]) {
    let isKnown = cells.allSatisfy { $0.deaths == 0 && $0.knownStalls.count == $0.runs }
    guard !cells.isEmpty, isKnown else { return nil }
    func mean(_ figure: (ReportCell) -> Double) -> Double {
      cells.reduce(0) { $0 + figure($1) } / Double(cells.count)
    }
    stalls = mean { $0.knownStalls.mean }
    lru = mean { $0.lruStalls.mean }
    reached = mean { $0.reachedStalls.mean }
  }

  /// Returns the share of the distance that remains: 0 for the best found, 1 for `lru`.
  ///
  /// `nil` if the distance between the best found and `lru` is not visible.
  func share(_ materiality: Materiality = .standard, frames: Double = 0) -> Double? {
    StallRegretRecord.share(of: stalls, lru: lru, reached: reached) {
      materiality.matters($0, $1, frames: frames)
    }
  }
}
