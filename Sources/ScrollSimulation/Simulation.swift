import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// A simulation that replays a scenario against a memory cache, frame by frame, and reports stalls.
///
/// A frame is processed at each vsync at which the main thread is free. The viewport moves,
/// finished loads are delivered, items disappear, items appear and request their images, and the
/// prefetcher makes its requests. All of that costs main-thread time. The frame is on screen from
/// the first vsync at which its work is done; the next frame starts at this vsync. A frame that is
/// not ready at the vsync after its start is late (a hitch). After a late frame the content jumps,
/// because its position depends on time only. Between frames, an event queue simulates the network,
/// the flash channel and the decode lanes.
///
/// A request starts when the main thread has finished the work of the frame that comes before the
/// request. The k-th cell makes its request after its own work and the work of the cells before it.
/// The prefetcher makes its requests after all cells.
///
/// Some simplifications affect results. A finished load is delivered at the next frame only, and
/// stored on the main thread. The main thread and the lanes do not slow each other. Reads on the
/// main thread do not wait for the flash channel, and downloads on the main thread do not wait for
/// other downloads. Constant latencies after the commit of a frame (render server, display) are
/// left out, and render hitches are not modeled. A prefetcher is ignored if the loader has no
/// cache.
///
/// Work and hitches count only up to the end of the run or of the process (the last sample, the end
/// of the app or a relaunch). If a frame was processed but never got on screen, its images were not
/// shown, and their items continue to wait. Time in the background does not count, and the screen
/// shows the same on the return. The frame in which the app is killed is processed completely.
/// Within a step, items are handled in the order in which they enter the screen.
///
/// `Simulation` has the event queue, the motion, and the order of a frame's steps. Each subsystem
/// is a type in its own folder and alone changes its state. Extensions of `Simulation` in the same
/// folder implement the effects of the subsystem on others.
///
/// Methods that change nothing are `mutating`, too. Otherwise the compiler (Swift 6.3) copies the
/// whole simulation for each call.
///
/// - Complexity: per frame O(1) while no item appears or waits, otherwise O(visible items). A short
///   loop skips frames that change only the offset, unless a log, a spatial policy or a cache model
///   with timers needs every frame.
struct Simulation: ~Copyable {
  /// The kinds of events in the queue, in the order in which simultaneous events are processed.
  enum EventKind {
    static let wake: UInt8 = 1, flash: UInt8 = 2, lane: UInt8 = 3, call: UInt8 = 4
    static let disk: UInt8 = 5
  }

  var scenario: Scenario
  let loader: Loader
  var keys: KeySpace
  let works: PictureWorks
  let log: RunLog?

  var queue = EventQueue()
  var motion: MotionCursor
  var session: Session
  var screen: Screen
  var cache: MemoryCache
  var footprint: Footprint
  var loading: Loading
  var prefetching: Prefetching
  var gate: LoadGate
  var downloads: Downloads
  var flash: Flash
  var diskQueue = DiskQueue()
  var lanes: DecodeLanes
  var variation: DecodeVariation
  var mainThread: MainThread
  var calls = CallQueue()
  var taps = Taps()
  var stalls: StallAccounting
  /// The vsync of the next frame.
  private var vsync: Int64 = 0

  /// Returns a simulation with the same state that shares no storage with this one and has no log.
  ///
  /// - Precondition: the cache is repeatable, if there is one.
  /// - Complexity: O(images + items), plus the copy of the cache.
  func copy() -> Simulation {
    precondition(cache.repeatable != nil || !loader.cache, "this run was not made to be copied")
    return Simulation(
      scenario: scenario, loader: loader, keys: keys, works: works, log: nil, queue: queue,
      motion: motion, session: session, screen: screen.copy(), cache: cache.copy(),
      footprint: footprint.copy(), loading: loading.copy(), prefetching: prefetching.copy(),
      gate: gate, downloads: downloads.copy(), flash: flash.copy(), diskQueue: diskQueue.copy(),
      lanes: lanes.copy(), variation: variation.copy(), mainThread: mainThread,
      calls: calls.copy(), taps: taps, stalls: stalls.copy(), vsync: vsync)
  }
}

