import ScrollPages
import ScrollSimulation

/// The result of a policy over many scenarios and budgets.
struct Standing: Sendable {
  /// Its place in the report's policies.
  let policy: Int
  let name: String
  /// Over how many of how many scenarios and budgets.
  let cells: Int, allCells: Int
  let runs: Int, deaths: Int
  /// Means over the cells, each of which counts once however many seeds it has.
  let score: RunScore
  /// Missing screen over the runs in which the app was not killed, since what was cut short did not
  /// stall less; nil if there is none.
  let livingStalls: Double?
  /// Nil if nothing bounds its misses.
  var regret: Double? { members.allSatisfy { $0[.regret].count > 0 } ? self[.regret] : nil }
  /// The bounds on its misses: `min-bypass`, which is the optimum, or `pfoo-l`, which may be lower.
  var regretBounds: [String] {
    Set(members.flatMap(\.regretBounds)).sorted()
  }
  /// Nil if the least stall is not known of all of its runs.
  let stallRegret: StallRegret?
  /// For how many images its budget had room at least, and how many it needs; nil if it always
  /// had enough.
  let shortage: (room: Double, needed: Int)?
  /// Of its cells, those in which it had too little.
  let smallCells: Int
  private let members: [ReportCell]

  /// The mean of a figure over the cells.
  /// - Complexity: O(*n*) in the cells.
  subscript(figure: Figure) -> Double { mean { $0[figure].mean } }

  /// The images that came late or never: a mean over the cells.
  var lateImages: Double { mean { $0[.late].mean + $0[.neverShown].mean } }

  private func mean(_ figure: (ReportCell) -> Double) -> Double {
    members.reduce(0) { $0 + figure($1) } / Double(max(1, members.count))
  }

  var stalls: Double { score.stallSeconds }
  /// Whether it is above its budget for at most a tenth of the time.
  var keepsBudget: Bool { score.keepsBudget }
  /// Whether it lacked room in some cell.
  var isTooSmall: Bool { score.isTooSmall }
  /// Whether it was run wherever the others were.
  var isComplete: Bool { score.isComplete }

  /// Why it is not the best though it stalls less.
  var objection: String {
    if deaths > 0 { return "was killed" }
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
    stallRegret = StallRegret(cells)
  }
}

extension SweepReport {
  /// The policies over some scenarios, best first; over all of several devices as `rankedAlike`.
  ///
  /// - Parameters:
  ///   - scenes: their places; all if nil.
  ///   - budget: the place of the only one that counts; all if nil.
  /// - Returns: the result of each policy that was run there.
  func ranking(over scenes: [Int]? = nil, budget: Int? = nil) -> [Standing] {
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
      return Standing(
        policy: policy, name: policies[policy], cells,
        allCells: isBare ? bare.union(sized.map { $0[0] }).count : sized.count)
    }
    return scenes == nil && budget == nil && splitsRanking
      ? rankedAlike(standings)
      : Ranking.bestFirst(standings, score: { $0.score }, name: { $0.name })
  }

  /// The color of each policy: the best have one, by their places in the ranking of all.
  var styles: [Int: Int] {
    Dictionary(
      uniqueKeysWithValues: ranking().prefix(Self.styledCount).enumerated()
        .map { ($1.policy, $0) })
  }

  private static let styledCount = 7

  /// The budget at which the choice of policy matters most: where the best and the worst differ
  /// most in stalls; nil if no run has a cache.
  var tellingBudget: Int? {
    sizedBudgets.max { left, right in spread(at: left) < spread(at: right) }
  }

  private func spread(at budget: Int) -> Double {
    let stalls = contenders(budget: budget).filter(\.isComplete).map(\.stalls)
    return (stalls.max() ?? 0) - (stalls.min() ?? 0)
  }
}

/// How far the stalls of some cells are from the least that are known, on the way from `lru`.
///
/// The share is that of the sums: a cell in which all policies stall alike adds nothing to it.
struct StallRegret: Sendable {
  /// Means per run, in seconds.
  let stalls: Double, lru: Double, reached: Double

  /// - Returns: nil unless it is known of every run of the cells, in none of which the app was
  ///   killed.
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

  /// What is left of the way: 0 for the best that was tried, 1 for `lru`; nil where the way is
  /// shorter than what matters.
  func share(_ materiality: Materiality = .standard, frames: Double = 0) -> Double? {
    StallRegretRecord.share(of: stalls, lru: lru, reached: reached) {
      materiality.matters($0, $1, frames: frames)
    }
  }
}
