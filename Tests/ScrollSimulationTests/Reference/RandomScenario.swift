import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// A small scenario drawn from a seed, with a policy and a budget.
struct RandomScenario: CustomStringConvertible {
  let seed: UInt64
  let scenario: Scenario
  let policy: String
  let budget: Int
  let isSpatial: Bool

  init(seed: UInt64) {
    self.seed = seed
    var dice = SeededRandom(seed: seed)
    var device = Self.device(&dice)
    let images = Self.images(&dice)
    let viewport = Double(dice.within(100...300))
    let placement = Self.placement(images.count, &dice)
    let motion = Self.motion(placement.extent, viewport, hertz: device.refreshRate, &dice)
    let events = Self.events(motion.duration, hertz: device.refreshRate, &dice)
    var loader = Self.loader(&dice)
    var prefetcher = Prefetcher.none
    if loader.hasCache, dice.chance(0.8) { prefetcher = .neighbours(dice.within(1...3)) }
    let bitmaps = images.entries.reduce(0) { $0 + $1.decoded.bytes }
    if dice.chance(0.25) {
      // Room for some of the images only, or for little more than the app itself.
      let base = device.memory.baseFootprint.bytes
      device.memory.appLimit = ByteCount(base + bitmaps * dice.within(10...150) / 100 + 1)
    }
    if dice.chance(0.1) {
      device.memory.otherProcesses =
        device.memory.total - device.memory.baseFootprint
        - ByteCount(bitmaps * dice.within(0...300) / 100)
    }
    if dice.chance(0.1) { loader.cost = [.zero, .pixels, .decodeTime][dice.below(3)] }
    budget = bitmaps * dice.within(5...120) / 100
    policy = Self.policies[dice.below(Self.policies.count)]
    isSpatial = dice.chance(0.2)
    scenario = Scenario(
      images: images, placement: placement, motion: motion, events: events,
      viewportExtent: viewport, viewportBreadth: 100,
      direction: dice.chance(0.8) ? .forward : .backward, device: device, loader: loader,
      prefetcher: prefetcher)
  }

  /// Some of every kind: queues, ranks, and models with timers and pinned images.
  private static let policies = [
    "lru", "fifo", "sieve", "clock", "arc", "lfu", "gdsf", "w-tinylfu", "nscache-arc",
    "nuke-clock:ttl=2", "kingfisher:expiration=1", "yy-memory", "fresco", "glide",
  ]

  /// Whether the cache promises to hold its budget, pinned images and all, at any time.
  ///
  /// A model that stores first and then makes room may be left with a pinned newcomer.
  var keepsBudget: Bool {
    PolicyCatalog.builtIn.entries.contains { entry in
      entry.name == policy.prefix { $0 != ":" } && entry.facts.limits == .always
        && (entry.makePolicy != nil || !scenario.loader.pinsDisplayed)
    }
  }

  /// A fresh cache for a run.
  func model() throws -> SpyModel {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    return SpyModel(
      choice.entry.makeModel(
        PolicySetup(
          imageCount: scenario.images.count, limits: CacheLimits(cost: budget),
          settings: choice.settings, seed: seed, placement: scenario.placement,
          reloadMilliseconds: Array(repeating: 1, count: scenario.images.count),
          direction: scenario.direction)))
  }

