import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import Testing

/// Tests that every amount that enters a run also leaves it.
struct ConservationTests {
  /// Draws scenarios and reports every law that a run breaks.
  private func check(_ laws: (RunReport, RandomScenario) -> [(String, Bool)]) throws {
    for seed in 100_000..<103_000 as Range<UInt64> {
      let drawn = RandomScenario(seed: seed)
      let report = PreparedScenario(drawn.scenario).lawfulRun(
        try drawn.model(), isSpatial: drawn.isSpatial, told: drawn)
      let broken = laws(report, drawn).filter { !$0.1 }.map(\.0)
      try #require(broken.isEmpty, "\(broken) do not hold\n\(report)\n\(drawn)")
    }
  }

  @Test func `every request has one immediate result and one final result`() throws {
    try check { report, drawn in
      let requests = report.requests
      let atOnce = requests.hits + requests.liveHits + requests.joined + requests.started
      let inTheEnd =
        requests.displayed + requests.leftUnshown + requests.cancelled + requests.failed
        + requests.unfinished
      // An appearance that swaps variants asks for both.
      let asksOnce = drawn.scenario.loader.variants == .none
      return [
        ("at once", atOnce == requests.count),
        ("in the end", inTheEnd == requests.count),
        (
          "once per appearance",
          !asksOnce || requests.count == report.stalls.appearances + requests.reloadedRows
        ),
        (
          "never shown",
          !asksOnce || requests.failed + requests.reloadedRows > 0
            || report.stalls.neverShown >= requests.leftUnshown + requests.cancelled
        ),
        (
          "unfinished",
          !asksOnce || requests.failed > 0 || report.death != nil
            || report.stalls.unfinished >= requests.unfinished
        ),
        ("unfinished after death", report.death == nil || report.stalls.unfinished == 0),
        // Some appearances had their image in a frame that was never on screen.
        (
          "not shown",
          !asksOnce || requests.failed + requests.reloadedRows > 0
            || report.stalls.neverShown + report.stalls.unfinished
              <= requests.count - report.stalls.late - report.stalls.atOnce
        ),
        ("hit bytes", requests.bytesHit <= requests.bytes),
        ("saved decodes", requests.decodeSaved <= requests.decode),
      ]
    }
  }

  @Test func `bytes offered to the cache are refused, removed or resident`() throws {
    try check { report, drawn in
      let cache = report.cache
      return [
        (
          "offered",
          cache.offeredBytes.bytes == cache.refusedBytes.bytes + cache.removedBytes.bytes
            + cache.residentBytes.bytes
        ),
        ("peak", cache.peakBytes.bytes >= cache.residentBytes.bytes),
        (
          "budget",
          !drawn.keepsBudget || drawn.scenario.loader.cost != .bytes
            || cache.peakBytes.bytes <= drawn.budget
        ),
        ("no cache", drawn.scenario.loader.cache || cache.offeredBytes.bytes == 0),
      ]
    }
  }

  @Test func `times do not overlap`() throws {
    try check { report, drawn in
      let (hitches, stalls, duration) = (report.hitches, report.stalls, report.duration)
      return [
        ("busy", hitches.mainThreadBusy <= duration),
        ("scrolling", hitches.scrolling <= duration),
        ("hitches", hitches.time <= hitches.mainThreadBusy),
        ("scrolling hitches", hitches.scrollingTime <= min(hitches.time, hitches.scrolling)),
        ("worst", hitches.worst <= hitches.time),
        ("blank", stalls.blankAreaSeconds <= duration.seconds * (1 + 1e-9)),
        ("area", stalls.seconds <= duration.seconds * (1 + 1e-9)),
        ("ratio", (0...(1 + 1e-9)).contains(stalls.blankRatio)),
        ("blank frames", stalls.framesWithBlank <= report.frames),
        ("lanes", report.work.wastedDecodes <= report.work.laneDecodes + report.work.mainDecodes),
        ("wasted", report.work.wastedDecode <= report.work.laneDecode + report.work.mainDecode),
      ]
    }
  }

  @Test func `percentiles of the time to image ascend, and infinite times come last`() throws {
    try check { report, _ in
      let never = SimTime.never
      let time = report.stalls.timeToImage
      let times = [time.p50 ?? never, time.p95 ?? never, time.p99 ?? never, time.max ?? never]
      // A launch without a frame, though another one may have had some.
      let isBlind =
        report.stalls.appearances == 0 && time.max == nil && report.launch.timeToFirstFrame == nil
      let isComplete = !isBlind && report.stalls.neverShown + report.stalls.unfinished == 0
      return [
        ("order", times == times.sorted()),
        ("sign", times[0] >= .zero),
        ("never", (time.max == nil) == !isComplete),
      ]
    }
  }

  @Test func `a killed run stops at the kill`() throws {
    var killed = 0
    try check { report, drawn in
      let memory = drawn.scenario.device.memory
      guard let death = report.death else {
        return [
          ("duration", report.duration == drawn.scenario.motion.duration),
          ("footprint", report.memory.peakFootprint < memory.appLimit),
        ]
      }
      killed += 1
      let isOverLimit = report.memory.peakFootprint >= memory.appLimit
      return [
        ("duration", report.duration == min(death.time, drawn.scenario.motion.duration)),
        // The watchdog, and a launch that has used up the memory, may end the app after the end,
        // too.
        (
          "end",
          report.duration == death.time || report.launch.timeToFirstFrame == nil
            || death.reason == .hang
        ),
        // The frame is processed to its end, and may reach the limit after the app was killed.
        ("footprint", isOverLimit || death.reason != .memory(.appLimit)),
      ]
    }
    #expect(killed > 100)
  }

  @Test func `equal runs give equal reports`() throws {
    for seed in 200_000..<201_000 as Range<UInt64> {
      let drawn = RandomScenario(seed: seed)
      let prepared = PreparedScenario(drawn.scenario)
      let first = prepared.lawfulRun(
        try drawn.model(), isSpatial: drawn.isSpatial, told: drawn)
      let second = prepared.lawfulRun(
        try drawn.model(), isSpatial: drawn.isSpatial, log: nil, told: drawn)
      try #require(first == second, "\(drawn)")
    }
  }
}
