public import ScrollCaching
public import ScrollCore
import ScrollDevice
import ScrollLayout

/// A scenario with precomputed data that all its runs share.
///
/// Prepare a scenario once and run it against many policies and budgets. The object is immutable,
/// so you can run it in several threads at the same time.
public final class PreparedScenario: Sendable {
  /// The scenario.
  ///
  /// For a warm start, its times are shifted to begin after the earlier session.
  public let scenario: Scenario
  /// The earlier session of a warm start.
  private let earlier: PreparedScenario?
  let keys: KeySpace
  let works: PictureWorks
  /// The bytes of the largest bitmap.
  let largestBitmap: Int
  /// The properties of each key that policies may read: times to load it again, decode times, and
  /// bytes.
  private let reloadMilliseconds: [Double], decodeMilliseconds: [Double], bytes: [Int]
  /// The bytes that the cache holds for each key.
  private let cachedBytes: [Int]

  public convenience init(_ scenario: Scenario) {
    let sizes = ShownSizes(scenario)
    self.init(
      scenario, keys: KeySpace(scenario, sizes), works: PictureWorks(scenario, sizes))
  }

  private init(_ scenario: Scenario, keys: KeySpace, works: PictureWorks) {
    func byKey<Figure>(_ figure: (PictureWork) -> Figure) -> [Figure] {
      keys.keys.map { figure(works[keys.picture(of: $0)]) }
    }
    if let pause = scenario.start.pause {
      var first = scenario
      first.start = .cold
      let delay = scenario.motion.duration + pause
      self.scenario = scenario.shifted(by: SimTime(seconds: delay.seconds.rounded(.up)))
      earlier = PreparedScenario(first, keys: keys, works: works)
    } else {
      self.scenario = scenario
      earlier = nil
    }
    self.keys = keys
    self.works = works
    largestBitmap = works.different.reduce(0) { max($0, $1.bitmap) }
    reloadMilliseconds = byKey { $0.reloadTime(over: scenario.network).milliseconds }
    decodeMilliseconds = byKey { Double($0.wholeDecode) / 1e6 }
    let cached = byKey { $0.cached }
    cachedBytes = cached
    // If the cost of an image is its bytes, this array would repeat the costs.
    bytes = scenario.loader.cost == .bytes ? [] : cached
  }

  /// The time to fetch and decode each image again, by key.
  /// - Complexity: O(keys).
  public var reloadTimes: [SimTime] {
    keys.keys.map { works[keys.picture(of: $0)].reloadTime(over: scenario.network) }
  }

  /// The facts about the scenario that prefetchers know before a run.
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

  /// The number of different keys that the cache may receive; its images are `0..<keyCount`.
  public var keyCount: Int { keys.count }

  /// The items as the cache sees them, each with its key in place of its image.
  public var keyPlacement: ItemPlacement { keys.placement }

  /// The number of pictures of each image: its variants or its sizes.
  package var renditionCount: Int { Int(keys.variants) }

  /// Returns the keys of an item's image in all its renditions.
  package func keys(ofItem item: Int) -> Range<Int> {
    let key = keys.key(of: ItemIndex(item)).position
    let first = key - key % renditionCount
    return first..<first + renditionCount
  }

  /// Returns the size of the picture with a key, such as `360 x 270`; `nil` if all cells with an
  /// image show the same size.
  package func size(ofKey key: Int32) -> String? { keys.size(of: KeyIndex(key)) }

  /// Runs the scenario with a policy of the catalog.
  /// - Parameters:
  ///   - policy: the policy with its settings; ignored by a loader without a cache.
  ///   - budget: the cost limit of the cache, in bytes unless the loader counts otherwise; `nil` is
  ///     no limit.
  ///   - seed: the seed for randomized policies and for losses of the network.
  ///   - log: records everything that happens.
  ///   - wrap: wraps the cache, for example in a listener; also called for the new cache after a
  ///     relaunch.
  /// - Returns: the report of the run.
  /// - Precondition: the policy does not need the future.
  public func run(
    _ policy: Choice<PolicyDescriptor>, budget: ByteCount?, seed: UInt64 = 0,
    log: RunLog? = nil, wrap: (any CacheModel) -> any CacheModel = { $0 }
  ) -> RunReport {
    withoutActuallyEscaping(wrap) { wrap in
      simulation(policy, budget: budget, seed: seed, log: log, wrap: wrap).run()
    }
  }

