import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import Testing

/// Tests that a mirrored run is the same: no result depends on direction or on indices.
///
/// Positions are multiples of 1/64 pt. Layout, trace and first direction are mirrored, and so must
/// be the report and the whole log.
@Suite struct MirrorLawTests {
  static let policies =
    PolicyCatalog.builtIn.entries
    .filter { !$0.facts.needsFuture && $0.name != "score" }.map(\.name)
    + ["score: distance * bytes / decodeMs + 0.2 * age"]

  @Test(arguments: 0..<4) func `a mirrored scroll over a mirrored layout gives a mirrored run`(
    block: UInt64
  ) throws {
    for seed in 500_000 + block * 1000..<500_000 + (block + 1) * 1000 {
      try expectMirror(seed)
    }
  }

  // The places of one image were unpinned from the first index on.
  @Test(arguments: [543_537, 568_728, 572_188] as [UInt64])
  func `seeds of earlier mirror failures give mirrored runs`(seed: UInt64) throws {
    try expectMirror(seed)
  }

  private func expectMirror(_ seed: UInt64) throws {
    var dice = SeededRandom(seed: seed)
    let drawn = try DrawnPipeline(seed: seed)
    let policy = Self.policies[dice.below(Self.policies.count)]
    guard var plain = drawn.scenario.withoutFirstAndLast else { return }
    if dice.chance(0.2) { plain.loader.key = .item }
    if plain.loader.key == .item { plain.leaveOutFirstItems() }
    let choice = try PolicyCatalog.builtIn.choose(policy)
    let (log, mirroredLog) = (RunLog(), RunLog())
    let report = PreparedScenario(plain).lawfulRun(
      choice, budget: drawn.budget, seed: seed, log: log, told: drawn)
    let mirrored = PreparedScenario(plain.mirrored).lawfulRun(
      choice, budget: drawn.budget, seed: seed, log: mirroredLog, told: drawn)
    #expect(
      report == mirrored,
      "\(policy): \(Figures(report).differences(from: Figures(mirrored)))\n\(drawn)")
    let mirror = LogMirror(plain)
    let (events, others) = (LogMirror.ordered(log), mirror.image(of: mirroredLog))
    let difference = zip(events, others).first { $0 != $1 }
    #expect(
      difference == nil && events.count == others.count,
      """
      \(policy): \(difference.map { "\($0) and \($1)" } ?? "the rest of one log")
      \(drawn)
      """)
  }
}

extension Scenario {
  /// The same scenario without settings that count items from the start; `nil` for layouts with
  /// holes.
  fileprivate var withoutFirstAndLast: Scenario? {
    guard placement.endsAscend else { return nil }
    var scenario = self
    scenario.loader.preload = 0
    // An image that is shown at several sizes is drawn at that of the first item.
    if scenario.loader.decode == .viewSize, hasUnevenImages { scenario.loader.decode = .fullSize }
    // Each layout has its own mirror, in which the offset would jump.
    scenario.laterEpochs = []
    scenario.keepOffsetsAtFrames()
    return scenario
  }

  /// Removes settings that depend on the first item of an image, and names on disk that a log
  /// cannot tell from keys.
  fileprivate mutating func leaveOutFirstItems() {
    loader.diskNames = .key
    events = events.filter { timed in
      if case .change = timed.event { return true }
      return timed.event.image == nil
    }
  }

  /// A Boolean value that indicates whether items of different sizes show the same image.
  private var hasUnevenImages: Bool {
    (0..<images.count).contains { image in
      let sizes = placement.items(showing: ImageID(image)).map {
        let item = Int($0.index)
        return [placement.ends[item] - placement.starts[item], placement.breadths[item]]
      }
      return sizes.contains { $0 != sizes[0] }
    }
  }

  /// Adds a sample at every frame, so that no offset is interpolated and rounded.
  private mutating func keepOffsetsAtFrames() {
    let before = motion
    var cursor = MotionCursor(direction: direction)
    let frames = SimTime(nanoseconds: before.duration.nanoseconds + 1)
      .firstVsync(hertz: device.refreshRate)
    motion = ScrollMotion(times: [], offsets: [], phases: [])
    for frame in 0..<frames {
      cursor.advance(to: .vsync(frame, hertz: device.refreshRate), in: before)
      motion.times.append(cursor.time)
      motion.offsets.append((cursor.offset * 64).rounded() / 64)
      motion.phases.append(cursor.phase)
    }
    events = events.filter { $0.time <= motion.duration }
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
