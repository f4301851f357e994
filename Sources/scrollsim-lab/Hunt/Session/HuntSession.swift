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
  /// Nil is no limit.
  let budget: ByteCount?
  /// The most that the images of one screen cost together.
  let fullestScreen: ByteCount

  /// The session of a genome; nil where it breaks a rule: three screens do not fit, the device
  /// cannot show the images, or the layout has no room for them.
  init?(_ genome: HuntGenome, in scene: HuntScene) {
    let screen = ViewportSize(
      width: scene.device.screenWidth, height: scene.device.screenHeight)
    let header = TraceHeader(
      title: scene.title, provenance: scene.provenance, kind: .synthetic, viewport: screen,
      layout: genome.content.layout)
    let script = HuntScript(genome.strokes)
    let catalog = TraceCatalog(genome.content.recipe)
    guard scene.loading.objection(to: catalog.images) == nil,
      scene.loading.objection(to: catalog.images, on: scene.device) == nil,
      let content = try? TraceContent(header: header, catalog: catalog),
      let trace = try? ScrollTrace(
        content: content, movement: .gestures(GestureScript(script.gestures)),
        events: script.events)
    else { return nil }
    let prepared = PreparedScenario(
      Scenario(
        trace, device: scene.device, network: scene.network, loader: scene.loading,
        prefetcher: scene.prefetching))
    let fullest = Self.fullestScreen(of: trace, prepared)
    let budget: ByteCount?
    switch scene.room {
    case .drawn:
      budget = ByteCount((fullest.bytes * max(genome.room, 30) + 9) / 10)
        .rounded(upTo: ByteCount(1 << 20))
    case .given(let given):
      guard given.map({ fullest * 3 <= $0 }) ?? true else { return nil }
      budget = given
    }
    guard budget.map({ prepared.shortage(of: scene.policy, budget: $0) == nil }) ?? true else {
      return nil
    }
    self.script = script
    self.trace = trace
    self.prepared = prepared
    self.budget = budget
    fullestScreen = fullest
  }

  /// The most that the cache is charged for what overlaps one viewport, in any layout of the trace.
  ///
  /// A viewport whose first item is only just visible holds most.
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

/// What happens when in a session: strokes in time, within the limits of a thumb.
///
/// A touch that would come too soon after the one before it comes later.
package struct HuntScript: Sendable {
  package private(set) var gestures: [TimedGesture] = []
  package private(set) var events: [TimedSystemEvent] = []
  /// When each stroke begins.
  package private(set) var begins: [SimTime] = []

  /// Puts strokes in time.
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
  ///   - move: what it does.
  ///   - start: when, in milliseconds.
  /// - Returns: how long it takes.
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

/// What a thumb does at most: the limits of every session that a hunt makes up.
///
/// Times are in milliseconds, lengths in points. How content moves under a finger and afterwards is
/// the physics of generated traces (`GesturePlayer`).
package enum Thumb {
  /// The fastest release of a flick, in points per second.
  ///
  /// No finger of the recorded scrolls was faster: `Traces/recorded/record.py` draws releases up to
  /// it, and its README says that none moved faster. `FlickSession` draws none that is faster,
  /// either.
  package static let fastest = 8000
  /// The slowest release that is called a flick, as `FlickSession` has it.
  package static let slowest = 100
  /// From one touch to the next: four a second.
  package static let period = 250
  /// From the end of a touch to the next one, or to what the system does.
  package static let shortestPause = 100
  /// Longer looks make a session longer, not worse.
  package static let longestPause = 4000
  /// How far one drag moves the content, as `Traces/recorded/record.py` has it.
  package static let longestDrag = 600

  /// How long the finger of a flick touches.
  static let flick = Int(Gesture.flickContact.milliseconds)

  /// How long a drag takes: half a millisecond a point, and 200 ms.
  static func drag(over points: Int) -> Int { 200 + abs(points) / 2 }

  /// How long the app is away when it goes to the background.
  static let absence = 1000
  /// How long the screen is looked at after the last touch: the fastest flick comes to rest in it.
  static let lastLook = 5000
}
