import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// A small random scenario from a seed, with a policy and a budget.
struct RandomScenario: CustomStringConvertible {
  let seed: UInt64
  let scenario: Scenario
  let policy: String
  let budget: Int
  let isSpatial: Bool
  let traits: RandomTraits

  /// Draws a scenario.
  /// - Parameters:
  ///   - seed: the seed.
  ///   - serves: a rule for images with several sizes, which the loader then keeps.
  init(seed: UInt64, serves: Loader.Serving = .oneSize) {
    self.seed = seed
    var dice = SeededRandom(seed: seed)
    traits = RandomTraits(&dice)
    var device = RandomDevice.draw(traits, &dice)
    let images = RandomContent.images(traits, &dice)
    let viewport = Double(dice.within(100...300))
    let placement = RandomContent.placement(images.count, traits, &dice)
    let motion = RandomMotion.draw(
      placement.extent, viewport, hertz: device.refreshRate, &dice)
    let events = RandomMotion.events(
      motion.duration, hertz: device.refreshRate, images: images.count, traits, &dice)
    var loader = RandomLoader.draw(traits, &dice)
    RandomLoader.vary(&loader, seed: seed)
    RandomLoader.keepSizes(&loader, by: serves, seed: seed)
    var prefetcher = Prefetcher.none
    if loader.cache, dice.chance(0.8) {
      prefetcher = RandomLoader.prefetcher(traits, &dice)
      RandomLoader.vary(&prefetcher, seed: seed)
    }
    let bitmaps = images.entries.reduce(0) { $0 + $1.decoded.bytes }
    if dice.chance(0.25) {
      // The limit has room for some of the images only, or for little more than the app itself.
      let base = device.memory.baseFootprint.bytes
      device.memory.appLimit = ByteCount(base + bitmaps * dice.within(10...150) / 100 + 1)
    }
    if dice.chance(traits.isPurgeable ? 0.5 : 0.1) {
      device.memory.otherProcesses =
        device.memory.total - device.memory.baseFootprint
        - ByteCount(bitmaps * dice.within(0...300) / 100)
      if traits.isPurgeable {
        // The free memory is so little that the system must reclaim some.
        device.memory.otherProcesses =
          device.memory.total - device.memory.baseFootprint
          - ByteCount(1_500_000 + 70_000 + bitmaps * dice.within(0...100) / 100)
      }
    }
    if seed % 3 == 0 {
      device.memory.swap = SwapFigures(
        bandwidth: 1e6 * Double(1 + seed % 20), latency: SimTime(milliseconds: 0.1))
      if seed % 2 == 0 {
        device.memory.otherProcesses =
          device.memory.total - device.memory.baseFootprint
          - ByteCount(1_500_000 + bitmaps * Int(seed % 20) / 100)
      }
    }
    if seed % 20 == 7 {
      // The decoder is so slow that the watchdog may end the app.
      let latency = DecodeLatency.linear(
        fixed: 300 * Double(1 + seed / 20 % 40), perMegapixel: 0, perMegabyte: 0)
      device.decode = device.decode.mapValues { _ in latency }
    }
    if dice.chance(0.1) { loader.cost = [.zero, .pixels, .decodeTime][dice.below(3)] }
    let share = dice.within(5...120)
    if seed % 25 == 4 { loader.cost = .encoded }
    let files = images.entries.reduce(0) { $0 + $1.encoded.bytes }
    budget = (loader.cost == .encoded ? files : bitmaps) * share / 100
    let drawnPolicy = Self.policies[dice.below(Self.policies.count)]
    policy = seed % 40 == 11 ? "s3fifo:ghosts=none" : drawnPolicy
    isSpatial = dice.chance(0.2)
    scenario = Scenario(
      images: images, placement: placement,
      laterEpochs: RandomContent.epochs(placement, viewport, motion.duration, traits, &dice),
      motion: motion, events: events, viewportExtent: viewport, viewportBreadth: 100,
      direction: dice.chance(0.8) ? .forward : .backward, device: device,
      network: RandomDevice.network(traits, &dice), loader: loader, prefetcher: prefetcher)
  }

  /// Policies of every kind: queues, ranks, and models with timers and pinned images.
  private static let policies = [
    "lru", "fifo", "sieve", "clock", "arc", "lfu", "gdsf", "w-tinylfu", "nscache-arc",
    "nuke-clock:ttl=2", "kingfisher:expiration=1", "yy-memory", "fresco", "glide",
  ]

  /// A Boolean value that indicates whether the cache always keeps its budget, pinned images
  /// included.
  ///
  /// A model that stores first and then makes room may be left with a pinned newcomer.
  var keepsBudget: Bool {
    PolicyCatalog.builtIn.entries.contains { entry in
      entry.name == policy.prefix { $0 != ":" } && entry.facts.limits == .always
        && (entry.makePolicy != nil || !scenario.loader.pinDisplayed)
    }
  }

  /// Returns a fresh cache for a run.
  func model() throws -> SpyModel {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    let prepared = PreparedScenario(scenario)
    return SpyModel(
      choice.entry.makeModel(
        PolicySetup(
          imageCount: prepared.keyCount,
          limits: CacheLimits(cost: budget, count: seed % 8 == 0 ? Int(seed % 5) + 1 : nil),
          settings: choice.settings, seed: seed, placement: prepared.keyPlacement,
          reloadMilliseconds: Array(repeating: 1, count: prepared.keyCount),
          direction: scenario.direction)))
  }

  var description: String {
    let place = scenario.placement
    let items = (0..<place.count).map {
      "\($0): \(place.starts[$0])..<\(place.ends[$0]) shows \(place.images[$0].index)"
    }
    let sizes = ReferenceSizes(scenario)
    let renditions =
      scenario.images.count * (scenario.loader.variants == .none ? sizes?.most ?? 1 : 2)
    let images = (0..<renditions).map { rendition in
      let costs = ReferenceCosts(rendition, in: scenario, sizes)
      return """
        \(rendition): \(scenario.images.entries[costs.image].format.rawValue), \
        file \(costs.original.bytes), read \(costs.original.read), decode \(costs.decode), \
        upload \(costs.upload), bitmap \(costs.bitmap), cost \(costs.cost)
        """
    }
    let motion = scenario.motion
    let samples = motion.times.indices.map {
      "\(motion.times[$0]) at \(motion.offsets[$0]) \(motion.phases[$0])"
    }
    let network = scenario.network
    return """
      seed \(seed): \(policy), budget \(budget), \(scenario.device.refreshRate) Hz, \
      \(scenario.device.performanceCores) cores, viewport \(scenario.viewportExtent), \
      \(scenario.direction), prefetch \(scenario.prefetcher)
      \(RandomLoader.differences(scenario.loader))
      network \(network.latency), \(network.roundTrip), \(network.bandwidth) B/s, \
      loss \(network.loss), \(network.connections) connections, time-out \(network.timeOut), \
      failures \(network.failures)
      items \(items.joined(separator: "; "))
      images
        \(images.joined(separator: "\n  "))
      motion
        \(samples.joined(separator: "\n  "))
      epochs \(scenario.laterEpochs.map { "\($0.time): \($0.viewportExtent)" })
      events \(scenario.events.map { "\($0.time) \($0.event)" })
      """
  }
}
