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
/// A request goes out when the main thread has done what comes before it in the frame: the k-th cell
/// asks after its own work and that of those before it, the prefetcher after all of them.
///
/// Simplifications that results depend on: a finished load is delivered at the next frame
/// only, and stored on the main thread; the main thread and the lanes do not slow each other;
/// reads on the main thread do not wait for the flash channel, nor downloads on it for others;
/// constant latencies behind the commit (render server, display) are left out and render
/// hitches are not modeled. A prefetcher needs a cache: without one it is ignored.
///
/// Choices: nothing counts beyond the end of the run, be it the last sample, the app's death
/// or a relaunch, so that work and hitches are cut off there. An image whose frame was
/// processed but never got on screen was not shown: its item goes on waiting, until then.
/// Time in the background stands still: what was on screen is there again on the return. The
/// frame in which the app is killed is processed to its end. Several things that happen in one
/// step are ordered by the direction of movement, as items enter.
///
/// It keeps the queue, the motion and the order of a frame's steps. Every subsystem has a room,
/// a type in a folder of its own, which alone changes its state; what one subsystem does to
/// others is an extension of the simulation in the same folder.
///
/// Its questions are `mutating`, too, though they change nothing: asked any other way, the
/// compiler (Swift 6.3) copies the whole simulation for each.
///
/// - Complexity: per frame O(1) while nothing appears or waits, else O(visible items). Frames in
///   which nothing happens but movement are passed in a short loop, unless
///   something needs every frame: a log, a spatial policy, a model with timers.
struct Simulation: ~Copyable {
  /// Kinds of events in the queue, in the order in which they happen at one time.
  enum EventKind {
    static let wake: UInt8 = 1, flash: UInt8 = 2, lane: UInt8 = 3, call: UInt8 = 4
    static let disk: UInt8 = 5
  }

  var scenario: Scenario
  let loader: Loader
  let keys: KeySpace
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
  var mainThread = MainThread()
  var calls = CallQueue()
  var taps = Taps()
  var stalls: StallLedger
  /// The vsync of the next frame.
  private var vsync: Int64 = 0

  /// Prepares one run.
  /// - Parameters:
  ///   - prepared: what is simulated.
  ///   - model: a fresh cache.
  ///   - isSpatial: whether the model gets the viewport of every frame.
  ///   - budget: what the cache may hold, if it is known.
  ///   - seed: for what the network loses.
  ///   - log: records everything that happens.
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
    self.log = log
    motion = MotionCursor(direction: scenario.direction, window: scenario.velocityWindow)
    session = Session(scenario)
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
    stalls = StallLedger(scenario)
  }

  /// Runs to the last sample of the trace, or until the app is killed.
  consuming func run() -> RunReport {
    begin()
    goOn()
    finish()
    return report()
  }

  /// The app is launched.
  mutating func begin() {
    let begun = SimTime(nanoseconds: session.begun)
    applyMemoryRules(at: begun)
    launch(at: begun)
  }

  /// The motion goes on: `goOn` may then be called again.
  mutating func append(_ time: SimTime, _ offset: Double, _ phase: ScrollPhase) {
    scenario.motion.append(time, offset, phase)
    session.append(time, offset, phase)
    stalls.append(time, offset, phase)
  }

  /// Runs to the last sample that is known, or until the app is killed.
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

  /// The last sample was the end.
  mutating func finish() {
    processEvents(upTo: SimTime(nanoseconds: session.end))
    session.meetDeadline()
    end()
  }

  /// One frame; returns the vsync of the next.
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
      // What was passed before a launch was not passed over by it.
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

  /// A moment without the app's time in the background, which it stands still in.
  mutating func screenTime(_ time: SimTime) -> Int64 { session.screenTime(time) }

  /// Tells the log, if there is one.
  @inline(__always)
  func note(_ time: SimTime, _ event: @autoclosure () -> RunEvent) {
    if let log { log.append(time, event()) }
  }
}

