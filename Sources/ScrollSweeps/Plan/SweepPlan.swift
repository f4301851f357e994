package import ScrollCaching
package import ScrollCore
package import ScrollDevice
import ScrollLayout
package import ScrollSimulation
package import ScrollTraces

/// Every run of a spec, in order, each with its key.
///
/// The same spec over the same traces gives the same plan on every machine; shards, resuming and
/// merging depend on that.
package struct SweepPlan: Sendable {
  /// The maximum number of runs; no practical sweep has as many.
  static let limit = 1_000_000

  package let title: String
  /// The spec as YAML.
  let text: String
  package let scenarios: [PlannedScenario]
  package let policies: [Choice<PolicyDescriptor>]
  /// The text about each policy in the keys of runs.
  let policyTexts: [String]
  /// The runs in order of trace, layout, device, network, start, loader, prefetcher, policy,
  /// budget, seed.
  package let runs: [PlannedRun]
  /// The budgets that are shares of memory, converted to bytes, each once.
  package let budgetRules: [BudgetRule]
  /// The policies and networks for which the seeds change nothing.
  package let idleSeeds: RedundantSeeds
  /// The redundant requests whose runs are made once.
  package let madeOnce: RedundantRuns
  /// The digest of the keys of all runs.
  package let key: ContentKey

  init(
    title: String, text: String, scenarios: [PlannedScenario],
    policies: [Choice<PolicyDescriptor>], policyTexts: [String], runs: [PlannedRun],
    budgetRules: [BudgetRule] = [], idleSeeds: RedundantSeeds = RedundantSeeds(),
    madeOnce: RedundantRuns = RedundantRuns()
  ) {
    self.title = title
    self.text = text
    self.scenarios = scenarios
    self.policies = policies
    self.policyTexts = policyTexts
    self.runs = runs
    self.budgetRules = budgetRules
    self.idleSeeds = idleSeeds
    self.madeOnce = madeOnce
    key = ContentKey(of: runs.lazy.map(\.key))
  }

  /// The record of the sweep in the store.
  package var record: SweepRecord {
    SweepRecord(key: key, title: title, spec: text, runs: runs.count)
  }

  /// The records of the budget rules in the store.
  var budgetRuleRecords: [BudgetRuleRecord] {
    budgetRules.map {
      BudgetRuleRecord(
        sweep: key, rule: $0.text, device: $0.device, bytes: $0.budget.bytes)
    }
  }

  package func scenario(of run: PlannedRun) -> PlannedScenario { scenarios[Int(run.scenario)] }

  /// Returns the policy of a run; `nil` for a loader without a cache.
  package func policy(of run: PlannedRun) -> Choice<PolicyDescriptor>? {
    run.hasCache ? policies[Int(run.policy)] : nil
  }
}

extension SweepPlan {
  /// Creates the plan of one scenario that is already resolved and checked, for `run`.
  ///
  /// Its runs have the same keys as those of a sweep over the same values. They are every policy
  /// with every budget in the given order, without duplicates, or one run for a loader without a
  /// cache.
  ///
  /// - Parameters:
  ///   - trace: The trace on the layout of the run.
  ///   - path: The trace's path, as named.
  ///   - device: The device.
  ///   - network: The network.
  ///   - loader: The loader.
  ///   - prefetcher: The prefetcher.
  ///   - policies: The policies; a loader without a cache ignores them, and the budgets.
  ///   - budgets: The budgets of the cache; `nil` means no limit.
  ///   - seed: The seed for randomized policies.
  package init(
    _ trace: ScrollTrace, at path: String, device: DeviceProfile, network: NetworkProfile,
    loader: Choice<LoaderDescriptor>, prefetcher: Choice<PrefetcherDescriptor>,
    policies: [Choice<PolicyDescriptor>], budgets: [ByteCount?], seed: Int
  ) {
    let scenario = PlannedScenario(
      TraceOnLayout(trace: trace, record: TraceRecord(trace, path: path)), device: device,
      network: network, loader: loader, prefetcher: prefetcher)
    let hasCache = loader.entry.loader(loader.settings).cache
    let policies = hasCache ? policies : []
    let texts = policies.map(\.keyText)
    var runs: [PlannedRun] = []
    var known: Set<ContentKey> = []
    func add(_ policy: Int, _ budget: ByteCount?) {
      let text = policy < 0 ? nil : texts[policy]
      let key = PlannedRun.key(of: scenario, policy: text, budget: budget, seed: seed)
      guard known.insert(key).inserted else { return }
      runs.append(
        PlannedRun(
          key: key, scenario: 0, policy: Int32(policy), budget: budget, seed: seed))
    }
    for policy in policies.indices { for budget in budgets { add(policy, budget) } }
    if !hasCache { add(-1, nil) }
    self.init(
      title: "", text: "", scenarios: [scenario], policies: policies, policyTexts: texts,
      runs: runs)
  }
}

