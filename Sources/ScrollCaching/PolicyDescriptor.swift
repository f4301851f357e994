public import ScrollCore

/// A policy in a catalog: its name, its settings, and how it is run.
///
/// What replays a stream and what makes a model are closures made where the policy's type is
/// known, so that a whole replay costs one dynamic call.
public struct PolicyDescriptor: CatalogEntry {
  public static var kind: String { "policy" }

  /// What a descriptor says besides name and summary: claims that can be checked.
  public struct Facts: Sendable {
    /// Rule, source and choices, for `scrollsim policies NAME`.
    public var discussion: String
    /// Whether it must know the future: then `run` refuses it.
    public var needsFuture: Bool
    /// When its budget holds.
    public var limits: LimitPromise
    /// Whether a limit of 0 is no limit, as in NSCache; otherwise nothing fits.
    public var zeroIsNoLimit: Bool
    /// Whether it evicts with these settings although nothing limits it.
    public var evictsWithoutLimit: @Sendable (SettingValues) -> Bool
    /// Whether a resident that is too old is missed before it leaves.
    public var missesExpired: Bool
    public var refusal: RefusalRule
    /// In images that cost 1 each: below this the policy stores nothing or is something else.
    ///
    /// With its settings as they are by default. A share of the capacity that is rounded down
    /// makes it greater than for images of many bytes, of which `smallestUsefulBy` speaks.
    public var smallestUsefulCapacity: Int
    /// The same by the settings, where these change it, for a cache that counts images or one
    /// that sums costs, of which an image has many.
    public var smallestUsefulBy:
      (@Sendable (_ settings: SettingValues, _ countsImages: Bool) -> Int)?
    /// Which of its versions this is: one more each time that its rule changes what it evicts.
    ///
    /// Stored runs of other versions are not taken for those of this one.
    public var version: Int
    /// For what is decided outside of this program: which version it states of itself with these
    /// settings; nil where it states none, and then nothing that it did may be stored.
    public var statedVersion: (@Sendable (SettingValues) -> String?)?
    /// The sentence that refuses the policy wherever it is chosen; `nil` if it can be chosen.
    public var unavailable: String?
    /// Whether it draws from the seed of its setup with any of its settings, so that runs with
    /// other seeds may be other runs.
    ///
    /// A sweep makes a run of one that is built in and never draws for one seed only. Of a policy
    /// that is not built in it makes the runs of all seeds, whatever is said here.
    public var drawsAtRandom: Bool
    public var claims: PolicyClaims
    /// What it remembers for ever with these settings, as the end of a sentence that begins with its
    /// name; nil: nothing.
    public var neverForgets: (@Sendable (SettingValues) -> String?)?
    /// By what a spatial policy ranks images, for the law that no victim has a lower score
    /// than one that could have gone instead; nil where it does not say.
    public var score: (@Sendable (PolicySetup) -> SpatialScore)?
    /// With which settings a spatial policy evicts alike wherever the viewport is; nil: none.
    ///
    /// A run does not tell it then.
    public var ignoresViewport: (@Sendable (SettingValues) -> Bool)?

    public init(
      discussion: String = "", needsFuture: Bool = false,
      limits: LimitPromise = .always, zeroIsNoLimit: Bool = false,
      evictsWithoutLimit: @escaping @Sendable (SettingValues) -> Bool = { _ in false },
      missesExpired: Bool = false, refusal: RefusalRule = .largerThanCapacity,
      smallestUsefulCapacity: Int = 1,
      smallestUsefulBy: (
        @Sendable (_ settings: SettingValues, _ countsImages: Bool) -> Int
      )? = nil,
      version: Int = 1,
      drawsAtRandom: Bool = false,
      claims: PolicyClaims = .standard,
      score: (@Sendable (PolicySetup) -> SpatialScore)? = nil
    ) {
      self.discussion = discussion
      self.needsFuture = needsFuture
      self.limits = limits
      self.zeroIsNoLimit = zeroIsNoLimit
      self.evictsWithoutLimit = evictsWithoutLimit
      self.missesExpired = missesExpired
      self.refusal = refusal
      self.smallestUsefulCapacity = smallestUsefulCapacity
      self.smallestUsefulBy = smallestUsefulBy
      self.version = version
      self.drawsAtRandom = drawsAtRandom
      self.claims = claims
      self.score = score
    }
  }

