package import ScrollCore
package import ScrollDevice
package import ScrollLayout
import ScrollSimCommands
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// A session that is ready to be played: a genome as a trace and a budget.
struct HuntSession {
  let script: HuntScript
  let trace: ScrollTrace
  let prepared: PreparedScenario
  /// The memory budget; nil is no limit.
  let budget: ByteCount?
  /// The largest total cost of the images on one screen.
  let fullestScreen: ByteCount

  /// Creates the session of a genome; returns nil if it breaks a rule.
  ///
  /// The rules are that three screens fit into the budget, that the device can show the images, and
  /// that the layout can place them.
  init?(_ genome: HuntGenome, in setup: HuntSetup) {
    let screen = ViewportSize(
      width: setup.device.screenWidth, height: setup.device.screenHeight)
    let header = TraceHeader(
      title: setup.title, provenance: setup.provenance, kind: .synthetic, viewport: screen,
      layout: genome.content.layout)
    let script = HuntScript(genome.strokes)
    let catalog = TraceCatalog(genome.content.recipe)
    guard setup.loading.objection(to: catalog.images) == nil,
      setup.loading.objection(to: catalog.images, on: setup.device) == nil,
      let content = try? TraceContent(header: header, catalog: catalog),
      let trace = try? ScrollTrace(
        content: content, movement: .gestures(GestureScript(script.gestures)),
        events: script.events)
    else { return nil }
    let prepared = PreparedScenario(
      Scenario(
        trace, device: setup.device, network: setup.network, loader: setup.loading,
        prefetcher: setup.prefetching))
    let fullest = Self.fullestScreen(of: trace, prepared)
    let budget: ByteCount?
    switch setup.room {
    case .drawn:
      budget = ByteCount((fullest.bytes * max(genome.room, 30) + 9) / 10)
        .rounded(upTo: ByteCount(1 << 20))
    case .given(let given):
      guard given.map({ fullest * 3 <= $0 }) ?? true else { return nil }
      budget = given
    }
    guard budget.map({ prepared.shortage(of: setup.policy, budget: $0) == nil }) ?? true else {
      return nil
    }
    self.script = script
    self.trace = trace
    self.prepared = prepared
    self.budget = budget
    fullestScreen = fullest
  }

  /// Returns the largest cost of the images that overlap one viewport, in any layout of the trace.
  ///
  /// The cost is largest when the first item is only just visible.
  private static func fullestScreen(
    of trace: ScrollTrace, _ prepared: PreparedScenario
  ) -> ByteCount {
    var fullest = 0
    for epoch in trace.epochs {
      let placement = epoch.placement
      let costs = placement.images.map { prepared.leastCost(of: $0) }
      var (end, sum) = (0, 0)
      for first in costs.indices {
        while end < costs.count,
          placement.starts[end] < placement.ends[first] + epoch.viewportExtent
        {
          sum += costs[end]
          end += 1
        }
        fullest = max(fullest, sum)
        sum -= costs[first]
      }
    }
    return ByteCount(fullest)
  }
}

/// The schedule of a session: its strokes with their times, within the limits of a thumb.
///
/// A touch that would come too soon after the previous one is delayed.
package struct HuntScript: Sendable {
  package private(set) var gestures: [TimedGesture] = []
  package private(set) var events: [TimedSystemEvent] = []
  /// The time at which each stroke begins.
  package private(set) var begins: [SimTime] = []

  /// Creates the schedule of strokes.
  package init(_ strokes: [HuntStroke]) {
    var lifted = 0
    var touched: Int?
    for stroke in strokes {
      var start = lifted + max(stroke.pause, Thumb.shortestPause)
      if stroke.move.isTouch {
        if let last = touched { start = max(start, last + Thumb.period) }
        touched = start
      }
      begins.append(Self.time(start))
      lifted = start + append(stroke.move, at: start)
    }
    gestures.append(
      TimedGesture(at: Self.time(lifted), .wait(Self.time(Thumb.lastLook))))
  }

  /// Adds a stroke.
  /// - Parameters:
  ///   - move: The move.
  ///   - start: The start in milliseconds.
  /// - Returns: The duration in milliseconds.
  private mutating func append(_ move: HuntStroke.Move, at start: Int) -> Int {
    switch move {
    case .flick(let speed):
      touch(.flick(velocity: Double(speed)), at: start)
      return Thumb.flick
    case .drag(let points):
      let duration = Thumb.drag(over: points)
      touch(.drag(by: Double(points), over: Self.time(duration), release: 0), at: start)
      return duration
    case .top:
      touch(.scrollToTop, at: start)
      return 0
    case .turn:
      happen(.rotate, at: start)
      return 0
    case .warning(let isCritical):
      happen(.memoryPressure(isCritical ? .critical : .warning), at: start)
      return 0
    case .background:
      happen(.background, at: start)
      happen(.foreground, at: start + Thumb.absence)
      return Thumb.absence
    }
  }

  private mutating func touch(_ gesture: Gesture, at start: Int) {
    gestures.append(TimedGesture(at: Self.time(start), gesture))
  }

  private mutating func happen(_ event: SystemEvent, at start: Int) {
    events.append(TimedSystemEvent(time: Self.time(start), event: event))
  }

  private static func time(_ milliseconds: Int) -> SimTime {
    SimTime(milliseconds: Double(milliseconds))
  }
}

/// The limits of a thumb in every session that a hunt makes up.
///
/// Times are in milliseconds, lengths in points. The physics of generated traces (`GesturePlayer`)
/// moves the content under a finger and afterwards.
enum Thumb {
  /// The fastest release of a flick, in points per second.
  ///
  /// No finger of the recorded scrolls was faster: `Traces/recorded/record.py` draws releases up to
  /// this speed, and its README states it as the maximum. `FlickSession` does not exceed it either.
  static let fastest = 8000
  /// The slowest release of a flick, as in `FlickSession`.
  static let slowest = 100
  /// The shortest time between the starts of two touches: four a second.
  static let period = 250
  /// The shortest time from the end of a touch to the next one, or to a system event.
  static let shortestPause = 100
  /// The longest pause; a longer one makes a session longer, not worse.
  static let longestPause = 4000
  /// The longest movement of the content by one drag, as in `Traces/recorded/record.py`.
  static let longestDrag = 600

  /// The contact time of a flick.
  static let flick = Int(Gesture.flickContact.milliseconds)

  /// Returns the duration of a drag: half a millisecond a point, and 200 ms.
  static func drag(over points: Int) -> Int { 200 + abs(points) / 2 }

  /// The time that the app spends in the background.
  static let absence = 1000
  /// The time after the last touch, in which the fastest flick comes to rest.
  static let lastLook = 5000
}

/// One action of the user or the system, and the pause before it.
package struct HuntStroke: Hashable, Sendable {
  package enum Move: Hashable, Sendable {
    /// A flick with a release velocity in points per second; positive scrolls forward.
    case flick(Int)
    /// A drag by a number of points that ends at rest.
    case drag(Int)
    /// A tap on the status bar: back to the top.
    case top
    /// A rotation of the device.
    case turn
    /// A memory warning of the system.
    case warning(isCritical: Bool)
    /// A trip to the background for a second.
    case background
  }

  /// The milliseconds after the end of the previous stroke.
  var pause: Int
  var move: Move

  package init(pause: Int, _ move: Move) {
    self.pause = pause
    self.move = move
  }
}

extension HuntStroke.Move {
  /// A Boolean value that indicates whether a finger makes the move.
  var isTouch: Bool {
    switch self {
    case .flick, .drag, .top: true
    case .turn, .warning, .background: false
    }
  }
}
