import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import Testing

/// A random scenario in all parts: any preset with any settings, any prefetcher, a network that
/// loses and fails, a device with or without swap, a system that interferes.
///
/// The choices come from the catalogs, so that a new setting is drawn as soon as it is declared. Only
/// the sizes of images are drawn elsewhere: by `SwarmCase` and by `RandomScenario`, for which both
/// simulations are compared.
struct DrawnPipeline: CustomStringConvertible {
  let seed: UInt64
  let scenario: Scenario
  let loader: String
  let policy: Choice<PolicyDescriptor>
  let budget: ByteCount

  init(seed: UInt64) throws {
    self.seed = seed
    var dice = SeededRandom(seed: seed ^ 0x5eed)
    let base = RandomScenario(seed: seed)
    var scenario = base.scenario
    scenario.images = Self.images(scenario.images, &dice)
    scenario.network = Self.network(&dice)
    scenario.events = Self.events(scenario, &dice)
    if dice.chance(0.15) {
      scenario.device.memory.swap = SwapFigures(
        bandwidth: 1e6, latency: SimTime(milliseconds: 0.2))
    }
    if dice.chance(0.3) { scenario.laterEpochs = Self.epochs(scenario, &dice) }
    let presets = Catalog<LoaderDescriptor>.builtIn.entries
    let preset = presets[dice.below(presets.count)]
    let settings = preset.settings.filter { !["serves", "replacesSizes"].contains($0.name) }
    loader = Self.text(preset.name, settings, chance: 0.15, &dice)
    let choice = try Catalog<LoaderDescriptor>.builtIn.choose(loader)
    scenario.loader = choice.entry.loader(choice.settings)
    let kinds = Catalog<PrefetcherDescriptor>.builtIn.entries
    let kind = kinds[dice.below(kinds.count)]
    let prefetcher = try Catalog<PrefetcherDescriptor>.builtIn.choose(
      Self.text(kind.name, kind.settings, chance: 0.3, &dice))
    scenario.prefetcher = prefetcher.entry.prefetcher(prefetcher.settings)
    let policies = PolicyCatalog.builtIn.entries.filter {
      !$0.facts.needsFuture && $0.name != "score"
    }
    let entry = policies[dice.below(policies.count)]
    policy = try PolicyCatalog.builtIn.choose(
      Self.text(entry.name, entry.settings, chance: 0.1, &dice))
    let bitmaps = scenario.images.entries.reduce(0) { $0 + $1.decoded.bytes }
    budget = ByteCount(1 + bitmaps * dice.within(1...120) / 100)
    self.scenario = scenario
  }

  func run(log: RunLog? = nil) -> RunReport {
    PreparedScenario(scenario).lawfulRun(
      policy, budget: budget, seed: seed, log: log, told: self)
  }

  /// Returns a name with some of its settings, each with a random value of its domain.
  private static func text(
    _ name: String, _ settings: [Setting], chance: Double, _ dice: inout SeededRandom
  ) -> String {
    settings.reduce(name) { text, setting in
      guard dice.chance(chance) else { return text }
      let value: String
      switch setting.domain {
      case .flag: value = dice.chance(0.5) ? "true" : "false"
      case .choice(let words): value = words[dice.below(words.count)]
      case .integer(let range):
        value = "\(min(range.upperBound, range.lowerBound + dice.below(6)))"
      case .number(let range):
        let low = max(range.lowerBound, 0)
        value = "\(min(range.upperBound, low + Double(dice.below(8)) / 4))"
      case .distance(let range):
        let quarters = dice.below(8)
        value =
          quarters % 4 == 3
          ? "\(40 * quarters)pt"
          : "\(min(range.upperBound, range.lowerBound + Double(quarters) / 4))"
      case .expression: return text
      }
      return "\(text):\(setting.name)=\(value)"
    }
  }

  private static func images(
    _ images: ImageCatalog, _ dice: inout SeededRandom
  ) -> ImageCatalog {
    ImageCatalog(
      images.entries.map { entry in
        var image = entry
        image.origin = ImageOrigin.allCases[dice.below(ImageOrigin.allCases.count)]
        guard dice.chance(0.3) else { return image }
        let formats: [ImageFormat] = [.hybrid, .pvrtc, .pvrtc2, .astc, .astc6x6]
        return ImageCatalog.Entry(
          width: entry.width, height: entry.height, format: formats[dice.below(formats.count)],
          content: entry.content, origin: image.origin)
      })
  }

  private static func network(_ dice: inout SeededRandom) -> NetworkProfile {
    NetworkProfile(
      name: "drawn", summary: "", latency: SimTime(milliseconds: 20 * dice.unit()),
      roundTrip: SimTime(milliseconds: 20 * dice.unit()),
      bandwidth: Int64(1000 + dice.below(2_000_000)),
      loss: dice.chance(0.5) ? 0 : 0.3 * dice.unit(),
      connections: dice.within(1...6), timeOut: SimTime(milliseconds: 30 + 100 * dice.unit()),
      failures: dice.chance(0.5) ? 0 : 0.4 * dice.unit())
  }

  /// Returns the events of the scenario, and further changes of images and of the network.
  private static func events(
    _ scenario: Scenario, _ dice: inout SeededRandom
  ) -> [TimedSystemEvent] {
    var events = scenario.events
    for _ in 0..<dice.below(6) {
      let time = SimTime(
        nanoseconds: Int64(dice.below(Int(scenario.motion.duration.nanoseconds) + 1)))
      let event: SystemEvent =
        switch dice.below(4) {
        case 0: .offline
        case 1: .online
        default: .change(image: ImageID(dice.below(scenario.images.count)))
        }
      events.append(TimedSystemEvent(time: time, event: event))
    }
    return events.sorted { $0.time < $1.time }
  }

  /// Returns later layouts: the same items in other places from some moment on, the first few of
  /// them not present before.
  private static func epochs(_ scenario: Scenario, _ dice: inout SeededRandom) -> [LayoutEpoch] {
    let duration = Int(scenario.motion.duration.nanoseconds)
    let times = [dice.below(duration + 1), dice.below(duration + 1)].sorted()
    return times.enumerated().map { index, time in
      let (place, stretch) = (scenario.placement, Double(dice.within(1...4)) / 2)
      return LayoutEpoch(
        time: SimTime(nanoseconds: Int64(time)),
        placement: ItemPlacement(
          starts: place.starts.map { $0 * stretch }, ends: place.ends.map { $0 * stretch },
          breadths: Array(place.breadths), images: place.images, extent: place.extent * stretch,
          imageCount: place.imageCount),
        viewportExtent: scenario.viewportExtent * (index == 0 ? 0.5 : 1.5),
        viewportBreadth: scenario.viewportBreadth)
    }
  }

  var description: String {
    """
    seed \(seed): --loader \(loader) --policy \(policy.text) --budget \(budget.bytes) \
    --prefetch \(scenario.prefetcher), \(scenario.events.count) events, \
    \(scenario.laterEpochs.count) later epochs, network \(scenario.network)
    """
  }
}
