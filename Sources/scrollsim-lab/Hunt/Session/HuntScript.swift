package import ScrollCore
package import ScrollDevice
package import ScrollLayout
import ScrollSimCommands
import ScrollTraces

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
