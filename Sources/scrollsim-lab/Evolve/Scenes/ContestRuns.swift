import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// Makes the runs of policies in scenes, in a store that keeps them.
struct ContestRuns {
  /// That the search was asked to end.
  struct Interruption: Error {}

  /// What a policy did in some scenes.
  struct Stalls {
    /// Seconds of missing screen: by scene, then by session, the mean over its seeds.
    let seconds: [[Double]]
    /// Whether a budget had too little room for the policy to be what its name says.
    let isTooSmall: Bool
  }

  let runner: TrialRunner

  /// Every run of some policies in some scenes, scene by scene and session by session.
  /// - Throws: `Interruption`, or `ResultStoreError`.
  func records(
    of policies: [Choice<PolicyDescriptor>], in set: SceneSet, scenes: Range<Int>,
    regret: RegretKinds = []
  ) throws -> [[RunRecord]] {
    guard !policies.isEmpty else { return [] }
    let places = set.runs(of: scenes)
    let asked = set.plan.replacing(policies: policies.map { SweepPlan.Asked($0, in: places) })
    guard let runs = try runner.runs(of: asked.plan, regret: regret) else { throw Interruption() }
    return try asked.keys.map { keys in
      try keys.map { key in
        // Something else has taken the run out of the store.
        guard let run = runs[key] else { throw Interruption() }
        return run
      }
    }
  }

  /// What some policies do in some scenes.
  /// - Throws: `Interruption`, or `ResultStoreError`.
  func stalls(
    of policies: [Choice<PolicyDescriptor>], in set: SceneSet, scenes: Range<Int>
  ) throws -> [Stalls] {
    try records(of: policies, in: set, scenes: scenes).map { runs in
      Stalls(
        seconds: set.bySession(runs, in: scenes, { $0.missingSeconds(of: $1) }),
        isTooSmall: runs.contains { $0.shortage != nil })
    }
  }

  /// What some policies do in all scenes.
  func stalls(of policies: [Choice<PolicyDescriptor>], in set: SceneSet) throws -> [Stalls] {
    try stalls(of: policies, in: set, scenes: set.scenes.indices)
  }
}

extension SceneSet {
  /// A figure of runs, by scene and session: the mean over the seeds.
  /// - Parameters:
  ///   - records: of all runs of the scenes, in their order.
  ///   - places: of the scenes.
  ///   - figure: of a run, and of the session that it is of.
  /// - Returns: a value for each session.
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
  /// Seconds of missing screen; after the death of the app the whole screen is missing.
  func missingSeconds(of session: SceneSet.Session) -> Double {
    let stall = number(.stall)
    return killed == nil ? stall : stall + max(0, session.seconds - number(.duration))
  }
}
