package import ScrollCaching
package import ScrollCore
package import ScrollDevice
package import ScrollSimulation
package import ScrollTraces

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