extension Simulation {
  /// Creates the simulation of one run.
  /// - Parameters:
  ///   - prepared: the scenario.
  ///   - model: a new cache.
  ///   - isSpatial: whether the model receives the viewport of every frame.
  ///   - budget: the limit of the cache; `nil` if it is unknown.
  ///   - seed: the seed for losses of the network.
  ///   - log: records everything that happens.
  ///   - afterRelaunch: makes the cache after a relaunch.
  init(
    _ prepared: PreparedScenario, model: any CacheModel, isSpatial: Bool, budget: Int?,
    seed: UInt64, log: RunLog?, afterRelaunch: (() -> any CacheModel)?
  ) {
    let scenario = prepared.scenario
    self.scenario = scenario
    loader = scenario.loader
    keys = prepared.keys
    works = prepared.works
    self.log = log
    motion = MotionCursor(direction: scenario.direction, window: scenario.velocityWindow)
    session = Session(scenario)
    mainThread = MainThread(begun: scenario.begun.nanoseconds)
    screen = Screen(prepared, countsViewers: budget != nil)
    cache = MemoryCache(
      model, isSpatial: isSpatial, budget: budget, keyCount: prepared.keys.count,
      hasNulls: loader.storesNulls, afterRelaunch: afterRelaunch)
    footprint = Footprint(prepared)
    loading = Loading(prepared)
    prefetching = Prefetching(prepared)
    gate = LoadGate(loader)
    downloads = Downloads(prepared, seed: seed)
    flash = Flash(prepared)
    lanes = DecodeLanes(
      loader.lanes, cores: scenario.device.performanceCores,
      sideBySide: scenario.device.sideBySide)
    variation = DecodeVariation(prepared, seed: seed)
    stalls = StallAccounting(scenario)
  }

  /// Runs to the last sample of the trace, or until the app is killed.
  consuming func run() -> RunReport {
    begin()
    goOn()
    finish()
    return report()
  }

  /// Launches the app.
  mutating func begin() {
    let begun = SimTime(nanoseconds: session.begun)
    applyMemoryRules(at: begun)
    launch(at: begun)
  }

  /// Adds a sample to the motion; `goOn` may then be called again.
  mutating func append(_ time: SimTime, _ offset: Double, _ phase: ScrollPhase) {
    scenario.motion.append(time, offset, phase)
    session.append(time, offset, phase)
    stalls.append(time, offset, phase)
  }

  /// Runs to the last known sample, or until the app is killed.
  mutating func goOn() {
    let last = SimTime(nanoseconds: session.end)
    while session.death == nil {
      if let back = session.takeResumption() { vsync = back.firstVsync(hertz: session.hertz) }
      let time = SimTime.vsync(vsync, hertz: session.hertz)
      processEvents(upTo: min(time, last))
      if session.isInBackground { waitForReturn() }
      guard session.resumed == nil else { continue }
      guard session.death == nil, !session.isInBackground, time <= last else { break }
      vsync = passFrames(from: processFrame(vsync, at: time))
    }
  }

  /// Runs to a time, or to the last known sample if that is earlier.
  mutating func advance(to time: SimTime) {
    let end = session.end
    session.end = min(end, time.nanoseconds)
    goOn()
    processEvents(upTo: SimTime(nanoseconds: session.end))
    session.end = end
  }

  /// Ends the run at the last sample.
  mutating func finish() {
    processEvents(upTo: SimTime(nanoseconds: session.end))
    session.meetDeadline()
    end()
  }

