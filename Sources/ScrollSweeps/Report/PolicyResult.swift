import ScrollPages
import ScrollSimulation

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
