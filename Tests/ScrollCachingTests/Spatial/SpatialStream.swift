import ScrollCaching
import ScrollCore

/// A random layout and its events: moves, jumps, turns, requests, pins, removals, changed limits
/// and new layouts.
struct SpatialStream {
  enum Event {
    case move(Viewport)
    case request(ImageID, cost: Int)
    case prefetch(ImageID, cost: Int)
    case pin(ImageID)
    case unpin(ImageID)
    case remove(ImageID)
    case setLimits(CacheLimits)
    case place(ItemPlacement)
  }

  var setup: PolicySetup
  var events: [Event] = []

  /// Creates a stream of `length` events over `imageCount` images; the seed determines its kind.
  init(seed: UInt64, imageCount: Int, length: Int) {
    var random = SeededRandom(seed: seed)
    let placement =
      random.chance(0.15) ? nil : Self.placement(imageCount: imageCount, &random)
    let capacity = 1 + random.below(max(2, imageCount / 2))
    // Few sizes and loads produce ties, many produce none.
    let sizes = [[1], [1, 2, 3], [1000, 1001], Array(1...997)][random.below(4)]
    let loads = [[1.0], [0.01, 0.1, 5], [3.1, 3.2, 7.77], []][random.below(4)]
    let costs = (0..<imageCount).map { _ in sizes[random.below(sizes.count)] }
    let mean = costs.reduce(0, +) / imageCount
    func limits(_ capacity: Int, _ byBytes: Bool) -> CacheLimits {
      byBytes ? CacheLimits(cost: capacity * mean) : CacheLimits(count: capacity)
    }
    let byBytes = random.chance(0.5)
    let decay = [PolicySetup.normalDecay, 10][random.below(2)]
    let scale = [1.0, 2, 3][random.below(3)]
    setup = PolicySetup(
      imageCount: imageCount, limits: limits(capacity, byBytes), placement: placement,
      reloadMilliseconds: random.chance(0.2)
        ? []
        : (0..<imageCount).map { _ in
          loads.isEmpty ? 0.05 + 50 * random.unit() : loads[random.below(loads.count)]
        },
      bytes: random.chance(0.5) ? [] : costs.map { $0 * 4 },
      direction: random.chance(0.5) ? .forward : .backward, decay: decay, scale: scale)
    let extent = placement?.extent ?? Double(imageCount)
    var items = placement ?? ItemPlacement(line: imageCount)
    var walk = Walk(offset: extent * random.unit(), extent: extent, itemCount: items.count)
    let turning = [0.02, 0.2, 0.5][random.below(3)]
    for _ in 0..<length {
      switch random.below(100) {
      case 0..<45:
        events.append(.move(walk.step(turning: turning, &random)))
      case 45..<85:
        let image = walk.image(near: items, &random)
        let cost = costs[Int(image.index)] + (random.chance(0.05) ? 1 : 0)
        events.append(
          random.chance(0.8) ? .request(image, cost: cost) : .prefetch(image, cost: cost))
      case 85..<90: events.append(.pin(ImageID(random.below(imageCount))))
      case 90..<96: events.append(.unpin(ImageID(random.below(imageCount))))
      case 96..<98: events.append(.remove(ImageID(random.below(imageCount))))
      case 98 where random.chance(0.5):
        items = Self.moved(items, &random)
        events.append(.place(items))
      default:
        events.append(.setLimits(limits(1 + random.below(max(2, imageCount / 2)), byBytes)))
      }
    }
  }

  /// Returns settings of a policy: the defaults in a third of the streams, otherwise random ones.
  ///
  /// The rule for storing is not drawn: if it depends on places, other layouts store other images.
  func settings(of policy: PolicyDescriptor, seed: UInt64) throws -> SettingValues {
    var random = SeededRandom(seed: seed)
    guard !random.chance(0.33) else { return try SettingValues(for: policy.settings, of: "") }
    let given = policy.settings.filter { !["countLimit", "admit"].contains($0.name) }.map {
      setting in
      let value =
        switch setting.domain {
        case .flag: ["false", "true"][random.below(2)]
        case .choice(let words): words[random.below(words.count)]
        case .expression(let language):
          language.examples[random.below(language.examples.count)]
        case .integer(let range): "\(range.lowerBound + random.below(20))"
        case .number(let range), .distance(let range):
          "\(min(range.upperBound, range.lowerBound + [0, 0.5, 1.25, 7][random.below(4)]))"
        }
      return (name: setting.name, value: value)
    }
    return try SettingValues(given, for: policy.settings, of: policy.name)
  }

  /// A viewport that wanders, positions on 1/64 pt.
  private struct Walk {
    var offset: Double
    var direction = ScrollDirection.forward
    let extent: Double
    let itemCount: Int

    init(offset: Double, extent: Double, itemCount: Int) {
      self.offset = offset
      self.extent = extent
      self.itemCount = itemCount
    }

    mutating func step(turning: Double, _ random: inout SeededRandom) -> Viewport {
      if random.chance(turning) { direction = direction == .forward ? .backward : .forward }
      let mean = extent / Double(max(1, itemCount))
      // In place, a pixel, half an item, an item, some items, or a jump.
      let steps: [Double] = [0, 1 / 64, mean / 2, mean, mean * 3 * random.unit()]
      if random.chance(0.025) {
        offset = extent * random.unit()
      } else {
        offset += direction.sign * steps[random.below(steps.count)]
      }
      offset = Self.aligned(min(max(offset, -mean), extent))
      let upper = offset + Self.aligned(mean * Double(1 + random.below(4)))
      // At rest, under a finger or in a fling; slow, as fast as lists go, or absurdly fast.
      let phase = [.idle, .tracking, .decelerating][random.below(3)] as ScrollPhase
      let speed = [0, 0.75, 30, 800, 4000, 1e5][random.below(6)] * (0.5 + random.unit())
      return Viewport(
        lower: offset, upper: upper,
        velocity: phase == .idle ? 0 : direction.sign * speed, direction: direction, phase: phase)
    }

