import ScrollCaching
package import ScrollCore
import ScrollSimulation

/// One search for a budget: everything about its runs but the budget.
struct BudgetQuestion: Sendable {
  let scenario: Int32
  let policy: Int32
  /// All of them have to keep the limits.
  let seeds: [Int]
  let candidates: [ByteCount]
  /// What everything costs that the cache may be asked for.
  let whole: ByteCount

  /// The questions of a plan, in its order: its runs that differ in budget and seed alone are one.
  /// - Parameters:
  ///   - plan: what was asked for.
  ///   - unit: of the default candidates; nil takes those of the plan.
  /// - Returns: a question for each scenario and policy.
  /// - Throws: `SweepError` for a loader without a cache, which has no budget, or a budget that
  ///   limits nothing.
  static func all(of plan: SweepPlan, unit: ByteCount?) throws(SweepError) -> [BudgetQuestion] {
    struct Place: Hashable { var scenario: Int32, policy: Int32 }
    var order: [Place] = []
    var runs: [Place: [PlannedRun]] = [:]
    for run in plan.runs {
      guard run.hasCache else {
        throw SweepError(
          .usage,
          "loader '\(plan.scenario(of: run).record.loader)' has no cache, so no budget is the "
            + "smallest; expected a loader with a cache")
      }
      guard unit != nil || run.budget != nil else {
        throw SweepError(
          .usage,
          "a budget of none limits nothing, so it is no smallest one; expected sizes to try")
      }
      let place = Place(scenario: run.scenario, policy: run.policy)
      if runs[place] == nil { order.append(place) }
      runs[place, default: []].append(run)
    }
    // Those of a scenario follow each other.
    var latest: (place: Int32, scenario: PreparedScenario)?
    return order.map { place in
      let scenario =
        latest.flatMap { $0.place == place.scenario ? $0.scenario : nil }
        ?? PreparedScenario(plan.scenarios[Int(place.scenario)].scenario)
      latest = (place.scenario, scenario)
      let whole = scenario.wholeCost
      let enough = max(whole, scenario.leastUsefulBudget(of: plan.policies[Int(place.policy)]))
      let runs = runs[place] ?? []
      let sizes = runs.compactMap(\.budget)
      return BudgetQuestion(
        scenario: place.scenario, policy: place.policy, seeds: Set(runs.map(\.seed)).sorted(),
        candidates: unit.map { BudgetLadder.budgets(upTo: enough, unit: $0) }
          ?? Set(sizes).sorted(),
        whole: whole)
    }
  }

  /// The runs of a budget, in the order of the seeds.
  func runs(_ budget: ByteCount, in plan: SweepPlan) -> [PlannedRun] {
    let policy = plan.policyTexts[Int(policy)]
    return seeds.map { seed in
      PlannedRun(
        key: PlannedRun.key(
          of: plan.scenarios[Int(scenario)], policy: policy, budget: budget, seed: seed),
        scenario: scenario, policy: self.policy, budget: budget, seed: seed)
    }
  }
}

extension SweepPlan {
  /// Other runs of the scenarios and policies of this plan.
  func asking(_ runs: [PlannedRun]) -> SweepPlan {
    SweepPlan(
      title: title, text: text, scenarios: scenarios, policies: policies,
      policyTexts: policyTexts, runs: runs)
  }
}

extension SweepSpec {
  /// Whether it says which budgets there are.
  package var namesBudgets: Bool { ([base] + include).contains { $0.axes[.budget] != nil } }
}

/// The budgets that are tried by default.
package enum BudgetLadder {
  /// Multiples of a unit, each about a quarter above the one before, up to one that is enough.
  /// - Parameters:
  ///   - enough: what everything takes that a cache may be asked for, or more if its policy needs
  ///     room for more images than there are.
  ///   - unit: the smallest.
  /// - Returns: ascending; the last is the first multiple that is not below `enough`.
  /// - Precondition: the unit is positive.
  package static func budgets(upTo enough: ByteCount, unit: ByteCount) -> [ByteCount] {
    precondition(unit > .zero, "unit \(unit) is not positive")
    let last = max(unit, enough.rounded(upTo: unit))
    var budgets: [ByteCount] = []
    var next = unit
    while next < last {
      budgets.append(next)
      next = max(next + unit, (next + ByteCount(next.bytes / 4)).rounded(upTo: unit))
    }
    return budgets + [last]
  }
}
