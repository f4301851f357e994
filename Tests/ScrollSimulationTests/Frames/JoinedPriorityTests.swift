import ScrollCore
import ScrollSimulation
import Testing

/// Visible items that join a prefetch, whose priority rises or stays.
///
/// A screen is one item of 100 pt; frames are 10 ms apart.
struct JoinedPriorityTests {
  private func strip(_ path: String, raisesJoined: Bool) -> Strip {
    var strip = Strip(path: path, decode: 18, lanes: 1)
    strip.loader = Loader.cached.with(\.prefetcher, .none).with(\.raisesJoined, raisesJoined)
      .with(\.coalescing, true)
    strip.prefetcher = .named("ring:ahead=4:behind=0")
    return strip
  }

  @Test func `a joined prefetch keeps its place if its priority stays`() throws {
    // Items 0 and 1 are decoded and 2 has begun when 4 becomes visible; 3 and 4 wait for the lane.
    let path = "0...4................."
    let raised = try strip(path, raisesJoined: true).run()
    let kept = try strip(path, raisesJoined: false).run()
    #expect(raised.requests.joined == 1 && kept.requests.joined == 1)
    let (soon, late) = (raised.stalls.timeToImage.max, kept.stalls.timeToImage.max)
    // The decode of item 3, 18 ms, goes first: two frames.
    #expect(late.map { $0 - (soon ?? .zero) } == .ms(20), "\(soon as Any), \(late as Any)")
  }

  @Test func `a held prefetch stays held if its priority stays`() throws {
    var strip = strip("0...4.................", raisesJoined: true)
    strip.loader.prefetchLimit = 1
    strip.loader.cancelOnLeave = false
    let raised = try strip.run()
    strip.loader.raisesJoined = false
    let kept = try strip.run()
    let (soon, late) = (raised.stalls.timeToImage.max, kept.stalls.timeToImage.max)
    #expect(soon.map { $0 < (late ?? .never) } == true, "\(soon as Any), \(late as Any)")
  }

  @Test func `the priority of joined prefetches has no effect without prefetches`() throws {
    for seed in 0..<300 as Range<UInt64> {
      let drawn = RandomScenario(seed: seed)
      var scenario = drawn.scenario
      scenario.prefetcher = .none
      // A prefetch is a load without an item, too.
      scenario.loader.preload = 0
      var reports: [Figures] = []
      for raises in [true, false] {
        scenario.loader.raisesJoined = raises
        reports.append(
          Figures(PreparedScenario(scenario).run(try drawn.model(), isSpatial: drawn.isSpatial)))
      }
      let differences = reports[0].differences(from: reports[1])
      #expect(differences.isEmpty, "seed \(seed): \(differences)")
    }
  }
}
