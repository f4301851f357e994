import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The runs of policies in scenarios, which a store keeps.
struct ContestRuns {
  /// The error of a search that was interrupted.
  struct Interruption: Error {}

  /// The stalls of a policy in some scenarios.
  struct Stalls {
    /// The seconds of missing screen by scenario and by session, the mean over its seeds.
    let seconds: [[Double]]
    /// A Boolean value that indicates whether a budget was too small for the policy to work as its
    /// name says.
    let isTooSmall: Bool
  }

  let runner: TrialRunner

  /// Returns every run of some policies in some scenarios, by scenario and by session.
  /// - Throws: `Interruption`, or `ResultStoreError`.
  func records(
    of policies: [Choice<PolicyDescriptor>], in set: ScenarioSet, scenes: Range<Int>,
    regret: RegretKinds = []
  ) throws -> [[RunRecord]] {
    guard !policies.isEmpty else { return [] }
    let places = set.runs(of: scenes)
    let asked = set.plan.replacing(policies: policies.map { SweepPlan.PolicyRuns($0, in: places) })
    guard let runs = try runner.runs(of: asked.plan, regret: regret) else { throw Interruption() }
    return try asked.keys.map { keys in
      try keys.map { key in
        // Another process has removed the run from the store.
        guard let run = runs[key] else { throw Interruption() }
        return run
      }
    }
  }

  /// Returns the stalls of some policies in some scenarios.
  /// - Throws: `Interruption`, or `ResultStoreError`.
  func stalls(
    of policies: [Choice<PolicyDescriptor>], in set: ScenarioSet, scenes: Range<Int>
  ) throws -> [Stalls] {
    try records(of: policies, in: set, scenes: scenes).map { runs in
      Stalls(
        seconds: set.bySession(runs, in: scenes, { $0.missingSeconds(of: $1) }),
        isTooSmall: runs.contains { $0.shortage != nil })
    }
  }

  /// Returns the stalls of some policies in all scenarios.
  func stalls(of policies: [Choice<PolicyDescriptor>], in set: ScenarioSet) throws -> [Stalls] {
    try stalls(of: policies, in: set, scenes: set.scenes.indices)
  }
}

extension ScenarioSet {
  /// Returns a figure of runs by scenario and session: the mean over the seeds.
  /// - Parameters:
  ///   - records: All runs of the scenarios, in their order.
  ///   - places: The indices of the scenarios.
  ///   - figure: Returns the figure of a run in its session.
  /// - Returns: A value for each session.
  func bySession(
    _ records: [RunRecord], in places: Range<Int>, _ figure: (RunRecord, Session) -> Double
  ) -> [[Double]] {
    var rest = records[...]
    return scenes[places].map { scene in
      scene.sessions.map { session in
        let own = rest.prefix(session.runs.count)
        rest = rest.dropFirst(session.runs.count)
        return own.reduce(0) { $0 + figure($1, session) } / Double(session.runs.count)
      }
    }
  }
}

extension RunRecord {
  /// Returns the seconds of missing screen; from the time at which the app is killed, the whole
  /// screen is missing.
  func missingSeconds(of session: ScenarioSet.Session) -> Double {
    let stall = number(.stall)
    return killed == nil ? stall : stall + max(0, session.seconds - number(.duration))
  }
}
