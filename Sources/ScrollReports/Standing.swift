import ScrollPages

/// How a policy did over many scenarios and budgets.
struct Standing: Sendable {
  /// Its place in the report's policies.
  let policy: Int
  let name: String
  /// Over how many of how many scenarios and budgets.
  let cells: Int, allCells: Int
  let runs: Int, deaths: Int
  /// Means over the cells, each of which counts once however many seeds it has.
  let stalls: Double, hitches: Double, hitRate: Double
  /// Nil if nothing bounds its misses.
  let regret: Double?
  let peakMemory: Double, tooEarly: Double
  let lateImages: Double
  /// The share of the time above the budget.
  let overLimit: Double

  /// Whether it is above its budget for at most a tenth of the time.
  var keepsBudget: Bool { overLimit <= 0.1 }

  /// Whether it was tried wherever others were.
  var isComplete: Bool { cells == allCells }

  init(policy: Int, name: String, _ cells: [ReportCell], allCells: Int) {
    self.policy = policy
    self.name = name
    self.cells = cells.count
    self.allCells = allCells
    runs = cells.reduce(0) { $0 + $1.runs }
    deaths = cells.reduce(0) { $0 + $1.deaths }
    func mean(_ figure: (ReportCell) -> Double) -> Double {
      cells.reduce(0) { $0 + figure($1) } / Double(max(1, cells.count))
    }
    stalls = mean(\.stalls.mean)
    hitches = mean(\.hitches.mean)
    hitRate = mean(\.hitRate.mean)
    regret = cells.allSatisfy { $0.regret.count > 0 } ? mean(\.regret.mean) : nil
    overLimit = mean(\.overLimit.mean)
    peakMemory = mean(\.peakMemory.mean)
    tooEarly = mean(\.tooEarly.mean)
    lateImages = mean { $0.late.mean + $0.neverShown.mean }
  }

  /// Best first: tried everywhere, not killed, within the budget, and then as single runs are
  /// ranked: least blank and wrong area, least hitch time, highest hit rate; at last by name.
  static func isBetter(_ left: Standing, _ right: Standing) -> Bool {
    func rank(_ standing: Standing) -> [Double] {
      [
        standing.isComplete ? 0 : 1, Double(standing.deaths) / Double(max(1, standing.runs)),
        standing.keepsBudget ? 0 : 1, standing.stalls, standing.hitches, -standing.hitRate,
      ]
    }
    let (a, b) = (rank(left), rank(right))
    return a == b ? left.name < right.name : a.lexicographicallyPrecedes(b)
  }
}

extension SweepReport {
  /// The policies over some scenarios, best first.
  ///
  /// - Parameters:
  ///   - scenes: their places; all if nil.
  ///   - budget: the place of the only one that counts; all if nil.
  /// - Returns: how each policy did that was tried there.
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
    return found.map { policy, cells in
      let isBare = policies[policy] == Self.noCache
      return Standing(
        policy: policy, name: policies[policy], cells,
        allCells: isBare ? bare.union(sized.map { $0[0] }).count : sized.count)
    }.sorted(by: Standing.isBetter)
  }

  /// The colour of each policy: the best have one, by their places in the ranking of all.
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
    let stalls = ranking(budget: budget).filter(\.isComplete).map(\.stalls)
    return (stalls.max() ?? 0) - (stalls.min() ?? 0)
  }
}
