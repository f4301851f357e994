package import ScrollCaching
import ScrollCore

/// A model to which the operations of a log are done, one nanosecond after the other.
///
/// A strict cache around a policy takes one limit of 0 as none, and counts 1 for each value unless
/// costs are limited; a model of a library is given costs and limits as they are. Keys lie in the
/// order of their first appearance, one after the other, and an operation on one moves the viewport
/// there, as in `replay`. Where an app's own cache has written the log, a policy is in such a cache
/// (`RecordedCache`).
///
/// - Complexity: that of the model's verbs.
package final class PlayedModel {
  /// More than any log can store: a strict cache must have a limit to divide.
  private static let unlimited = 1 << 30

  /// Nil where `recorded` is in its place.
  private let model: (any CacheModel)?
  /// The policy as an app has it; nil for another log, and for models of other caches.
  private let recorded: RecordedCache?
  private let candidate: Candidate
  private let world: CacheWorld
  private var limits: CacheLimits
  /// Of each key, as it was stored last.
  private var costs: [Int]
  private var time = SimTime.zero
  private var lastItem = Int32(-1)
  private var direction = ScrollDirection.forward

  /// An empty cache.
  /// - Parameters:
  ///   - candidate: whose model it is.
  ///   - world: what it is told at first.
  ///   - script: what it draws by, if it draws; nil leaves that to the seed.
  ///   - seed: of what it draws without a script.
  package init(
    _ candidate: Candidate, in world: CacheWorld, drawing script: DrawScript? = nil,
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
    _ candidate: Candidate, _ setup: PolicySetup, in world: CacheWorld
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

  /// Does an operation and says what the model did.
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

  /// Whether the model has a word for an operation.
  package func understands(_ operation: CacheOperation) -> Bool {
    guard case .discard = operation else { return true }
    return candidate.policy.settings.pairs.contains {
      $0.name == "content" && $0.value == "discardable"
    }
  }

  /// Whether the model has a word for all that was seen of contents.
  package func understands(_ contents: [CacheLog.Content]) -> Bool {
    contents.allSatisfy { keepsContent($0.image) != nil }
  }

  /// Whether a value has its content; nil where the model has no word for that.
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
  /// Whether the cache itself decided.
  var isEviction: Bool {
    switch self {
    case .cost, .count, .pressure, .background, .expired, .leftRange: true
    case .replaced, .removed, .discarded: false
    }
  }
}
