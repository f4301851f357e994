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
/// from the first vsync at which its work is done until the next one; if that is later than
/// the next vsync it is late (a hitch), and content jumps, because position is a function of
/// time. Between frames the flash channel and the decode lanes run on an event queue.
///
/// Simplifications that results depend on: a finished load is delivered at the next frame
/// only, and stored on the main thread; the main thread and the lanes do not slow each other;
/// reads on the main thread do not wait for the flash channel; constant latencies behind the
/// commit (render server, display) are left out and render hitches are not modelled.
/// A prefetcher needs a cache: without one it is ignored.
///
/// - Complexity: per frame O(1) while nothing appears or waits, else O(visible items).
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

  static let flashEvent: UInt8 = 2, decodeEvent: UInt8 = 3

  let scenario: Scenario
  let images: [ImageWork]
  let model: any CacheModel
  let isSpatial: Bool
  let hertz: Int64
  let lanes: Int
  let end: Int64

  var motion: MotionCursor
  var visible = VisibleRange()
  var queue = EventQueue()
  var inFlight = InFlightTable()
  var bitmaps = BitmapLedger()
  var cells = CellPool()
  var stalls = StallLedger()
  var memory: DeviceMemory
  var report = RunReport()

  // By item.
  var states: RigidArray<ItemState>
  var appearances: RigidArray<Int32>
  var cellOfItem: RigidArray<Int32>
  var firstPresented: RigidArray<Int64>
  /// The load that an item started, without coalescing.
  var loadOfItem: RigidArray<Int32>
  // By image.
  var cachedBitmap: RigidArray<Int32>
  var loadOfImage: RigidArray<Int32>
  var liveBitmap: RigidArray<Int32>
  var displays: RigidArray<Int32>
  var plannedInFrame: RigidArray<Int32>

  /// Loads waiting for the next frame, in order of completion.
  var finished = UniqueArray<Int32>()
  /// Hits that reach their cells one frame later.
  var lateHits = UniqueArray<LateHit>()
  /// Items whose image is shown for the first time in this frame.
  var shownNow = UniqueArray<Int32>()
  /// Items that appeared in this frame, in entering order.
  var entered = UniqueArray<Int32>()
  var frameWork = Work()
  var waitingCount = 0, overwrittenCount = 0
  var lanesFree: Int
  var flashIsBusy = false
  /// Encoded bytes between read and decode.
  var encodedInFlight = 0
  var cachedBytes = 0
  var nextEvent = 0
  var pressure: PressureLevel?
  var isInBackground = false
  /// Time spent in the background so far.
  var offScreen: Int64 = 0, wentOff: Int64 = 0
  var death: RunReport.Death?
  /// Nothing has been on screen since the launch.
  var isFresh = true
  /// What the last processed frame shows, on screen from the start of the next.
  var pending: StallLedger.Screen?

  struct LateHit {
    var item: Int32, appearance: Int32, bitmap: Int32
  }

  /// Prepares one run.
  /// - Parameters:
  ///   - scenario: what is simulated.
  ///   - images: `ImageWork.table` of that scenario.
  ///   - model: a fresh cache.
  ///   - isSpatial: whether the model wants to hear of the viewport.
  init(
    _ scenario: Scenario, images: [ImageWork], model: any CacheModel, isSpatial: Bool
  ) {
    self.scenario = scenario
    self.images = images
    self.model = model
    self.isSpatial = isSpatial
    hertz = scenario.device.refreshRate
    end = scenario.motion.duration.nanoseconds
    motion = MotionCursor(direction: scenario.direction)
    memory = DeviceMemory(scenario.device.memory)
    lanes =
      scenario.loader.lanes > 0 ? scenario.loader.lanes : scenario.device.performanceCores
    lanesFree = lanes
    let (items, count) = (scenario.placement.count, images.count)
    states = RigidArray(repeating: .hidden, count: items)
    appearances = RigidArray(repeating: 0, count: items)
    cellOfItem = RigidArray(repeating: -1, count: items)
    firstPresented = RigidArray(repeating: 0, count: items)
    loadOfItem = RigidArray(repeating: -1, count: items)
    cachedBitmap = RigidArray(repeating: -1, count: count)
    loadOfImage = RigidArray(repeating: -1, count: count)
    liveBitmap = RigidArray(repeating: -1, count: count)
    displays = RigidArray(repeating: 0, count: count)
    plannedInFrame = RigidArray(repeating: -1, count: count)
  }

  /// Runs to the last sample of the trace, or until the app is killed.
  consuming func run() -> RunReport {
    var vsync: Int64 = 0
    while death == nil {
      let time = SimTime.vsync(vsync, hertz: hertz)
      guard time.nanoseconds <= end else { break }
      processEvents(upTo: time)
      if death != nil { break }
      if isInBackground {
        guard let back = returnFromBackground() else { break }
        vsync = max(vsync + 1, back.firstVsync(hertz: hertz))
        continue
      }
      vsync = processFrame(vsync, at: time)
    }
    if death == nil { processEvents(upTo: SimTime(nanoseconds: end)) }
    finish()
    return report
  }

  /// One frame; returns the vsync of the next.
  private mutating func processFrame(_ vsync: Int64, at time: SimTime) -> Int64 {
    report.frames += 1
    let previous = (visible.first, visible.end)
    let offset = motion.offset
    motion.advance(to: time, in: scenario.motion)
    commit(at: time)
    if let level = pressure { deliver(pressure: level, at: time) }

    let moved = motion.offset != offset || isFresh
    if moved {
      visible.move(
        lower: motion.offset, upper: motion.offset + scenario.viewportExtent,
        in: scenario.placement)
    }
    if isSpatial { model.viewportMoved(to: viewport(at: time)) }
    let isQuiet =
      finished.isEmpty && lateHits.isEmpty && previous == (visible.first, visible.end)
    if !isQuiet {
      deliverFinished(at: time)
      updateVisible(from: previous, at: time)
      if death != nil { return vsync }
    }
    let busy = frameWork.total
    let next = max(
      vsync + 1, SimTime(nanoseconds: time.nanoseconds + busy).firstVsync(hertz: hertz))
    account(frame: vsync, next: next, at: time)
    let presented = SimTime.vsync(next, hertz: hertz).nanoseconds - offScreen
    if !isQuiet {
      assignPresentation(presented)
      frameWork = Work()
    }
    pending = screen()
    return next
  }

  /// Puts the last processed frame on screen.
  private mutating func commit(at time: SimTime) {
    if let frame = pending { stalls.present(frame, at: time.nanoseconds - offScreen) }
    pending = nil
  }

  private func viewport(at time: SimTime) -> Viewport {
    Viewport(
      lower: motion.offset, upper: motion.offset + scenario.viewportExtent,
      velocity: motion.velocity, direction: motion.direction, phase: motion.phase, time: time)
  }

  /// Hitches and main-thread time of one frame.
  private mutating func account(frame vsync: Int64, next: Int64, at time: SimTime) {
    let isScrolling = motion.phase != .idle
    let nextTime = SimTime.vsync(next, hertz: hertz)
    if isScrolling { report.hitches.scrolling += nextTime - time }
    guard frameWork.total > 0 else { return }
    report.hitches.mainThreadBusy += SimTime(
      nanoseconds: min(frameWork.total, end - time.nanoseconds))
    guard next > vsync + 1 else { return }
    let late = nextTime - SimTime.vsync(vsync + 1, hertz: hertz)
    report.hitches.count += 1
    report.hitches.time += late
    if isScrolling { report.hitches.scrollingTime += late }
    report.hitches.worst = max(report.hitches.worst, late)
    report.hitches.causes += frameWork
  }

  /// Tells the items of this frame when it is on screen.
  private mutating func assignPresentation(_ presented: Int64) {
    for index in 0..<entered.count { firstPresented[Int(entered[index])] = presented }
    for index in 0..<shownNow.count {
      stalls.didShow(after: presented - firstPresented[Int(shownNow[index])])
    }
    entered.removeAll(keepingCapacity: true)
    shownNow.removeAll(keepingCapacity: true)
  }

  /// The shares of the viewport that are blank and wrong.
  private func screen() -> StallLedger.Screen {
    var screen = StallLedger.Screen(isScrolling: motion.phase != .idle)
    guard waitingCount + overwrittenCount > 0 else { return screen }
    let placement = scenario.placement
    let (lower, upper) = (motion.offset, motion.offset + scenario.viewportExtent)
    for item in visible.first..<visible.end where states[item] != .shown {
      let overlap = min(upper, placement.ends[item]) - max(lower, placement.starts[item])
      let share = overlap * placement.breadths[item] / scenario.viewportExtent
      let bitmap = cells.cells[Int(cellOfItem[item])].bitmap
      if bitmap < 0 {
        screen.blank += share
      } else if bitmaps.image(of: bitmap) != placement.images[item].index {
        screen.wrong += share
      }
    }
    return screen
  }

  private mutating func finish() {
    let stop = death?.time.nanoseconds ?? end
    if isInBackground { offScreen += stop - wentOff }
    stalls.integrate(until: stop - offScreen)
    report.duration = SimTime(nanoseconds: stop)
    report.death = death
    report.stalls.unfinished = waitingCount
    report.requests.unfinished = waitingCount
    stalls.report(
      into: &report.stalls, never: report.stalls.neverShown + report.stalls.unfinished)
    report.work.wastedDecodes = bitmaps.wastedDecodes
    report.work.wastedDecode = SimTime(nanoseconds: bitmaps.wastedNanoseconds)
    report.memory.peakFootprint = memory.peakFootprint
    report.cache.residentBytes = cachedBytes
  }
}
