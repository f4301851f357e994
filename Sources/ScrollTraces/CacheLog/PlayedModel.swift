package import ScrollCaching
package import ScrollCore

/// A model that performs the operations of a log, one per nanosecond of simulated time.
///
/// A policy runs in a cache that treats a limit of 0 as no limit, and that counts 1 for each value
/// unless costs are limited. A model of a library receives costs and limits without change. Keys
/// are placed in the order of their first appearance, one after the other, and an operation on a
/// key moves the viewport there, as in `replay`. If an app's own cache wrote the log, the policy
/// runs in such a cache (`RecordedCache`).
///
/// - Complexity: that of the model's operations.
package final class PlayedModel {
  /// A number of values that no log reaches: the limit of a policy's cache without limits, because
  /// policies divide a limit into parts.
  private static let unlimited = 1 << 30

  /// The model; `nil` if `recorded` takes its place.
  private let model: (any CacheModel)?
  /// The policy in a model of an app's own cache; `nil` if no app's own cache wrote the log, and
  /// for models of libraries.
  private let recorded: RecordedCache?
  private let candidate: Candidate
  private let world: CacheSetup
  private var limits: CacheLimits
  /// The cost with which each key was last stored.
  private var costs: [Int]
  private var time = SimTime.zero
  private var lastItem = Int32(-1)
  private var direction = ScrollDirection.forward

  /// Creates an empty cache.
  /// - Parameters:
  ///   - candidate: the candidate with the model.
  ///   - world: the facts that the model receives first.
  ///   - script: the random draws of a randomized model; `nil` for draws from the seed.
  ///   - seed: the seed for draws without a script.
  package init(
    _ candidate: Candidate, in world: CacheSetup, drawing script: DrawScript? = nil,
    seed: UInt64 = 0
  ) {
    let candidate = candidate.holding(discardable: world.isDiscardable)
    self.candidate = candidate
    self.world = world
    limits = world.limits
    costs = Array(repeating: 1, count: world.imageCount)
    var setup = PolicySetup(
      imageCount: world.imageCount,
      limits: Self.limits(world.limits, of: candidate.policy.entry),
      settings: candidate.policy.settings, seed: seed, clock: .requests)
    setup.script = script
    recorded = Self.recorded(candidate, setup, in: world)
    model = recorded == nil ? candidate.policy.entry.makeModel(setup) : nil
  }

  private static func recorded(
    _ candidate: Candidate, _ setup: PolicySetup, in world: CacheSetup
  ) -> RecordedCache? {
    let policy = candidate.policy
    guard world.isRecorded, let make = policy.entry.makePolicy,
      world.hasPlaces || !policy.entry.isSpatial
    else { return nil }
    var setup = setup
    setup.limits = world.limits
    setup.clock = .simulation
    setup.direction = world.direction
    return RecordedCache(make, setup, in: world)
  }

  private static func limits(
    _ limits: CacheLimits, of entry: PolicyDescriptor
  ) -> CacheLimits {
    guard !entry.facts.zeroIsNoLimit else { return limits }
    let limits = limits.zeroIsNone
    let isStrict = entry.makePolicy != nil
    return isStrict && limits == CacheLimits() ? CacheLimits(count: unlimited) : limits
  }

  /// Performs an operation and returns the results of the model.
  package func perform(
    _ operation: CacheOperation, _ details: OperationDetails = OperationDetails()
  ) -> CacheAnswer {
    if let recorded { return recorded.perform(operation, details) }
    guard let model else { return CacheAnswer() }
    time.nanoseconds += 1
    if let told = details.time { time = max(time, told) }
    if case .wait(let milliseconds) = operation {
      time.nanoseconds += Int64(milliseconds) * 1_000_000
    }
    if model.needsTicks { model.timePassed(to: time) }
    var answer = CacheAnswer()
    switch operation {
    case .set(let image, let cost):
      costs[Int(image.index)] = cost
      lookAt(image)
      _ = model.store(request(image), as: details.admission)
    case .get(let image):
      lookAt(image)
      answer.hit = model.lookup(request(image))
    case .remove(let image): model.remove(image, because: .removed)
    case .clear: model.removeAll(because: .removed)
    case .limits(let count, let cost):
      let left = world.isRecorded ? CacheLimits() : limits
      limits = CacheLimits(cost: cost ?? left.cost, count: count ?? left.count)
      model.setLimits(Self.limits(limits, of: candidate.policy.entry))
    case .warning(let level): model.pressureChanged(to: level, at: time)
    case .background: model.didEnterBackground(at: time)
    case .wait: break
    case .use(let image): model.pin(image)
    case .release(let image): model.unpin(image)
    case .discard(let image): model.remove(image, because: .discarded)
    case .viewport(let viewport): model.viewportMoved(to: viewport.viewport(at: time))
    case .place: break
    }
    model.drainRemovals { removal in
      if removal.reason.isEviction { answer.evicted.append(removal.image) }
    }
    if operation.evictsInAnyOrder { answer.evicted.sort() }
    return answer
  }

  /// Returns `true` if the model supports an operation.
  package func understands(_ operation: CacheOperation) -> Bool {
    guard case .discard = operation else { return true }
    return candidate.policy.settings.pairs.contains {
      $0.name == "content" && $0.value == "discardable"
    }
  }

  /// Returns `true` if the model supports all observations of contents.
  package func understands(_ contents: [CacheLog.Content]) -> Bool {
    contents.allSatisfy { keepsContent($0.image) != nil }
  }

  /// Returns `true` if a value has its content; `nil` if the model does not support that.
  func keepsContent(_ image: ImageID) -> Bool? {
    guard world.isDiscardable else { return nil }
    if let cache = model as? NSCacheLRU { return !cache.contents.isDiscarded(image) }
    if let cache = model as? NSCacheARC { return !cache.contents.isDiscarded(image) }
    return nil
  }

  private func request(_ image: ImageID) -> Request {
    let counts = candidate.policy.entry.makePolicy != nil && !world.limitsCost && !world.isRecorded
    return Request(image: image, cost: counts ? 1 : costs[Int(image.index)], time: time)
  }

  private func lookAt(_ image: ImageID) {
    guard candidate.policy.entry.isSpatial, let model else { return }
    if image.index != lastItem { direction = image.index > lastItem ? .forward : .backward }
    lastItem = image.index
    let place = Double(image.index)
    model.viewportMoved(
      to: Viewport(lower: place, upper: place + 1, direction: direction, time: time))
  }
}

