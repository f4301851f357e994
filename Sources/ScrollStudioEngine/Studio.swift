import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
package import ScrollSimulation

/// A simulation in a page: the studio data, the settings, and a run of the recorded trace or of a
/// live scroll.
package final class Studio {
  let scene: StudioData
  /// The requested run: the settings, found in the catalogs.
  private var asked: RequestedRun
  private var prepared: PreparedScenario?
  private var log: RunLog?
  private var live: LiveScroll?
  /// The report of the last run of the trace, or of a live scroll that has finished.
  private var report: RunReport?

  /// Creates a studio with the studio data's own settings.
  /// - Throws: `StudioError` if these are not valid.
  package init(_ scene: StudioData) throws(StudioError) {
    self.scene = scene
    asked = try RequestedRun(scene.setting, in: scene)
  }

  /// Replaces all settings, and cancels a live run.
  /// - Throws: `StudioError` if the settings are not valid. In this case nothing changes.
  package func configure(_ setting: StudioSetting) throws(StudioError) {
    let next = try RequestedRun(setting, in: scene)
    if !next.hasScenario(of: asked) { prepared = nil }
    asked = next
    (log, live, report) = (nil, nil, nil)
  }

  // MARK: Recorded

  /// Runs the whole trace.
  /// - Parameter logs: Whether all events are logged for `takeLog`, which takes longer.
  /// - Throws: `StudioError` if the cache may hold more bytes than the engine can count.
  package func run(logs: Bool) throws(StudioError) {
    let prepared = self.prepared ?? PreparedScenario(asked.scenario)
    self.prepared = prepared
    try asked.requireCountable(prepared)
    live = nil
    log = logs ? RunLog() : nil
    report = prepared.run(asked.policy, budget: asked.budget, seed: asked.seed, log: log)
  }

  // MARK: Live

  /// Begins a live scroll at an offset.
  /// - Throws: `StudioError` for settings that are possible only if the whole scroll is known.
  package func begin(at offset: Double) throws(StudioError) {
    live = nil
    let live = try LiveScroll(asked, at: offset)
    (report, self.live) = (nil, live)
    log = live.log
  }

  /// Adds a sample: a time, the offset at this time, and whether a finger touches the screen.
  package func addSample(_ seconds: Double, _ offset: Double, isTouching: Bool) throws(StudioError)
  {
    try going().addSample(seconds, offset, isTouching: isTouching)
  }

  /// Adds a system event.
  ///
  /// It takes effect after the part that has already been simulated.
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

  /// Returns the report of the run, or of the simulated part of a live run.
  /// - Throws: `StudioError` if there has been no run.
  package func figures() throws(StudioError) -> RunReport {
    if let live, !live.isOver { return live.report() }
    guard let report else { throw StudioError("nothing has been run yet") }
    return report
  }

  /// Returns the events since the last call, in rows.
  package func takeLog() -> [Double] { log.map { LogRows($0.take()).numbers } ?? [] }

  /// The time at which the log was cut because it was too long; nil if it is whole.
  var logEnd: SimTime? { log?.cut }

  /// Returns the layout at a time.
  func epoch(at seconds: Double) -> LayoutEpoch {
    scene.epochs.last { $0.time.seconds <= seconds } ?? scene.epochs[0]
  }

  /// Returns a trace that `scrollsim` can read, with the samples so far and the events up to the
  /// last sample.
  package func trace() -> String {
    if let live {
      let events = live.events.filter { $0.time <= live.motion.duration }
      return TraceText(scene, live.motion, events).text
    }
    return TraceText(scene, scene.motion, asked.scenario.events).text
  }
}

/// A live scroll and its run.
final class LiveScroll {
  let log = RunLog(limit: .max)
  private let run: LiveRun
  private(set) var motion: ScrollMotion
  private(set) var events: [TimedSystemEvent] = []
  private(set) var isOver = false
  private let imageCount: Int
  private let allowed: ClosedRange<Double>
  private var isTouching = false
  /// The time at which the offset last changed.
  private var moved: SimTime?

  /// Begins with a sample at time 0.
  ///
  /// The trace's own events and later layouts are left out.
  /// - Throws: `StudioError` for settings that are possible only if the whole scroll is known, and
  ///   for an offset that is not valid.
  init(_ asked: RequestedRun, at offset: Double) throws(StudioError) {
    var scenario = asked.scenario
    guard !scenario.prefetcher.descriptor.facts.seesFuture else {
      throw StudioError(
        "prefetcher '\(scenario.prefetcher.descriptor.name)' needs to know the future of the "
          + "scroll, so it runs only when the recording ends")
    }
    guard !scenario.loader.cache || scenario.loader.preload == 0 else {
      throw StudioError(
        "preloading at launch needs to know when the app will be in the background, so it "
          + "runs only when the recording ends")
    }
    let placement = scenario.placement, extent = scenario.viewportExtent
    allowed = -extent...max(placement.extent, extent)
    imageCount = scenario.images.count
    guard allowed.contains(offset) else { throw Self.outside(offset, allowed) }
    motion = ScrollMotion(times: [.zero], offsets: [offset.roundedToSixtyFourth], phases: [.idle])
    scenario.motion = motion
    scenario.events = []
    scenario.laterEpochs = []
    let prepared = PreparedScenario(scenario)
    try asked.requireCountable(prepared)
    run = LiveRun(prepared, asked.policy, budget: asked.budget, seed: asked.seed, log: log)
  }

