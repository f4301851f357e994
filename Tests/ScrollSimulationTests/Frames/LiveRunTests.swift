import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import Testing

struct LiveRunTests {
  @Test func `a run with samples one by one reports like the whole run`() throws {
    let policies = ["lru", "s3fifo", "distance", "nscache-corelibs", "kingfisher"]
    var tried = 0
    for seed in UInt64(0)..<400 {
      var random = SeededRandom(seed: seed)
      var scenario = RandomScenario(seed: seed).scenario
      let facts = scenario.prefetcher.descriptor.facts
      // A launch knows of later launches how long it may take.
      guard !facts.seesFuture, scenario.loader.preload == 0 else { continue }
      scenario.laterEpochs = []
      scenario.events.removeAll { $0.event.laysOutAnew || $0.time > scenario.motion.duration }
      let policy = try PolicyCatalog.builtIn.choose(policies[Int(seed) % policies.count])
      let budget = ByteCount(200_000 + random.below(2_000_000))
      let whole = PreparedScenario(scenario).run(policy, budget: budget, seed: seed)
      #expect(live(scenario, policy, budget, seed, &random) == whole, "seed \(seed)")
      tried += 1
    }
    #expect(tried > 150)
  }

  private func live(
    _ scenario: Scenario, _ policy: Choice<PolicyDescriptor>, _ budget: ByteCount, _ seed: UInt64,
    _ random: inout SeededRandom
  ) -> RunReport {
    let motion = scenario.motion
    var start = scenario
    start.motion = ScrollMotion(
      times: [motion.times[0]], offsets: [motion.offsets[0]], phases: [motion.phases[0]])
    start.events = []
    let log = random.chance(0.5) ? RunLog() : nil
    let run = LiveRun(PreparedScenario(start), policy, budget: budget, seed: seed, log: log)
    var events = scenario.events[...]
    func pass(to time: SimTime) {
      while let event = events.first, event.time <= time {
        #expect(run.append(event) == event.time)
        events.removeFirst()
      }
    }
    // Events at 0 come before the first frame.
    for sample in 1..<max(1, motion.times.count) {
      pass(to: motion.times[sample])
      run.append(
        motion.times[sample], offset: motion.offsets[sample], phase: motion.phases[sample])
      if random.chance(0.3) {
        run.goOn()
        _ = log?.take()
        if random.chance(0.1) { _ = run.report() }
      }
    }
    run.finish()
    return run.report()
  }
}