extension RemovalReason {
  /// A Boolean value that indicates whether the cache itself decided the removal.
  var isEviction: Bool {
    switch self {
    case .cost, .count, .pressure, .background, .expired, .leftRange: true
    case .replaced, .removed, .discarded: false
    }
  }
}

/// The strict cache in an app, with an identifier for every key.
///
/// It performs the operations of a log of version 2 as `ImageMemoryCache` does, so it has the same
/// hits and evictions, operation for operation.
final class RecordedCache {
  private var cache: Cache<AnyPolicy>
  /// A Boolean value that indicates whether a missing time is 0; otherwise a missing time is one
  /// nanosecond after the previous time.
  private let tellsTime: Bool
  private var time = SimTime.zero
  /// A Boolean value that indicates whether the operations so far had load times.
  private var measures = false

  /// Creates an empty cache.
  /// - Parameters:
  ///   - make: makes the policy.
  ///   - setup: the setup of the policy; its images are those of the log.
  ///   - world: the facts about the log.
  init(
    _ make: (PolicySetup) -> AnyPolicy, _ setup: PolicySetup, in world: CacheSetup
  ) {
    var setup = setup
    setup.reusesIDs = true
    cache = Cache(make(setup), setup, recordsRemovals: true)
    for (index, digest) in world.digests.enumerated() {
      cache.reassign(ImageID(index), digest: digest)
    }
    tellsTime = world.tellsTime
  }

  /// Performs an operation and returns its results.
  func perform(_ operation: CacheOperation, _ details: OperationDetails) -> CacheAnswer {
    time = details.time ?? (tellsTime ? .zero : SimTime(nanoseconds: time.nanoseconds + 1))
    var answer = CacheAnswer()
    switch operation {
    case .set(let image, let cost): answer.isStored = store(image, cost: cost, details)
    case .get(let image):
      let cost = cache.contains(image) ? cache.charge(of: image) : details.cost
      answer.hit = cache.lookup(
        Request(image: image, cost: cost ?? cache.meanCharge, time: time))
    case .remove(let image), .discard(let image): cache.remove(image, because: .removed)
    case .clear: cache.removeAll(because: .removed)
    case .limits(let count, let cost): cache.setLimits(CacheLimits(cost: cost, count: count))
    case .warning(let level): pressureChanged(to: level, details.reaction ?? .pinned)
    case .background: react(details.reaction ?? .everything, because: .background)
    case .wait: break
    case .use(let image): cache.pin(image)
    case .release(let image): cache.unpin(image)
    case .viewport(let viewport): cache.viewportMoved(to: viewport.viewport(at: time))
    case .place(let image, let places):
      cache.didPlace(image, at: places.map { $0.lower..<$0.upper })
    }
    cache.drainRemovals { removal in
      if removal.reason.isEviction { answer.evicted.append(removal.image) }
    }
    if operation.evictsInAnyOrder { answer.evicted.sort() }
    return answer
  }

  private func store(_ image: ImageID, cost: Int, _ details: OperationDetails) -> Bool {
    let unknown = measures ? LoggedLoad(milliseconds: 1, decodeMilliseconds: 1) : nil
    if let load = details.load ?? unknown {
      measures = true
      cache.didMeasure(image, decode: load.decodeMilliseconds, reload: load.milliseconds)
    }
    return cache.store(Request(image: image, cost: cost, time: time), as: details.admission)
      == .stored
  }

  private func pressureChanged(to level: PressureLevel, _ reaction: LoggedReaction) {
    guard reaction != .pinned else { return cache.pressureChanged(to: level) }
    cache.policyHears(of: level)
    if level != .normal { react(reaction, because: .pressure) }
  }

  private func react(_ reaction: LoggedReaction, because reason: RemovalReason) {
    switch reaction {
    case .everything: break
    case .nothing: cache.removeAll(because: reason)
    case .pinned: cache.removeAll(because: reason, sparingPinned: true)
    case .share(let share):
      let limits = cache.limits
      func part(_ whole: Int) -> Int { Int((Double(whole) * share).rounded(.down)) }
      let isLimited = limits.cost != nil || limits.count != nil
      cache.setLimits(
        isLimited
          ? CacheLimits(cost: limits.cost.map(part), count: limits.count.map(part))
          : CacheLimits(cost: part(cache.totalCost)))
      cache.setLimits(limits)
    }
  }
}

/// The results of an operation on a cache.
package struct CacheAnswer: Hashable, Sendable {
  /// A Boolean value that indicates whether a look-up found its value.
  package var hit: Bool?
  /// A Boolean value that indicates whether an offered value was stored; `nil` if the model does
  /// not report it.
  var isStored: Bool?
  /// The images that the cache evicted by its own decision, in order.
  package var evicted: [ImageID] = []
}
