import BasicContainers
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The part of the wanted viewport that is not on screen because frames are late.
///
/// At every moment the user wants the trace's viewport one vsync earlier, which a frame on time
/// would show. While frames are on time, the screen shows this viewport, and only its blank and
/// wrong parts are missing. While a frame is late, the screen still shows an older viewport. Then
/// the wanted content that the older viewport does not contain is missing, too, and blank or wrong
/// parts count only if they are still wanted. If the older frame has an earlier layout, the whole
/// wanted viewport is missing.
struct LateScreen: ~Copyable {
  /// A blank or wrong area: an interval of points along the axis, and a share across it.
  struct Flaw {
    var start: Double, end: Double, breadth: Double
  }

  /// A frame: its processing time, and the viewport that it shows.
  struct Frame {
    var start: SimTime
    var offset: Double, extent: Double
  }

  private let hertz: Int64
  private var motion: ScrollMotion
  private let epochs: [LayoutEpoch]
  private var wanted: MotionCursor
  /// The number of layouts that had begun when the frame was processed, and the number that had
  /// begun at the wanted time.
  private var frameLayout = 0, wantedLayout = 0
  /// The frame on screen.
  private var frame: Frame?
  private var flaws = UniqueArray<Flaw>()
  /// The flaws of the next frame on screen.
  private var nextFlaws = UniqueArray<Flaw>()
  /// The time up to which the missing share is integrated.
  private var since = SimTime.zero
  /// The vsync after the last frame was processed; no frame can be late before it.
  private var due = SimTime.zero
  /// A Boolean value that indicates whether a frame on time would show other content than the frame
  /// on screen.
  private(set) var isBehind = false

  /// Returns a copy that shares no state.
  func copy() -> LateScreen {
    LateScreen(
      hertz: hertz, motion: motion, epochs: epochs, wanted: wanted, frameLayout: frameLayout,
      wantedLayout: wantedLayout, frame: frame, flaws: flaws.clone(), nextFlaws: nextFlaws.clone(),
      since: since, due: due, isBehind: isBehind)
  }
}

extension LateScreen {
  init(_ scenario: Scenario) {
    hertz = scenario.device.refreshRate
    motion = scenario.motion
    epochs = scenario.laterEpochs
    wanted = MotionCursor(direction: scenario.direction, window: scenario.velocityWindow)
  }

  /// Adds a sample to the motion.
  mutating func append(_ time: SimTime, _ offset: Double, _ phase: ScrollPhase) {
    motion.append(time, offset, phase)
  }

  /// Adds a blank or wrong area of the next frame on screen.
  mutating func add(_ flaw: Flaw) { nextFlaws.append(flaw) }

  /// Records a processed frame, which is to be on screen at the next vsync.
  mutating func open(due: SimTime) { self.due = due }

  /// Records that a frame is on screen from a time on; `nil` for no frame.
  mutating func present(_ next: Frame?, at time: SimTime) {
    frame = next
    swap(&flaws, &nextFlaws)
    nextFlaws.removeAll(keepingCapacity: true)
    since = time
    isBehind = next != nil && due < time
    if let next { enterLayouts(by: next.start) }
  }

  /// Counts the layouts that had begun when the frame on screen was processed.
  private mutating func enterLayouts(by start: SimTime) {
    while frameLayout < epochs.count, epochs[frameLayout].time <= start { frameLayout += 1 }
  }

  /// Skips frames that were on time and have no flaws; the last of them is on screen.
  mutating func pass(to last: Frame, until time: SimTime, due: SimTime) {
    frame = last
    enterLayouts(by: last.start)
    since = time
    self.due = due
  }

  /// Skips the time up to a moment, for example in the background; this time does not count.
  mutating func skip(to time: SimTime) {
    since = time
    isBehind = true
  }

  /// Returns the missing share of the viewport minus a constant share, integrated over the time up
  /// to a moment.
  ///
  /// The result is negative if less than the constant share is missing.
  ///
  /// - Returns: nanoseconds times shares of the viewport.
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

  /// Returns the share of the viewport wanted at a moment that a frame does not show correctly.
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
