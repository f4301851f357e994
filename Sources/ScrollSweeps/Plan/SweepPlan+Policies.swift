package import ScrollCaching
package import ScrollCore

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
