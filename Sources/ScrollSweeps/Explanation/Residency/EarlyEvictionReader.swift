package import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// A reader that finds early evictions in a log by the rule of
/// `RunReport.CacheFigures.evictedTooEarly`.
///
/// An eviction counts once, when an appearance requests the image again and finds it neither in the
/// cache nor among the objects that are still alive outside of the cache. A relaunch is not an
/// eviction. Evictions before a relaunch do not count afterwards.
struct EarlyEvictionReader {
  private(set) var found: [EarlyEviction] = []
  /// The place of the viewport in the frame that is processed, or in the last frame.
  private var travel: ViewportTravel
  /// The distance that the viewport had moved when each key was last evicted, and the time of that
  /// eviction.
  ///
  /// The distance is below zero for a key that was never evicted.
  private var traveled: [Double], evicted: [SimTime]
  /// A Boolean value that indicates whether the old process is being terminated.
  private var isRelaunching = false
  /// The image that the main thread read for an item whose request is not in the log yet.
  private var readAtOnce: (item: Int32, key: Int32, traveled: Double, evicted: SimTime)?

  init(_ travel: ViewportTravel, keyCount: Int) {
    self.travel = travel
    _ = self.travel.next()
    traveled = Array(repeating: -1, count: keyCount)
    evicted = Array(repeating: .zero, count: keyCount)
  }

  mutating func read(_ entry: RunLog.Entry) {
    switch entry.event {
    case .frame: _ = travel.next()
    case .repeatedFrames(let count): for _ in 0..<count { _ = travel.next() }
    case .system(.relaunch):
      isRelaunching = true
      for key in traveled.indices { traveled[key] = -1 }
    case .launched, .stored: isRelaunching = false
    case .removed(let key, let reason, _):
      guard !isRelaunching, reason.isEviction else { return }
      traveled[Int(key)] = travel.distance
      evicted[Int(key)] = entry.time
    case .readOnMain(let item, let key):
      guard item >= 0 else { return }
      readAtOnce = (item, key, traveled[Int(key)], evicted[Int(key)])
    case .asked(let item, let key, let outcome): ask(item, key, outcome, at: entry.time)
    default: break
    }
  }

  private mutating func ask(
    _ item: Int32, _ key: Int32, _ outcome: RunEvent.RequestOutcome, at time: SimTime
  ) {
    defer { readAtOnce = nil }
    if outcome == .hit || outcome == .live { return }
    var before = (traveled: traveled[Int(key)], evicted: evicted[Int(key)])
    // The main thread may store an image that it reads at once, and evict others for it, before the
    // log has its request.
    if outcome == .started(0), let read = readAtOnce, read.item == item, read.key == key {
      before = (read.traveled, read.evicted)
    }
    guard before.traveled >= 0,
      travel.distance - before.traveled < travel.reach
    else { return }
    found.append(
      EarlyEviction(
        item: Int(item), key: Int(key), evicted: before.evicted, askedAgain: time))
    if traveled[Int(key)] == before.traveled, evicted[Int(key)] == before.evicted {
      traveled[Int(key)] = -1
    }
  }
}

/// An eviction of an image that was requested again before the viewport had moved three screens.
package struct EarlyEviction: Sendable, Equatable {
  /// The item that requested the image again.
  var item: Int
  /// The image's key in the cache.
  var key: Int
  var evicted: SimTime, askedAgain: SimTime

  package init(item: Int, key: Int, evicted: SimTime, askedAgain: SimTime) {
    self.item = item
    self.key = key
    self.evicted = evicted
    self.askedAgain = askedAgain
  }
}

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
