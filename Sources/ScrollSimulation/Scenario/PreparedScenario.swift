public import ScrollCaching
public import ScrollCore
import ScrollDevice
import ScrollLayout

/// A scenario with everything worked out that its runs share.
///
/// One scenario is run against many policies and budgets; prepare it once. Nothing in it
/// changes, so that its runs may go on in parallel.
public final class PreparedScenario: Sendable {
  public let scenario: Scenario
  let keys: KeySpace
  let works: PictureWorks
  /// The most bytes that a bitmap takes.
  let largestBitmap: Int
  /// What policies know of each key.
  private let reloadMilliseconds: [Double], decodeMilliseconds: [Double], bytes: [Int]
  /// What the cache holds of each key.
  private let cachedBytes: [Int]

  public init(_ scenario: Scenario) {
    let keys = KeySpace(scenario.placement, loader: scenario.loader)
    let works = PictureWorks(scenario)
    func byKey<Figure>(_ figure: (PictureWork) -> Figure) -> [Figure] {
      keys.keys.map { figure(works[keys.picture(of: $0)]) }
    }
    self.scenario = scenario
    self.keys = keys
    self.works = works
    largestBitmap = works.different.reduce(0) { max($0, $1.bitmap) }
    reloadMilliseconds = byKey { $0.reloadTime(over: scenario.network).milliseconds }
    decodeMilliseconds = byKey { Double($0.wholeDecode) / 1e6 }
    let cached = byKey { $0.cached }
    cachedBytes = cached
    // Where images cost their bytes, what they are charged says the same.
    bytes = scenario.loader.cost == .bytes ? [] : cached
  }

  /// The time to fetch and decode each image again, by key.
  /// - Complexity: O(keys).
  public var reloadTimes: [SimTime] {
    keys.keys.map { works[keys.picture(of: $0)].reloadTime(over: scenario.network) }
  }

  /// What prefetchers know of the scenario before it runs.
  package var prefetchSetup: PrefetchSetup {
    var setup = PrefetchSetup(
      scale: scenario.device.scale, hertz: scenario.device.refreshRate,
      rate: scenario.decelerationRate, velocityWindow: scenario.velocityWindow,
      motion: scenario.motion, direction: scenario.direction)
    setup.cellWork = scenario.device.mainThread.cellWork
    setup.reloadMilliseconds = reloadMilliseconds
    setup.bytes = cachedBytes
    return setup
  }

  /// How many different things the cache may be asked for: its images are `0..<keyCount`.
  public var keyCount: Int { keys.count }

  /// The items as the cache sees them: each shows its key in place of its image.
  public var keyPlacement: ItemPlacement { keys.placement }

  /// Runs the scenario with a policy of the catalog.
  /// - Parameters:
  ///   - policy: the policy with its settings; ignored by a loader without a cache.
  ///   - budget: the cost limit of the cache, in bytes unless the loader says otherwise; nil is
  ///     no limit.
  ///   - seed: for randomized policies, and for what the network loses.
  ///   - log: records everything that happens.
  ///   - wrap: puts something around the cache, and around the next one after a relaunch: what
  ///     listens, say.
  /// - Returns: what the run reports.
  /// - Precondition: the policy need not know the future.
  public func run(
    _ policy: Choice<PolicyDescriptor>, budget: ByteCount?, seed: UInt64 = 0,
    log: RunLog? = nil, wrap: (any CacheModel) -> any CacheModel = { $0 }
  ) -> RunReport {
    withoutActuallyEscaping(wrap) { wrap in
      simulation(policy, budget: budget, seed: seed, log: log, wrap: wrap).run()
    }
  }

  /// The same before its first frame.
  func simulation(
    _ policy: Choice<PolicyDescriptor>, budget: ByteCount?, seed: UInt64, log: RunLog?,
    wrap: @escaping (any CacheModel) -> any CacheModel = { $0 }
  ) -> Simulation {
    precondition(!policy.entry.facts.needsFuture, "\(policy.text) needs the future")
    guard scenario.loader.cache else {
      return simulation(nil, isSpatial: false, budget: nil, seed: seed, log: log)
    }
    let setup = setup(for: policy, budget: budget, seed: seed)
    let makeModel = policy.entry.makeModel
    return simulation(
      wrap(makeModel(setup)), isSpatial: policy.entry.followsViewport(policy.settings),
      budget: budget, seed: seed, log: log, afterRelaunch: { wrap(makeModel(setup)) })
  }

