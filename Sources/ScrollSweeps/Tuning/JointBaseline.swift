import ScrollCore

/// What the user has now: one loader with a prefetcher, a policy and a budget.
struct JointBaseline {
  /// Its runs.
  let plan: SweepPlan

  /// Finds what a text names; what it leaves out is as asked for, if that is one thing.
  /// - Parameters:
  ///   - grid: one value on some of the axes loader, prefetch, policy and budget, and settings.
  ///   - asked: the devices, networks, traces and seeds.
  ///   - catalogs: what there is.
  /// - Throws: `SweepError` for what makes no plan, and for several combinations.
  init(_ grid: SweepGrid, of asked: SweepSpec, _ catalogs: SweepCatalogs) throws(SweepError) {
    let chosen: [SweepAxis] = [.loader, .prefetch, .policy, .budget]
    for (axis, values) in grid.axes where !chosen.contains(axis) {
      throw (values.first ?? SweepValue("", place: "--baseline")).wrong(
        "sets '\(axis)', which is not chosen; expected loader, prefetch, policy and budget")
    }
    var only = SweepGrid(
      axes: asked.base.axes.filter { !chosen.contains($0.key) || $0.value.count == 1 })
    if only.axes[.budget]?.first.map(Self.isSeveral) == true { only.axes[.budget] = nil }
    for axis in chosen where only.axes[axis]?.first?.text == SettingRange.any {
      only.axes[axis] = nil
    }
    plan = try SweepPlan(SweepSpec(base: only.replacing(with: grid)), catalogs: catalogs)
    for space in JointSpace.all(of: plan) where space.candidates.count > 1 {
      let value = grid.axes.values.joined().first ?? grid.settings.first?.values.first
      throw (value ?? SweepValue("", place: "--baseline")).wrong(
        "means \(space.candidates.count) combinations on \(space.device.name); expected one "
          + "loader, prefetcher, policy and budget")
    }
  }

  private static func isSeveral(_ value: SweepValue) -> Bool {
    (try? BudgetList(parsing: value.text))?.entries.count != 1
  }

  /// The place of its combination in a space that has it.
  func place(in space: JointSpace, of whole: SweepPlan) -> Int? {
    let keys = Set(plan.runs.map(\.key))
    return space.candidates.firstIndex { candidate in
      candidate.runs.contains { keys.contains(whole.runs[$0].key) }
    }
  }
}

extension SweepPlan {
  /// This plan with the runs of another that it does not have, after its own.
  func adding(_ other: SweepPlan) -> SweepPlan {
    let known = Set(runs.map(\.key))
    let news = other.runs.filter { !known.contains($0.key) }
    guard !news.isEmpty else { return self }
    let (scenes, kinds) = (Int32(scenarios.count), Int32(policies.count))
    return SweepPlan(
      title: title, text: text, scenarios: scenarios + other.scenarios,
      policies: policies + other.policies, policyTexts: policyTexts + other.policyTexts,
      runs: runs
        + news.map { run in
          PlannedRun(
            key: run.key, scenario: run.scenario + scenes,
            policy: run.hasCache ? run.policy + kinds : -1, budget: run.budget, seed: run.seed)
        })
  }
}
