import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// A scroll that goes on, and its run.
final class LiveScroll {
  let log = RunLog(limit: .max)
  private let run: LiveRun
  private(set) var motion: ScrollMotion
  private(set) var events: [TimedSystemEvent] = []
  private(set) var isOver = false
  private let imageCount: Int
  private let allowed: ClosedRange<Double>
  private var isTouching = false
  /// When the offset last changed.
  private var moved: SimTime?

  /// Begins with a sample at 0; the trace's own events and later layouts are left out.
  /// - Throws: `StudioError` for what needs the future, and for an offset that cannot be.
  init(_ asked: AskedRun, at offset: Double) throws(StudioError) {
    var scenario = asked.scenario
    guard !scenario.prefetcher.descriptor.facts.seesFuture else {
      throw StudioError(
        "prefetcher '\(scenario.prefetcher.descriptor.name)' needs the future, which a scroll that "
          + "goes on does not have: it waits for the end, and runs what was recorded")
    }
    guard !scenario.loader.cache || scenario.loader.preload == 0 else {
      throw StudioError(
        "a launch that preloads must know when the app will be in the background, which a scroll "
          + "that goes on does not: it waits for the end, and runs what was recorded")
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

  /// - Throws: `StudioError` for a time that does not come after the last, and for an offset that is
  ///   more than one viewport beyond the content.
  func addSample(_ seconds: Double, _ offset: Double, isTouching: Bool) throws(StudioError) {
    guard !isOver else { throw StudioError("the scroll is over") }
    guard seconds.isFinite, seconds >= 0, seconds <= ScrollMotion.longest.seconds else {
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

  /// As `PhaseEstimator` has it.
  private func phase(at time: SimTime) -> ScrollPhase {
    if isTouching { return .tracking }
    guard let moved, time - moved <= PhaseEstimator().memory else { return .idle }
    return .decelerating
  }

  func addEvent(_ text: String, at seconds: Double) throws(StudioError) {
    guard !isOver else { throw StudioError("the scroll is over") }
    guard let event = SystemEvent(parsing: text, imageCount: imageCount), !event.laysOutAnew else {
      throw StudioError("'\(text.prefix(60))' is no event that can be added")
    }
    guard seconds.isFinite, seconds >= 0, seconds <= ScrollMotion.longest.seconds else {
      throw StudioError("an event is at \(seconds) s; expected a time within a day")
    }
    let time = max(SimTime(seconds: seconds), events.last?.time ?? .zero)
    let added = run.append(TimedSystemEvent(time: time, event: event))
    events.append(TimedSystemEvent(time: added, event: event))
  }

  /// Simulates up to a time; where the last sample is before that, the content has rested since.
  func goOn(to seconds: Double) throws(StudioError) {
    guard !isOver else { throw StudioError("the scroll is over") }
    if seconds > motion.duration.seconds, SimTime(seconds: min(seconds, 1e6)) > motion.duration {
      try addSample(seconds, motion.offsets[motion.offsets.count - 1], isTouching: isTouching)
    }
    run.goOn()
  }

  /// Events that no sample came after are left out.
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
