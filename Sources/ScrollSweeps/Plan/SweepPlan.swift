package import ScrollCaching
package import ScrollCore
package import ScrollDevice
package import ScrollSimulation
package import ScrollTraces

/// Every run that a spec asks for, in order, each with its key.
///
/// The same spec over the same traces gives the same plan on every machine; shards, resuming and
/// merging rest on that.
package struct SweepPlan: Sendable {
  /// No practical sweep has as many runs.
  package static let limit = 1_000_000

  package let title: String
  /// What was asked, as YAML.
  package let text: String
  package let scenarios: [PlannedScenario]
  package let policies: [Choice<PolicyDescriptor>]
  /// What keys of runs say of each policy.
  let policyTexts: [String]
  /// In order: trace, layout, device, network, start, loader, prefetcher, policy, budget, seed.
  package let runs: [PlannedRun]
  /// What budgets that are shares of memory come to, each once.
  package let budgetRules: [BudgetRule]
  /// For what its seeds change nothing.
  package let idleSeeds: IdleSeeds
  /// What else was asked for several times.
  package let madeOnce: MadeOnce
  /// Digest of the keys of all runs.
  package let key: ContentKey

  init(
    title: String, text: String, scenarios: [PlannedScenario],
    policies: [Choice<PolicyDescriptor>], policyTexts: [String], runs: [PlannedRun],
    budgetRules: [BudgetRule] = [], idleSeeds: IdleSeeds = IdleSeeds(),
    madeOnce: MadeOnce = MadeOnce()
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

  /// What the store keeps of the question.
  package var record: SweepRecord {
    SweepRecord(key: key, title: title, spec: text, runs: runs.count)
  }

  /// What the store keeps of its budget rules.
  package var budgetRuleRecords: [BudgetRuleRecord] {
    budgetRules.map {
      BudgetRuleRecord(
        sweep: key, rule: $0.text, device: $0.device, bytes: $0.budget.bytes)
    }
  }

  package func scenario(of run: PlannedRun) -> PlannedScenario { scenarios[Int(run.scenario)] }

  /// Nil for a loader without a cache.
  package func policy(of run: PlannedRun) -> Choice<PolicyDescriptor>? {
    run.hasCache ? policies[Int(run.policy)] : nil
  }
}

extension SweepPlan {
  /// The plan of one scenario that was found and checked already, as `run` has it.
  ///
  /// Its runs are those that a sweep of the same makes, under the same keys: every policy with
  /// every budget in the order asked, what is the same once; one run for a loader without a cache.
  ///
  /// - Parameters:
  ///   - trace: on the layout of the run.
  ///   - path: the trace's, as named.
  ///   - device: what it runs on.
  ///   - network: what it is loaded over.
  ///   - loader: how the app loads.
  ///   - prefetcher: what is fetched ahead.
  ///   - policies: ignored by a loader without a cache, as are budgets.
  ///   - budgets: for the cache; nil is no limit.
  ///   - seed: for randomized policies.
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
  /// Runs of a plan, made with other policies than its own.
  package struct Replacement: Sendable {
    /// Of every run that was asked for, once.
    package let plan: SweepPlan
    /// For each policy the keys of its runs, in the order in which they were asked for.
    package let keys: [[ContentKey]]
  }

  /// A policy, and the runs of a plan that are made with it.
  package struct Asked: Sendable {
    package let policy: Choice<PolicyDescriptor>
    /// Places of runs in the plan, all of them with a cache.
    package let places: [Int]

    package init(_ policy: Choice<PolicyDescriptor>, in places: [Int]) {
      self.policy = policy
      self.places = places
    }
  }

  /// Some runs of this plan with other policies in the place of its own.
  /// - Complexity: a digest for each run.
  package func replacing(policies asked: [Asked]) -> Replacement {
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
    // Runs of one scenario follow each other: it is made ready once.
    replaced.sort { ($0.scenario, $0.policy) < ($1.scenario, $1.policy) }
    let plan = SweepPlan(
      title: title, text: text, scenarios: scenarios, policies: asked.map(\.policy),
      policyTexts: texts, runs: replaced)
    return Replacement(plan: plan, keys: keys)
  }

  /// The runs of several plans, each once; nil of none.
  package static func joining(_ plans: [SweepPlan]) -> SweepPlan? {
    guard let first = plans.first else { return nil }
    return plans.dropFirst().reduce(first) { $0.adding($1) }
  }
}

extension PlannedScenario {
  /// Whether runs of it with other seeds may be other runs: something draws at random, or may.
  ///
  /// The network does if it loses or refuses anything, even if no image comes from there; of a
  /// policy see `PolicyDescriptor.Facts.drawsAtRandom`. A device does whose decode times spread.
  /// Nothing else in a run draws.
  func isRandom(with policy: Choice<PolicyDescriptor>?) -> Bool {
    if network.loss > 0 || network.failures > 0 { return true }
    if device.spread.values.contains(where: { !$0.isNone }) { return true }
    guard let policy else { return false }
    return policy.entry.facts.drawsAtRandom || !policy.isBuiltIn
  }
}

/// For what the seeds of a plan change nothing, so that its runs are made with one of them.
package struct IdleSeeds: Sendable, Equatable {
  /// How many were asked for.
  package fileprivate(set) var seeds = 0
  /// Names of policies, and of loaders without a cache, in the order of the plan.
  package private(set) var names: [String] = []
  /// Networks on which that holds, in the order of the plan.
  package private(set) var networks: [String] = []

  /// Notes that of so many seeds one was enough.
  mutating func add(_ count: Int, _ scenario: PlannedScenario, _ policy: Choice<PolicyDescriptor>?)
  {
    guard count > 1 else { return }
    seeds = max(seeds, count)
    let name = policy?.entry.name ?? scenario.loader.entry.name
    if !names.contains(name) { names.append(name) }
    if !networks.contains(scenario.network.name) { networks.append(scenario.network.name) }
  }
}

/// One run of a plan: where its scenario and its policy stand there, and its key.
package struct PlannedRun: Sendable, Equatable {
  package let key: ContentKey
  /// Index of its scenario.
  package let scenario: Int32
  /// Index of its policy; -1 for a loader without a cache.
  package let policy: Int32
  /// Nil without a cache, and where nothing limits it.
  package let budget: ByteCount?
  package let seed: Int

  package var hasCache: Bool { policy >= 0 }
}

extension PlannedRun {
  /// What the store knows a run by.
  /// - Parameters:
  ///   - scenario: everything but the cache.
  ///   - policy: the policy's canonical text; nil for a loader without a cache.
  ///   - budget: nil without a cache, and where nothing limits it.
  ///   - seed: for what draws at random.
  /// - Returns: the digest of all of them and of the model's version.
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
