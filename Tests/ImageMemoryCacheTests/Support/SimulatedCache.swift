import ImageMemoryCache

/// The simulator's cache with an id for every key, which does what a cache in an app did.
struct SimulatedCache: ~Copyable {
  private var cache: Cache<AnyPolicy>
  private var images: [UInt64: ImageID] = [:]
  private var digests: [UInt64] = []

  /// An empty one.
  init(_ beginning: CacheBeginning, keys: Int, catalog: PolicyCatalog = .builtIn) throws {
    let choice = try catalog.choose(beginning.policy ?? "")
    var setup = PolicySetup(
      imageCount: keys, limits: beginning.limits, settings: choice.settings, seed: beginning.seed)
    setup.reusesIDs = true
    guard let make = choice.entry.makePolicy else { preconditionFailure("no policy") }
    cache = Cache(make(setup), setup, recordsRemovals: true)
  }

  private mutating func image(_ digest: UInt64) -> ImageID {
    if let image = images[digest] { return image }
    let image = ImageID(digests.count)
    digests.append(digest)
    images[digest] = image
    cache.reassign(image, digest: digest)
    return image
  }

  private mutating func request(_ request: Request, _ digest: UInt64) -> Request {
    Request(image: image(digest), cost: request.cost, time: request.time)
  }

  /// Does what another cache did.
  /// - Parameter events: all of them, from the beginning.
  /// - Returns: the first in which this one differs, and what happened here; nil if there is none.
  mutating func firstDifference(from events: [CacheEvent]) -> String? {
    var place = 0
    while place < events.count {
      let event = events[place]
      if let difference = perform(event) { return "\(place): \(event), but \(difference)" }
      place += 1
      var expected: [String] = []
      while place < events.count, case .left(let removal, let digest) = events[place] {
        expected.append("\(digest) \(removal.cost)")
        place += 1
      }
      var found: [String] = []
      let digests = digests
      cache.drainRemovals { found.append("\(digests[Int($0.image.index)]) \($0.cost)") }
      if found != expected { return "\(place): \(event) took out \(expected), here \(found)" }
    }
    return nil
  }

  private mutating func perform(_ event: CacheEvent) -> String? {
    switch event {
    case .assigned, .left: break
    case .lookup(let asked, let digest, let isHit):
      let found = cache.lookup(request(asked, digest))
      return found == isHit ? nil : found ? "a hit here" : "a miss here"
    case .store(let offered, let digest, let admission, let load, let outcome):
      let request = request(offered, digest)
      let told = load ?? LoadTime(milliseconds: 1)
      cache.didMeasure(
        request.image, decode: told.decodeMilliseconds, reload: told.milliseconds)
      let found = cache.store(request, as: admission)
      return found == outcome ? nil : "\(found) here"
    case .remove(_, let digest, let reason): cache.remove(image(digest), because: reason)
    case .removeAll: cache.removeAll(because: .removed)
    case .pin(_, let digest): cache.pin(image(digest))
    case .unpin(_, let digest): cache.unpin(image(digest))
    case .limits(let limits): cache.setLimits(limits)
    case .pressure(let level, let reaction): react(to: level, reaction)
    case .background(let reaction): keep(reaction, because: .background)
    case .viewport(let viewport): cache.viewportMoved(to: viewport)
    case .place(_, let digest, let items): cache.didPlace(image(digest), at: items)
    }
    return nil
  }

  private mutating func react(to level: PressureLevel, _ reaction: MemoryReaction) {
    if reaction == .keepPinned { return cache.pressureChanged(to: level) }
    cache.policyHears(of: level)
    if level != .normal { keep(reaction, because: .pressure) }
  }

  private mutating func keep(_ reaction: MemoryReaction, because reason: RemovalReason) {
    switch reaction {
    case .keepEverything: break
    case .keepNothing: cache.removeAll(because: reason)
    case .keepPinned: cache.removeAll(because: reason, sparingPinned: true)
    case .keepShare(let share):
      let limits = cache.limits
      cache.setLimits(
        CacheLimits(
          cost: limits.cost.map { Int(Double($0) * share) },
          count: limits.count.map { Int(Double($0) * share) }))
      cache.setLimits(limits)
    }
  }
}
