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
/// function of time. Between frames the flash channel and the decode lanes run on an event
/// queue.
///
/// Simplifications that results depend on: a finished load is delivered at the next frame
/// only, and stored on the main thread; the main thread and the lanes do not slow each other;
/// reads on the main thread do not wait for the flash channel; constant latencies behind the
/// commit (render server, display) are left out and render hitches are not modelled.
/// A prefetcher needs a cache: without one it is ignored.
///
/// Choices: nothing counts beyond the end of the run, be it the last sample, the app's death
/// or a relaunch, so that work and hitches are cut off there. An image whose frame was
/// processed but never got on screen is displayed, and late by its planned presentation.
/// Time in the background stands still: what was on screen is there again on the return. The
/// frame in which the app is killed is processed to its end. Several things that happen in one
/// step are ordered by the direction of movement, as items enter.
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
  /// Another one after every relaunch.
  var model: any CacheModel
  let afterRelaunch: (() -> any CacheModel)?
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
  /// The load that an item waits for: the one that it started or joined.
  var loadOfItem: RigidArray<Int32>
  // By image.
  var cachedBitmap: RigidArray<Int32>
  /// The load that requests join, with coalescing.
  var loadOfImage: RigidArray<Int32>
  /// The bitmap that was displayed last, until nobody holds it any more.
  var liveBitmap: RigidArray<Int32>
  /// How many cells on screen display a bitmap of it.
  var displays: RigidArray<Int32>
  var plannedInFrame: RigidArray<Int32>

  /// Loads waiting for the next frame, in order of completion.
  var finished = UniqueArray<Int32>()
  /// Hits that reach their cells one frame later.
  var lateHits = UniqueArray<LateHit>()
  /// Items whose image is shown for the first time in the frame that is not on screen yet.
  var shownNow = UniqueArray<Int32>()
  /// Items that appeared in that frame, in entering order.
  var entered = UniqueArray<Int32>()
  /// What the frame that is processed, or was last, costs.
  var frameWork = Work()
  var waitingCount = 0, overwrittenCount = 0
  var lanesFree: Int
  var flashIsBusy = false
  /// Encoded bytes between read and decode.
  var encodedInFlight = 0
  var cachedBytes = 0
  /// What the device's rules were last applied to.
  var chargedBytes = 0
  var nextEvent = 0
  /// Memory states that the cache has not been told yet.
  var pressure: [PressureLevel] = []
  var isInBackground = false
  /// Time spent in the background so far, and since when.
  var offScreen: Int64 = 0, wentOff: Int64 = 0
  /// When the app was relaunched or came back, until the next frame.
  var resumed: SimTime?
  var death: RunReport.Death?
  /// No frame was processed since the launch.
  var isFresh = true
  /// The sample of the trace that was last passed.
  var sample = 0
  /// The last processed frame, which is on screen when the next one starts.
  var frame = Frame()

  struct LateHit {
    var item: Int32, appearance: Int32, bitmap: Int32
  }

  /// Prepares one run.
  /// - Parameters:
  ///   - scenario: what is simulated.
  ///   - images: `ImageWork.table` of that scenario.
  ///   - model: a fresh cache.
  ///   - isSpatial: whether the model wants to hear of the viewport.
  ///   - afterRelaunch: makes the next cache.
  init(
    _ scenario: Scenario, images: [ImageWork], model: any CacheModel, isSpatial: Bool,
    afterRelaunch: (() -> any CacheModel)?
  ) {
    self.scenario = scenario
    self.images = images
    self.model = model
    self.afterRelaunch = afterRelaunch
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
    let last = SimTime(nanoseconds: end)
    var vsync: Int64 = 0
    applyMemoryRules(at: .zero)
    while death == nil {
      let time = SimTime.vsync(vsync, hertz: hertz)
      processEvents(upTo: min(time, last))
      if isInBackground { waitForReturn() }
      if let back = resumed {
        resumed = nil
        vsync = back.firstVsync(hertz: hertz)
      } else {
        guard death == nil, !isInBackground, time <= last else { break }
        vsync = processFrame(vsync, at: time)
      }
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
    deliverPressure(at: time)
    if motion.offset != offset || isFresh {
      visible.move(
        lower: motion.offset, upper: motion.offset + scenario.viewportExtent,
        in: scenario.placement)
    }
    model.timePassed(to: time)
    if isSpatial { model.viewportMoved(to: viewport(at: time)) }
    drainRemovals(at: time)
    countSkipped(from: offset, previous, at: time)
    isFresh = false
    if !finished.isEmpty || !lateHits.isEmpty || visible != previous {
      deliverFinished(at: time)
      updateVisible(from: previous, at: time)
    }
    let free = SimTime(nanoseconds: time.nanoseconds + frameWork.total)
    let next = max(vsync + 1, free.firstVsync(hertz: hertz))
    openFrame(
      from: time, due: .vsync(vsync + 1, hertz: hertz), until: .vsync(next, hertz: hertz))
    return next
  }

  private func viewport(at time: SimTime) -> Viewport {
    Viewport(
      lower: motion.offset, upper: motion.offset + scenario.viewportExtent,
      velocity: motion.velocity, direction: motion.direction, phase: motion.phase, time: time)
  }
}
