import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// Replays a scenario against a memory cache, frame by frame, and says what stalled.
///
/// At each vsync at which the main thread is free a frame is processed: the viewport moves,
/// finished loads are delivered, items disappear and appear and ask for their images, the
/// prefetcher asks for more, and all of that costs main-thread time. The frame is on screen
/// from the first vsync at which its work is done, which is when the next one starts; if that
/// is later than the next vsync it is late (a hitch), and content jumps, because position is a
/// function of time. Between frames network, flash channel and decode lanes run on an event
/// queue.
///
/// Simplifications that results depend on: a finished load is delivered at the next frame
/// only, and stored on the main thread; the main thread and the lanes do not slow each other;
/// reads on the main thread do not wait for the flash channel, nor downloads on it for others;
/// constant latencies behind the commit (render server, display) are left out and render
/// hitches are not modelled. A prefetcher needs a cache: without one it is ignored.
///
/// Choices: nothing counts beyond the end of the run, be it the last sample, the app's death
/// or a relaunch, so that work and hitches are cut off there. An image whose frame was
/// processed but never got on screen is displayed, and late by its planned presentation.
/// Time in the background stands still: what was on screen is there again on the return. The
/// frame in which the app is killed is processed to its end. Several things that happen in one
/// step are ordered by the direction of movement, as items enter.
///
/// Its questions are `mutating`, too, though they change nothing: asked any other way, the
/// compiler (Swift 6.3) copies the whole simulation for each.
///
/// - Complexity: per frame O(1) while nothing appears or waits, else O(visible items). Frames in
///   which nothing happens but movement are passed in a short loop, unless somebody wants to
///   hear of each: a log, a spatial policy, a model with timers.
struct Simulation: ~Copyable {
  /// What one frame does on the main thread.
  typealias Work = RunReport.MainThreadWork

  /// Where an item is with its image.
  enum ItemState: UInt8 {
    case hidden
    /// Visible, its own image not there yet.
    case waiting
    case shown
    /// Showed its image until a late one of another item was put over it.
    case overwritten
  }

  /// Kinds of events in the queue, in the order in which they happen at one time.
  enum EventKind {
    static let wake: UInt8 = 1, flash: UInt8 = 2, lane: UInt8 = 3
  }

  let scenario: Scenario
  let loader: Loader
  let keys: KeySpace
  let works: PictureWorks
  /// Another one after every relaunch.
  var cache: any CacheModel
  let afterRelaunch: (() -> any CacheModel)?
  let isSpatial: Bool
  /// Whether the cache wants to hear of every frame's time.
  let needsTicks: Bool
  let log: RunLog?
  let hertz: Int64
  let end: Int64
  /// What the cache may hold, for what exceeds it; nil where nobody knows.
  let budget: Int?
  /// The most that one load's bitmap takes.
  let largestBitmap: Int

  var motion: MotionCursor
  var visible = VisibleRange()
  /// The items as keys, and the viewport, in the current epoch.
  var placement: ItemPlacement
  var extent: Double
  var queue = EventQueue()
  var inFlight: InFlightTable
  var bitmaps: BitmapLedger
  var cells = CellPool()
  var stalls = StallLedger()
  var memory: DeviceMemory
  var tiers: Tiers
  var prefetching: Prefetching
  var interface: InterfaceAssets
  var report = RunReport()

  // By item.
  var states: Table<ItemID, ItemState>
  var appearances: Table<ItemID, Int32>
  var cellOfItem: Table<ItemID, CellIndex>
  // By key.
  var cachedBitmap: Table<Key, BitmapIndex>
  /// The load that requests join, with coalescing.
  var loadOfKey: Table<Key, LoadIndex>
  /// The bitmap that was displayed last, until nobody holds it any more.
  var liveBitmap: Table<Key, BitmapIndex>
  /// How many cells on screen display a bitmap of it.
  var displays: Table<Key, Int32>
  /// How many visible items show it, in any variant.
  var viewers: RigidArray<Int32>
  var fates: Table<Key, Fate>
  /// How often the content behind each image has changed.
  var versions: Table<ImageID, Int32>