  /// What a policy of the catalog knows of the scenario before it runs.
  ///
  /// Without a budget (nil), a model whose limit of 0 is no limit gets that, as an app that sets
  /// none leaves it.
  public func setup(
    for policy: Choice<PolicyDescriptor>, budget: ByteCount?, seed: UInt64 = 0
  ) -> PolicySetup {
    PolicySetup(
      imageCount: keys.count,
      limits: CacheLimits(
        cost: budget.map { Int(clamping: $0.count) } ?? (policy.entry.facts.zeroIsNoLimit ? 0 : nil)
      ),
      settings: policy.settings, seed: seed, placement: keys.placement,
      reloadMilliseconds: reloadMilliseconds, decodeMilliseconds: decodeMilliseconds,
      bytes: bytes, direction: scenario.direction,
      decay: scenario.decelerationRate.decay, scale: scenario.device.scale)
  }

  /// Runs the scenario with a cache model of one's own, fresh and made for its keys.
  /// - Parameters:
  ///   - model: the cache; ignored by a loader without one, which alone allows nil.
  ///   - isSpatial: whether it gets the viewport of every frame.
  ///   - budget: what it may hold, for the report of what exceeds that.
  ///   - seed: for what the network loses.
  ///   - log: records everything that happens.
  ///   - afterRelaunch: makes the cache of a process that was started again. Without it the
  ///     old one goes on empty, and its policy still knows what it knew.
  /// - Returns: what the run reports.
  public func run(
    _ model: (any CacheModel)?, isSpatial: Bool, budget: ByteCount? = nil, seed: UInt64 = 0,
    log: RunLog? = nil, afterRelaunch: (() -> any CacheModel)? = nil
  ) -> RunReport {
    simulation(
      model, isSpatial: isSpatial, budget: budget, seed: seed, log: log,
      afterRelaunch: afterRelaunch
    ).run()
  }

  private func simulation(
    _ model: (any CacheModel)?, isSpatial: Bool, budget: ByteCount?, seed: UInt64, log: RunLog?,
    afterRelaunch: (() -> any CacheModel)? = nil
  ) -> Simulation {
    precondition(model != nil || !scenario.loader.cache, "the loader needs a cache")
    let cache = scenario.loader.cache ? model : nil
    return Simulation(
      self, model: cache ?? NoCache(), isSpatial: isSpatial && cache != nil,
      budget: cache == nil ? nil : budget.map { Int(clamping: $0.count) }, seed: seed, log: log,
      afterRelaunch: cache == nil ? nil : afterRelaunch)
  }
}

extension PictureWork {
  /// Until it is there again if nothing else is under way.
  fileprivate func reloadTime(over network: NetworkProfile) -> SimTime {
    SimTime(nanoseconds: fetch(over: network) + wholeDecode)
  }

  /// Nanoseconds until its bytes are there if nothing else is under way.
  private func fetch(over network: NetworkProfile) -> Int64 {
    guard isRemote else { return read }
    let rate = min(network.bandwidth, network.greatestRate ?? .max)
    return (network.latency + network.roundTrip).nanoseconds
      + SimTime(seconds: Double(encoded) / Double(rate)).nanoseconds
  }
}

/// Stands where a loader keeps nothing; never asked.
private final class NoCache: CacheModel {
  let (residentCount, totalCost) = (0, 0)

  func lookup(_ request: Request) -> Bool { false }
  func contains(_ image: ImageID) -> Bool { false }
  func store(_ request: Request, as admission: Admission) -> StoreOutcome { .refused }
  func remove(_ image: ImageID, because reason: RemovalReason) {}
  func removeAll(because reason: RemovalReason) {}
  func pin(_ image: ImageID) {}
  func unpin(_ image: ImageID) {}
  func setLimits(_ limits: CacheLimits) {}
  func pressureChanged(to level: PressureLevel, at time: SimTime) {}
  func didEnterBackground(at time: SimTime) {}
  func drainRemovals(_ body: (Removal) -> Void) {}
}