  /// Returns the simulation of a run before its first frame.
  ///
  /// A repeatable simulation can be copied, which takes more memory and some time.
  func simulation(
    _ policy: Choice<PolicyDescriptor>, budget: ByteCount?, seed: UInt64, log: RunLog?,
    isRepeatable: Bool = false, wrap: @escaping (any CacheModel) -> any CacheModel = { $0 }
  ) -> Simulation {
    precondition(!policy.entry.facts.needsFuture, "\(policy.text) needs the future")
    guard scenario.loader.cache else {
      return simulation(nil, isSpatial: false, budget: nil, seed: seed, log: log)
    }
    let setup = setup(for: policy, budget: budget, seed: seed)
    let makeModel = policy.entry.makeModel
    let isSpatial = policy.entry.followsViewport(policy.settings)
    guard isRepeatable else {
      return simulation(
        wrap(makeModel(setup)), isSpatial: isSpatial, budget: budget, seed: seed, log: log,
        afterRelaunch: { wrap(makeModel(setup)) })
    }
    let cache = RepeatableCache { makeModel(setup) }
    // The excess over a budget that may be set later needs counts from the start.
    var simulation = simulation(
      cache, isSpatial: isSpatial, budget: budget ?? ByteCount(Int.max), seed: seed, log: log,
      afterRelaunch: { cache.restarted() })
    simulation.cache.repeatable = cache
    return simulation
  }

  /// Returns the limits of a cache with a budget; `nil` is no limit.
  func limits(
    for policy: Choice<PolicyDescriptor>, budget: ByteCount?
  ) -> CacheLimits {
    CacheLimits(
      cost: budget.map { Int(clamping: $0.count) } ?? (policy.entry.facts.zeroIsNoLimit ? 0 : nil))
  }

  /// Returns the facts about the scenario that a policy of the catalog knows before a run.
  ///
  /// If the budget is `nil`, a model that treats a limit of 0 as no limit receives 0, as in an app
  /// that sets no limit.
  public func setup(
    for policy: Choice<PolicyDescriptor>, budget: ByteCount?, seed: UInt64 = 0
  ) -> PolicySetup {
    PolicySetup(
      imageCount: keys.count,
      limits: limits(for: policy, budget: budget),
      settings: policy.settings, seed: seed, placement: keys.placement,
      reloadMilliseconds: reloadMilliseconds, decodeMilliseconds: decodeMilliseconds,
      bytes: bytes, direction: scenario.direction,
      decay: scenario.decelerationRate.decay, scale: scenario.device.scale)
  }

  /// Runs the scenario with a custom cache model, which has to be new and made for the scenario's
  /// keys.
  /// - Parameters:
  ///   - model: the cache; ignored by a loader without one. Only such a loader allows `nil`.
  ///   - isSpatial: whether the model receives the viewport of every frame.
  ///   - budget: the limit of the cache, above which the report counts excess.
  ///   - seed: the seed for losses of the network.
  ///   - log: records everything that happens.
  ///   - afterRelaunch: creates the cache of the new process after a relaunch. Without it the old
  ///     cache is emptied and used again, and its policy keeps its state.
  /// - Returns: the report of the run.
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
    func make(_ prepared: PreparedScenario, _ log: RunLog?) -> Simulation {
      Simulation(
        prepared, model: cache ?? NoCache(), isSpatial: isSpatial && cache != nil,
        budget: cache == nil ? nil : budget.map { Int(clamping: $0.count) }, seed: seed, log: log,
        afterRelaunch: cache == nil ? nil : afterRelaunch)
    }
    guard let earlier else { return make(self, log) }
    var first = make(earlier, nil)
    first.begin()
    first.goOn()
    let survives = first.leave(until: scenario.begun, keepsMemory: scenario.start.keepsMemory)
    var later = make(self, log)
    later.takeOver(first, keepsMemory: survives)
    return later
  }
}

extension PictureWork {
  /// Returns the time to load the picture again if no other work is under way.
  fileprivate func reloadTime(over network: NetworkProfile) -> SimTime {
    SimTime(nanoseconds: fetch(over: network) + wholeDecode)
  }

