import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// A second implementation of the simulation: slow, obvious, and written from its description
/// alone.
///
/// Arrays are searched from end to end. Visible items are found by trying every item, pictures in
/// memory by looking at every possible holder, and figures are added up at the end from a list of
/// events. Parts with their own oracle are used directly: the network, the disk and page caches,
/// the token bucket, the order in which memory is purged, and the plans of prefetchers.
final class ReferenceSimulation {
  /// The future events, in the order of kinds at the same time.
  enum Event {
    case system(SystemEvent)
    case network
    case wake(Load?)
    case read(Load)
    case written(Write)
    case lane(Load, LaneWork)
    case call(Load)
    /// The end of the encoding of a picture that the disk cache's queue is about to write.
    case encoded(Picture)
    case frame(Int64)

    var rank: Int {
      switch self {
      case .system: 0
      case .network: 1
      case .wake: 2
      case .read, .written: 3
      case .lane: 4
      case .call: 5
      case .encoded: 6
      case .frame: 7
      }
    }
  }

  enum LaneWork { case encoding, part, composition }

  /// A file that is being written to the disk.
  struct Write {
    var picture: Picture
    /// A Boolean value that indicates whether it is a low variant made from the full image.
    var isDerived: Bool
  }

  let scenario: Scenario
  let loader: Loader
  let motion: ReferenceMotion
  /// The number of renditions of an image: its variants, or its sizes.
  let variants: Int
  let sizes: ReferenceSizes?
  let costs: [ReferenceCosts]
  let model: (any CacheModel)?
  let isSpatial: Bool
  let end: SimTime
  let lanes: Int

  var now = SimTime.zero
  var events: [(time: SimTime, sequence: Int, event: Event)] = []
  var sequence = 0
  var records = ReferenceRecords()

  var placement: ItemPlacement
  var viewportExtent: Double
  var epochs: ArraySlice<LayoutEpoch>

  var appearances: [Appearance] = []
  var pool: [Cell] = []
  var loads: [Load] = []
  /// The load that the app listed last, by key.
  var latest: [ImageID: Load] = [:]
  var finished: [Load] = []
  /// The hits that reach their cells one frame later.
  var lateHits: [(ask: AppearanceRequest, picture: Picture)] = []
  /// The cache's pictures by key, the prefetched ones that are still unseen, and the viewed keys.
  var cached: [ImageID: Picture] = [:]
  var fetchedInCache: [ImageID: Fetched] = [:]
  var wanted: Set<ImageID> = []
  /// The latest event of each key; no entry for keys that were never requested.
  var history: [ImageID: AbsenceReason] = [:]
  var evictedAt: [ImageID: Double] = [:]
  var traveled = 0.0
  var pinned: Set<ImageID> = []
  /// The keys for which the cache has an NSNull.
  var nulls: Set<ImageID> = []
  /// A Boolean value that indicates whether the trace, not the main thread, brings pictures back
  /// from swap.
  var isAccessing = false
  /// The pictures that the trace uses, one for each start of a use.
  var accessed: [(key: ImageID, picture: Picture)] = []
  /// The pictures on their way into the cache or to their cells; one may arrive while another one
  /// does.
  var arriving: [Picture] = []
  /// The picture that was displayed last for a key, if it is still held.
  var displayedLast: [ImageID: Picture] = [:]
  /// The decoded pictures in memory, to find those that were freed unseen.
  var decodedPictures: [Int: Picture] = [:]
  var pictures = 0
  /// The number of changes of each image.
  var versions: [Int32]

