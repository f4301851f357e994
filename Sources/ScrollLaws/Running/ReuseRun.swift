package import ScrollCaching
package import ScrollCore

/// A long run of random operations, mostly on new images, in two caches with the same policy.
///
/// In one cache every image has its own id, in the other ids are reused.
///
/// The law `reuse` checks small scripts, whereas this run has a hundred times as many images as
/// ids.
package struct ReuseRun {
  private var pair: ReusePair
  private var operations: ReuseOperations

  /// Creates a run.
  /// - Parameters:
  ///   - descriptor: The policy, which reuses ids.
  ///   - settings: A value for every setting of the policy.
  ///   - weighs: `true` if costs are bytes; otherwise images are counted.
  ///   - imageCount: The number of images. After all have been requested, new images begin again
  ///     with the oldest.
  ///   - seed: The seed of the operations and of the policy's draws.
  package init(
    of descriptor: PolicyDescriptor, settings: SettingValues, weighs: Bool, imageCount: Int,
    seed: UInt64
  ) {
    let room = max(10, descriptor.smallestUsefulCapacity(settings, countsImages: !weighs))
    operations = ReuseOperations(
      room: room, weighs: weighs, imageCount: imageCount, isSpatial: descriptor.isSpatial,
      seed: seed)
    var setup = PolicySetup(
      imageCount: imageCount, limits: operations.limits(room), settings: settings, seed: seed,
      placement: operations.placement)
    if seed % 2 == 0 { setup.reloadMilliseconds = (0..<imageCount).map { Double($0 % 7 * 5) } }
    pair = ReusePair(of: descriptor, setup)
  }

  /// The number of ids in the cache that reuses them, and the number of reassignments.
  package var idCount: Int { pair.reusing.idCount }
  package var reuses: Int { pair.reusing.reuses }
  /// The number of different images that have been requested so far.
  package var imagesSeen: Int { operations.imagesSeen }
  /// The number of look-ups that found their image in the cache.
  package private(set) var hits = 0

  /// Runs a number of operations, or up to the first one with different answers.
  /// - Returns: The difference in words; `nil` if there is none.
  package mutating func difference(within count: Int) -> String? {
    for _ in 0..<count {
      for verb in operations.next() {
        let (step, difference) = pair.perform(verb)
        if let difference { return difference }
        guard case .lookUp(let request) = verb, operations.storesOnMiss else { continue }
        if step.hit == true { hits += 1 }
        guard step.hit == false else { continue }
        if let difference = pair.perform(.store(request, .viewed)).difference { return difference }
      }
    }
    return nil
  }
}

extension ReuseRun {
  /// Replays a stream in both caches, up to the first request whose answers differ.
  /// - Parameters:
  ///   - stream: Requests with sizes and items, or without.
  ///   - descriptor: The policy, which reuses ids.
  ///   - settings: A value for every setting of the policy.
  ///   - limits: The limits of both caches.
  /// - Returns: The difference in words, or `nil`, and the number of reassigned ids.
  package static func replay(
    _ stream: RequestStream, of descriptor: PolicyDescriptor, settings: SettingValues,
    limits: CacheLimits
  ) -> (difference: String?, reuses: Int) {
    var pair = ReusePair(
      of: descriptor,
      PolicySetup(
        imageCount: stream.imageCount, limits: limits, settings: settings,
        placement: stream.placement, clock: .requests))
    var (last, direction) = (Int32(-1), ScrollDirection.forward)
    for (place, image) in stream.images.enumerated() {
      let request = Request(
        image: image, cost: stream.sizes?[place] ?? 1, time: SimTime(nanoseconds: Int64(place)))
      let item = stream.items?[place].index ?? image.index
      if item != last { direction = item > last ? .forward : .backward }
      last = item
      let viewport = Viewport(
        lower: Double(item), upper: Double(item) + 1, direction: direction, time: request.time)
      if let difference = pair.perform(.viewport(viewport)).difference {
        return (difference, pair.reusing.reuses)
      }
      let (step, difference) = pair.perform(.lookUp(request))
      if let difference { return (difference, pair.reusing.reuses) }
      guard step.hit == false else { continue }
      if let difference = pair.perform(.store(request, .viewed)).difference {
        return (difference, pair.reusing.reuses)
      }
    }
    return (nil, pair.reusing.reuses)
  }
}

/// Two caches with the same policy.
///
/// In one every image has its own id, in the other ids are reused.
struct ReusePair {
  private let everyImage: any CacheModel
  let reusing: ReusingCache
  private var place = 0

  init(of descriptor: PolicyDescriptor, _ setup: PolicySetup) {
    everyImage = descriptor.makeModel(setup)
    reusing = ReusingCache(setup) { few in
      guard let cache = descriptor.makeModel(few) as? any ReusableCache else {
        preconditionFailure("'\(descriptor.name)' is no policy")
      }
      return cache
    }
  }

  /// Calls both caches, and returns the answer of the first cache and a description of the
  /// difference.
  mutating func perform(_ verb: Verb) -> (step: Step, difference: String?) {
    place += 1
    var (one, other) = (
      Step(operation: place, verb: verb, residents: ResidentSet()),
      Step(operation: place, verb: verb, residents: ResidentSet())
    )
    one.answer(of: everyImage)
    other.answer(of: reusing)
    guard !one.agrees(with: other) else { return (one, nil) }
    return (
      one,
      """
      operation \(place), \(verb.words): an id for every image: \(one.account); ids that are \
      reused: \(other.account)
      """
    )
  }
}