  public let name: String
  public let summary: String
  public let settings: [Setting]
  public let facts: Facts
  /// The settings that a choice such as `s3fifo:coldStart=main` gave; the laws keep them.
  public private(set) var chosen: [(name: String, value: String)] = []
  /// The settings of the checked policy at which this descriptor is its reference; `nil` for all.
  public private(set) var comparedAt: [String: String]?
  public var unavailable: String? { facts.unavailable }
  /// Whether it decides by where images are, as the type of the policy or model says.
  public let isSpatial: Bool
  /// Whether it looks at the times of requests, as the type of the policy says.
  public let readsTime: Bool
  /// Replays a stream as the cache answers it, request by request.
  private let stepwise: @Sendable (ReplayParts, PolicySetup) -> Tally
  /// Replays a stream as another program counts it, where a setting asks for that.
  private var imitation:
    (
      asks: @Sendable (SettingValues) -> Bool,
      replay: @Sendable (RequestStream, PolicySetup) -> Tally
    )?
  public let makeModel: @Sendable (PolicySetup) -> any CacheModel
  /// The policy without a cache around it; nil for cache models.
  public let makePolicy: (@Sendable (PolicySetup) -> AnyPolicy)?

  /// Describes an eviction policy, run inside the strict cache.
  @inlinable public init<Policy: EvictionPolicy & ~Copyable>(
    _ name: String, _ summary: String, settings: [Setting] = [], facts: Facts = Facts(),
    make: @escaping @Sendable (PolicySetup) -> Policy
  ) {
    self.init(
      name: name, summary: summary, settings: settings, facts: facts,
      isSpatial: Policy.isSpatial, readsTime: Policy.readsTime,
      replay: { parts, setup in
        guard let first = parts.next() else { return Tally() }
        let setup = setup.replaying(first)
        var cache = Cache(make(setup), setup)
        let tally = parts.tally(first) { requests, part, position in
          cache.replay(requests, of: part, from: position)
          return cache.tally
        }
        cache.checkInvariants()
        return tally
      },
      makeModel: { setup in
        let setup = setup.limitingCount()
        return StrictCache(make(setup), setup)
      },
      makePolicy: { AnyPolicy(make($0)) })
  }

  /// Describes a cache model with rules of its own.
  @inlinable public init<Model: CacheModel>(
    _ name: String, _ summary: String, settings: [Setting] = [], facts: Facts = Facts(),
    model: @escaping @Sendable (PolicySetup) -> Model
  ) {
    self.init(
      name: name, summary: summary, settings: settings, facts: facts,
      isSpatial: Model.isSpatial, readsTime: true,
      replay: { parts, setup in
        guard let first = parts.next() else { return Tally() }
        var replay = ModelReplay(model(setup.replaying(first)))
        return parts.tally(first) { requests, part, position in
          replay.serve(requests, of: part, from: position)
          return replay.tally
        }
      },
      makeModel: { model($0.limitingCount()) }, makePolicy: nil)
  }

  @usableFromInline init(
    name: String, summary: String, settings: [Setting], facts: Facts, isSpatial: Bool,
    readsTime: Bool,
    replay: @escaping @Sendable (ReplayParts, PolicySetup) -> Tally,
    makeModel: @escaping @Sendable (PolicySetup) -> any CacheModel,
    makePolicy: (@Sendable (PolicySetup) -> AnyPolicy)?
  ) {
    self.name = name
    self.summary = summary
    self.settings = settings + (facts.limits == .ignored ? [] : [Self.countLimit])
    self.facts = facts
    self.isSpatial = isSpatial
    self.readsTime = readsTime
    stepwise = replay
    self.makeModel = makeModel
    self.makePolicy = makePolicy
  }

  /// The least room, in equal images, in which it is what its name says.
  /// - Parameters:
  ///   - settings: its own.
  ///   - countsImages: whether its limit is a number of images, not a sum of costs.
  /// - Returns: a number of images.
  public func smallestUsefulCapacity(_ settings: SettingValues, countsImages: Bool) -> Int {
    facts.smallestUsefulBy?(settings, countsImages) ?? facts.smallestUsefulCapacity
  }

