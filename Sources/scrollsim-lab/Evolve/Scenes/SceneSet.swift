import ScrollSimCommands
package import ScrollSweeps
import ScrollTraces

/// The scenes of one part of a contest.
package struct SceneSet: Sendable {
  /// A session in a scene.
  package struct Session: Sendable {
    /// The digest of its trace.
    package let digest: String
    /// How long it is, in seconds.
    package let seconds: Double
    /// Its runs in the plan: one for each seed.
    package fileprivate(set) var runs: [Int]

    init(_ trace: TraceRecord) {
      digest = trace.digest
      seconds = trace.durationSeconds
      runs = []
    }

    mutating func add(_ run: Int) { runs.append(run) }
  }

  /// Sessions from one source, on one device, with one budget.
  package struct Scene: Sendable {
    /// The place of what asks for it in the spec.
    let grid: Int
    /// What tells it apart for people.
    package let facts: SceneFacts
    package let device: String
    /// Of the display, in hertz.
    package let refreshRate: Double
    package let isRecorded: Bool
    /// How its users scroll, as far as that is known.
    package let styles: Set<String>
    /// What images they see, apart from how many and which draw of them.
    package let catalogs: Set<String>
    package internal(set) var sessions: [Session]
  }

  /// Every run of the scenes, with `lru`.
  package let plan: SweepPlan
  package let scenes: [Scene]

  init(_ plan: SweepPlan, _ scenes: [Scene]) {
    self.plan = plan
    self.scenes = scenes
  }

  /// Some of the scenes.
  func keeping(_ places: [Int]) -> SceneSet { SceneSet(plan, places.map { scenes[$0] }) }

  /// How much each scene counts.
  package var weights: SceneWeights { SceneWeights(scenes.map { $0.sessions.map(\.digest) }) }

  /// How many different sessions there are.
  package var sessionCount: Int { digests.count }

  /// What the sessions are known by.
  package var digests: Set<String> { Set(scenes.flatMap { $0.sessions.map(\.digest) }) }

  /// The places of all runs of some scenes: scene by scene, session by session.
  func runs(of places: Range<Int>) -> [Int] {
    scenes[places].flatMap { $0.sessions.flatMap(\.runs) }
  }

  /// What the scenes are known by, in any order: their sessions, devices and budgets.
  package var key: ContentKey {
    let texts = runs(of: scenes.indices).map { place in
      let run = plan.runs[place]
      return "\(plan.scenario(of: run).record.key) \(run.budget.budgetText) \(run.seed)"
    }
    return ContentKey(of: texts.sorted().joined(separator: "\n"))
  }
}
