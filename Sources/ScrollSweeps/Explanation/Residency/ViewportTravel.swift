import ScrollCore
import ScrollLayout
import ScrollSimulation

/// The place of the viewport, and the distance that it has moved, from frame to frame of a run.
struct ViewportTravel: Sendable {
  /// The distance that the viewport has moved, in both directions; the first frame after a launch
  /// adds nothing.
  private(set) var distance = 0.0
  /// The longest distance within which a reload counts as early.
  private(set) var reach = 0.0

  private let prepared: PreparedScenario
  private var frames: FrameList.Iterator
  private var launches: ArraySlice<SimTime>
  private var cursor: MotionCursor
  private var extent: Double, nextEpoch = 0
  private var isFresh = true

  /// Creates the state before the first frame.
  init(_ record: LogIndex, in prepared: PreparedScenario) {
    self.prepared = prepared
    let scenario = prepared.scenario
    frames = record.frames.makeIterator()
    launches = record.relaunches.map { $0.time }[...]
    cursor = MotionCursor(direction: scenario.direction, window: scenario.velocityWindow)
    extent = scenario.viewportExtent
  }

  private var epochs: [LayoutEpoch] { prepared.scenario.laterEpochs }

  /// The lower edge of the viewport, in points.
  var offset: Double { cursor.offset }

  /// Passes the next frame; returns `nil` and changes nothing after the last.
  mutating func next() -> FrameRecord? {
    guard let frame = frames.next() else { return nil }
    while let launch = launches.first, launch <= frame.start {
      isFresh = true
      launches.removeFirst()
    }
    while nextEpoch < epochs.count, epochs[nextEpoch].time <= frame.start {
      extent = epochs[nextEpoch].viewportExtent
      nextEpoch += 1
    }
    let before = cursor.offset
    cursor.pass(frame.start, in: prepared.scenario.motion)
    if !isFresh { distance += abs(cursor.offset - before) }
    isFresh = false
    reach = RunReport.CacheFigures.soonScreens * extent
    return frame
  }
}
