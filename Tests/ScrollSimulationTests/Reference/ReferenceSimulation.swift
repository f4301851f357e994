import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// The simulation once more: slow, obvious, and written from its description alone.
///
/// Arrays are searched from end to end, what is visible is found by trying every item, what
/// is in memory by looking at everyone who might hold it, and figures are added up at the
/// end from a list of what happened. Parts that have an oracle of their own are used as they
/// are: the network, the disk and page caches, the token bucket, the order in which memory is
/// purged, and the plans of prefetchers.
final class ReferenceSimulation {
  /// What is going to happen, and the order of kinds at the same time.
  enum Event {
    case system(SystemEvent)
    case network
    case wake(Load?)
    case read(Load)
    case written(Write)
    case lane(Load, LaneWork)
    case call(Load)
    /// The disk cache's queue has encoded what it is about to write.
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

  /// A file on its way to the disk.
  struct Write {
    var picture: Picture
    /// A low variant that was made from the full image.
    var isDerived: Bool
  }

  let scenario: Scenario
  let loader: Loader
  let motion: ReferenceMotion
  let variants: Int
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
  /// The load that the app listed last for a key.
  var latest: [ImageID: Load] = [:]
  var finished: [Load] = []
  /// Hits that reach their cells one frame later.
  var lateHits: [(ask: Ask, picture: Picture)] = []
  /// What the cache holds, by key; since when nobody has seen it.
  var cached: [ImageID: Picture] = [:]
  var fetchedInCache: [ImageID: Fetched] = [:]
  var wanted: Set<ImageID> = []
  /// The latest thing that happened to a key; nothing for those that were never asked for.
  var history: [ImageID: AbsenceReason] = [:]
  var evictedAt: [ImageID: Double] = [:]
  var traveled = 0.0
  var pinned: Set<ImageID> = []
  /// Keys that the cache has an NSNull for.
  var nulls: Set<ImageID> = []
  /// Whether what comes back from swap is wanted by the trace, not by the main thread.
  var isAccessing = false
  /// What the trace uses, once for each beginning.
  var accessed: [(key: ImageID, picture: Picture)] = []
  /// Pictures on their way into the cache or to their cells, one of them while another is.
  var arriving: [Picture] = []
  /// The picture that was displayed last for a key, if anybody holds it.
  var displayedLast: [ImageID: Picture] = [:]
  /// Decoded pictures that are in memory, to find out who was freed unseen.
  var decodedPictures: [Int: Picture] = [:]
  var pictures = 0
  /// How often each image has changed.
  var versions: [Int32]

  var network: NetworkTier
  var tokens: TokenBucket?
  var disk: DiskTier?
  /// The file under each key in the disk cache; low variants that were made and written.
  var diskFiles: [ImageID: Picture] = [:], derivedFiles: [ImageID: Picture] = [:]
  var pages: PageCache
  /// Time that the main thread waited for the network.
  var radio = SimTime.zero
  /// Failed downloads in a row, and when the next is tried.
  var failures: [ImageID: (count: Int, retry: SimTime)] = [:]
  var writes: [Write] = []
  var isFlashBusy = false
  var diskJobs: [DiskJob] = []
  var isDiskBusy = false
  var busyLanes = 0
  /// Whether a frame is being processed.
  var isInFrame = false
  /// Free memory that was touched before, and the bitmaps that take such.
  var heap = (free: 0, held: [Picture]())
  /// How often the file of each rendition was decoded.
  var decodes: [Int: UInt32] = [:]
  /// Masks of hybrid images that wait for a lane.
  var masks: [Load] = []

  let planner: any RunningPrefetcher
  var plan = PrefetchPlan()
  var planned: [(item: Int, key: ImageID, urgency: Load.Urgency)] = []
  var context = (hadWarning: false, isAfterForeground: false)
  /// What prefetchers hear of loads since the last plan, and of waste by then.
  var news = LoadingNews()
  var wastedBefore = 0
  /// Whether the viewport is too fast for a load to begin.
  var isTooFast = false

  var memory: ReferenceMemory
  var purgeable: PurgeableMemory
  /// What the device's rules were applied to last.
  var lastCharged = -1
  /// What may go to swap, the first first.
  var pageable = PurgeableMemory(pageSize: ByteCount(1))
  var pressure: [PressureLevel] = []
  var isInBackground = false
  var assets: Set<Int> = []
  var preparedItems: Set<Int> = []
  /// When the main thread is free.
  var free = SimTime.zero
  /// Until when it blocks the app, and the screen time at which the watchdog ends that.
  var block = (until: SimTime.zero, limit: SimTime.never, isLaunch: false)
  /// What a launch has done to memory, and will end it when it is that far.
  var doom: (time: SimTime, reason: RunReport.DeathReason)?
  var lastFrame: SimTime?
  var shown: Range<Double>?

  init(_ scenario: Scenario, model: (any CacheModel)?, isSpatial: Bool) {
    self.scenario = scenario
    loader = scenario.loader
    motion = ReferenceMotion(motion: scenario.motion, initial: scenario.direction)
    variants = loader.variants == .none ? 1 : 2
    costs = (0..<scenario.images.count * variants).map { ReferenceCosts($0, in: scenario) }
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
    // Files are numbered as far as keys and renditions go: twice as many of either suffice.
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
    // What images are worth is the plan's business.
    let prepared = PreparedScenario(scenario)
    let facts = prepared.prefetchSetup
    (setup.reloadMilliseconds, setup.bytes) = (facts.reloadMilliseconds, facts.bytes)
    planner = scenario.prefetcher.start(
      setup, placement: prepared.keyPlacement, breadth: scenario.viewportBreadth,
      until: scenario.laterEpochs.first?.time ?? .never)
    for event in scenario.events { schedule(.system(event.event), at: event.time) }
  }

  func schedule(_ event: Event, at time: SimTime) {
    events.append((time, sequence, event))
    sequence += 1
  }

  func vsync(_ index: Int64) -> SimTime {
    SimTime(nanoseconds: index * 1_000_000_000 / scenario.device.refreshRate)
  }

  /// The first vsync at or after a time, found by counting.
  func firstVsync(_ time: SimTime) -> Int64 {
    var index = time.nanoseconds * scenario.device.refreshRate / 1_000_000_000
    while vsync(index) < time { index += 1 }
    while index > 0, vsync(index - 1) >= time { index -= 1 }
    return index
  }

  /// When the watchdog ends the app if it stays in the foreground.
  private var deadline: SimTime? {
    guard !isInBackground, block.limit < .never else { return nil }
    let deadline = block.limit + (now - screenTime(now))
    return deadline < block.until ? deadline : nil
  }

  /// When the app ends if nothing happens before, and of what.
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
      // What is due after the end comes, too: nothing can prevent it any more.
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
    // What has not come in whole was for nothing.
    for load in loads where load.stage == .transfers {
      records.wastedBytes += network.bytesSoFar(load.slot)
    }
    return figures()
  }
}