  /// Whether a run tells it where the viewport is: not where its settings make no use of that.
  public func followsViewport(_ settings: SettingValues) -> Bool {
    isSpatial && !(facts.ignoresViewport?(settings) ?? false)
  }

  /// Replays a stream and counts.
  ///
  /// A policy may count as another program does, so that the two can be compared.
  public func replay(_ stream: RequestStream, _ setup: PolicySetup) -> Tally {
    replay(ReplayParts(stream), setup)
  }

  /// Replays a stream that comes in parts and counts what follows its warm-up.
  ///
  /// - Complexity: memory for one part and what the policy needs for its images; for the whole
  ///   stream where the policy counts as another program does.
  public func replay(_ parts: ReplayParts, _ setup: PolicySetup) -> Tally {
    guard let imitation, imitation.asks(setup.settings) else { return stepwise(parts, setup) }
    guard let stream = parts.joined() else { return Tally() }
    let setup = setup.limitingCount()
    guard stream.operations == nil else {
      return stepwise(ReplayParts(stream, warmUp: parts.warmUp), setup)
    }
    let tally = imitation.replay(stream, setup)
    guard parts.warmUp > 0 else { return tally }
    return tally - imitation.replay(stream.prefix(parts.warmUp), setup)
  }

  /// Replays a stream as the cache answers it, request by request.
  package func stepwiseReplay(_ stream: RequestStream, _ setup: PolicySetup) -> Tally {
    stepwise(ReplayParts(stream), setup)
  }

  /// The same policy with replays counted as another program counts them, faults included.
  /// - Parameters:
  ///   - asks: whether settings ask for that.
  ///   - replay: counts a whole stream.
  /// - Returns: the changed descriptor.
  package func imitating(
    where asks: @escaping @Sendable (SettingValues) -> Bool,
    _ replay: @escaping @Sendable (RequestStream, PolicySetup) -> Tally
  ) -> PolicyDescriptor {
    var descriptor = self
    descriptor.imitation = (asks, replay)
    return descriptor
  }

  public func choosing(_ settings: [(name: String, value: String)]) -> PolicyDescriptor {
    var descriptor = self
    descriptor.chosen = settings
    return descriptor
  }

  /// Returns a reference that a policy equals at stated settings only.
  ///
  /// The law `reference` runs the policy at these settings in every case, whatever settings the
  /// case has. `at: [:]` compares at the defaults.
  ///
  /// - Parameters:
  ///   - reference: the descriptor to compare with, at its defaults or at the settings that a
  ///     choice gave it. A stated setting that it has as well is set there, too.
  ///   - settings: the settings of the checked policy; all others have their defaults.
  /// - Returns: the reference, for `checkLaws(of:reference:)`.
  public static func reference(
    of reference: PolicyDescriptor, at settings: [String: String]
  ) -> PolicyDescriptor {
    var descriptor = reference
    descriptor.comparedAt = settings
    return descriptor
  }

  /// The setting of every policy and model that has limits.
  static let countLimit = Setting(
    "countLimit", .integer(0...Int.max), standard: "0",
    "At most this many images besides the budget; 0 is no limit.")
}

extension PolicySetup {
  /// The setting `countLimit` as a limit, where it was given.
  @usableFromInline func limitingCount() -> PolicySetup {
    guard settings.pairs.contains(where: { $0.name == "countLimit" }) else { return self }
    let limit = settings.integer("countLimit")
    guard limit > 0 else { return self }
    var setup = self
    setup.limits.count = min(limit, limits.count ?? .max)
    return setup
  }
}

extension PolicyDescriptor {
  /// Whether its evictions stay the same where ids are reused, as in a cache with keys of its own.
  public var reusesIDs: Bool { makePolicy != nil && facts.claims.contains(.reusesIDs) }

  /// Why a cache that runs for ever, and so reuses ids, cannot have the policy with these settings,
  /// as a sentence; nil where it can.
  public func reasonAgainstReuse(_ settings: SettingValues) -> String? {
    if facts.needsFuture { return "'\(name)' must know the future" }
    if makePolicy == nil { return "'\(name)' is the model of a whole cache, not a policy" }
    if let reason = facts.neverForgets?(settings) { return "'\(name)' \(reason)" }
    return reusesIDs ? nil : "'\(name)' does not claim to evict alike where ids are reused"
  }
}