extension SweepPlan {
  /// The runs of a plan, made with policies other than its own.
  package struct Replacement: Sendable {
    /// The plan of the requested runs, each once.
    package let plan: SweepPlan
    /// For each policy, the keys of its runs in the requested order.
    package let keys: [[ContentKey]]
  }

  /// A policy, and the runs of a plan to make with it.
  package struct PolicyRuns: Sendable {
    let policy: Choice<PolicyDescriptor>
    /// The positions of runs in the plan, all of them with a cache.
    let places: [Int]

    package init(_ policy: Choice<PolicyDescriptor>, in places: [Int]) {
      self.policy = policy
      self.places = places
    }
  }

  /// Returns some runs of this plan with other policies in place of its own.
  /// - Complexity: a digest for each run.
  package func replacing(policies asked: [PolicyRuns]) -> Replacement {
    let texts = asked.map { $0.policy.keyText }
    var replaced: [PlannedRun] = []
    var known: Set<ContentKey> = []
    var keys: [[ContentKey]] = []
    for (policy, text) in texts.enumerated() {
      var own: [ContentKey] = []
      for place in asked[policy].places {
        let run = runs[place]
        let key = PlannedRun.key(
          of: scenario(of: run), policy: text, budget: run.budget, seed: run.seed)
        own.append(key)
        guard known.insert(key).inserted else { continue }
        replaced.append(
          PlannedRun(
            key: key, scenario: run.scenario, policy: Int32(policy), budget: run.budget,
            seed: run.seed))
      }
      keys.append(own)
    }
    // Runs of one scenario follow each other, so that it is prepared once.
    replaced.sort { ($0.scenario, $0.policy) < ($1.scenario, $1.policy) }
    let plan = SweepPlan(
      title: title, text: text, scenarios: scenarios, policies: asked.map(\.policy),
      policyTexts: texts, runs: replaced)
    return Replacement(plan: plan, keys: keys)
  }

  /// Returns the runs of several plans, each once; `nil` if there are no plans.
  package static func joining(_ plans: [SweepPlan]) -> SweepPlan? {
    guard let first = plans.first else { return nil }
    return plans.dropFirst().reduce(first) { $0.adding($1) }
  }
}

extension PlannedScenario {
  /// Returns a Boolean value that indicates whether runs of the scenario may depend on the seed.
  ///
  /// A network draws at random if it loses or refuses anything, even if no image is downloaded. For
  /// a policy see `PolicyDescriptor.Facts.drawsAtRandom`. A device draws at random if its decode
  /// times spread. Nothing else in a run draws at random.
  func isRandom(with policy: Choice<PolicyDescriptor>?) -> Bool {
    if network.loss > 0 || network.failures > 0 { return true }
    if device.spread.values.contains(where: { !$0.isNone }) { return true }
    guard let policy else { return false }
    return policy.entry.facts.drawsAtRandom || !policy.isBuiltIn
  }
}

/// The policies and networks for which the seeds of a plan change nothing, so that their runs are
/// made with one seed.
package struct RedundantSeeds: Sendable, Equatable {
  /// The number of requested seeds.
  package fileprivate(set) var seeds = 0
  /// The names of policies, and of loaders without a cache, in the order of the plan.
  package private(set) var names: [String] = []
  /// The networks for which the seeds change nothing, in the order of the plan.
  package private(set) var networks: [String] = []

  /// Records that one of `count` seeds is enough.
  mutating func add(_ count: Int, _ scenario: PlannedScenario, _ policy: Choice<PolicyDescriptor>?)
  {
    guard count > 1 else { return }
    seeds = max(seeds, count)
    let name = policy?.entry.name ?? scenario.loader.entry.name
    if !names.contains(name) { names.append(name) }
    if !networks.contains(scenario.network.name) { networks.append(scenario.network.name) }
  }
}