  var network: NetworkTier
  var tokens: TokenBucket?
  var disk: DiskTier?
  /// The files in the disk cache by key, and the low variants that were made and written.
  var diskFiles: [ImageID: Picture] = [:], derivedFiles: [ImageID: Picture] = [:]
  var pages: PageCache
  /// The time for which the main thread waited for the network.
  var radio = SimTime.zero
  /// The number of failed downloads in a row, and the time of the next attempt.
  var failures: [ImageID: (count: Int, retry: SimTime)] = [:]
  var writes: [Write] = []
  var isFlashBusy = false
  var diskJobs: [DiskJob] = []
  var isDiskBusy = false
  var busyLanes = 0
  /// A Boolean value that indicates whether a frame is being processed.
  var isInFrame = false
  /// The free memory that was touched before, and the bitmaps that use such memory.
  var heap = (free: 0, held: [Picture]())
  /// The number of decodes of each rendition's file.
  var decodes: [Int: UInt32] = [:]
  /// The masks of hybrid images that wait for a lane.
  var masks: [Load] = []

  var planner: any RunningPrefetcher
  private let facts: PrefetchSetup
  /// The present length of the viewport across the axis.
  var viewportBreadth: Double
  var plan = PrefetchPlan()
  var planned: [(item: Int, key: ImageID, urgency: Load.Urgency)] = []
  var context = (hadWarning: false, isAfterForeground: false)
  /// The news of loads since the last plan, and the waste by then, for prefetchers.
  var news = LoadOutcomes()
  var wastedBefore = 0
  /// A Boolean value that indicates whether the viewport is too fast for a load to begin.
  var isTooFast = false

  var memory: ReferenceMemory
  var purgeable: PurgeableMemory
  /// The charged bytes to which the device's rules were applied last.
  var lastCharged = -1
  /// A Boolean value that indicates whether the process is ending or items are leaving, which is one
  /// step for the device's rules.
  var isInStep = false
  /// The bitmaps that may go to swap, the next one first.
  var pageable = PurgeableMemory(pageSize: ByteCount(1))
  var pressure: [PressureLevel] = []
  var isInBackground = false
  var assets: Set<Int> = []
  var preparedItems: Set<Int> = []
  /// The time at which the main thread is free.
  var free = SimTime.zero
  /// The time until which the main thread is blocked, and the screen time at which the watchdog
  /// ends the app.
  var block = (until: SimTime.zero, limit: SimTime.never, isLaunch: false)
  /// The death by memory that a launch has caused, and its time.
  var doom: (time: SimTime, reason: RunReport.DeathReason)?
  var lastFrame: SimTime?
  var shown: Range<Double>?

  init(_ scenario: Scenario, model: (any CacheModel)?, isSpatial: Bool) {
    self.scenario = scenario
    loader = scenario.loader
    motion = ReferenceMotion(
      motion: scenario.motion, initial: scenario.direction, window: scenario.velocityWindow)
    let sizes = ReferenceSizes(scenario)
    let variants = loader.variants == .none ? sizes?.most ?? 1 : 2
    (self.variants, self.sizes) = (variants, sizes)
    costs = (0..<scenario.images.count * variants).map {
      ReferenceCosts($0, in: scenario, sizes)
    }
    self.model = loader.cache ? model : nil
    self.isSpatial = isSpatial
    end = scenario.motion.duration
    let cores = scenario.device.performanceCores
    lanes = loader.lanes == 0 ? cores : min(loader.lanes, cores)
    placement = scenario.placement
    viewportExtent = scenario.viewportExtent
    epochs = scenario.laterEpochs[...]
    versions = Array(repeating: 0, count: scenario.images.count)
    memory = ReferenceMemory(scenario.device.memory)
    purgeable = PurgeableMemory(pageSize: scenario.device.memory.pageSize)
    var profile = scenario.network
    if loader.connections > 0 {
      profile.connections = min(profile.connections, loader.connections)
    }
    network = NetworkTier(profile, random: SeededRandom(seed: 0))
    tokens =
      loader.rateLimit > 0 ? TokenBucket(rate: loader.rateLimit, burst: loader.rateBurst) : nil
    // File numbers go up to the number of keys and renditions: twice as many of either suffice.
    let most = variants * max(scenario.images.count, placement.count)
    disk = nil
    if loader.diskCache {
      disk = DiskTier(fileCount: most, rules: ReferenceSimulation.rules(loader))
    }
    pages = PageCache(fileCount: 2 * most, limit: ByteCount(loader.pageCache))
    var setup = PrefetchSetup(
      scale: scenario.device.scale, hertz: scenario.device.refreshRate,
      rate: scenario.decelerationRate, velocityWindow: scenario.velocityWindow,
      motion: scenario.motion, direction: scenario.direction)
    setup.cellWork = scenario.device.mainThread.cellWork
    // The plan computes the worth of images.
    let prepared = PreparedScenario(scenario)
    let worths = prepared.prefetchSetup
    (setup.reloadMilliseconds, setup.bytes) = (worths.reloadMilliseconds, worths.bytes)
    facts = setup
    viewportBreadth = scenario.viewportBreadth
    planner = scenario.prefetcher.start(
      setup, placement: prepared.keyPlacement, breadth: scenario.viewportBreadth,
      until: scenario.laterEpochs.first?.time ?? .never)
    for event in scenario.events { schedule(.system(event.event), at: event.time) }
  }