  /// Loads waiting for the next frame, in order of completion.
  var finished = UniqueArray<LoadIndex>()
  /// Hits that reach their cells one frame later.
  var lateHits = UniqueArray<LateHit>()
  /// Items whose image is shown for the first time in the frame that is not on screen yet.
  var shownNow = UniqueArray<ShownItem>()
  /// Items that appeared in that frame, in entering order.
  var entered = UniqueArray<Int32>()
  /// What the frame that is processed, or was last, costs.
  var frameWork = Work()
  /// Items that wait, that show what they must not, and cells that are soft or wrong.
  var waitingCount = 0, overwrittenCount = 0, flawedCount = 0
  var lanes: DecodeLanes
  var flashUser = FlashUser.nobody
  /// Encoded bytes between read and decode.
  var encodedInFlight = 0
  var cachedBytes = 0
  /// The cache's cost, unless it was told something since.
  var knownCost: Int?
  /// What the device's rules were last applied to.
  var chargedBytes = 0
  var nextEvent = 0, nextEpoch = 0
  /// Memory states that the cache has not been told yet.
  var pressure: [PressureLevel] = []
  var isInBackground = false
  /// Time spent in the background so far, and since when.
  var offScreen: Int64 = 0, wentOff: Int64 = 0
  /// When the app was launched, relaunched or came back, until the next frame.
  var resumed: SimTime?
  var death: RunReport.Death?
  /// No frame was processed since the launch.
  var isFresh = true
  /// The sample of the trace that was last passed.
  var sample = 0
  /// Points that the viewport has moved so far, either way.
  var travelled = 0.0
  /// The last processed frame, which is on screen when the next one starts.
  var frame = Frame()
  var mainThread = MainThreadClock()
  /// When the app was launched, until its first frame.
  var launchedAt: SimTime?
  /// Whether the cell of an item has been made ahead.
  var isPrepared: Table<ItemID, Bool>
  /// What the distinct visible images take as bitmaps.
  var visibleBytes = 0
  /// Since when `cachedBytes` is what it is.
  var cachedSince: Int64 = 0

  /// What the flash channel is doing.
  enum FlashUser { case nobody, load, write }

  struct LateHit {
    var item: ItemIndex, appearance: Int32, bitmap: BitmapIndex
  }

  /// Prepares one run.
  /// - Parameters:
  ///   - prepared: what is simulated.
  ///   - model: a fresh cache.
  ///   - isSpatial: whether the model wants to hear of the viewport.
  ///   - budget: what the cache may hold, if it is known.
  ///   - seed: for what the network loses.
  ///   - log: hears everything that happens.
  ///   - afterRelaunch: makes the next cache.
  init(
    _ prepared: PreparedScenario, model: any CacheModel, isSpatial: Bool, budget: Int?,
    seed: UInt64, log: RunLog?, afterRelaunch: (() -> any CacheModel)?
  ) {
    let scenario = prepared.scenario
    self.scenario = scenario
    loader = scenario.loader
    keys = prepared.keys
    works = prepared.works
    cache = model
    self.afterRelaunch = afterRelaunch
    self.isSpatial = isSpatial
    needsTicks = model.needsTicks
    self.budget = budget
    self.log = log
    largestBitmap = prepared.largestBitmap
    hertz = scenario.device.refreshRate
    end = scenario.motion.duration.nanoseconds
    motion = MotionCursor(direction: scenario.direction, window: scenario.velocityWindow)
    placement = prepared.keys.placement
    extent = scenario.viewportExtent
    memory = DeviceMemory(scenario.device.memory)
    inFlight = InFlightTable(ranks: loader.priorities, isLIFO: loader.order == .lifo)
    bitmaps = BitmapLedger(
      pageSize: scenario.device.memory.pageSize, hasSwap: scenario.device.memory.swap != nil,
      group: loader.purgeGroup, behaviour: loader.purgeable.behaviour)
    tiers = Tiers(scenario, keyCount: prepared.keys.count, files: prepared.works.count, seed: seed)
    prefetching = Prefetching(scenario, prepared.keys)
    interface = InterfaceAssets(loader.interfaceAssets, on: scenario.device)
    lanes = DecodeLanes(loader.lanes, cores: scenario.device.performanceCores)
    let (items, count) = (scenario.placement.count, prepared.keys.count)
    isPrepared = Table(repeating: false, count: loader.cellPreparation == .ahead ? items : 0)
    states = Table(repeating: .hidden, count: items)
    appearances = Table(repeating: 0, count: items)
    cellOfItem = Table(repeating: .none, count: items)
    cachedBitmap = Table(repeating: .none, count: count)
    loadOfKey = Table(repeating: .none, count: count)
    liveBitmap = Table(repeating: .none, count: loader.liveObjects ? count : 0)
    displays = Table(repeating: 0, count: loader.pinDisplayed ? count : 0)
    viewers = RigidArray(
      repeating: 0, count: budget == nil ? 0 : prepared.keys.baseCount)
    fates = Table(repeating: Fate(), count: count)
    versions = Table(repeating: 0, count: scenario.images.count)
  }