  /// Adds a sample.
  /// - Throws: `StudioError` for a time that is not after the last sample, and for an offset that
  ///   is more than one viewport beyond the content.
  func addSample(_ seconds: Double, _ offset: Double, isTouching: Bool) throws(StudioError) {
    guard !isOver else { throw StudioError("the scroll is over") }
    guard seconds.isFinite, seconds >= 0, seconds <= ScrollMotion.longestMovement.seconds else {
      throw StudioError("a sample is at \(seconds) s; expected a time within a day")
    }
    let time = SimTime(seconds: seconds)
    guard time > motion.duration else {
      throw StudioError(
        "a sample is at \(seconds) s; expected a time after \(motion.duration.seconds) s")
    }
    guard allowed.contains(offset) else { throw Self.outside(offset, allowed) }
    let offset = offset.roundedToSixtyFourth
    if offset != motion.offsets[motion.offsets.count - 1] { moved = time }
    self.isTouching = isTouching
    let phase = phase(at: time)
    motion.append(time, offset, phase)
    run.append(time, offset: offset, phase: phase)
  }

  /// Returns the phase as `PhaseEstimator` computes it.
  private func phase(at time: SimTime) -> ScrollPhase {
    if isTouching { return .tracking }
    guard let moved, time - moved <= PhaseEstimator().memory else { return .idle }
    return .decelerating
  }

  func addEvent(_ text: String, at seconds: Double) throws(StudioError) {
    guard !isOver else { throw StudioError("the scroll is over") }
    guard let event = SystemEvent(parsing: text, imageCount: imageCount), !event.laysOutAnew else {
      throw StudioError("'\(text.prefix(60))' is not an event that can be added")
    }
    guard seconds.isFinite, seconds >= 0, seconds <= ScrollMotion.longestMovement.seconds else {
      throw StudioError("an event is at \(seconds) s; expected a time within a day")
    }
    let time = max(SimTime(seconds: seconds), events.last?.time ?? .zero)
    let added = run.append(TimedSystemEvent(time: time, event: event))
    events.append(TimedSystemEvent(time: added, event: event))
  }

  /// Simulates up to a time.
  ///
  /// If the last sample is earlier, the content has been at rest since then.
  func goOn(to seconds: Double) throws(StudioError) {
    guard !isOver else { throw StudioError("the scroll is over") }
    if seconds > motion.duration.seconds, SimTime(seconds: min(seconds, 1e6)) > motion.duration {
      try addSample(seconds, motion.offsets[motion.offsets.count - 1], isTouching: isTouching)
    }
    run.goOn()
  }

  /// Ends the scroll and returns its report.
  ///
  /// Events after the last sample are left out.
  func finish() throws(StudioError) -> RunReport {
    guard !isOver else { throw StudioError("the scroll is over") }
    isOver = true
    run.finish()
    events.removeAll { $0.time > motion.duration }
    return run.report()
  }

  func report() -> RunReport { run.report() }

  private static func outside(_ offset: Double, _ allowed: ClosedRange<Double>) -> StudioError {
    StudioError(
      "an offset of \(offset) is outside \(allowed.lowerBound) to \(allowed.upperBound), the "
        + "content and one viewport beyond")
  }
}

/// A requested run: its settings, found in the catalogs, and the resulting scenario.
struct RequestedRun {
  let scenario: Scenario
  let policy: Choice<PolicyDescriptor>
  /// The limit of the cache; `nil` means no limit.
  let budget: ByteCount?
  let seed: UInt64
  private let renditions: Renditions