  private static func device(_ dice: inout SeededRandom) -> DeviceProfile {
    var decode: [DeviceProfile.Codec: DecodeLatency] = [:]
    // Whole milliseconds make for ties, at 100 Hz with the screen, too.
    let isRound = dice.chance(0.3)
    for format in ImageFormat.codecs {
      for content in ContentClass.allCases {
        let fixed = isRound ? Double(dice.within(1...30)) : 40 * dice.unit()
        decode[DeviceProfile.Codec(format, content)] = .linear(
          fixed: fixed, perMegapixel: isRound ? 0 : 2000 * dice.unit(), perMegabyte: 0)
      }
    }
    return DeviceProfile(
      name: "drawn", summary: "", screenWidth: 100, screenHeight: 300,
      scale: Double(dice.within(1...2)), refreshRate: [60, 100, 120][dice.below(3)],
      performanceCores: dice.within(1...3), efficiencyCores: 0,
      flash: FlashStorage(
        latency: SimTime(milliseconds: isRound ? Double(dice.within(0...10)) : 10 * dice.unit()),
        bandwidth: isRound ? 1e15 : 1e5 + 1e7 * dice.unit()),
      memory: MemoryFigures(
        total: ByteCount(10_000_000), appLimit: ByteCount(5_000_000),
        otherProcesses: ByteCount(1_000_000), baseFootprint: ByteCount(100_000),
        backgroundApps: [ByteCount(20_000), ByteCount(50_000)], pageSize: ByteCount(4096)),
      mainThread: MainThreadFigures(
        cellWork: SimTime(milliseconds: isRound ? 1 : 3 * dice.unit()),
        uploadBandwidth: 1e7 + 1e8 * dice.unit(), redrawBandwidth: 1e7 + 1e8 * dice.unit()),
      decode: decode, figures: [])
  }

  private static func images(_ dice: inout SeededRandom) -> ImageCatalog {
    ImageCatalog(
      (0..<dice.within(1...10)).map { _ in
        ImageCatalog.Entry(
          width: dice.within(1...120), height: dice.within(1...120),
          format: ImageFormat.codecs[dice.below(ImageFormat.codecs.count)],
          content: dice.chance(0.5) ? .photo : .graphic,
          encoded: dice.chance(0.5) ? ByteCount(dice.within(1...20_000)) : nil)
      })
  }

  /// A list with rows of several heights and gaps, or a grid.
  private static func placement(_ images: Int, _ dice: inout SeededRandom) -> ItemPlacement {
    let columns = dice.chance(0.5) ? 1 : dice.within(2...3)
    let (items, gap) = (dice.within(1...16), Double(dice.below(2) * dice.within(0...150)))
    let isEven = columns > 1 || dice.chance(0.3)
    let even = Double(dice.within(10...200))
    var (starts, ends, edge) = ([Double](), [Double](), 0.0)
    for item in 0..<items {
      if item % columns == 0 {
        starts.append(edge)
        edge += isEven ? even : Double(dice.within(1...250)) + 0.5
        ends.append(edge)
        edge += gap
      } else {
        starts.append(starts[item - 1])
        ends.append(ends[item - 1])
      }
    }
    let isOneToOne = dice.chance(0.5)
    return ItemPlacement(
      starts: starts, ends: ends,
      breadths: Array(repeating: 1 / Double(columns), count: items),
      images: (0..<items).map { ImageID(isOneToOne ? $0 % images : dice.below(images)) },
      extent: edge, imageCount: images)
  }

  /// Walks, flings, jumps and rests, at vsyncs or at times of their own.
  private static func motion(
    _ extent: Double, _ viewport: Double, hertz: Int64, _ dice: inout SeededRandom
  ) -> ScrollMotion {
    let longest = SimTime(milliseconds: Double(dice.within(50...900)))
    var motion = ScrollMotion(times: [.zero], offsets: [0], phases: [.idle])
    var (time, offset) = (SimTime.zero, Double(dice.below(max(1, Int(extent)))))
    motion.offsets[0] = offset
    let isOnGrid = dice.chance(0.5)
    func add(_ span: SimTime, _ phase: ScrollPhase) {
      time += span
      if isOnGrid { time = .vsync(time.firstVsync(hertz: hertz), hertz: hertz) }
      motion.times.append(time)
      motion.offsets.append((offset * 64).rounded() / 64)
      motion.phases.append(phase)
    }
    while time < longest {
      switch dice.below(4) {
      case 0:
        for _ in 0..<dice.within(1...8) {
          offset += Double(dice.within(-40...40))
          add(SimTime(milliseconds: 1 + 20 * dice.unit()), .tracking)
        }
      case 1:
        var velocity = Double(dice.within(-400...400))
        while abs(velocity) > 4 {
          offset += velocity
          velocity *= 0.7
          add(SimTime(milliseconds: 8 + 10 * dice.unit()), .decelerating)
        }
      case 2:
        offset = extent * dice.unit() - viewport / 4
        add(SimTime(milliseconds: 1), .tracking)
      default:
        add(SimTime(milliseconds: 1 + 150 * dice.unit()), .idle)
      }
    }
    return motion
  }