  /// Processes one frame and returns the vsync of the next one.
  private mutating func processFrame(_ vsync: Int64, at time: SimTime) -> Int64 {
    closeFrame(at: time.nanoseconds, isPresented: true)
    mainThread.beginFrame()
    let previous = screen.visible
    let offset = motion.offset
    motion.advance(to: time, in: scenario.motion)
    let isElsewhere = session.scenario.nextEpochTime <= time && enterEpoch(at: time)
    if loader.defers { updateGate() }
    deliverPressure(at: time)
    let isMoved = motion.offset != offset || session.isFresh
    if isMoved {
      // A launch does not pass over the content that was passed before it.
      if !session.isFresh { session.move(by: motion.offset - offset) }
      screen.move(to: motion.offset)
    }
    if cache.needsTicks { cache.model.timePassed(to: time) }
    if cache.isSpatial { cache.model.viewportMoved(to: viewport(at: time)) }
    if cache.needsTicks || cache.isSpatial { drainRemovals(at: time) }
    countSkipped(from: offset, previous, isElsewhere: isElsewhere, at: time)
    let wasFresh = session.didProcessFrame()
    loading.inFlight.reuseSlots()
    if loader.looksUpWhatItDraws { lookUpDrawn(at: time) }
    if !loading.isQuiet { deliverFinished(at: time) }
    if screen.visible != previous || (isMoved && !screen.placement.endsAscend) || wasFresh
      || isElsewhere || screen.hasLostPictures
    {
      updateVisible(from: previous, isElsewhere: isElsewhere, at: time)
    }
    if loader.defers { openGate(at: time) }
    if loader.variants != .none { swapVariants(at: time) }
    if prefetching.isOn {
      prefetch(at: time, idle: .vsync(vsync + 1, hertz: session.hertz) - time)
    }
    if loader.cellPreparation == .ahead { prepareCells() }
    let free = SimTime(nanoseconds: time.nanoseconds + mainThread.work.total)
    let next = max(vsync + 1, free.firstVsync(hertz: session.hertz))
    openFrame(
      from: time, due: .vsync(vsync + 1, hertz: session.hertz),
      until: .vsync(next, hertz: session.hertz))
    return next
  }

  func image(of item: ItemIndex) -> ImageIndex {
    ImageIndex(scenario.placement.images[item.position])
  }

  mutating func viewport(at time: SimTime) -> Viewport {
    Viewport(
      lower: motion.offset, upper: motion.offset + screen.extent, velocity: motion.velocity,
      direction: motion.direction, phase: motion.phase, time: time)
  }

  /// Returns a moment in screen time, which excludes the app's time in the background.
  mutating func screenTime(_ time: SimTime) -> Int64 { session.screenTime(time) }

  /// Appends an event to the log, if there is one.
  @inline(__always)
  func note(_ time: SimTime, _ event: @autoclosure () -> RunEvent) {
    if let log { log.append(time, event()) }
  }
}

/// The report of a run, with the quantities that are counted in two ways for its consistency
/// checks.
extension Simulation {
  /// Returns the report of the run, with the figures of all subsystems.
  ///
  /// Before the end of the run, the figures cover the frames that have been on screen.
  /// - Complexity: O(cells + bitmaps + n log n), n being the images that came late.
  mutating func report() -> RunReport {
    var report = RunReport()
    report.duration = SimTime(nanoseconds: session.stop.nanoseconds - session.begun)
    report.screenTime = SimTime(nanoseconds: session.stop.nanoseconds - session.offScreen)
    report.death = session.death
    report.death?.time.nanoseconds -= session.begun
    report.launch = session.launchFigures
    report.frames = mainThread.frames
    report.requests = screen.requests
    report.cells.prepared = screen.prepared
    report.prefetch = cache.prefetches
    report.cache = cache.figures
    report.cache.residentBytes = cache.bytes
    cache.contentAccesses.report(into: &report.cache)
    report.interface = footprint.interface.figures
    report.memory = footprint.figures
    stalls.report(into: &report)
    taps.report(into: &report)
    if loader.placeholder > 0 {
      report.stalls.placeholderSeconds = report.stalls.blankAreaSeconds
    }
    mainThread.report(into: &report)
    lanes.report(into: &report.work)
    downloads.report(into: &report.work)
    flash.report(into: &report.work)
    footprint.report(into: &report.work)
    report.accounting.idle = mainThread.idle
    report.accounting.kept = cache.kept
    report.accounting.footprint = footprint.bytes
    report.accounting.cached = footprint.bitmaps.cached
    countHeldBytes(into: &report.accounting)
    return report
  }

