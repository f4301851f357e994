package import ScrollCore
import ScrollLayout
import ScrollSimCommands
package import ScrollTraces

/// A session as a line of words: `0..3 5>>>>9 t+1500 9<<2 !warning`.
///
/// The words of the pictures of laws (`Operation` in ScrollLaws): `0..3` are the items on screen at
/// first; `5>>>>9` takes the first item on screen from 5 to 9, `9<<2` back, with an arrow for every
/// half second that the content moves; `t+1500` is a look at content at rest, in milliseconds;
/// `!warning` and `!critical` are memory warnings, `!background` a trip there and back, and `!turn`
/// turns the device.
package struct HuntPicture: Sendable {
  /// At most so many arrows.
  private static let mostArrows = 8
  /// Looks that are shorter are left out.
  private static let shortestLook = SimTime(milliseconds: 100)

  package let words: [String]

  /// Draws a session.
  /// - Parameters:
  ///   - strokes: what happens.
  ///   - begins: when each of them does.
  ///   - trace: the session that is made of them.
  package init(_ strokes: [HuntStroke], begins: [SimTime], of trace: ScrollTrace) {
    let screens = begins.map { HuntScreen(at: $0, of: trace) }
    let end = HuntScreen(at: trace.duration, of: trace)
    var words = [HuntScreen(at: .zero, of: trace).range]
    for (place, stroke) in strokes.enumerated() {
      if place == 0 { words += Self.look(from: .zero, to: begins[0]) }
      guard stroke.move.isTouch else {
        words.append(stroke.move.word)
        continue
      }
      let next = strokes[(place + 1)...].firstIndex { $0.move.isTouch }
      let until = next.map { begins[$0] } ?? trace.duration
      let rest = trace.motion.rest(after: begins[place], until: until)
      let to = next.map { screens[$0] } ?? end
      words.append(Self.stroke(screens[place], to, for: rest - begins[place]))
      if next != nil { words += Self.look(from: rest, to: until) }
    }
    self.words = words
  }

  package var text: String { words.joined(separator: " ") }

  private static func look(from start: SimTime, to end: SimTime) -> [String] {
    let look = end - start
    return look >= shortestLook ? ["t+\(Int(look.milliseconds))"] : []
  }

  private static func stroke(_ from: HuntScreen, _ to: HuntScreen, for moving: SimTime) -> String {
    let halves = Int((moving.seconds * 2).rounded())
    let arrow = from.lower <= to.lower ? ">" : "<"
    let arrows = String(repeating: arrow, count: min(max(1, halves), mostArrows))
    return "\(from.first)\(arrows)\(to.first)"
  }
}

extension HuntStroke.Move {
  /// What is no touch, in a picture.
  fileprivate var word: String {
    switch self {
    case .flick, .drag, .top: ""
    case .turn: "!turn"
    case .warning(let isCritical): isCritical ? "!critical" : "!warning"
    case .background: "!background"
    }
  }
}

/// What is on screen at one moment.
private struct HuntScreen {
  let lower: Double
  let first: Int, last: Int

  init(at time: SimTime, of trace: ScrollTrace) {
    var cursor = MotionCursor(direction: trace.header.direction)
    cursor.advance(to: time, in: trace.motion)
    let epoch = trace.epochs.last { $0.time <= time } ?? trace.epochs[0]
    var range = VisibleRange()
    range.move(
      lower: cursor.offset, upper: cursor.offset + epoch.viewportExtent, in: epoch.placement)
    lower = cursor.offset
    first = min(range.first, epoch.placement.count - 1)
    last = max(first, range.end - 1)
  }

  var range: String { "\(first)..\(last)" }
}

extension ScrollMotion {
  /// When the content first rests after something began to move it; the end if it does not before.
  fileprivate func rest(after start: SimTime, until end: SimTime) -> SimTime {
    for sample in times.indices where times[sample] > start && phases[sample] == .idle {
      return min(times[sample], end)
    }
    return end
  }
}
