import ScrollCaching
import ScrollCore

extension ReferenceScript {
  /// Creates a script for an entry of the catalog, with random values of its settings.
  init(for entry: PolicyDescriptor, seed: UInt64, length: Int) throws {
    var random = SeededRandom(seed: seed)
    let world = World(&random)
    let settings = try Self.settings(of: entry, &random)
    setup = PolicySetup(
      imageCount: world.imageCount, limits: world.limits(&random), settings: settings,
      seed: seed, placement: world.placement, reloadMilliseconds: world.loads,
      direction: random.chance(0.5) ? .forward : .backward)
    var events: [Event] = []
    var time = SimTime.zero
    for _ in 0..<length {
      time += world.step(&random)
      events.append(world.event(at: time, &random))
    }
    self.events = events
  }

  private static func settings(
    of entry: PolicyDescriptor, _ random: inout SeededRandom
  ) throws -> SettingValues {
    var given: [(name: String, value: String)] = []
    for setting in entry.settings where random.chance(setting.name == "countLimit" ? 0.2 : 0.7) {
      let value =
        switch setting.domain {
        case .number(let range), .distance(let range):
          "\(min(range.lowerBound + [0, 0.5, 1, 2.25][random.below(4)], range.upperBound))"
        case .integer(let range):
          "\(min(range.lowerBound + random.below(8), range.upperBound))"
        case .choice(let words): words[random.below(words.count)]
        case .expression(let language):
          language.examples[random.below(language.examples.count)]
        case .flag: random.chance(0.5) ? "true" : "false"
        }
      given.append((setting.name, value))
    }
    return try SettingValues(given, for: entry.settings, of: entry.name)
  }
}

extension ReferenceScript {
  /// The images of a script: their number, sizes and places, and the probabilities of their events.
  struct World {
    let imageCount: Int
    let capacity: Int
    let countsImages: Bool
    let costs: [Int]
    let loads: [Double]
    let placement: ItemPlacement?
    /// A Boolean value that indicates whether pins, removals, limits and warnings occur; calm
    /// worlds have full caches.
    let isEventful: Bool
    let prefetches: Double

    init(_ random: inout SeededRandom) {
      // Half of the caches hold a few images, half enough for queues of a tenth.
      let isLarge = random.chance(0.5)
      capacity = isLarge ? random.within(20...60) : random.within(1...8)
      imageCount = capacity + random.within(1...(isLarge ? 40 : 8))
      countsImages = random.chance(0.5)
      let sizes = countsImages ? [1] : [[1], [0, 1, 2, 3], [1, 2, 10], [4, 7, 25]].pick(&random)
      costs = (0..<imageCount).map { _ in sizes.pick(&random) }
      let times = [[1], [0.05, 0.1, 5], [3.1, 3.2, 7.77]].pick(&random)
      loads = random.chance(0.3) ? [] : (0..<imageCount).map { _ in times.pick(&random) }
      placement = random.chance(0.3) ? nil : Self.placement(imageCount, &random)
      isEventful = random.chance(0.7)
      prefetches = [0, 0.1, 0.5].pick(&random)
    }

    /// Returns rows of one height or many, with images shown once, twice or never.
    private static func placement(
      _ imageCount: Int, _ random: inout SeededRandom
    ) -> ItemPlacement {
      let images = (0..<imageCount).flatMap { image in
        Array(repeating: ImageID(image), count: [0, 1, 1, 1, 2].pick(&random))
      }
      let heights = [[44.0], [10, 64.25, 320]].pick(&random)
      var (starts, ends) = ([Double](), [Double]())
      for _ in images {
        starts.append(ends.last ?? 0)
        ends.append((ends.last ?? 0) + heights.pick(&random))
      }
      var shuffled = images
      for place in images.indices { shuffled.swapAt(place, random.below(images.count)) }
      return ItemPlacement(
        starts: starts, ends: ends, breadths: images.map { _ in 1 },
        images: random.chance(0.5) ? images : shuffled, extent: ends.last ?? 0,
        imageCount: imageCount)
    }

    func limits(_ random: inout SeededRandom) -> CacheLimits {
      let count = max(0, capacity + random.below(5) - 2)
      let mean = max(1, costs.reduce(0, +) / imageCount)
      if random.chance(0.02) { return CacheLimits() }
      if countsImages { return CacheLimits(count: count) }
      return CacheLimits(
        cost: count * mean, count: random.chance(0.2) ? random.below(capacity + 1) : nil)
    }

    /// Returns the time of a step: mostly moments, sometimes as long as a memory warning lasts.
    func step(_ random: inout SeededRandom) -> SimTime {
      random.chance(0.97)
        ? SimTime(nanoseconds: 1) : SimTime(milliseconds: [1, 3_999, 4_000].pick(&random))
    }

    func event(at time: SimTime, _ random: inout SeededRandom) -> Event {
      let image = ImageID(
        random.chance(0.5) ? random.below(imageCount) : random.below(min(imageCount, 4)))
      let cost = costs[Int(image.index)]
      var request = Request(image: image, cost: cost, time: time)
      if random.chance(0.15) { return .move(viewport(at: time, &random)) }
      if random.chance(prefetches) { return .store(request, .prefetched) }
      guard isEventful else { return .serve(request) }
      switch random.below(100) {
      case 0..<60: return .serve(request)
      case 60..<66: return .lookup(request)
      case 66..<72: return .store(request, .viewed)
      case 72..<76:
        // Another rendition under the same name.
        request.cost = countsImages ? 1 : costs.pick(&random) + random.below(2)
        return .store(request, random.chance(0.5) ? .viewed : .prefetched)
      case 76..<80: return .remove(image)
      case 80..<85: return .pin(image)
      case 85..<93: return .unpin(image)
      case 93..<97: return .setLimits(limits(&random))
      case 97: return .pressure(PressureLevel.allCases.pick(&random), time)
      case 98: return random.chance(0.5) ? .background(time) : .serve(request)
      default: return random.chance(0.3) ? .removeAll : .serve(request)
      }
    }

    /// Returns a viewport on 1/64 pt, half of the time in the middle of an item.
    private func viewport(at time: SimTime, _ random: inout SeededRandom) -> Viewport {
      let items = placement ?? ItemPlacement(line: imageCount)
      let extent = max(1, items.extent)
      var lower = Double(random.below(Int(extent * 64))) / 64
      if items.count > 0, random.chance(0.5) { lower = items.starts[random.below(items.count)] }
      return Viewport(
        lower: lower, upper: lower + [0, 1, 44, 320].pick(&random),
        direction: random.chance(0.5) ? .forward : .backward, time: time)
    }
  }
}

extension Array {
  /// Returns one of the elements.
  fileprivate func pick(_ random: inout SeededRandom) -> Element { self[random.below(count)] }
}
