public import ScrollCaching
public import ScrollCore
import ScrollDevice
import ScrollLayout

/// A scenario with everything worked out that its runs share.
///
/// One scenario is run against many policies and budgets; prepare it once. Runs do not
/// share anything that changes, so they may go on in parallel.
public struct PreparedScenario: Sendable {
  public let scenario: Scenario
  let images: [ImageWork]

  public init(_ scenario: Scenario) {
    self.scenario = scenario
    images = ImageWork.table(of: scenario)
  }

  /// The time to read and decode each image again.
  public var reloadTimes: [SimTime] {
    images.map { SimTime(nanoseconds: $0.read + $0.decode) }
  }

  /// Runs the scenario with a policy from a catalogue.
  /// - Parameters:
  ///   - policy: the policy with its settings; ignored by a loader without a cache.
  ///   - budget: the cost limit of the cache, in bytes unless the loader says otherwise.
  ///   - seed: for policies that draw.
  ///   - wrap: puts something around the cache, and around the next one after a relaunch: what
  ///     listens, say.
  /// - Returns: what the run reports.
  /// - Precondition: the policy need not know the future.
  public func run(
    _ policy: Choice<PolicyDescriptor>, budget: ByteCount, seed: UInt64 = 0,
    wrap: (any CacheModel) -> any CacheModel = { $0 }
  ) -> RunReport {
    precondition(!policy.entry.facts.needsFuture, "\(policy.text) needs the future")
    guard scenario.loader.hasCache else { return run(nil, isSpatial: false) }
    let setup = PolicySetup(
      imageCount: images.count, limits: CacheLimits(cost: budget.bytes),
      settings: policy.settings, seed: seed, placement: scenario.placement,
      reloadMilliseconds: images.map { Double($0.read + $0.decode) / 1e6 },
      decodeMilliseconds: images.map { Double($0.decode) / 1e6 }, bytes: images.map(\.cached),
      direction: scenario.direction, decay: scenario.decelerationRate.decay,
      scale: scenario.device.scale)
    let makeModel = policy.entry.makeModel
    return withoutActuallyEscaping(wrap) { wrap in
      run(
        wrap(makeModel(setup)), isSpatial: policy.entry.facts.isSpatial,
        afterRelaunch: { wrap(makeModel(setup)) })
    }
  }

  /// How many images there are.
  public var imageCount: Int { images.count }

  /// Runs the scenario with a cache model of one's own, fresh and made for its images.
  /// - Parameters:
  ///   - model: the cache; ignored by a loader without one, which alone allows nil.
  ///   - isSpatial: whether it wants to hear of the viewport in every frame.
  ///   - afterRelaunch: makes the cache of a process that was started again. Without it the
  ///     old one goes on empty, and its policy still knows what it knew.
  /// - Returns: what the run reports.
  public func run(
    _ model: (any CacheModel)?, isSpatial: Bool,
    afterRelaunch: (() -> any CacheModel)? = nil
  ) -> RunReport {
    precondition(model != nil || !scenario.loader.hasCache, "the loader needs a cache")
    let cache = scenario.loader.hasCache ? model : nil
    return Simulation(
      scenario, images: images, model: cache ?? NoCache(),
      isSpatial: isSpatial && cache != nil, afterRelaunch: cache == nil ? nil : afterRelaunch
    ).run()
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
