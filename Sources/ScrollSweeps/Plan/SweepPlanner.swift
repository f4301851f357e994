import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollTraces

/// A planner that turns a spec into a plan; it resolves and checks every name before anything runs.
struct SweepPlanner {
  private let spec: SweepSpec
  private let catalogs: SweepCatalogs
  /// The traces that were read or generated, by the text that names them.
  private var traces: [String: [NamedTrace]] = [:]
  private var scenarios: [PlannedScenario] = []
  private var policies: [Choice<PolicyDescriptor>] = []
  private var runs: [PlannedRun] = []
  private var budgetRules: [BudgetRule] = []
  private var scenarioPlaces: [ContentKey: Int32] = [:]
  private var policyPlaces: [String: Int32] = [:]
  /// The text about each policy in the keys of runs.
  private var policyTexts: [String] = []
  private var known: Set<ContentKey> = []
  /// The number of combinations so far, including duplicates and those that rules exclude.
  private var asked = 0
  private var idleSeeds = RedundantSeeds()
  private var madeOnce = RedundantRuns()

  private init(_ spec: SweepSpec, catalogs: SweepCatalogs) {
    self.spec = spec
    self.catalogs = catalogs
  }

  static func plan(
    _ spec: SweepSpec, catalogs: SweepCatalogs
  ) throws(SweepError) -> SweepPlan {
    var planner = SweepPlanner(spec, catalogs: catalogs)
    var rules: [SweepRule] = []
    var values = 0
    for grid in spec.exclude {
      let rule = try SweepRule(grid, catalogs: catalogs)
      values += rule.parts.values.reduce(0) { $0 + $1.count }
      try check(values, "values in rules")
      rules.append(rule)
    }
    try planner.add(spec.base, said: spec.base, except: rules)
    for grid in spec.include {
      try planner.add(spec.base.replacing(with: grid), said: grid, except: [])
    }
    guard !planner.runs.isEmpty else {
      throw SweepError(.badData, "the sweep excludes every run; expected at least one")
    }
    return SweepPlan(
      title: spec.title, text: spec.text, scenarios: planner.scenarios,
      policies: planner.policies, policyTexts: planner.policyTexts, runs: planner.runs,
      budgetRules: planner.budgetRules, idleSeeds: planner.idleSeeds, madeOnce: planner.madeOnce)
  }

  /// Adds every combination of a grid that no rule matches.
  private mutating func add(
    _ grid: SweepGrid, said: SweepGrid, except rules: [SweepRule]
  ) throws(SweepError) {
    let axes = try ResolvedAxes(grid, said: said, catalogs: catalogs, traces: &traces)
    guard axes.count <= SweepPlan.limit - asked else {
      throw SweepError(
        .badData, "the sweep has more than \(SweepPlan.limit) runs; expected fewer values")
    }
    asked += axes.count
    let idlesNetworks = axes.networks.count > 1 && axes.downloadsNothing
    madeOnce.add(axes, idleNetworks: idlesNetworks)
    for rule in axes.budgetRules where !budgetRules.contains(rule) { budgetRules.append(rule) }
    let index = RuleIndex(rules)
    var hits = index.none
    for trace in axes.traces {
      for device in axes.devices {
        for network in axes.networks {
          for start in axes.starts {
            for loading in axes.loadings {
              try add(
                trace, device, network, start, loading, axes, index, &hits,
                idlesNetworks: idlesNetworks)
            }
          }
        }
      }
    }
    if let idle = rules.indices.first(where: { !hits.contains($0) }),
      let value = rules[idle].value
    {
      throw value.wrong("this rule excludes no run; expected values of the axes")
    }
  }

  /// Adds the runs of a scenario that no rule matches.
  private mutating func add(
    _ trace: TraceOnLayout, _ device: DeviceProfile, _ network: NetworkProfile,
    _ start: SessionStart, _ loading: ResolvedAxes.Loading, _ axes: ResolvedAxes,
    _ index: RuleIndex, _ hits: inout RuleIndex.Selection, idlesNetworks: Bool
  ) throws(SweepError) {
    func planned(over network: NetworkProfile) -> PlannedScenario {
      PlannedScenario(
        trace, device: device, network: network, start: start, loader: loading.loader,
        prefetcher: loading.prefetcher)
    }
    let scenario = planned(over: network)
    // If the networks change nothing, the scenario is identified without its network.
    let identity = idlesNetworks ? planned(over: .ideal) : scenario
    var subject = RuleSubject(scenario)
    let ofScenario = index.rules(
      among: index.all, meaning: subject, in: SweepRule.Part.scenario)
    for cache in try axes.caches(of: loading, on: device) {
      subject.ask(cache.policy, budget: cache.budget)
      let ofCache = index.rules(
        among: ofScenario, meaning: subject, in: SweepRule.Part.cache)
      var seeds: [Int] = []
      for seed in axes.seeds {
        subject.seed = seed
        let meaning = index.rules(among: ofCache, meaning: subject, in: [.axis(.seed)])
        hits.formUnion(meaning)
        if meaning.isEmpty { seeds.append(seed) }
      }
      try add(scenario, knownAs: identity, cache, seeds: seeds)
    }
  }

