public import ScrollCore

/// A policy in a catalogue: its name, its settings, and how it is run.
///
/// `replay` and `makeModel` are closures made where the policy's type is known, so that a
/// whole replay costs one dynamic call.
public struct PolicyDescriptor: CatalogEntry {
  public static var kind: String { "policy" }

  /// Which images a policy never stores, besides those larger than the whole cache.
  public struct RefusalRule: Sendable {
    /// In words, for the catalogue.
    public let statement: String
    /// Whether an image of this cost is refused at this capacity.
    public let refuses: @Sendable (_ cost: Int, _ capacity: Int) -> Bool

    public init(
      _ statement: String, refuses: @escaping @Sendable (_ cost: Int, _ capacity: Int) -> Bool
    ) {
      self.statement = statement
      self.refuses = refuses
    }

    /// Only what is larger than the cache.
    public static let largerThanCapacity = RefusalRule(
      "refuses what is larger than the whole cache"
    ) { cost, capacity in cost > capacity }
    /// Nothing: an image over the limit is stored and then evicted.
    public static let nothing = RefusalRule("refuses nothing") { _, _ in false }
  }

  /// What a descriptor says besides name and summary.
  public struct Facts: Sendable {
    /// Rule, source and choices, for `scrollsim policies NAME`.
    public var discussion = ""
    /// Whether it decides by where images are.
    public var isSpatial = false
    /// Whether it must know the future: then `run` refuses it.
    public var needsFuture = false
    public var refusal = RefusalRule.largerThanCapacity
    /// In equal items: below this the policy stores nothing or is something else.
    public var smallestUsefulCapacity = 1

    public init(
      discussion: String = "", isSpatial: Bool = false, needsFuture: Bool = false,
      refusal: RefusalRule = .largerThanCapacity, smallestUsefulCapacity: Int = 1
    ) {
      self.discussion = discussion
      self.isSpatial = isSpatial
      self.needsFuture = needsFuture
      self.refusal = refusal
      self.smallestUsefulCapacity = smallestUsefulCapacity
    }
  }

  public let name: String
  public let summary: String
  public let settings: [Setting]
  public let facts: Facts
  /// Whether the budget holds after every operation.
  public let isStrict: Bool
  public let replay: @Sendable (RequestStream, PolicySetup) -> Tally
  public let makeModel: @Sendable (PolicySetup) -> any CacheModel

  /// Describes an eviction policy, run inside the strict cache.
  @inlinable public init<Policy: EvictionPolicy & ~Copyable>(
    _ name: String, _ summary: String, settings: [Setting] = [], facts: Facts = Facts(),
    make: @escaping @Sendable (PolicySetup) -> Policy
  ) {
    self.init(
      name: name, summary: summary, settings: settings, facts: facts, isStrict: true,
      replay: { stream, setup in
        let setup = setup.limitingCount()
        var cache = Cache(make(setup), setup)
        cache.replay(stream)
        return cache.tally
      },
      makeModel: { setup in
        let setup = setup.limitingCount()
        return StrictCache(make(setup), setup)
      })
  }

  /// Describes a cache model with rules of its own.
  @inlinable public init<Model: CacheModel>(
    _ name: String, _ summary: String, settings: [Setting] = [], facts: Facts = Facts(),
    model: @escaping @Sendable (PolicySetup) -> Model
  ) {
    self.init(
      name: name, summary: summary, settings: settings, facts: facts, isStrict: false,
      replay: { stream, setup in
        ScrollCaching.replay(stream, in: model(setup.limitingCount()))
      },
      makeModel: { model($0.limitingCount()) })
  }

  @usableFromInline init(
    name: String, summary: String, settings: [Setting], facts: Facts, isStrict: Bool,
    replay: @escaping @Sendable (RequestStream, PolicySetup) -> Tally,
    makeModel: @escaping @Sendable (PolicySetup) -> any CacheModel
  ) {
    self.name = name
    self.summary = summary
    self.settings = settings + [Self.countLimit]
    self.facts = facts
    self.isStrict = isStrict
    self.replay = replay
    self.makeModel = makeModel
  }

  /// The setting that every policy and model has.
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
