public import ScrollCore

/// A policy in a catalog: its name, its settings, and the code that runs it.
///
/// The closures that replay a stream and create a model are made where the policy's type is known,
/// so a whole replay costs one dynamic call.
public struct PolicyDescriptor: CatalogEntry {
  public static var kind: String { "policy" }

  /// The facts of a descriptor besides its name and summary: claims that can be checked.
  public struct Facts: Sendable {
    /// The rule, its source and its choices, for `scrollsim policies NAME`.
    public var discussion: String
    /// A Boolean value that indicates whether the policy needs the future, so that `run` refuses
    /// it.
    public var needsFuture: Bool
    /// The promise about the budget.
    public var limits: LimitPromise
    /// A Boolean value that indicates whether a limit of 0 means no limit, as in NSCache; otherwise
    /// nothing fits.
    public var zeroIsNoLimit: Bool
    /// A closure that returns whether the policy evicts with given settings although nothing limits
    /// it.
    public var evictsWithoutLimit: @Sendable (SettingValues) -> Bool
    /// A Boolean value that indicates whether a look-up misses a resident that is too old before
    /// its removal.
    public var missesExpired: Bool
    public var refusal: RefusalRule
    /// The smallest useful capacity, in images that cost 1 each, with the default settings.
    ///
    /// Below this capacity, the policy stores nothing or works as another policy. Shares of the
    /// capacity are rounded down, so it is greater for images that cost 1 than for images of many
    /// bytes; see `smallestUsefulBy`.
    public var smallestUsefulCapacity: Int
    /// A closure that returns the smallest useful capacity for given settings, if these change it.
    ///
    /// If `countsImages` is false, the capacity is a sum of costs, and an image costs many units.
    public var smallestUsefulBy:
      (@Sendable (_ settings: SettingValues, _ countsImages: Bool) -> Int)?
    /// The version of the policy, which rises by one each time that a change of its rule changes
    /// its evictions.
    ///
    /// Stored runs of other versions do not count as runs of this one.
    public var version: Int
    /// A closure that returns the version that a policy outside this program states for given
    /// settings.
    ///
    /// `nil` means that it states none, and then no result of it may be stored.
    public var statedVersion: (@Sendable (SettingValues) -> String?)?
    /// The error message for every choice of the policy; `nil` if the policy can be chosen.
    public var unavailable: String?
    /// A Boolean value that indicates whether the policy draws from the seed of its set-up with any
    /// of its settings.
    ///
    /// Runs of such a policy with other seeds may differ. A sweep runs a built-in policy that never
    /// draws for one seed only. For a policy that is not built in, it runs all seeds, regardless of
    /// this value.
    public var drawsAtRandom: Bool
    public var claims: PolicyClaims
    /// A closure that returns what the policy remembers for ever with given settings; `nil` if
    /// nothing.
    ///
    /// The text is the end of a sentence that begins with the policy's name.
    public var neverForgets: (@Sendable (SettingValues) -> String?)?
    /// A closure that returns the score by which a spatial policy ranks images; `nil` if it
    /// declares none.
    ///
    /// A law checks that no victim has a lower score than another possible victim.
    public var score: (@Sendable (PolicySetup) -> SpatialScore)?
    /// A closure that returns `true` for settings with which a spatial policy ignores the viewport;
    /// `nil` if there are none.
    ///
    /// A run does not report the viewport to such a policy.
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
  /// A Boolean value that indicates whether the policy uses the positions of images, as its type
  /// declares.
  public let isSpatial: Bool
  /// A Boolean value that indicates whether the policy reads the times of requests, as its type
  /// declares.
  public let readsTime: Bool
  /// A closure that replays a stream request by request and counts what its cache finds.
  private let stepwise: @Sendable (ReplayParts, PolicySetup) -> Tally
  /// The condition on the settings for a replay that counts as another program does, and that
  /// replay; `nil` if there is none.
  private var imitation:
    (
      asks: @Sendable (SettingValues) -> Bool,
      replay: @Sendable (RequestStream, PolicySetup) -> Tally
    )?
  public let makeModel: @Sendable (PolicySetup) -> any CacheModel
  /// The policy without a cache around it; `nil` for cache models.
  public let makePolicy: (@Sendable (PolicySetup) -> AnyPolicy)?