  /// Returns the nanoseconds to fetch the bytes if no other work is under way.
  private func fetch(over network: NetworkProfile) -> Int64 {
    guard isRemote else { return read }
    let rate = min(network.bandwidth, network.greatestRate ?? .max)
    return (network.latency + network.roundTrip).nanoseconds
      + SimTime(seconds: Double(encoded) / Double(rate)).nanoseconds
  }
}

/// A placeholder for the cache of a loader without a cache; it is never called.
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

extension PreparedScenario {
  /// Returns an upper bound for the number of vsyncs from a frame to the next one, if at most
  /// `visible` items are visible; `nil` if there is no bound.
  ///
  /// The bound assumes that all visible items appear in one frame, and that the main thread reads,
  /// decodes, uploads and pages in each of their images at the cost of the most expensive image.
  /// There is no bound if the main thread downloads images, decodes all images that have arrived,
  /// or reads prefetched images.
  func longestFrame(visible: Int) -> Int64? {
    let (loader, device) = (scenario.loader, scenario.device)
    guard loader.download == .background, !fetchesAhead || loader.read == .background,
      loader.decodeOn == .background || loader.decodesLazily
    else { return nil }
    var perItem = 2 * device.mainThread.cellWork.nanoseconds
    if loader.interfaceAssets > 0 {
      let assets = InterfaceAssets(loader.interfaceAssets, on: device)
      perItem += assets.read + assets.decode
    }
    var dearest: Int64 = 0
    for work in works.different {
      var sum = work.upload
      if loader.read == .main { sum += max(work.read, work.storedRead) }
      if loader.leavesBitmapsToSystem || loader.decodesLazily || loader.holds == .encoded {
        sum += max(work.wholeDecode, work.storedDecode)
      }
      dearest = max(dearest, sum)
    }
    perItem += dearest
    if let swap = device.memory.swap {
      perItem += 2 * swap.pageTime(of: ByteCount(largestBitmap)).nanoseconds
    }
    let period = 1_000_000_000 / device.refreshRate
    return (Int64(visible) * perItem) / period + 3
  }

  /// A Boolean value that indicates whether the app prefetches.
  var fetchesAhead: Bool { scenario.loader.cache && scenario.prefetcher != .none }
}

extension PreparedScenario {
  /// Returns the number of images for which a budget has room; infinite if images have no cost.
  ///
  /// The method assumes the mean cost of all keys for each image. The setting `countLimit` limits
  /// the result.
  public func room(_ budget: ByteCount, with settings: SettingValues = SettingValues()) -> Double {
    let cost = meanCost
    let room = cost > 0 ? Double(budget) / cost : .infinity
    guard settings.pairs.contains(where: { $0.name == "countLimit" }) else { return room }
    let most = settings.integer("countLimit")
    return most > 0 ? min(room, Double(most)) : room
  }

  /// The mean cost of all keys.
  private var meanCost: Double {
    let count = keys.haveSizes ? keys.keys.count { keys.isUsed($0) } : keyCount
    return Double(wholeCost) / Double(max(1, count))
  }

  /// Returns the smallest budget that has room for as many images as a policy needs; 0 for a cache
  /// that does not promise to keep its limits.
  package func leastUsefulBudget(of policy: Choice<PolicyDescriptor>) -> ByteCount {
    guard policy.entry.facts.limits.isPromise else { return .zero }
    let needed = policy.smallestUsefulCapacity(countsImages: false)
    return ByteCount(Int((meanCost * Double(needed)).rounded(.up)))
  }

  /// Returns the number of images for which a budget has room and the number that a policy needs,
  /// if the policy needs more; otherwise `nil`.
  ///
  /// With too little room a policy stores few images or none, or does not work as its name says.
  /// The result is `nil` for a cache that does not promise to keep its limits.
  public func shortage(
    of policy: Choice<PolicyDescriptor>, budget: ByteCount
  ) -> (room: Double, needed: Int)? {
    policy.shortage(inRoomFor: room(budget, with: policy.settings), countsImages: false)
  }
}

extension PreparedScenario {
  /// The total cost of all keys.
  ///
  /// A cache with this budget removes no image for lack of room.
  public var wholeCost: ByteCount {
    ByteCount(
      count: keys.keys.reduce(Int64(0)) {
        keys.isUsed($1) ? $0 + Int64(works[keys.picture(of: $1)].cost) : $0
      })
  }

