import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import TestSupport
import Testing

/// Sessions that begin with what an earlier one has left.
struct WarmStartTests {
  private static let pause = SimTime(seconds: 60)

  /// Reports of drawn scenarios, each with a start, and the seeds that they are drawn from.
  private static func reports(
    _ starts: [SessionStart], changing change: (inout Scenario) -> Void = { _ in }
  ) throws -> [(seed: UInt64, reports: [RunReport])] {
    try (0..<300 as Range<UInt64>).map { seed in
      let drawn = RandomScenario(seed: seed)
      let reports = try starts.map { start in
        var scenario = drawn.scenario
        change(&scenario)
        scenario.start = start
        return PreparedScenario(scenario).run(
          scenario.loader.cache ? try drawn.model() : nil, isSpatial: drawn.isSpatial)
      }
      return (seed, reports)
    }
  }

  @Test func `a warm disk has no effect on a loader without a cache`() throws {
    let starts = [SessionStart.cold, .warmDisk(after: Self.pause)]
    for (seed, reports) in try Self.reports(
      starts,
      changing: { scenario in
        scenario.loader = .naiveNetwork
        scenario.prefetcher = .none
        scenario.events.removeAll { if case .change = $0.event { true } else { false } }
      })
    {
      // A later time must not change a figure by rounding either.
      #expect(Figures(reports[0]).differences(from: Figures(reports[1])).isEmpty, "seed \(seed)")
    }
  }

  @Test func `a warm disk equals the disk after a relaunch`() throws {
    for (seed, policy) in [(3, "lru"), (4, "sieve"), (5, "fifo")] as [(UInt64, String)] {
      var scenario = try Self.feed(seed: seed)
      let prepared = PreparedScenario(scenario)
      let choice = try PolicyCatalog.builtIn.choose(policy)
      let budget = ByteCount(prepared.wholeCost.bytes / 3)
      // The same scroll twice in one run: to the moment before the relaunch, and to its end.
      let delay = SimTime(
        seconds: (scenario.motion.duration + Self.pause).seconds.rounded(.up))
      let first = scenario.motion
      scenario.events = [
        TimedSystemEvent(time: first.duration, event: .background),
        TimedSystemEvent(time: delay, event: .relaunch),
      ]
      scenario.motion.append(
        SimTime(nanoseconds: delay.nanoseconds - 1), first.offsets[0], first.phases[0])
      let untilThen = PreparedScenario(scenario).run(choice, budget: budget)
      for sample in first.times.indices {
        scenario.motion.append(
          first.times[sample] + delay, first.offsets[sample], first.phases[sample])
      }
      let both = PreparedScenario(scenario).run(choice, budget: budget)
      var warm = try Self.feed(seed: seed)
      warm.start = .warmDisk(after: Self.pause)
      let report = PreparedScenario(warm).run(choice, budget: budget)
      func expect(_ name: String, _ figure: (RunReport) -> Int) {
        #expect(figure(report) == figure(both) - figure(untilThen), "\(name), seed \(seed)")
      }
      #expect(both.death == nil && report.work.diskHits > 0)
      expect("bytes downloaded") { $0.work.bytesDownloaded.bytes }
      expect("bytes read") { $0.work.bytesRead.bytes }
      expect("hits on disk") { $0.work.diskHits }
      expect("removals") { $0.cache.removals(because: .cost) }
    }
  }

  /// A feed that is scrolled down and up again, over a network.
  private static func feed(seed: UInt64) throws -> Scenario {
    var dice = SeededRandom(seed: seed)
    let path = (0..<60).map { _ in "\(dice.below(10))" + String(repeating: ".", count: 5) }
    var scenario = Strip(
      path: path.joined(), loader: .cached.with(\.diskCache, true).with(\.origin, .network)
    ).scenario
    scenario.network = .ideal
    return scenario
  }

  @Test func `a cache without a limit has every image in the second session`() throws {
    for seed in 0..<20 as Range<UInt64> {
      var scenario = try Self.feed(seed: seed)
      scenario.start = .warmMemory(after: Self.pause)
      let report = PreparedScenario(scenario).run(
        try PolicyCatalog.builtIn.choose("unbounded"), budget: nil)
      #expect(report.requests.count > 0 && report.requests.hits == report.requests.count)
      #expect(report.work.bytesDownloaded == .zero && report.work.mainDecodes == 0)
      #expect(report.cache.peakBytes == report.cache.residentBytes, "seed \(seed)")
    }
  }

  @Test func `a policy keeps its order over the break`() throws {
    // Room for two of three: lru holds 1 and 2 when the scroll begins again at 0.
    var scenario = Strip(path: "0...1...2...", loader: .cached).scenario
    scenario.prefetcher = .none
    scenario.start = .warmMemory(after: Self.pause)
    func hits(_ policy: String) throws -> Int {
      PreparedScenario(scenario).run(
        try PolicyCatalog.builtIn.choose(policy), budget: ByteCount(2048)
      ).requests.hits
    }
    #expect(try hits("lru") == 0)
    // mru holds 0 and 2. It evicts what was used last, 0 for 1, and still has 2.
    #expect(try hits("mru") == 2)
  }

  @Test func `a killed app starts the second session with only its disk`() throws {
    let survivor = SessionStart.warmMemory(after: Self.pause)
    let killed = SessionStart.warmDisk(after: Self.pause)
    var deaths = 0
    for (seed, reports) in try Self.reports([.cold, survivor, killed])
    where reports[0].death != nil {
      deaths += 1
      #expect(
        Figures(reports[1]).differences(from: Figures(reports[2])).isEmpty, "seed \(seed)")
    }
    #expect(deaths > 5)
  }

  // The bytes that the cache had kept were missing on one side, and idle time began at 0.
  @Test func `a warm run breaks no law of conservation`() throws {
    for (seed, reports) in try Self.reports([.warmMemory(after: Self.pause)]) {
      #expect(reports[0].brokenLaws.isEmpty, "\(reports[0].brokenLaws), seed \(seed)")
    }
  }

  @Test func `times of a warm run count from its start`() throws {
    for (seed, reports) in try Self.reports([.cold, .warmMemory(after: Self.pause)]) {
      let (cold, warm) = (reports[0], reports[1])
      guard cold.death == nil, warm.death == nil else { continue }
      #expect(cold.duration == warm.duration && cold.screenTime == warm.screenTime, "seed \(seed)")
    }
  }

  @Test(arguments: [
    ("cold", "cold"), ("warm", "warm:after=600"), ("warm-disk:after=0", "warm-disk:after=0"),
  ])
  func `a start survives parsing and printing`(text: String, written: String) {
    let start = SessionStart(parsing: text)
    #expect(start?.description == written)
    #expect(SessionStart(parsing: written) == start)
  }

  @Test(arguments: [
    "", "hot", "cold:after=5", "warm:", "warm:after=", "warm:after=-1", "warm:after=86401",
    "warm:after=1.5", "warm:before=5", "WARM",
  ])
  func `an invalid start is an error`(text: String) {
    #expect(SessionStart(parsing: text) == nil)
  }
}