  /// Finds all named entries in the catalogs.
  /// - Throws: `StudioError` for names that do not exist and for settings that do not fit.
  init(_ setting: StudioSetting, in scene: StudioData) throws(StudioError) {
    let loader = try Self.choose(setting.loader, from: Catalog<LoaderDescriptor>.builtIn)
    let loading = loader.entry.loader(loader.settings)
    let policy = try Self.choose(
      setting.policy == "own" ? loader.entry.ownPolicy : setting.policy, from: PolicyCatalog.builtIn
    )
    guard !policy.entry.facts.needsFuture else {
      throw StudioError(
        "policy '\(policy.text)' needs to know the future, which no run does; use it in "
          + "`scrollsim replay`")
    }
    let own = loading.cache ? loading.prefetcher : .none
    let prefetcher = try Self.choose(
      setting.prefetch ?? "\(own)", from: Catalog<PrefetcherDescriptor>.builtIn)
    if let prefetch = setting.prefetch, !loading.cache, prefetcher.entry.name != "none" {
      throw StudioError(
        "prefetcher '\(prefetch)': loader '\(loader.text)' has no cache to prefetch into; expected "
          + "a loader with a cache, or none")
    }
    let device = try Self.find(setting.device, in: scene.devices)
    let network = try Self.find(setting.network, in: scene.networks)
    let images = setting.renditions.applied(to: scene.images)
    if let objection = loading.objection(to: images) {
      throw StudioError("loader '\(loader.text)' \(objection)")
    }
    if let objection = loading.objection(to: images, on: device) { throw StudioError(objection) }
    switch setting.budget {
    case .own: budget = loader.entry.ownBudget(on: device)
    case .none: budget = nil
    case .size(let size): budget = size
    }
    if loading.cache, budget == nil, let need = policy.needForBudget {
      throw StudioError("the cache has no limit, but \(need); expected a size")
    }
    if let late = setting.events.first(where: { $0.time > scene.motion.duration }) {
      throw StudioError(
        "\(late.event) at \(late.time.seconds) s comes after the end of the scroll at "
          + "\(scene.motion.duration.seconds) s")
    }
    // The sort is stable: equal times keep their order.
    let events = (scene.events + setting.events).sorted { $0.time < $1.time }
    scenario = Scenario(
      images: images, placement: scene.epochs[0].placement,
      laterEpochs: Array(scene.epochs.dropFirst()), motion: scene.motion, events: events,
      viewportExtent: scene.epochs[0].viewportExtent,
      viewportBreadth: scene.epochs[0].viewportBreadth, direction: scene.direction,
      decelerationRate: scene.decelerationRate, device: device, network: network, loader: loading,
      prefetcher: prefetcher.entry.prefetcher(prefetcher.settings))
    self.policy = policy
    renditions = setting.renditions
    seed = setting.seed
  }

  /// Returns whether both runs have the same scenario of the same studio data, so that they can
  /// share its preparation.
  func hasScenario(of other: RequestedRun) -> Bool {
    let (mine, theirs) = (scenario, other.scenario)
    return mine.device.name == theirs.device.name && mine.network.name == theirs.network.name
      && mine.loader == theirs.loader && mine.prefetcher == theirs.prefetcher
      && mine.events == theirs.events && renditions == other.renditions
  }

  /// Throws an error if the cache may hold more bytes than a 32-bit `Int` can count.
  ///
  /// A prefetcher that fetches from farther away than this test looks could still make the engine
  /// trap.
  /// - Throws: `StudioError` that names a possible limit, or the command to use.
  func requireCountable(_ prepared: PreparedScenario) throws(StudioError) {
    let room = ByteCount(Int.max) - ByteCount(1 << 28 - 1)
    guard prepared.mayHold(moreThan: room, under: budget, policy) else { return }
    guard policy.entry.facts.limits.isPromise, let budget else {
      throw StudioError(
        "a cache without a limit may hold more than a page can count; expected a limit that "
          + "holds, or the command `scrollsim run`")
    }
    throw StudioError(
      "a cache of \(budget) may hold more than a page can count; expected at most "
        + "\(ByteCount(896 << 20)), or the command `scrollsim run`")
  }

  private static func choose<Entry: CatalogEntry>(
    _ text: String, from catalog: Catalog<Entry>
  ) throws(StudioError) -> Choice<Entry> {
    guard text.utf8.count <= 8000 else {
      throw StudioError("a \(Entry.kind) of \(text.utf8.count) letters; expected at most 8000")
    }
    do { return try catalog.choose(text) } catch { throw StudioError("\(error)") }
  }

  private static func find<Entry: CatalogEntry>(
    _ name: String, in entries: [Entry]
  ) throws(StudioError) -> Entry {
    let name = String(name.prefix(200))
    guard let entry = entries.first(where: { $0.name == name }) else {
      throw StudioError(
        "\(ChoiceError.unknownName(name, kind: Entry.kind, known: entries.map { $0.name }))")
    }
    return entry
  }
}

/// The list of an engine's contents, one entry per line, such as `model 6`, `policy lru`, `loader
/// nuke` and `prefetcher ring`.
///
/// `.ci/release/studio-engine` stores the list beside the module. So the command knows the entries
/// of a module that was built from earlier sources.
package enum EngineContents {
  package static var text: String {
    var text = "model \(ModelVersion.current)\n"
    for entry in PolicyCatalog.builtIn.entries { text += "policy \(entry.name)\n" }
    for entry in Catalog<LoaderDescriptor>.builtIn.entries { text += "loader \(entry.name)\n" }
    for entry in Catalog<PrefetcherDescriptor>.builtIn.entries {
      text += "prefetcher \(entry.name)\n"
    }
    return text
  }
}