/// One run of a plan: the indices of its scenario and its policy, and its key.
package struct PlannedRun: Sendable, Equatable {
  package let key: ContentKey
  /// The index of the scenario.
  package let scenario: Int32
  /// The index of the policy; -1 for a loader without a cache.
  package let policy: Int32
  /// The budget; `nil` without a cache, and without a limit.
  package let budget: ByteCount?
  package let seed: Int

  package var hasCache: Bool { policy >= 0 }
}

extension PlannedRun {
  /// Returns the key of a run in the store.
  /// - Parameters:
  ///   - scenario: Everything except the cache.
  ///   - policy: The policy's canonical text; `nil` for a loader without a cache.
  ///   - budget: The budget; `nil` without a cache, and without a limit.
  ///   - seed: The seed of random draws.
  /// - Returns: the digest of all parameters and of the model's version.
  static func key(
    of scenario: PlannedScenario, policy: String?, budget: ByteCount?, seed: Int
  ) -> ContentKey {
    ContentKey(
      of: """
        scenario \(scenario.record.key)
        model \(ModelVersion.current)
        policy \(policy ?? "-")
        budget \(policy == nil ? "0" : budget.map { "\($0.bytes)" } ?? BudgetList.none)
        seed \(seed)
        """)
  }
}

/// A budget that is a share of memory, converted to bytes on one device.
package struct BudgetRule: Sendable, Equatable {
  /// The rule in canonical spelling: `15%<=768MiB`.
  package let text: String
  package let device: ProfileRecord
  package let budget: ByteCount

  /// Creates the rule of a share on a device.
  /// - Returns: `nil` if the share limits nothing, which does not happen.
  init?(_ share: BudgetShare, on device: DeviceProfile) {
    guard let budget = share.limit.budget(on: device) else { return nil }
    text = "\(share)"
    self.device = ProfileRecord(device)
    self.budget = budget
  }
}

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
  ///   - regret: `true` if the regret is computed, for which sessions must begin with empty caches.
  /// - Throws: `SweepError` for the first name or value that does not exist, does not fit or cannot
  ///   be read, with its place in the spec.
  /// - Complexity: reads every trace; a digest per run.
  package init(
    _ spec: SweepSpec, catalogs: SweepCatalogs = SweepCatalogs(), regret: Bool = false
  ) throws(SweepError) {
    self = try SweepPlanner.plan(spec, catalogs: catalogs)
    if regret, let warm = scenarios.first(where: { $0.start != .cold }) {
      throw SweepError(
        .usage,
        "--regret needs sessions that begin with empty caches, not with start \(warm.start); "
          + "expected --start cold, or no --regret")
    }
  }
}

/// The catalogs for the names in a spec.
package struct SweepCatalogs: Sendable {
  /// The policies for names in files.
  package var policies: PolicyCatalog
  /// The policies for names that were typed as options.
  package var typedPolicies: PolicyCatalog
  package var prefetchers: Catalog<PrefetcherDescriptor>
  package var loaders: Catalog<LoaderDescriptor>

  package init(
    policies: PolicyCatalog = .builtIn, typedPolicies: PolicyCatalog? = nil,
    prefetchers: Catalog<PrefetcherDescriptor> = .builtIn,
    loaders: Catalog<LoaderDescriptor> = .builtIn
  ) {
    self.policies = policies
    self.typedPolicies = typedPolicies ?? policies
    self.prefetchers = prefetchers
    self.loaders = loaders
  }
}

extension SweepCatalogs {
  /// Throws an error for a setting that no entry with the owner's name has.
  func check(_ axis: SweepGrid.SettingAxis) throws(SweepError) {
    guard let value = axis.values.first else { return }
    let settings = [
      policies.entries.first { $0.name == axis.owner }?.settings,
      loaders.entries.first { $0.name == axis.owner }?.settings,
      prefetchers.entries.first { $0.name == axis.owner }?.settings,
    ].compactMap { $0 }
    guard !settings.isEmpty else {
      throw value.wrong(
        "'\(axis.owner)' is not known; expected the name of a policy, loader or prefetcher")
    }
    guard settings.joined().contains(where: { $0.name == axis.setting }) else {
      throw value.wrong(
        SettingError.unknownSetting(
          axis.setting, owner: axis.owner, known: settings.joined().map(\.name)))
    }
  }
}