extension Cache where Policy: ~Copyable {
  /// Replays a stream: look up, and on a miss store.
  ///
  /// A spatial policy sees a viewport one item long around each request, with velocity 0
  /// and the direction of the last change of position.
  @inlinable public mutating func replay(_ stream: RequestStream) {
    replay(stream.images.indices, of: stream, from: 0)
    checkInvariants()
  }

  /// Replays some requests of a part of a stream, the first request of which is at a position of
  /// the whole.
  @inlinable mutating func replay(
    _ requests: Range<Int>, of part: RequestStream, from position: Int
  ) {
    if let operations = part.operations {
      return apply(operations, requests, part, from: position)
    }
    // One loop for streams with sizes and without, or the policy is too large to be put into it.
    let sizes = part.sizes
    for index in requests { serve(index, cost: sizes?[index] ?? 1, part, from: position) }
  }

  @inline(__always) @inlinable
  mutating func serve(_ index: Int, cost: Int, _ part: RequestStream, from position: Int) {
    let image = part.images[index]
    let request = Request(
      image: image, cost: cost, time: SimTime(nanoseconds: Int64(position + index)))
    if Policy.isSpatial { follow(part.items?[index].index ?? image.index, at: request.time) }
    if !lookup(request) { _ = store(request, as: .viewed) }
  }

  /// Replays entries of which some store or remove.
  @inline(never) @inlinable mutating func apply(
    _ operations: [RequestStream.Operation], _ requests: Range<Int>, _ part: RequestStream,
    from position: Int
  ) {
    for index in requests {
      let cost = part.sizes?[index] ?? 1
      switch operations[index] {
      case .request: serve(index, cost: cost, part, from: position)
      case .store:
        _ = store(
          Request(
            image: part.images[index], cost: cost,
            time: SimTime(nanoseconds: Int64(position + index))), as: .viewed)
      case .removal: remove(part.images[index], because: .removed)
      }
    }
  }

  @inlinable mutating func follow(_ item: Int32, at time: SimTime) {
    if item != lastItem { lastDirection = item > lastItem ? .forward : .backward }
    lastItem = item
    let position = Double(item)
    viewportMoved(
      to: Viewport(
        lower: position, upper: position + 1, direction: lastDirection, time: time))
  }
}

/// Replays a stream against a model, one dynamic call per verb unless it is specialized.
@inlinable public func replay<Model: CacheModel>(
  _ stream: RequestStream, in model: Model
) -> Tally {
  var replay = ModelReplay(model)
  replay.serve(stream.images.indices, of: stream, from: 0)
  return replay.tally
}

/// A model, and what it was asked so far.
@usableFromInline struct ModelReplay<Model: CacheModel> {
  @usableFromInline let model: Model
  @usableFromInline var tally = Tally()
  @usableFromInline var lastItem = Int32(-1)
  @usableFromInline var direction = ScrollDirection.forward

  @inlinable init(_ model: Model) { self.model = model }

  /// Replays some requests of a part of a stream, the first request of which is at a position of
  /// the whole.
  @inlinable mutating func serve(
    _ requests: Range<Int>, of part: RequestStream, from position: Int
  ) {
    for index in requests {
      let image = part.images[index]
      let cost = part.sizes?[index] ?? 1
      let request = Request(
        image: image, cost: cost, time: SimTime(nanoseconds: Int64(position + index)))
      if let operation = part.operations?[index], operation != .request {
        if operation == .removal {
          model.remove(image, because: .removed)
        } else if model.store(request, as: .viewed) == .refused {
          tally.refusals += 1
        }
        model.drainRemovals { _ in tally.removals += 1 }
        continue
      }
      let item = part.items?[index].index ?? image.index
      if item != lastItem { direction = item > lastItem ? .forward : .backward }
      lastItem = item
      model.viewportMoved(
        to: Viewport(
          lower: Double(item), upper: Double(item) + 1, direction: direction, time: request.time))
      tally.requests += 1
      tally.costRequested += Int64(cost)
      guard !model.lookup(request) else { continue }
      tally.misses += 1
      tally.costMissed += Int64(cost)
      if model.store(request, as: .viewed) == .refused { tally.refusals += 1 }
      model.drainRemovals { _ in tally.removals += 1 }
    }
  }
}
