import BasicContainers
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What late frames keep from the user: the part of the wanted viewport that is not on screen.
///
/// At every moment the user wants the trace's viewport of one vsync before, which a frame on time
/// would show. While frames are on time the screen shows just that, and what is missing in it is
/// blank or wrong. Under a late frame the content moves on without the screen: what has moved
/// away is missing, too, and what is blank or wrong counts only as far as it is still wanted.
/// Of a frame of an earlier layout nothing is.
struct LateScreen: ~Copyable {
  /// Something blank or wrong: points along the axis, and a share across it.
  struct Flaw {
    var start: Double, end: Double, breadth: Double
  }

  /// A frame: when it was processed, and the viewport that it shows.
  struct Frame {
    var start: SimTime
    var offset: Double, extent: Double
  }

  private let hertz: Int64
  private var motion: ScrollMotion
  private let epochs: [LayoutEpoch]
  private var wanted: MotionCursor
  /// How many layouts had begun when the frame was processed, and by the time of what is wanted.
  private var frameLayout = 0, wantedLayout = 0
  /// What is on screen.
  private var frame: Frame?
  private var flaws = UniqueArray<Flaw>()
  /// The flaws of the frame that is on screen next.
  private var nextFlaws = UniqueArray<Flaw>()
  /// Until when everything is accounted for.
  private var since = SimTime.zero
  /// The vsync after the last frame was processed: up to it nothing can be late.
  private var due = SimTime.zero
  /// Whether a frame on time would show something else.
  private(set) var isBehind = false

  init(_ scenario: Scenario) {
    hertz = scenario.device.refreshRate
    motion = scenario.motion
    epochs = scenario.laterEpochs
    wanted = MotionCursor(direction: scenario.direction, window: scenario.velocityWindow)
  }

  /// The motion goes on.
  mutating func append(_ time: SimTime, _ offset: Double, _ phase: ScrollPhase) {
    motion.append(time, offset, phase)
  }

  /// Something is blank or wrong in the frame that is on screen next.
  mutating func add(_ flaw: Flaw) { nextFlaws.append(flaw) }

  /// A frame was processed, and is to be on screen at the next vsync.
  mutating func open(due: SimTime) { self.due = due }

  /// From `time` on another frame is on screen, the one that was opened last; nil for none.
  mutating func present(_ next: Frame?, at time: SimTime) {
    frame = next
    swap(&flaws, &nextFlaws)
    nextFlaws.removeAll(keepingCapacity: true)
    since = time
    isBehind = next != nil && due < time
    guard let next else { return }
    while frameLayout < epochs.count, epochs[frameLayout].time <= next.start { frameLayout += 1 }
  }

  /// Frames without a flaw were on time until now; the last of them is on screen.
  mutating func pass(to last: Frame, until time: SimTime, due: SimTime) {
    frame = last
    since = time
    self.due = due
  }

  /// The time until now does not count.
  mutating func skip(to time: SimTime) {
    since = time
    isBehind = true
  }

  /// What is missing until a moment above a share that is taken to be missing all the time;
  /// below zero where less is.
  ///
  /// - Returns: share-nanoseconds.
  /// - Complexity: O(1) while frames are on time, otherwise O(vsyncs x flaws).
  mutating func excess(over share: Double, until time: SimTime) -> Double {
    let from = since
    since = time
    guard let frame, from < time, isBehind || due < time else { return 0 }
    var sum = 0.0
    var vsync = from.nextVsync(hertz: hertz).firstVsync(hertz: hertz) - 1
    while SimTime.vsync(vsync, hertz: hertz) < time {
      let start = max(from, .vsync(vsync, hertz: hertz))
      let end = min(time, .vsync(vsync + 1, hertz: hertz))
      let moment = SimTime.vsync(max(0, vsync - 1), hertz: hertz)
      if moment > frame.start {
        sum += (missing(of: frame, at: moment) - share) * Double((end - start).nanoseconds)
      }
      vsync += 1
    }
    return sum
  }

  /// The share of the viewport wanted at a moment that a frame does not show rightly.
  private mutating func missing(of frame: Frame, at moment: SimTime) -> Double {
    wanted.pass(moment, in: motion)
    while wantedLayout < epochs.count, epochs[wantedLayout].time <= moment { wantedLayout += 1 }
    let away = abs(wanted.offset - frame.offset)
    guard wantedLayout == frameLayout, away < frame.extent else { return 1 }
    let lower = max(wanted.offset, frame.offset)
    let upper = min(wanted.offset, frame.offset) + frame.extent
    var points = away
    for index in 0..<flaws.count {
      let flaw = flaws[index]
      points += max(0, min(upper, flaw.end) - max(lower, flaw.start)) * flaw.breadth
    }
    return points / frame.extent
  }
}