  /// Creates a descriptor of an eviction policy, which runs inside the strict cache.
  ///
  /// Not inlined, because otherwise the compiler would specialize each closure a second time for
  /// `make`.
  @inline(never) @inlinable public init<Policy: EvictionPolicy & ~Copyable>(
    _ name: String, _ summary: String, settings: [Setting] = [], facts: Facts = Facts(),
    make: @escaping @Sendable (PolicySetup) -> Policy
  ) {
    self.init(
      name: name, summary: summary, settings: settings, facts: facts,
      isSpatial: Policy.isSpatial, readsTime: Policy.readsTime,
      replay: { parts, setup in
        guard let first = parts.next() else { return Tally() }
        let setup = setup.replaying(first)
        // Streams that store or remove are rare, so one replay serves all policies.
        guard first.operations == nil else {
          return parts.tally(first, in: StrictCache(make(setup), setup))
        }
        var cache = Cache(make(setup), setup)
        let tally = parts.tally(first) { requests, part, position in
          cache.serve(requests, of: part, from: position)
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

  /// Creates a descriptor of a cache model with its own rules.
  @inline(never) @inlinable public init<Model: CacheModel>(
    _ name: String, _ summary: String, settings: [Setting] = [], facts: Facts = Facts(),
    model: @escaping @Sendable (PolicySetup) -> Model
  ) {
    self.init(
      name: name, summary: summary, settings: settings, facts: facts,
      isSpatial: Model.isSpatial, readsTime: true,
      replay: { parts, setup in
        guard let first = parts.next() else { return Tally() }
        return parts.tally(first, in: model(setup.replaying(first)))
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

  /// Returns the smallest capacity, in images of equal size, at which the policy works as its name
  /// says.
  /// - Parameters:
  ///   - settings: The settings of the policy.
  ///   - countsImages: `true` if its limit is a number of images, `false` if it is a sum of costs.
  /// - Returns: A number of images.
  public func smallestUsefulCapacity(_ settings: SettingValues, countsImages: Bool) -> Int {
    facts.smallestUsefulBy?(settings, countsImages) ?? facts.smallestUsefulCapacity
  }

  /// Returns whether a run reports the viewport to the policy.
  ///
  /// A run does not if the settings make no use of it.
  public func followsViewport(_ settings: SettingValues) -> Bool {
    isSpatial && !(facts.ignoresViewport?(settings) ?? false)
  }

  /// Replays a stream and counts.
  ///
  /// A policy may count as another program does, for comparisons of the two.
  public func replay(_ stream: RequestStream, _ setup: PolicySetup) -> Tally {
    replay(ReplayParts(stream), setup)
  }

  /// Replays a stream that comes in parts, and counts the requests after its warm-up.
  ///
  /// - Complexity: Memory for one part and for the policy's data about its images; memory for the
  ///   whole stream if the policy counts as another program does.
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

  /// Replays a stream request by request and counts what its cache finds.
  package func stepwiseReplay(_ stream: RequestStream, _ setup: PolicySetup) -> Tally {
    stepwise(ReplayParts(stream), setup)
  }

  /// Returns the same policy with replays that count as another program does, faults included.
  /// - Parameters:
  ///   - asks: Returns whether settings request such a replay.
  ///   - replay: Counts a whole stream.
  /// - Returns: The changed descriptor.
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
  /// The law `reference` runs the policy at these settings in every case, regardless of the
  /// settings of the case. `at: [:]` compares at the defaults.
  ///
  /// - Parameters:
  ///   - reference: The descriptor to compare with, at its defaults or at the settings that a
  ///     choice gave it. If the reference also has a stated setting, it gets the same value.
  ///   - settings: The settings of the checked policy; all others have their defaults.
  /// - Returns: The reference, for `checkLaws(of:reference:)`.
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
    "A limit on the number of images, in addition to the budget; 0 is no limit.")
}

extension PolicySetup {
  /// Returns the set-up with the setting `countLimit` applied as a limit, if it was given.
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
  /// A Boolean value that indicates whether evictions stay the same if ids are reused, as in a
  /// cache with its own keys.
  public var reusesIDs: Bool { makePolicy != nil && facts.claims.contains(.reusesIDs) }

  /// Returns the reason why a cache that runs for ever, and so reuses ids, cannot use the policy.
  ///
  /// - Returns: A sentence for these settings; `nil` if the cache can use the policy.
  public func reasonAgainstReuse(_ settings: SettingValues) -> String? {
    if facts.needsFuture { return "'\(name)' needs to know the future" }
    if makePolicy == nil { return "'\(name)' is the model of a whole cache, not a policy" }
    if let reason = facts.neverForgets?(settings) { return "'\(name)' \(reason)" }
    return reusesIDs ? nil : "'\(name)' does not claim to evict the same images if ids are reused"
  }
}

extension Cache where Policy: ~Copyable {
  /// Replays a stream: looks each image up, and stores it on a miss.
  ///
  /// A spatial policy sees a viewport one item long around each request, with velocity 0
  /// and the direction of the last change of position.
  /// - Precondition: the stream has requests only.
  @inlinable public mutating func replay(_ stream: RequestStream) {
    precondition(stream.operations == nil, "the stream stores or removes images")
    serve(stream.images.indices, of: stream, from: 0)
    checkInvariants()
  }

  /// Replays some requests of a part of a stream without operations.
  ///
  /// The first request of the part is at a position of the whole stream.
  @inlinable mutating func serve(
    _ requests: Range<Int>, of part: RequestStream, from position: Int
  ) {
    // There is one loop for streams with sizes and without; with two, the policy is too large to be
    // inlined.
    let sizes = part.sizes
    for index in requests {
      let image = part.images[index]
      let request = Request(
        image: image, cost: sizes?[index] ?? 1,
        time: SimTime(nanoseconds: Int64(position + index)))
      if Policy.isSpatial { follow(part.items?[index].index ?? image.index, at: request.time) }
      if !lookup(request) { _ = store(request, as: .viewed) }
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

extension ReplayParts {
  /// Replays the parts against a model, and counts the requests after the warm-up.
  @inlinable func tally<Model: CacheModel>(_ first: RequestStream, in model: Model) -> Tally {
    var replay = ModelReplay(model)
    return tally(first) { requests, part, position in
      replay.serve(requests, of: part, from: position)
      return replay.tally
    }
  }
}

/// Replays a stream against a model, with one dynamic call per operation unless the model is
/// specialized.
@inlinable public func replay<Model: CacheModel>(
  _ stream: RequestStream, in model: Model
) -> Tally {
  var replay = ModelReplay(model)
  replay.serve(stream.images.indices, of: stream, from: 0)
  return replay.tally
}

/// A model, and the counts of its requests so far.
@usableFromInline struct ModelReplay<Model: CacheModel> {
  @usableFromInline let model: Model
  @usableFromInline var tally = Tally()
  @usableFromInline var lastItem = Int32(-1)
  @usableFromInline var direction = ScrollDirection.forward

  @inlinable init(_ model: Model) { self.model = model }

  /// Replays some requests of a part of a stream.
  ///
  /// The first request of the part is at a position of the whole stream.
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
      tally.costRequested.add(cost)
      guard !model.lookup(request) else { continue }
      tally.misses += 1
      tally.costMissed.add(cost)
      if model.store(request, as: .viewed) == .refused { tally.refusals += 1 }
      model.drainRemovals { _ in tally.removals += 1 }
    }
    // Hits and moves of the viewport can remove images, too.
    model.drainRemovals { _ in tally.removals += 1 }
  }
}