    static func aligned(_ position: Double) -> Double { (position * 64).rounded() / 64 }

    func image(near items: ItemPlacement, _ random: inout SeededRandom) -> ImageID {
      guard items.count > 0 else { return ImageID(random.below(items.imageCount)) }
      if random.chance(0.03) { return ImageID(random.below(items.imageCount)) }
      let item = Int(offset / extent * Double(items.count)) + random.below(7) - 3
      return items.images[min(max(0, item), items.count - 1)]
    }
  }

  /// Returns a list, a grid or a waterfall, in which images may be shown once, often or never.
  private static func placement(
    imageCount: Int, _ random: inout SeededRandom
  ) -> ItemPlacement {
    let repeats = [0, 0, 0.3, 0.9][random.below(4)]
    let itemCount = max(1, imageCount + random.below(imageCount) - (repeats > 0 ? 0 : imageCount))
    let images = (0..<itemCount).map { item in
      item < imageCount && !random.chance(repeats)
        ? ImageID(item) : ImageID(random.below(max(1, imageCount * 3 / 4)))
    }
    let columns = [1, 1, 3, 4][random.below(4)]
    let isWaterfall = random.chance(0.4)
    let hasEqualRows = random.chance(0.5)
    let origin = [0, 0, 1_048_576.25][random.below(3)]
    var tops = [Double](repeating: origin, count: columns)
    var cells: [(start: Double, end: Double)] = []
    for item in 0..<itemCount {
      let height = hasEqualRows ? 44 : Double(64 + random.below(9999)) / 64
      var column = item % columns
      if isWaterfall {
        column = tops.indices.min { (tops[$0], $0) < (tops[$1], $1) } ?? 0
      } else if column == 0 {
        tops = Array(repeating: tops.max() ?? 0, count: columns)
      }
      cells.append((tops[column], tops[column] + height))
      tops[column] += height
    }
    return ItemPlacement(
      starts: cells.map(\.start), ends: cells.map(\.end),
      breadths: Array(repeating: 1 / Double(columns), count: itemCount), images: images,
      extent: tops.max() ?? 0, imageCount: imageCount)
  }
}

extension SpatialStream {
  /// Returns the same items in another layout, perhaps without the first and the last ones.
  static func moved(_ items: ItemPlacement, _ random: inout SeededRandom) -> ItemPlacement {
    let columns = random.within(1...3)
    let first = random.chance(0.3) ? random.below(items.count / 2 + 1) : 0
    let end = items.count - (random.chance(0.3) ? random.below(items.count / 2 + 1) : 0)
    var tops = [Double](repeating: 0, count: columns)
    var starts: [Double] = [], ends: [Double] = []
    for item in 0..<items.count {
      guard (first..<max(first, end)).contains(item) else {
        starts.append(item < first ? -1e12 : 1e12)
        ends.append(item < first ? -1e12 : 1e12)
        continue
      }
      let column = tops.indices.min { (tops[$0], $0) < (tops[$1], $1) } ?? 0
      starts.append(tops[column])
      tops[column] += Double(64 + random.below(9999)) / 64
      ends.append(tops[column])
    }
    return items.moved(
      starts: starts, ends: ends, breadths: Array(items.breadths), extent: tops.max() ?? 0)
  }

  /// The answer of a cache to one event.
  struct Answer: Equatable {
    var hit: Bool?
    var outcome: StoreOutcome?
    var removals: [Removal] = []
    var residentCount = 0
    var totalCost = 0
  }

  /// Plays one event and returns the cache's answer.
  static func play(_ event: Event, in cache: any CacheModel, at index: Int) -> Answer {
    var answer = Answer()
    func request(_ image: ImageID, _ cost: Int) -> Request {
      Request(image: image, cost: cost, time: SimTime(nanoseconds: Int64(index)))
    }
    switch event {
    case .move(let viewport): cache.viewportMoved(to: viewport)
    case .request(let image, let cost):
      let hit = cache.lookup(request(image, cost))
      answer.hit = hit
      if !hit { answer.outcome = cache.store(request(image, cost), as: .viewed) }
    case .prefetch(let image, let cost):
      answer.outcome = cache.store(request(image, cost), as: .prefetched)
    case .pin(let image): cache.pin(image)
    case .unpin(let image): cache.unpin(image)
    case .remove(let image): cache.remove(image, because: .removed)
    case .setLimits(let limits): cache.setLimits(limits)
    case .place(let placement): cache.placementChanged(to: placement)
    }
    cache.drainRemovals { answer.removals.append($0) }
    answer.residentCount = cache.residentCount
    answer.totalCost = cache.totalCost
    return answer
  }

  /// Returns the number of removals, or the first event on which two caches disagree.
  func compare(
    _ one: any CacheModel, _ other: any CacheModel
  ) -> (removals: Int, difference: String?) {
    var removals = 0
    for (index, event) in events.enumerated() {
      let left = Self.play(event, in: one, at: index)
      let right = Self.play(event, in: other, at: index)
      if left != right { return (removals, "event \(index), \(event): \(left), not \(right)") }
      removals += left.removals.count
    }
    return (removals, nil)
  }
}
