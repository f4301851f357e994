package import ScrollCaching
package import ScrollCore

/// A digest of the behavior of a policy on fixed random streams: its hits, misses, refusals and
/// removals.
///
/// Two policies with the same digest behaved equally in 500 small streams. The streams have scrolls
/// to and fro over lists and grids, requests for favorites, prefetches, removed images, pinned
/// images, new layouts, other budgets, memory warnings and the background. Behavior that shows only
/// in a larger cache, or after more requests, is not in the digest. All values are drawn from fixed
/// seeds, and positions are on 1/64 pt, so that a digest is the same on every machine.
///
/// - Complexity: some 50 000 calls of the model, in milliseconds.
package struct PolicyBehavior {
  private static let streams = 500

  private var random: SeededRandom
  private let model: any CacheModel
  private let isSpatial: Bool
  private let costs: [Int], budget: Int, screen: Double
  private var placement: ItemPlacement
  private var now = SimTime.zero
  private var viewport: Viewport
  /// The results as letters and numbers, in order of time.
  private var answers: [UInt8] = []

  /// Returns the digest of a policy with its settings.
  package static func digest(of policy: Choice<PolicyDescriptor>) -> ContentKey {
    var answers: [UInt8] = []
    for stream in 0..<streams {
      var world = PolicyBehavior(policy, seed: UInt64(stream))
      world.play()
      answers += world.answers
      answers.append(UInt8(ascii: "\n"))
    }
    return ContentKey(of: String(decoding: answers, as: UTF8.self))
  }

  /// Creates a small grid of images, and a new cache with space for some of them.
  private init(_ policy: Choice<PolicyDescriptor>, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    // Every other world has enough space for a policy that needs much.
    let least = policy.entry.smallestUsefulCapacity(policy.settings, countsImages: false)
    let room = 1 + random.below(8) + (seed % 2 == 0 ? min(least, 100) : 0)
    let images = room + 1 + random.below(12)
    let isEqual = random.chance(0.4)
    let costs = (0..<images).map { _ in isEqual ? 100 : 1 + random.below(200) }
    let reloads = (0..<images).map { _ in Double(1 + random.below(40)) }
    placement = Self.grid(of: images, columns: 1 + random.below(3))
    screen = Double(1 + random.below(4)) * 32
    budget = room * 100
    viewport = Viewport(
      lower: 0, upper: screen, direction: random.chance(0.3) ? .backward : .forward)
    isSpatial = policy.entry.isSpatial
    model = policy.entry.makeModel(
      PolicySetup(
        imageCount: images, limits: CacheLimits(cost: budget), settings: policy.settings,
        seed: seed, placement: placement, reloadMilliseconds: reloads,
        decodeMilliseconds: reloads.map { $0 / 2 }, bytes: costs, direction: viewport.direction))
    self.costs = costs
    self.random = random
  }

  /// Returns rows of 16 or 32 points, with one item for each image.
  private static func grid(of images: Int, columns: Int) -> ItemPlacement {
    var (starts, ends): ([Double], [Double]) = ([], [])
    var edge = 0.0
    for item in 0..<images {
      let height = item / columns % 3 == 2 ? 32.0 : 16.0
      starts.append(edge)
      ends.append(edge + height)
      if item % columns == columns - 1 { edge += height }
    }
    return ItemPlacement(
      starts: starts, ends: ends, breadths: starts.map { _ in 1 / Double(columns) },
      images: (0..<images).map { ImageID($0) }, extent: ends.last ?? 0, imageCount: images)
  }

  private mutating func play() {
    for _ in 0..<30 + costs.count {
      switch random.below(32) {
      case 0..<16: scroll()
      case 16..<23: request(random.below(random.chance(0.5) ? min(4, costs.count) : costs.count))
      case 23..<26: store(random.below(costs.count), as: .prefetched)
      case 26: model.remove(image(), because: .removed)
      case 27: model.pin(image())
      case 28: for image in costs.indices { model.unpin(ImageID(image)) }
      case 29: model.setLimits(CacheLimits(cost: budget * (1 + random.below(4)) / 2))
      case 30: lookAround()
      default: interrupt()
      }
      note()
    }
  }

  private mutating func image() -> ImageID { ImageID(random.below(costs.count)) }

  /// Plays a frame: moves the screen, and requests the images on it.
  private mutating func scroll() {
    let way = Double(random.below(129) - (viewport.direction == .forward ? 40 : 88)) / 2
    let lower = min(max(0, viewport.lower + way), max(0, placement.extent - screen))
    let moved = lower - viewport.lower
    now += SimTime(nanoseconds: 15_625_000)
    viewport = Viewport(
      lower: lower, upper: lower + screen, velocity: moved * 64,
      direction: moved == 0 ? viewport.direction : moved > 0 ? .forward : .backward,
      phase: moved == 0 ? .idle : .tracking, time: now)
    show()
    for item in placement.starts.indices
    where placement.starts[item] < viewport.upper && placement.ends[item] > lower {
      request(Int(placement.images[item].index))
    }
  }

  private func show() {
    model.timePassed(to: now)
    if isSpatial { model.viewportMoved(to: viewport) }
  }

  private mutating func request(_ image: Int) {
    now += SimTime(nanoseconds: 1)
    let isHit = model.lookup(Request(image: ImageID(image), cost: costs[image], time: now))
    answers.append(UInt8(ascii: isHit ? "h" : "m"))
    if !isHit { store(image, as: .viewed) }
  }

  private mutating func store(_ image: Int, as admission: Admission) {
    let request = Request(image: ImageID(image), cost: costs[image], time: now)
    let outcome = model.store(request, as: admission)
    answers.append(UInt8(ascii: outcome == .stored ? "s" : "r"))
  }

  /// Rotates the device.
  private mutating func lookAround() {
    guard isSpatial else { return }
    placement = Self.grid(of: costs.count, columns: 1 + random.below(3))
    model.placementChanged(to: placement)
    show()
  }

  private mutating func interrupt() {
    switch random.below(3) {
    case 0: model.pressureChanged(to: .warning, at: now)
    case 1: model.didEnterBackground(at: now)
    default:
      now += SimTime(milliseconds: random.chance(0.3) ? 400_000 : 5000)
      model.timePassed(to: now)
    }
  }

  /// Records the removals.
  private mutating func note() {
    model.drainRemovals { removal in
      answers.append(UInt8(ascii: "A") + removal.reason.rawValue)
      answers += "\(removal.image.index)".utf8
    }
  }
}
