import ScrollCaching
package import ScrollCore
import ScrollDevice
package import ScrollLayout
package import ScrollSimulation

/// One simulation in a page: a scene, what is set, and the run that was made or goes on.
package final class Studio {
  package let scene: StudioScene
  /// What is set, as the catalogs understand it.
  private var asked: AskedRun
  private var prepared: PreparedScenario?
  private var log: RunLog?
  private var live: LiveScroll?
  /// The last run's, or the live one's so far.
  private var report: RunReport?

  /// A studio in which the scene's own settings hold.
  /// - Throws: `StudioError` where these cannot be.
  package init(_ scene: StudioScene) throws(StudioError) {
    self.scene = scene
    asked = try AskedRun(scene.setting, in: scene)
  }

  /// Sets everything anew; a run that goes on is given up.
  /// - Throws: `StudioError` for what cannot be, and all stays as it was.
  package func configure(_ setting: StudioSetting) throws(StudioError) {
    let next = try AskedRun(setting, in: scene)
    if !next.hasScenario(of: asked) { prepared = nil }
    asked = next
    (log, live, report) = (nil, nil, nil)
  }

  // MARK: Recorded

  /// Makes the run of the whole trace.
  /// - Parameter logs: whether everything that happens is noted for `takeLog`, which takes longer.
  /// - Throws: `StudioError` if the cache may come to hold more than can be counted.
  package func run(logs: Bool) throws(StudioError) {
    let prepared = self.prepared ?? PreparedScenario(asked.scenario)
    self.prepared = prepared
    try asked.requireCountable(prepared)
    live = nil
    log = logs ? RunLog() : nil
    report = prepared.run(asked.policy, budget: asked.budget, seed: asked.seed, log: log)
  }

  // MARK: Live

  /// Begins a scroll of its own at an offset.
  /// - Throws: `StudioError` for what needs the future.
  package func begin(at offset: Double) throws(StudioError) {
    live = nil
    let live = try LiveScroll(asked, at: offset)
    (report, self.live) = (nil, live)
    log = live.log
  }

  /// The offset at a time, and whether a finger touches.
  package func addSample(_ seconds: Double, _ offset: Double, isTouching: Bool) throws(StudioError)
  {
    try going().addSample(seconds, offset, isTouching: isTouching)
  }

  /// Something happens to the app, from then on that has been simulated.
  package func addEvent(_ text: String, at seconds: Double) throws(StudioError) {
    try going().addEvent(text, at: seconds)
  }

  /// Simulates up to a time.
  package func goOn(to seconds: Double) throws(StudioError) { try going().goOn(to: seconds) }

  /// Ends the scroll at its last sample.
  package func finish() throws(StudioError) { report = try going().finish() }

  private func going() throws(StudioError) -> LiveScroll {
    guard let live else { throw StudioError("no scroll has begun") }
    return live
  }

  // MARK: Answers

  /// What the run reports: of all of it, or of what has happened so far.
  /// - Throws: `StudioError` if none was made.
  package func figures() throws(StudioError) -> RunReport {
    if let live, !live.isOver { return live.report() }
    guard let report else { throw StudioError("nothing has been run yet") }
    return report
  }

  /// What happened since the last call, in rows.
  package func takeLog() -> [Double] { log.map { LogRows($0.take()).numbers } ?? [] }

  /// When the log was cut because it was too long; nil if it is whole.
  package var logEnd: SimTime? { log?.cut }

  /// The layout at a time.
  package func epoch(at seconds: Double) -> LayoutEpoch {
    scene.epochs.last { $0.time.seconds <= seconds } ?? scene.epochs[0]
  }

  /// The samples so far as a trace that the command reads, with the events up to the last of them.
  package func trace() -> String {
    if let live {
      let events = live.events.filter { $0.time <= live.motion.duration }
      return TraceText(scene, live.motion, events).text
    }
    return TraceText(scene, scene.motion, asked.scenario.events).text
  }
}