  /// Returns a Boolean value that indicates whether a cache, with its records of evicted images,
  /// may take more than a number of bytes.
  ///
  /// The result is an estimate for costs in bytes. Without a limit, it assumes that the cache holds
  /// all images within four screens of the scroll; a prefetcher that fetches from farther away may
  /// hold more.
  /// - Parameters:
  ///   - count: The number of bytes.
  ///   - budget: The budget; `nil` is no limit.
  ///   - policy: The policy.
  /// - Returns: `true` if the cache may take more.
  public func mayHold(
    moreThan count: ByteCount, under budget: ByteCount?, _ policy: Choice<PolicyDescriptor>
  ) -> Bool {
    guard scenario.loader.cache, scenario.loader.cost == .bytes,
      scenario.device.memory.appLimit > count
    else { return false }
    guard policy.entry.facts.limits.isPromise, let budget else { return cost(within: 4) > count }
    return budget * 2 > count && wholeCost > count
  }

  /// Returns the cost of all images within some screens of the part of the content that the scroll
  /// passes.
  ///
  /// If the layout changes during the session, it is the cost of all keys.
  package func cost(within screens: Double) -> ByteCount {
    guard scenario.laterEpochs.isEmpty, let low = scenario.motion.offsets.min(),
      let high = scenario.motion.offsets.max()
    else { return wholeCost }
    let (placement, extent) = (scenario.placement, scenario.viewportExtent)
    let near = (low - screens * extent)...(high + (screens + 1) * extent)
    var found: Set<KeyIndex> = []
    for item in 0..<placement.count
    where placement.ends[item] >= near.lowerBound && placement.starts[item] <= near.upperBound {
      found.insert(keys.key(of: ItemIndex(item)))
    }
    return ByteCount(
      count: found.reduce(Int64(0)) { $0 + Int64(works[keys.picture(of: $1)].cost) })
  }
}

/// The costs (`PictureWork`) of every picture of a scenario: of each image, of each image and its
/// low variant, or of each image in each of its sizes.
///
/// Images of the same size and format share one value, because a catalog may have ten million
/// photos. A redraw at view size uses the size of the first item that shows the image, unless the
/// loader keeps several sizes. Tiles divide the drawn bitmap. Drawing each tile reads and decodes
/// the whole file, and making a low variant does so once more.
struct PictureWorks: Sendable {
  /// The properties that determine the costs of a picture within a scenario.
  private struct Picture: Hashable {
    var entry: ImageCatalog.Entry
    var view: PictureWork.Pixels?
  }

  /// The different values, in the order in which they first occur.
  private(set) var different: [PictureWork] = []
  /// The index of each picture's value in `different`.
  private var indices: [Int32] = []

  /// - Complexity: O(images).
  init(_ scenario: Scenario, _ sizes: ShownSizes?) {
    let loader = scenario.loader
    indices.reserveCapacity(
      scenario.images.count * (loader.variants == .none ? Int(sizes?.most ?? 1) : 2))
    var known: [Picture: Int32] = [:]
    for (index, entry) in scenario.images.entries.enumerated() {
      if let sizes {
        for number in 0..<sizes.most {
          add(Picture(entry: entry, view: sizes.size(number, of: index)), &known, scenario)
        }
        continue
      }
      let view =
        loader.decode == .viewSize
        ? PictureWork.viewSize(of: ImageID(index), in: scenario) : nil
      add(Picture(entry: entry, view: view), &known, scenario)
      guard loader.variants != .none else { continue }
      add(Picture(entry: entry.low(loader.lowScale), view: view), &known, scenario)
    }
  }

  private mutating func add(
    _ picture: Picture, _ known: inout [Picture: Int32], _ scenario: Scenario
  ) {
    let index = known[picture] ?? Int32(different.count)
    if Int(index) == different.count {
      different.append(PictureWork(picture.entry, view: picture.view, in: scenario))
      known[picture] = index
    }
    indices.append(index)
  }

  /// A Boolean value that indicates whether the decode time of any picture varies.
  var vary: Bool { different.contains { !$0.spread.isNone || !$0.storedSpread.isNone } }

  /// A Boolean value that indicates whether no picture is ever downloaded.
  var areAllLocal: Bool { different.allSatisfy { !$0.isRemote } }

  /// The number of pictures.
  var count: Int { indices.count }

  @inline(__always)
  subscript(_ picture: PictureIndex) -> PictureWork {
    different[Int(indices[picture.position])]
  }
}
