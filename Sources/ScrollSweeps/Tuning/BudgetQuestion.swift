import ScrollCaching
package import ScrollCore
import ScrollSimulation

/// A search for a budget: everything about its runs except the budget.
struct BudgetQuestion: Sendable {
  let scenario: Int32
  let policy: Int32
  /// The seeds; the limits must hold with each of them.
  let seeds: [Int]
  let candidates: [ByteCount]
  /// The total cost of all images that the app can request from the cache.
  let whole: ByteCount

  /// Returns the searches of a plan, in its order; runs that differ only in budget and seed share a
  /// search.
  /// - Parameters:
  ///   - plan: the plan.
  ///   - unit: the unit of the default candidates; `nil` takes the budgets of the plan as
  ///     candidates.
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
          "loader '\(plan.scenario(of: run).record.loader)' has no cache, so budgets have no "
            + "effect; expected a loader with a cache")
      }
      guard unit != nil || run.budget != nil else {
        throw SweepError(
          .usage,
          "a budget of none cannot be the smallest; expected sizes to try")
      }
      let place = Place(scenario: run.scenario, policy: run.policy)
      if runs[place] == nil { order.append(place) }
      runs[place, default: []].append(run)
    }
    // The questions of a scenario follow each other.
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

  /// Returns the runs of a budget, in the order of the seeds.
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
  /// Returns a plan with other runs of the same scenarios and policies.
  func asking(_ runs: [PlannedRun]) -> SweepPlan {
    SweepPlan(
      title: title, text: text, scenarios: scenarios, policies: policies,
      policyTexts: policyTexts, runs: runs)
  }
}

extension SweepSpec {
  /// A Boolean value that indicates whether the spec names budgets.
  package var namesBudgets: Bool { ([base] + include).contains { $0.axes[.budget] != nil } }
}

/// The budgets that a search tries by default.
package enum BudgetLadder {
  /// Returns multiples of a unit, each about a quarter larger than the one before, up to a budget
  /// that is enough.
  /// - Parameters:
  ///   - enough: the total cost of all images, or more if the policy needs room for more images
  ///     than there are.
  ///   - unit: the smallest budget.
  /// - Returns: the budgets in ascending order; the last is the first multiple that is not below
  ///   `enough`.
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
