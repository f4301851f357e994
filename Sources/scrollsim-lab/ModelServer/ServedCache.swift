import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// A model behind the server, whose keys are texts.
struct ServedCache {
  /// The default and the largest number of different keys.
  static let usualImages = 4096, mostImages = 1_000_000

  private let policy: Choice<PolicyDescriptor>
  private let model: any CacheModel
  private let images: Int
  private var keys: [String] = []
  private var numbers: [String: Int] = [:]
  /// The cost of the last offer for each key.
  private var costs: [Int] = []
  private var limits: CacheLimits
  private var time = SimTime.zero
  private var requests = 0, hits = 0
  /// The viewport that requests imply; nil once a line has set a viewport.
  private var implied: ImpliedViewport? = ImpliedViewport()

  /// Opens a cache.
  /// - Parameters:
  ///   - fields: The fields of the line that opens it.
  ///   - policy: Its policy.
  ///   - seed: The seed if the line has none.
  /// - Throws: `LineProblem` for names that do not exist and for values that do not fit.
  init(
    _ fields: inout LineFields, _ policy: Choice<PolicyDescriptor>, seed: UInt64
  ) throws(LineProblem) {
    self.policy = policy
    guard !policy.entry.facts.needsFuture else {
      throw LineProblem(
        "policy '\(policy.text)' needs to know the future; expected one that does not")
    }
    limits = CacheLimits(
      cost: Self.limit(try fields.whole("cost")), count: Self.limit(try fields.whole("count")))
    try Self.check(limits, policy)
    let seed = try fields.whole("seed", in: 0...Int.max).map { UInt64($0) } ?? seed
    let known = try fields.optionalTexts("keys") ?? []
    images =
      try fields.whole("images", in: 1...Self.mostImages) ?? max(Self.usualImages, known.count)
    let clock = try fields.word("clock", of: ["requests", "simulation"])
    try fields.requireAllAsked()
    model = policy.entry.makeModel(
      PolicySetup(
        imageCount: images, limits: limits, settings: policy.settings, seed: seed,
        clock: clock == "requests" ? .requests : .simulation))
    for key in known { _ = try image(of: key) }
  }

  /// Executes a request.
  /// - Throws: `LineProblem` if there are too many keys, or if limits that the policy needs are
  ///   missing.
  mutating func answer(_ request: CacheRequest) throws(LineProblem) -> ServedAnswer {
    var answer = ServedAnswer()
    switch request {
    case .get(let key, let cost):
      let asked = try self.request(key, cost: cost)
      if let viewport = implied?.follow(asked.image, at: time) {
        model.viewportMoved(to: viewport)
      }
      let isHit = model.lookup(asked)
      // As in `replay`, a request takes a nanosecond, and the store after its miss has the
      // request's time.
      time.nanoseconds += 1
      requests += 1
      hits += isHit ? 1 : 0
      answer.hit = isHit
    case .set(let key, let cost, let admission):
      var offered = try self.request(key, cost: cost ?? 1)
      costs[Int(offered.image.index)] = offered.cost
      if requests > 0 { offered.time.nanoseconds -= 1 }
      answer.stored = model.store(offered, as: admission) == .stored
    case .remove(let key):
      let image = try image(of: key)
      answer.removed = model.contains(image)
      model.remove(image, because: .removed)
    case .clear: model.removeAll(because: .removed)
    case .limits(let cost, let count):
      var changed = limits
      if let cost { changed.cost = Self.limit(cost) }
      if let count { changed.count = Self.limit(count) }
      try Self.check(changed, policy)
      limits = changed
      model.setLimits(limits)
    case .warning(let level): model.pressureChanged(to: level, at: time)
    case .background: model.didEnterBackground(at: time)
    case .wait(let milliseconds):
      time += SimTime(nanoseconds: Int64(milliseconds) * 1_000_000)
      model.timePassed(to: time)
    case .use(let key): model.pin(try image(of: key))
    case .release(let key): model.unpin(try image(of: key))
    case .viewport(var viewport):
      viewport.time = time
      implied = nil
      model.viewportMoved(to: viewport)
    case .stats:
      (answer.requests, answer.hits) = (requests, hits)
      (answer.count, answer.cost) = (model.residentCount, model.totalCost)
      answer.keys = keys.indices.filter { model.contains(ImageID($0)) }.map { keys[$0] }
      return answer
    }
    answer.evicted = evicted()
    return answer
  }

  /// Returns the keys that left by the model's own decision since the last call.
  private func evicted() -> [String] {
    var evicted: [String] = []
    model.drainRemovals { removal in
      guard removal.reason != .replaced, removal.reason != .removed else { return }
      evicted.append(keys[Int(removal.image.index)])
    }
    return evicted
  }

  private mutating func request(_ key: String, cost: Int?) throws(LineProblem) -> Request {
    let image = try image(of: key)
    return Request(image: image, cost: cost ?? costs[Int(image.index)], time: time)
  }

  /// Returns the number of a key, in order of first appearance.
  private mutating func image(of key: String) throws(LineProblem) -> ImageID {
    if let number = numbers[key] { return ImageID(number) }
    guard keys.count < images else {
      throw LineProblem(
        "too many keys, from '\(key.prefix(40))' on; expected at most \(images), or more "
          + "images when the cache is opened")
    }
    numbers[key] = keys.count
    keys.append(key)
    costs.append(1)
    return ImageID(keys.count - 1)
  }

  /// Converts a limit, where 0 is no limit, as in NSCache.
  private static func limit(_ limit: Int?) -> Int? { limit == 0 ? nil : limit }

  private static func check(
    _ limits: CacheLimits, _ policy: Choice<PolicyDescriptor>
  ) throws(LineProblem) {
    guard limits.cost == nil, limits.count == nil, let need = policy.needForBudget else { return }
    throw LineProblem("\(need); expected count or cost above 0")
  }
}

/// The viewport that requests imply: one item long, at the last requested key, as in `replay`.
struct ImpliedViewport {
  private var lastItem = Int32(-1)
  private var direction = ScrollDirection.forward

  /// Returns the viewport of a request.
  mutating func follow(_ image: ImageID, at time: SimTime) -> Viewport {
    let item = image.index
    if item != lastItem { direction = item > lastItem ? .forward : .backward }
    lastItem = item
    return Viewport(
      lower: Double(item), upper: Double(item) + 1, direction: direction, time: time)
  }
}