/// The figures of a run, and what is counted a second time for the laws of conservation.
extension Simulation {
  /// What the run reports: the figures of every part, and the second counts.
  ///
  /// Before the end they are those of the frames that have been on screen.
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
    report.books.idle = mainThread.idle
    report.books.footprint = footprint.bytes
    report.books.held = scenario.device.memory.baseFootprint + heldBytes()
    return report
  }

  /// What is charged for, found by asking each holder: the cache, its uses, the cells, the
  /// loads, the hits that are shown a frame later, the system's cache.
  private mutating func heldBytes() -> ByteCount {
    var isCounted = [Bool](repeating: false, count: footprint.bitmaps.bitmaps.count)
    var sum = footprint.interface.recounted + footprint.placeholder
    for key in cache.bitmaps.indices {
      sum += newBytes(cache.bitmaps[key], &isCounted)
    }
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
    return sum
  }

  /// What a bitmap takes, unless it was found with another holder.
  private mutating func newBytes(_ bitmap: BitmapIndex, _ isCounted: inout [Bool]) -> ByteCount {
    guard bitmap != .none, !isCounted[bitmap.position] else { return .zero }
    isCounted[bitmap.position] = true
    return footprint.bitmaps[bitmap].isVolatile ? .zero : ByteCount(footprint.bitmaps[bitmap].bytes)
  }
}

/// Loads that were asked for in a frame and go out when the frame's work before them is done.
///
/// A frame's work only grows, so that they go out in the order in which they were asked for, and all
/// of them before the next frame.
struct CallQueue: ~Copyable {
  private struct Call {
    var load: LoadIndex, serial: Int32
  }

  private var calls = UniqueArray<Call>()
  /// How many of them have gone out.
  private var gone = 0

  /// A load is to go out later.
  mutating func append(_ load: LoadIndex, serial: Int32) {
    calls.append(Call(load: load, serial: serial))
  }

  /// The next one's turn; nil if it was cancelled meanwhile.
  mutating func next(in table: borrowing InFlightTable) -> LoadIndex? {
    let call = calls[gone]
    gone += 1
    if gone == calls.count { endProcess() }
    let load = table.loads[call.load]
    return load.stage == .called && load.serial == call.serial ? call.load : nil
  }

  /// The process has ended, or all are gone.
  mutating func endProcess() {
    calls.removeAll(keepingCapacity: true)
    gone = 0
  }
}

/// Whether loads may begin: not while the viewport moves too fast.
///
/// It closes above one speed and opens at or below another, so that it need not flutter between.
struct LoadGate {
  /// Screens per second.
  private let above: Double, below: Double
  private(set) var isClosed = false

  init(_ loader: Loader) {
    above = loader.deferAbove
    below = loader.deferBelow > 0 ? min(loader.deferBelow, loader.deferAbove) : loader.deferAbove
  }

  /// The viewport has moved to where it is in this frame, at so many screens per second.
  mutating func update(speed: Double) {
    guard above > 0 else { return }
    isClosed = speed > (isClosed ? below : above)
  }
}

/// Loads that wait for a slower viewport.
extension Simulation {
  /// Looks at the speed of a frame.
  mutating func updateGate() {
    gate.update(speed: abs(motion.velocity) / screen.extent)
  }

  /// A load is to begin as soon as the viewport is slow enough.
  mutating func deferLoad(_ slot: LoadIndex, at time: SimTime) {
    loading.inFlight.wait(slot, for: .gate, stage: .deferred, at: moment(time))
    note(time, .queued(load: loading.inFlight.loads[slot].serial, .gate))
  }

  /// What was deferred begins, in the order in which it was asked for, if the viewport is slow enough.
  mutating func openGate(at time: SimTime) {
    while !gate.isClosed, let slot = loading.inFlight.next(for: .gate) { begin(slot, at: time) }
  }
}
