import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import Testing

/// Seen in a mirror, the same happens: nothing depends on which way is up, or on indices.
@Suite struct MirrorLawTests {
  /// They draw, hash numbers, or are told of the content's start only.
  private static let exempt: Set<String> = ["random"]

  static let policies = PolicyCatalog.builtIn.entries
    .filter { !$0.facts.needsFuture && !exempt.contains($0.name) }
    .map(\.name)

  @Test func `the mirrored scroll over the mirrored layout gives the same report`() throws {
    for seed in 500_000..<500_500 as Range<UInt64> {
      var dice = SeededRandom(seed: seed)
      let drawn = RandomScenario(seed: seed)
      let policy = Self.policies[dice.below(Self.policies.count)]
      guard let plain = drawn.scenario.withoutFirstAndLast else { continue }
      let choice = try PolicyCatalog.builtIn.choose(policy)
      let budget = ByteCount(drawn.budget)
      let report = PreparedScenario(plain).lawfulRun(choice, budget: budget, seed: seed)
      let mirrored = PreparedScenario(plain.mirrored).lawfulRun(choice, budget: budget, seed: seed)
      #expect(
        report == mirrored,
        "seed \(seed), \(policy): \(Figures(report).differences(from: Figures(mirrored)))")
    }
  }
}

extension Scenario {
  /// The same without what counts items from the start; nil for layouts with holes.
  fileprivate var withoutFirstAndLast: Scenario? {
    guard placement.endsAscend else { return nil }
    var scenario = self
    scenario.loader.preload = 0
    scenario.loader.interfaceAssets = 0
    scenario.laterEpochs = []
    // A shared image takes its size from the first of its items.
    if scenario.loader.redraw == .viewSize { scenario.loader.redraw = .fullSize }
    if scenario.loader.key == .item { scenario.loader.key = .image }
    // A sample at every frame, so that no offset is between two and rounded.
    var cursor = MotionCursor(direction: direction)
    let frames = SimTime(nanoseconds: motion.duration.nanoseconds + 1)
      .firstVsync(hertz: device.refreshRate)
    scenario.motion = ScrollMotion(times: [], offsets: [], phases: [])
    for frame in 0..<frames {
      cursor.advance(to: .vsync(frame, hertz: device.refreshRate), in: motion)
      scenario.motion.times.append(cursor.time)
      scenario.motion.offsets.append((cursor.offset * 64).rounded() / 64)
      scenario.motion.phases.append(cursor.phase)
    }
    scenario.events = events.filter { $0.time <= scenario.motion.duration }
    return scenario
  }

  fileprivate var mirrored: Scenario {
    var scenario = self
    let end = placement.extent
    scenario.placement = ItemPlacement(
      starts: placement.ends.reversed().map { end - $0 },
      ends: placement.starts.reversed().map { end - $0 },
      breadths: placement.breadths.reversed(), images: placement.images.reversed(),
      extent: end, imageCount: placement.imageCount)
    scenario.motion.offsets = motion.offsets.map { end - viewportExtent - $0 }
    scenario.direction = direction == .forward ? .backward : .forward
    return scenario
  }
}