  /// Adds a run for each seed, or one for all if the seeds change nothing.
  private mutating func add(
    _ scenario: PlannedScenario, knownAs other: PlannedScenario, _ cache: ResolvedAxes.Cache,
    seeds: [Int]
  ) throws(SweepError) {
    guard !other.isRandom(with: cache.policy) else {
      for seed in seeds { try add(scenario, knownAs: other, cache, seed: seed, identity: seed) }
      return
    }
    guard let seed = seeds.first else { return }
    idleSeeds.add(Set(seeds).count, scenario, cache.policy)
    try add(scenario, knownAs: other, cache, seed: seed, identity: 0)
  }

  /// Adds a run unless the plan has an equal one, with this seed or with an equivalent one.
  /// - Throws: `SweepError` for images that the loader cannot show.
  private mutating func add(
    _ scenario: PlannedScenario, knownAs other: PlannedScenario, _ cache: ResolvedAxes.Cache,
    seed: Int, identity: Int
  ) throws(SweepError) {
    let policy = cache.policy.map { self.place(of: $0) }
    let text = policy.map { policyTexts[Int($0)] }
    func key(_ scenario: PlannedScenario, _ seed: Int) -> ContentKey {
      PlannedRun.key(of: scenario, policy: text, budget: cache.budget, seed: seed)
    }
    let known = key(other, identity)
    guard self.known.insert(known).inserted else { return }
    let isSame = seed == identity && other.record.key == scenario.record.key
    let key = isSame ? known : key(scenario, seed)
    var place = scenarioPlaces[scenario.record.key]
    if place == nil {
      if let objection = scenario.objection { throw SweepError(.badData, objection) }
      place = Int32(scenarios.count)
      scenarioPlaces[scenario.record.key] = place
      scenarios.append(scenario)
    }
    runs.append(
      PlannedRun(
        key: key, scenario: place ?? 0, policy: policy ?? -1, budget: cache.budget, seed: seed))
  }

  private mutating func place(of policy: Choice<PolicyDescriptor>) -> Int32 {
    let canonical = policy.canonical
    if let place = policyPlaces[canonical] { return place }
    policies.append(policy)
    policyTexts.append(policy.keyText)
    policyPlaces[canonical] = Int32(policies.count - 1)
    return Int32(policies.count - 1)
  }

  /// Returns the budgets of an axis, each with the place where it was written.
  /// - Parameters:
  ///   - values: The values as written.
  ///   - image: The smallest image; a number without a unit must not be below its size.
  /// - Returns: the budgets in order.
  /// - Throws: `SweepError` for an invalid budget, or one that lacks its unit.
  static func budgets(
    _ values: [SweepValue], holding image: ByteCount
  ) throws(SweepError) -> [(entry: BudgetList.Entry, value: SweepValue)] {
    var budgets: [(entry: BudgetList.Entry, value: SweepValue)] = []
    for value in values {
      let list: BudgetList
      do { list = try BudgetList(parsing: value.text) } catch { throw value.wrong(error) }
      if let problem = list.missingUnit(below: image) {
        throw SweepError(.usage, value.wrong(problem).description)
      }
      budgets += list.entries.map { ($0, value) }
      try check(budgets.count, "budgets")
    }
    return budgets
  }

  static func seeds(_ values: [SweepValue]) throws(SweepError) -> [Int] {
    var seeds: [Int] = []
    for value in values {
      do { seeds += try SeedList(parsing: value.text).seeds } catch { throw value.wrong(error) }
      try check(seeds.count, "seeds")
    }
    return seeds
  }

  /// Throws an error if there are more values than runs are allowed.
  static func check(_ count: Int, _ noun: String) throws(SweepError) {
    guard count <= SweepPlan.limit else {
      throw SweepError(
        .badData, "the sweep has more than \(SweepPlan.limit) \(noun); expected fewer values")
    }
  }
}

extension SweepPlan {
  /// Resolves and checks everything that a spec names, without running anything.
  /// - Parameters:
  ///   - spec: The spec.
  ///   - catalogs: The catalogs for its names.
  /// - Throws: `SweepError` for the first name or value that does not exist, does not fit or cannot
  ///   be read, with its place in the spec.
  /// - Complexity: reads every trace; a digest per run.
  package init(
    _ spec: SweepSpec, catalogs: SweepCatalogs = SweepCatalogs()
  ) throws(SweepError) {
    self = try SweepPlanner.plan(spec, catalogs: catalogs)
  }
}