  private static func events(
    _ duration: SimTime, hertz: Int64, _ dice: inout SeededRandom
  ) -> [TimedSystemEvent] {
    guard dice.chance(0.4) else { return [] }
    let times = (0..<dice.within(1...5)).map { _ in
      let time = SimTime(nanoseconds: Int64(dice.below(Int(duration.nanoseconds) + 1)))
      return dice.chance(0.5) ? .vsync(time.firstVsync(hertz: hertz), hertz: hertz) : time
    }
    return times.sorted().map { time in
      let event: SystemEvent =
        switch dice.below(8) {
        case 0: .memoryPressure(.warning)
        case 1: .memoryPressure([.normal, .warning, .critical][dice.below(3)])
        case 2, 3: .background
        case 4, 5: .foreground
        case 6: .relaunch
        default: .externalPressure(bytes: dice.within(-2_000_000...9_000_000))
        }
      return TimedSystemEvent(time: time, event: event)
    }
  }

  private static func loader(_ dice: inout SeededRandom) -> Loader {
    var loader: Loader = [.mainThread, .backgroundRead, .backgroundDecode, .cached, .cached][
      dice.below(5)]
    if loader.redraw == .lazy { loader.redraw = .none }
    guard dice.chance(0.8) else { return loader }
    func change<Value>(_ path: WritableKeyPath<Loader, Value>, _ values: [Value]) {
      if dice.chance(0.35) { loader[keyPath: path] = values[dice.below(values.count)] }
    }
    change(\.reads, [.main, .background])
    change(\.decodes, [.main, .background])
    change(\.redraw, [.none, .fullSize, .viewSize])
    change(\.hasCache, [true])
    change(\.cacheHolds, Loader.Contents.allCases)
    change(\.hitDelivery, Loader.HitDelivery.allCases)
    change(\.coalesces, [true, false])
    change(\.cancelsOnLeave, [true, false])
    change(\.checksRecycledCells, [true, false])
    change(\.clearsOnReuse, [true, false])
    change(\.prefetchTouches, [true, false])
    change(\.keepsLiveObjects, [true, false])
    change(\.pinsDisplayed, [true, false])
    change(\.lanes, [0, 1, 2, 3])
    return loader
  }

  var description: String {
    let place = scenario.placement
    let items = (0..<place.count).map {
      "\($0): \(place.starts[$0])..<\(place.ends[$0]) shows \(place.images[$0].index)"
    }
    let images = scenario.images.entries.enumerated().map { index, entry in
      let costs = ReferenceCosts(ImageID(index), in: scenario)
      return """
        \(index): read \(costs.read), decode \(costs.decode), upload \(costs.upload), \
        file \(costs.encoded), bitmap \(costs.bitmap), cost \(costs.cost)
        """
    }
    let motion = scenario.motion
    let samples = motion.times.indices.map {
      "\(motion.times[$0]) at \(motion.offsets[$0]) \(motion.phases[$0])"
    }
    return """
      seed \(seed): \(policy), budget \(budget), \(scenario.device.refreshRate) Hz, \
      \(scenario.device.performanceCores) cores, viewport \(scenario.viewportExtent), \
      \(scenario.direction), prefetch \(scenario.prefetcher)
      \(scenario.loader)
      items \(items.joined(separator: "; "))
      images
        \(images.joined(separator: "\n  "))
      motion
        \(samples.joined(separator: "\n  "))
      events \(scenario.events.map { "\($0.time) \($0.event)" })
      """
  }
}
