import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// A run with every axis drawn at once, from a seed, and the steps that made it simpler.
///
/// Loader, prefetcher, policy, layout, sizes, device, network, system events and the state of the
/// caches at the start are drawn. Half of the runs have a preset with settings of the catalogs,
/// half have properties that no preset combines. Seeds from `firstWithSizes` on also draw loaders
/// that keep several sizes of an image.
struct SwarmCase: CustomStringConvertible {
  let seed: UInt64
  private(set) var steps: [SwarmStep] = []
  var scenario: Scenario
  var policy: Choice<PolicyDescriptor>
  var budget: ByteCount

  init(seed: UInt64) throws {
    self.seed = seed
    var dice = SeededRandom(seed: seed ^ 0x5a4a)
    if dice.chance(0.5) {
      let drawn = try DrawnPipeline(seed: seed)
      (scenario, policy, budget) = (drawn.scenario, drawn.policy, drawn.budget)
    } else {
      let drawn = RandomScenario(seed: seed)
      (scenario, budget) = (drawn.scenario, ByteCount(drawn.budget))
      let all = PolicyCatalog.builtIn.entries.filter { !$0.facts.needsFuture }
      policy = try PolicyCatalog.builtIn.choose(
        dice.chance(0.5) ? drawn.policy : Self.text(of: all[dice.below(all.count)].name))
    }
    let pause = SimTime(seconds: Double(dice.below(3) * dice.below(1000)))
    scenario.start =
      [.cold, .cold, .warmDisk(after: pause), .warmMemory(after: pause)][
        dice.below(4)]
    scenario.decelerationRate = dice.chance(0.5) ? .normal : .fast
    if dice.chance(0.3) { scenario.velocityWindow = .ms(Double(dice.within(1...300))) }
    if dice.chance(0.2) { scenario.device.performanceCores = dice.within(1...8) }
    if dice.chance(0.05) { drawLaunches(&dice) }
    if seed >= Self.firstWithSizes, dice.chance(0.3) {
      RandomLoader.keepSizes(
        &scenario.loader, by: [.exact, .atLeast, .any][dice.below(3)], seed: seed)
    }
  }

  /// The first seed whose loaders may keep several sizes of an image, so that smaller seeds draw
  /// the runs that they have always drawn.
  static let firstWithSizes: UInt64 = 20_261_130_000_000

  /// Draws an app that preloads at several launches, on a device whose fresh memory takes time.
  ///
  /// Otherwise only one run in a thousand combines the three.
  private mutating func drawLaunches(_ dice: inout SeededRandom) {
    scenario.loader.preload = dice.within(1...6)
    scenario.device.memory.fresh = FreshMemory(
      bandwidth: 1e6 + 1e8 * dice.unit(), kept: ByteCount(dice.within(0...300_000)))
    let duration = Int(scenario.motion.duration.nanoseconds)
    scenario.events += (0..<dice.within(1...2)).map { _ in
      let time = SimTime(nanoseconds: Int64(dice.below(duration + 1)))
      return TimedSystemEvent(time: time, event: .relaunch)
    }
    scenario.events.sort { $0.time < $1.time }
  }

  /// Parses `SEED` or `SEED:STEP,STEP`; `nil` if it is neither.
  init?(parsing text: String) throws {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard let first = parts.first, let seed = UInt64(first) else { return nil }
    try self.init(seed: seed)
    guard parts.count == 2 else { return }
    for name in parts[1].split(separator: ",") {
      guard let step = SwarmStep(parsing: name), take(step) else { return nil }
    }
  }

  private static func text(of policy: String) -> String {
    policy == "score" ? "score: distance * bytes / decodeMs + 0.2 * age" : policy
  }

  /// The text from which the case can be drawn again.
  var text: String {
    steps.isEmpty ? "\(seed)" : "\(seed):\(steps.map(\.text).joined(separator: ","))"
  }

  /// Takes a step and returns `true` if it has changed anything.
  mutating func take(_ step: SwarmStep) -> Bool {
    guard step.apply(to: &self) else { return false }
    steps.append(step)
    return true
  }

  /// Returns the simplest case that fails, too.
  func shrunk(_ fails: (SwarmCase) -> Bool) -> SwarmCase {
    var (best, hasChanged) = (self, true)
    while hasChanged {
      hasChanged = false
      for step in SwarmStep.all(for: best) {
        var next = best
        while next.take(step), fails(next) { (best, hasChanged) = (next, true) }
      }
    }
    return best
  }

  /// The spread of decode times; a dictionary would have another order in each process.
  private var spread: [String] {
    scenario.device.spread.map { "\($0.key): \($0.value)" }.sorted()
  }

  var description: String {
    """
    \(policy.text), budget \(budget.bytes), start \(scenario.start), prefetch \
    \(scenario.prefetcher), \(scenario.direction), window \(scenario.velocityWindow)
    \(RandomLoader.differences(scenario.loader))
    \(scenario.network)
    \(scenario.device.refreshRate) Hz, \(scenario.device.performanceCores) cores, beside \
    \(scenario.device.sideBySide), \(spread), \(scenario.device.flash), \
    \(scenario.device.memory), \(scenario.device.mainThread)
    \(scenario.images)
    \(Array(scenario.placement.starts)) \(Array(scenario.placement.ends)) \
    \(scenario.placement.images)
    \(scenario.motion)
    \(scenario.laterEpochs.map { "\($0.time): \($0.viewportExtent)" }) \(scenario.events)
    """
  }
}
