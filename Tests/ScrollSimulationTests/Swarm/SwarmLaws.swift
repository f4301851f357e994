import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// The laws of every drawn run, each with the name before its colon.
extension SwarmCase {
  /// Runs the case and returns the laws that it breaks, each with the values after its name.
  func brokenLaws() -> [String] {
    let prepared = PreparedScenario(scenario)
    let log = RunLog()
    let report = prepared.run(policy, budget: budget, seed: seed, log: log)
    var broken = report.brokenLaws + laws(of: report)
    if log.cut != nil { broken.append("log: it does not contain the whole run") }
    if scenario.start == .cold, let problem = LogOrder.problem(in: log) {
      broken.append("order: \(problem)")
    }
    broken += LogAccount(prepared.scenario, log, report).faults
    let again = prepared.run(policy, budget: budget, seed: seed)
    if again != report {
      let differences = Figures(again).differences(from: Figures(report))
      broken.append("repeat: a run without a log differs in \(differences)")
    }
    if seed % 4 == 0 { broken += secondOpinion(prepared) }
    if seed % 8 == 1 { broken += bound(prepared, report) }
    if seed % 8 == 2 { broken += slowerDevices() }
    return broken
  }

  /// Returns the differences from the second simulation, which knows cold starts only.
  private func secondOpinion(_ prepared: PreparedScenario) -> [String] {
    guard scenario.start == .cold else { return [] }
    let setup = prepared.setup(for: policy, budget: budget, seed: seed)
    let isSpatial = policy.entry.followsViewport(policy.settings)
    let models = (0..<2).map { _ in SpyModel(policy.entry.makeModel(setup)) }
    let report = prepared.run(models[0], isSpatial: isSpatial)
    let other = ReferenceSimulation(scenario, model: models[1], isSpatial: isSpatial).run()
    return Figures(report).differences(from: other).map { "second simulation, \($0)" }
      + models[0].differences(from: models[1]).map { "second simulation, cache: \($0)" }
  }

  /// Returns the lower bound of the stall, if the run is below it.
  private func bound(_ prepared: PreparedScenario, _ report: RunReport) -> [String] {
    guard scenario.start == .cold else { return [] }
    let end = report.death == nil ? SimTime.never : report.duration
    let bound = StallLowerBound(prepared, budget: budget, until: end)
    let keepsBudget = [.always, .afterStores].contains(policy.entry.facts.limits)
    let least = keepsBudget ? bound.seconds : bound.unavoidable
    return report.stalls.seconds >= least
      ? [] : ["bound: \(report.stalls.seconds) s of stall, at least \(least) s"]
  }

  /// Returns the figures that would be worse on better devices.
  ///
  /// Only where that is proven to be impossible: see `MonotonyLawTests`.
  private func slowerDevices() -> [String] {
    guard scenario.start == .cold else { return [] }
    return scenario.withMonotoneDevice(lanes: 1 + Int(seed % 3)).worseOnBetterDevices
      .map { "better device: \($0)" }
  }

  /// Returns the laws of conservation that a report breaks, in addition to its own.
  private func laws(of report: RunReport) -> [String] {
    (requestLaws(report) + byteLaws(report) + timeLaws(report) + deathLaws(report))
      .filter { !$0.1 }.map { "\($0.0): does not hold" }
  }

  private func requestLaws(_ report: RunReport) -> [(String, Bool)] {
    let (requests, stalls) = (report.requests, report.stalls)
    // An appearance that swaps variants requests both, and so does one that refines.
    let isOnce = scenario.loader.variants == .none && scenario.loader.serves != .any
    let isPlain = isOnce && requests.failed + requests.reloadedRows == 0
    return [
      (
        "once per appearance",
        !isOnce || requests.count == stalls.appearances + requests.reloadedRows
      ),
      ("never shown", !isPlain || stalls.neverShown >= requests.leftUnshown + requests.cancelled),
      (
        "unfinished",
        !isPlain || report.death != nil || stalls.unfinished >= requests.unfinished
      ),
      ("unfinished after death", report.death == nil || stalls.unfinished == 0),
      // Some appearances had their image in a frame that was never on screen.
      (
        "not shown",
        !isPlain
          || stalls.neverShown + stalls.unfinished <= requests.count - stalls.late - stalls.atOnce
      ),
      ("saved decodes", requests.decodeSaved <= requests.decode),
    ]
  }

  private func byteLaws(_ report: RunReport) -> [(String, Bool)] {
    let (cache, loader, facts) = (report.cache, scenario.loader, policy.entry.facts)
    // A model that stores first and then makes room may be left with a pinned newcomer.
    let pins =
      loader.pinDisplayed
      || scenario.events.contains { if case .beginAccess = $0.event { true } else { false } }
    let keepsBudget = facts.limits == .always && (policy.entry.makePolicy != nil || !pins)
    return [
      ("peak", cache.peakBytes.bytes >= cache.residentBytes.bytes),
      ("budget", !keepsBudget || loader.cost != .bytes || cache.peakBytes <= budget),
      ("no cache", loader.cache || cache.offeredBytes == .zero),
    ]
  }

  private func timeLaws(_ report: RunReport) -> [(String, Bool)] {
    let (hitches, stalls, duration) = (report.hitches, report.stalls, report.duration)
    let time = stalls.timeToImage
    let times = [time.p50, time.p95, time.p99, time.max].map { $0 ?? .never }
    // A launch without a frame, though another one may have had some.
    let isBlind =
      stalls.appearances == 0 && time.max == nil && report.launch.timeToFirstFrame == nil
    let isComplete = !isBlind && stalls.neverShown + stalls.unfinished == 0
    return [
      ("scrolling", hitches.scrolling <= duration),
      ("hitches", hitches.time <= hitches.mainThreadBusy),
      ("scrolling hitches", hitches.scrollingTime <= min(hitches.time, hitches.scrolling)),
      ("blank frames", stalls.framesWithBlank <= report.frames),
      (
        "wasted decodes",
        report.work.wastedDecodes <= report.work.laneDecodes + report.work.mainDecodes
          && report.work.wastedDecode <= report.work.laneDecode + report.work.mainDecode
          || scenario.start != .cold
      ),
      ("order of percentiles", times == times.sorted() && times[0] >= .zero),
      ("never", (time.max == nil) == !isComplete),
    ]
  }

  private func deathLaws(_ report: RunReport) -> [(String, Bool)] {
    let (limit, duration) = (scenario.device.memory.appLimit, scenario.motion.duration)
    guard let death = report.death else {
      return [
        ("duration", report.duration == duration),
        ("footprint", report.memory.peakFootprint < limit),
      ]
    }
    let isOverLimit = report.memory.peakFootprint >= limit
    return [
      ("duration", report.duration == min(death.time, duration)),
      // The watchdog, and a launch that has used up the memory, may end the app after the end, too.
      (
        "end",
        report.duration == death.time || report.launch.timeToFirstFrame == nil
          || death.reason == .hang
      ),
      // The frame is processed to its end, and may reach the limit after the app was killed.
      ("footprint", isOverLimit || death.reason != .memory(.appLimit)),
    ]
  }
}