extension Step {
  /// A text with the answer, and the number and cost of the images after it.
  fileprivate var account: String { "\(answer), \(residentCount) images that cost \(totalCost)" }
}

extension Verb {
  /// The call in words.
  fileprivate var words: String {
    switch self {
    case .lookUp(let request): "look-up of \(request.image.index)"
    case .store(let request, .viewed): "store of \(request.image.index)"
    case .store(let request, .prefetched): "store of \(request.image.index), prefetched"
    case .remove(let image): "removal of \(image.index)"
    case .removeAll: "removal of all"
    case .pin(let image): "pin of \(image.index)"
    case .unpin(let image): "unpin of \(image.index)"
    case .limits: "other limits"
    case .pressure(let level, _): "pressure \(level)"
    case .background: "background"
    case .time: "time"
    case .viewport: "viewport"
    case .placement: "another layout"
    }
  }
}

/// The random operations of an app that always gets new images.
///
/// Half of the requests are for new images, three eighths for images that were new some time ago,
/// and one eighth for a few images that are requested for a long time.
struct ReuseOperations {
  private let room: Int
  private let weighs: Bool
  private let imageCount: Int
  private let isSpatial: Bool
  private(set) var placement: ItemPlacement
  private var random: SeededRandom
  /// The number of new images so far.
  ///
  /// Images count again when they come again.
  private var newest = 0
  private var pinned: [ImageID] = []
  private var now = SimTime.zero
  private var offset = 0.0
  /// A Boolean value that indicates whether an image is stored if the last look-up missed it.
  private(set) var storesOnMiss = true

  init(room: Int, weighs: Bool, imageCount: Int, isSpatial: Bool, seed: UInt64) {
    (self.room, self.weighs, self.imageCount) = (room, weighs, imageCount)
    self.isSpatial = isSpatial
    placement = ItemPlacement(line: imageCount)
    random = SeededRandom(seed: seed)
  }

  /// Returns limits with room for a number of images of average size.
  func limits(_ images: Int) -> CacheLimits {
    weighs ? CacheLimits(cost: 1_000 * images) : CacheLimits(count: images)
  }

  /// The number of different images that have been requested so far.
  var imagesSeen: Int { min(newest, imageCount) }

  /// Returns the calls of the next operation.
  mutating func next() -> [Verb] {
    let image = image()
    now += SimTime(milliseconds: Double(random.below(20)))
    let request = Request(image: image, cost: cost(of: image), time: now)
    switch random.below(256) {
    case 0...3: return [.remove(image)]
    case 4...23: return [.store(request, .prefetched)]
    case 24...27: return [.store(request, .viewed)]
    case 28...31 where pinned.count < room / 2:
      pinned.append(image)
      return [.pin(image)]
    case 32...37:
      return pinned.isEmpty ? [] : [.unpin(pinned.remove(at: random.below(pinned.count)))]
    case 38: return [.limits(limits(room / 2 + random.below(room)))]
    case 39 where random.below(4) == 0:
      return [.pressure(random.below(2) == 0 ? .warning : .critical, now), .pressure(.normal, now)]
    case 40 where random.below(16) == 0: return [.removeAll]
    case 41 where isSpatial && random.below(16) == 0: return [turned()]
    default:
      storesOnMiss = random.below(16) != 0
      return isSpatial && random.below(2) == 0
        ? [moved(to: image), .lookUp(request)] : [.lookUp(request)]
    }
  }

  private mutating func image() -> ImageID {
    let drawn: Int
    switch random.below(8) {
    case 0...3:
      drawn = newest
      newest += 1
    case 4...6: drawn = newest - 1 - random.below(4 * room)
    default: drawn = newest / 400 * 400 - random.below(max(1, room / 2))
    }
    return ImageID(max(drawn, 0) % imageCount)
  }

  /// Returns the cost of an image, which varies a little between draws.
  private mutating func cost(of image: ImageID) -> Int {
    weighs ? 1 + (Int(image.index) * 37 + random.below(2)) % 1_999 : 1
  }

  private mutating func moved(to image: ImageID) -> Verb {
    let start = placement.starts[Int(image.index)] + Double(random.below(64)) / 64
    defer { offset = start }
    let velocity = random.below(3) == 0 ? 0 : (start - offset) * Double(random.below(64))
    return .viewport(
      Viewport(
        lower: start, upper: start + 2, velocity: velocity,
        direction: start < offset ? .backward : .forward,
        phase: [.idle, .tracking, .decelerating][random.below(3)], time: now))
  }

  /// Returns a new layout in which all items have the same random length.
  private mutating func turned() -> Verb {
    let length = Double(1 + random.below(3))
    let starts = (0..<imageCount).map { Double($0) * length }
    placement = placement.moved(
      starts: starts, ends: starts.map { $0 + length },
      breadths: Array(repeating: 1, count: imageCount), extent: Double(imageCount) * length)
    return .placement(placement)
  }
}
