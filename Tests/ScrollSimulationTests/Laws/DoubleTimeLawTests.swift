import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import Testing

/// A world in which everything takes twice as long is the same world.
///
/// Refresh periods of 10 ms and of 4 ms, whole numbers of hertz, become 20 ms and 8 ms. Every
/// duration comes out in whole nanoseconds in both, so that nothing is rounded.
@Suite struct DoubleTimeLawTests {
  /// They remember absolute times (a time to live, a tick, a window of seconds).
  private static let exempt: Set<String> = [
    "kingfisher", "yy-memory", "pin-memory", "nscache-arc", "aggregate-delay", "expected-stall",
    "time-to-visible", "distance-lead", "tile-bins", "score", "hyperbolic", "lhd",
  ]

  static let policies = PolicyCatalog.builtIn.entries
    .filter { !$0.facts.needsFuture && !exempt.contains($0.name) }
    .map(\.name)

  @Test func `twice as slow, twice as long, and otherwise the same`() throws {
    for seed in 400_000..<400_300 as Range<UInt64> {
      var dice = SeededRandom(seed: seed)
      let drawn = RandomScenario(seed: seed)
      let policy = Self.policies[dice.below(Self.policies.count)]
      let once = drawn.scenario.withWholeNanoseconds(hertz: dice.chance(0.5) ? 100 : 250)
      let twice = once.doubled
      let choice = try PolicyCatalog.builtIn.choose(policy)
      let budget = ByteCount(drawn.budget)
      let first = PreparedScenario(once).lawfulRun(choice, budget: budget, seed: seed)
      let second = PreparedScenario(twice).lawfulRun(choice, budget: budget, seed: seed)
      #expect(second.timeless == first.timeless, "seed \(seed), \(policy)")
      #expect(
        second.duration.nanoseconds == 2 * first.duration.nanoseconds
          && second.hitches.time.nanoseconds == 2 * first.hitches.time.nanoseconds
          && second.stalls.waited.nanoseconds == 2 * first.stalls.waited.nanoseconds
          && abs(second.stalls.blankAreaSeconds - 2 * first.stalls.blankAreaSeconds) < 1e-9,
        "seed \(seed), \(policy)")
    }
  }
}

extension Scenario {
  /// The same with durations that are whole, even numbers of nanoseconds, and no network.
  fileprivate func withWholeNanoseconds(hertz: Int64) -> Scenario {
    var scenario = self
    scenario.device.refreshRate = hertz
    scenario.loader.origin = .bundle
    scenario.loader.fade = 0.25
    // A cost in time would double, too.
    if scenario.loader.cost == .decodeTime { scenario.loader.cost = .bytes }
    scenario.laterEpochs = []
    let even = { (time: SimTime) in SimTime(nanoseconds: time.nanoseconds / 1000 * 1000) }
    scenario.device.flash.latency = even(scenario.device.flash.latency)
    scenario.device.flash.bandwidth = 1e7
    scenario.device.flash.writeBandwidth = 1e7
    scenario.device.mainThread.cellWork = even(scenario.device.mainThread.cellWork)
    scenario.device.mainThread.uploadBandwidth = 1e8
    scenario.device.mainThread.lazyUploadBandwidth = 5e7
    scenario.device.mainThread.redrawBandwidth = 1e8
    for (codec, latency) in device.decode {
      guard case .linear(let fixed, _, _) = latency else { continue }
      scenario.device.decode[codec] = .linear(
        fixed: fixed.rounded(), perMegapixel: 0, perMegabyte: 0)
    }
    // A microsecond more for each sample, so that they still ascend.
    scenario.motion.times = motion.times.enumerated().map {
      SimTime(nanoseconds: even($0.element).nanoseconds + Int64($0.offset) * 1000)
    }
    scenario.events = events.map { TimedSystemEvent(time: even($0.time), event: $0.event) }
      .filter { $0.time <= scenario.motion.duration }
    return scenario
  }

  /// Everything takes twice as long.
  fileprivate var doubled: Scenario {
    var scenario = self
    let twice = { (time: SimTime) in SimTime(nanoseconds: 2 * time.nanoseconds) }
    scenario.device.refreshRate /= 2
    scenario.velocityWindow = twice(velocityWindow)
    scenario.loader.fade *= 2
    scenario.device.flash.latency = twice(device.flash.latency)
    scenario.device.flash.bandwidth /= 2
    scenario.device.flash.writeBandwidth /= 2
    scenario.device.mainThread.cellWork = twice(device.mainThread.cellWork)
    scenario.device.mainThread.uploadBandwidth /= 2
    scenario.device.mainThread.lazyUploadBandwidth /= 2
    scenario.device.mainThread.redrawBandwidth /= 2
    for (codec, latency) in device.decode {
      guard case .linear(let fixed, _, _) = latency else { continue }
      scenario.device.decode[codec] = .linear(
        fixed: 2 * fixed, perMegapixel: 0, perMegabyte: 0)
    }
    scenario.motion.times = motion.times.map(twice)
    scenario.events = events.map { TimedSystemEvent(time: twice($0.time), event: $0.event) }
    return scenario
  }
}

extension RunReport {
  /// Everything that counts, and nothing that lasts.
  fileprivate var timeless: [Int] {
    [
      frames, hitches.count, stalls.appearances, stalls.atOnce, stalls.late, stalls.neverShown,
      stalls.unfinished, stalls.skipped, stalls.framesWithBlank, stalls.wrongDisplays,
      requests.count, requests.hits, requests.liveHits, requests.joined, requests.started,
      requests.displayed, requests.leftUnshown, requests.cancelled, requests.unfinished,
      prefetch.issued, prefetch.used, prefetch.evictedUnused, cache.refusals, cache.peakBytes,
      cache.offeredBytes, cache.removedBytes, cache.residentBytes, cache.evictedTooEarly,
      work.laneDecodes, work.mainDecodes, work.bytesRead, work.wastedDecodes,
      memory.peakFootprint.bytes, memory.warnings, memory.purges,
    ] + stalls.absences + cache.removals
  }
}