  /// Runs to the last sample of the trace, or until the app is killed.
  consuming func run() -> RunReport {
    let last = SimTime(nanoseconds: end)
    var vsync: Int64 = 0
    applyMemoryRules(at: .zero)
    launch(at: .zero)
    while death == nil {
      if let back = resumed {
        resumed = nil
        vsync = back.firstVsync(hertz: hertz)
      }
      let time = SimTime.vsync(vsync, hertz: hertz)
      processEvents(upTo: min(time, last))
      if isInBackground { waitForReturn() }
      guard resumed == nil else { continue }
      guard death == nil, !isInBackground, time <= last else { break }
      vsync = passFrames(from: processFrame(vsync, at: time))
    }
    processEvents(upTo: last)
    finish()
    return report
  }

  /// One frame; returns the vsync of the next.
  private mutating func processFrame(_ vsync: Int64, at time: SimTime) -> Int64 {
    closeFrame(at: time.nanoseconds, isPresented: true)
    report.frames += 1
    let previous = visible
    let offset = motion.offset
    motion.advance(to: time, in: scenario.motion)
    let isElsewhere = nextEpoch < scenario.laterEpochs.count && enterEpoch(at: time)
    deliverPressure(at: time)
    let isMoved = motion.offset != offset || isFresh
    if isMoved {
      // What was passed before a launch was not passed over by it.
      if !isFresh { travelled += abs(motion.offset - offset) }
      visible.move(lower: motion.offset, upper: motion.offset + extent, in: placement)
    }
    if needsTicks { model.timePassed(to: time) }
    if isSpatial { model.viewportMoved(to: viewport(at: time)) }
    if needsTicks || isSpatial { drainRemovals(at: time) }
    countSkipped(from: offset, previous, isElsewhere: isElsewhere, at: time)
    let wasFresh = isFresh
    isFresh = false
    inFlight.reuseSlots()
    if !finished.isEmpty || !lateHits.isEmpty { deliverFinished(at: time) }
    if visible != previous || (isMoved && !placement.endsAscend) || wasFresh || isElsewhere {
      updateVisible(from: previous, isElsewhere: isElsewhere, at: time)
    }
    if loader.variants != .none { swapVariants(at: time) }
    if prefetching.isOn { prefetch(at: time) }
    if wasFresh { presentFirst(at: time) }
    if loader.cellPreparation == .ahead { prepareCells() }
    let free = SimTime(nanoseconds: time.nanoseconds + frameWork.total)
    let next = max(vsync + 1, free.firstVsync(hertz: hertz))
    openFrame(
      from: time, due: .vsync(vsync + 1, hertz: hertz), until: .vsync(next, hertz: hertz))
    return next
  }

  func image(of item: ItemIndex) -> ImageIndex {
    ImageIndex(scenario.placement.images[item.position])
  }

  mutating func viewport(at time: SimTime) -> Viewport {
    Viewport(
      lower: motion.offset, upper: motion.offset + extent, velocity: motion.velocity,
      direction: motion.direction, phase: motion.phase, time: time)
  }

  /// A moment without the app's time in the background, which it stands still in.
  mutating func screenTime(_ time: SimTime) -> Int64 {
    (isInBackground ? wentOff : time.nanoseconds) - offScreen
  }

  /// Tells the log, if there is one.
  @inline(__always)
  func note(_ time: SimTime, _ event: @autoclosure () -> RunEvent) {
    if let log { log.append(time, event()) }
  }
}