  /// Counts the bytes that the app is charged for, as the sum over all holders.
  ///
  /// The holders are the cache, uses by trace events, the cells, the loads, hits that reach their
  /// cells one frame later, and the system's cache of interface pictures.
  private mutating func countHeldBytes(into accounting: inout RunReport.Accounting) {
    var isCounted = [Bool](repeating: false, count: footprint.bitmaps.bitmaps.count)
    var sum = ByteCount.zero
    for key in cache.bitmaps.indices {
      sum += newBytes(cache.bitmaps[key], &isCounted)
    }
    accounting.heldByCache = sum
    sum += scenario.device.memory.baseFootprint
    sum += footprint.interface.recounted + footprint.placeholder
    for access in cache.contentAccesses.open { sum += newBytes(access.bitmap, &isCounted) }
    for cell in CellIndex.first(screen.cells.cells.count) {
      sum += newBytes(screen.cells[cell].bitmap, &isCounted)
    }
    for index in 0..<loading.lateHits.count {
      sum += newBytes(loading.lateHits[index].bitmap, &isCounted)
    }
    for slot in 0..<loading.inFlight.loads.count where loading.inFlight.loads[slot].stage != .free {
      let load = loading.inFlight.loads[slot]
      sum += ByteCount(load.bytes)
      sum += newBytes(load.bitmap, &isCounted) + newBytes(load.cachedFile, &isCounted)
    }
    accounting.held = sum
  }

  /// Returns the bytes of a bitmap, or 0 if another holder has counted it.
  private mutating func newBytes(_ bitmap: BitmapIndex, _ isCounted: inout [Bool]) -> ByteCount {
    guard bitmap != .none, !isCounted[bitmap.position] else { return .zero }
    isCounted[bitmap.position] = true
    return footprint.bitmaps[bitmap].isVolatile ? .zero : ByteCount(footprint.bitmaps[bitmap].bytes)
  }
}

/// A queue of loads that were requested in a frame and start when the main thread has done the work
/// before their requests.
///
/// The work of a frame only increases. So loads start in the order of their requests, and all of
/// them start before the next frame.
struct CallQueue: ~Copyable {
  struct Call {
    var load: LoadIndex, serial: Int32
  }

  private var calls = UniqueArray<Call>()
  /// The number of loads in the queue that have started.
  private var gone = 0

  /// Adds a load that is to start later.
  mutating func append(_ load: LoadIndex, serial: Int32) {
    calls.append(Call(load: load, serial: serial))
  }

  /// Returns the next load; `nil` if it was cancelled meanwhile.
  mutating func next(in table: borrowing InFlightTable) -> LoadIndex? {
    let call = calls[gone]
    gone += 1
    if gone == calls.count { endProcess() }
    let load = table.loads[call.load]
    return load.stage == .called && load.serial == call.serial ? call.load : nil
  }

  /// Clears the queue, since the process has ended or all loads have started.
  mutating func endProcess() {
    calls.removeAll(keepingCapacity: true)
    gone = 0
  }

  /// Returns a copy that shares no state.
  func copy() -> CallQueue { CallQueue(calls: calls.clone(), gone: gone) }
}

/// A gate for loads, which is closed while the viewport moves too fast.
///
/// The gate closes above one speed and opens at or below a lower one, so that small changes of the
/// speed do not open and close it.
struct LoadGate {
  /// The speeds at which the gate closes and opens, in screens per second.
  private let above: Double, below: Double
  private(set) var isClosed = false

  init(_ loader: Loader) {
    above = loader.deferAbove
    below = loader.deferBelow > 0 ? min(loader.deferBelow, loader.deferAbove) : loader.deferAbove
  }

  /// Updates the gate with the speed of the viewport in this frame, in screens per second.
  mutating func update(speed: Double) {
    guard above > 0 else { return }
    isClosed = speed > (isClosed ? below : above)
  }
}

/// The loads that wait for a slower viewport.
extension Simulation {
  /// Updates the gate with the speed of a frame.
  mutating func updateGate() {
    gate.update(speed: abs(motion.velocity) / screen.extent)
  }

  /// Defers a load until the viewport is slow enough.
  mutating func deferLoad(_ slot: LoadIndex, at time: SimTime) {
    loading.inFlight.wait(slot, for: .gate, stage: .deferred, at: moment(time))
    note(time, .queued(load: loading.inFlight.loads[slot].serial, .gate))
  }

  /// Begins the deferred loads in the order of their requests, if the viewport is slow enough.
  mutating func openGate(at time: SimTime) {
    while !gate.isClosed, let slot = loading.inFlight.next(for: .gate) { begin(slot, at: time) }
  }
}
