import ScrollCaching
import ScrollCore

/// The strict cache as an app has it, with an id for every key: what is told of it in a log of
/// version 2 is done to it as `ImageMemoryCache` does it.
///
/// So it hits and evicts as that does, operation for operation.
final class RecordedCache {
  private var cache: Cache<AnyPolicy>
  /// Whether a time that is not said is 0; otherwise it is one nanosecond after the last.
  private let tellsTime: Bool
  private var time = SimTime.zero
  /// Whether load times have been told.
  private var measures = false

  /// An empty cache.
  /// - Parameters:
  ///   - make: makes the policy.
  ///   - setup: of the policy; its images are those of the world.
  ///   - world: what is known of the log.
  init(
    _ make: (PolicySetup) -> AnyPolicy, _ setup: PolicySetup, in world: CacheWorld
  ) {
    var setup = setup
    setup.reusesIDs = true
    cache = Cache(make(setup), setup, recordsRemovals: true)
    for (index, digest) in world.digests.enumerated() {
      cache.reassign(ImageID(index), digest: digest)
    }
    tellsTime = world.tellsTime
  }

  /// Does an operation and says what came of it.
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