  /// Starts the prefetcher of another process, which knows nothing of the one before.
  func startPlanner() {
    planner = scenario.prefetcher.start(
      facts, placement: keyPlacement(), breadth: viewportBreadth,
      until: epochs.first?.time ?? .never)
    news = LoadOutcomes()
    wastedBefore = records.fetched.count { $0.wasForNothing }
    context = (false, false)
  }

  func schedule(_ event: Event, at time: SimTime) {
    events.append((time, sequence, event))
    sequence += 1
  }

  func vsync(_ index: Int64) -> SimTime {
    SimTime(nanoseconds: index * 1_000_000_000 / scenario.device.refreshRate)
  }

  /// Returns the first vsync at or after a time, found by counting.
  func firstVsync(_ time: SimTime) -> Int64 {
    var index = time.nanoseconds * scenario.device.refreshRate / 1_000_000_000
    while vsync(index) < time { index += 1 }
    while index > 0, vsync(index - 1) >= time { index -= 1 }
    return index
  }

  /// The time at which the watchdog ends the app if it stays in the foreground.
  private var deadline: SimTime? {
    guard !isInBackground, block.limit < .never else { return nil }
    let deadline = block.limit + (now - screenTime(now))
    return deadline < block.until ? deadline : nil
  }

  /// The time at which the app ends if no event happens before, and the reason.
  private var fate: (time: SimTime, reason: RunReport.DeathReason)? {
    guard let deadline else { return doom }
    guard let doom, doom.time <= deadline else {
      return (deadline, block.isLaunch ? .slowLaunch : .hang)
    }
    return doom
  }

  private func isFrame(_ index: Int?) -> Bool {
    guard let index, case .frame = events[index].event else { return false }
    return true
  }

  /// Runs to the end and returns the figures.
  func run() -> Figures {
    launch()
    while records.death == nil {
      let next = events.indices.min {
        let (left, right) = (events[$0], events[$1])
        return (left.time, left.event.rank, left.sequence)
          < (right.time, right.event.rank, right.sequence)
      }
      let time = next.map { events[$0].time } ?? .never
      // Events after the end happen, too, because nothing can prevent them any more.
      if let fate, fate.time < time || time > end || (fate.time == time && isFrame(next)) {
        records.death = fate
        break
      }
      guard let next, time <= end else { break }
      let event = events.remove(at: next)
      now = event.time
      switch event.event {
      case .system(let event): happen(event)
      case .network: followNetwork()
      case .wake(let load): wake(load)
      case .read(let load): finishRead(load)
      case .written(let write): finishWrite(write)
      case .lane(let load, let work): finishOnLane(load, work)
      case .call(let load): comeTo(load)
      case .encoded(let picture): finishEncoding(picture)
      case .frame(let index): frame(index)
      }
    }
    network.advance(to: min(finish, network.nextTime))
    // An incomplete transfer was for nothing.
    for load in loads where load.stage == .transfers {
      records.wastedBytes += network.bytesSoFar(load.slot)
    }
    return figures()
  }
}
