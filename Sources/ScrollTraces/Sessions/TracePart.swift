package import ScrollCore
import ScrollDevice
import ScrollLayout

/// A part of a trace, from one moment to another, as a trace of its own.
///
/// It begins as an app does: in front, with an empty cache, online, where the trace is at that
/// moment, and moves as the trace does from there on. Gestures become samples. Events before it and
/// behind it are left out.
package struct TracePart {
  private let trace: ScrollTrace
  private let span: ClosedRange<SimTime>

  /// Why there is no such part.
  package enum Failure: Error, Equatable, CustomStringConvertible {
    /// It is laid out anew on the way, so that a later part would begin on another layout.
    case laidOutAnew(SimTime)
    /// Its beginning is not before its end, or the trace ends before that.
    case outside(SimTime, SimTime, duration: SimTime)

    package var description: String {
      switch self {
      case .laidOutAnew(let time):
        "it is laid out anew at \(time), and a part begins on the layout of the trace; "
          + "expected one without rotate and insert"
      case .outside(let start, let end, let duration):
        "it has no part from \(start) to \(end); expected moments in order, from 0 ms to \(duration)"
      }
    }
  }

  /// - Parameters:
  ///   - trace: recorded, or made from gestures.
  ///   - start: when the part begins.
  ///   - end: when it ends.
  /// - Throws: `Failure` where there is no such part.
  package init(
    of trace: ScrollTrace, from start: SimTime, to end: SimTime
  ) throws(Failure) {
    if let change = trace.events.first(where: { $0.event.laysOutAnew }) {
      throw .laidOutAnew(change.time)
    }
    guard .zero <= start, start < end, end <= trace.duration else {
      throw .outside(start, end, duration: trace.duration)
    }
    self.trace = trace
    span = start...end
  }

  /// The part as a trace.
  /// - Parameters:
  ///   - title: of it.
  ///   - provenance: what is said of its making, before the provenance of the whole.
  /// - Returns: a trace of samples.
  /// - Complexity: O(samples + events + items).
  package func trace(title: String, provenance: String) -> ScrollTrace {
    let motion = trace.motion
    var cursor = MotionCursor(direction: trace.header.direction)
    cursor.pass(span.lowerBound, in: motion)
    let direction = direction
    var builder = MotionBuilder()
    builder.append(.zero, cursor.offset, cursor.phase)
    for sample in motion.times.indices
    where span.lowerBound < motion.times[sample] && motion.times[sample] < span.upperBound {
      builder.append(
        motion.times[sample] - span.lowerBound, motion.offsets[sample], motion.phases[sample])
    }
    cursor.pass(span.upperBound, in: motion)
    builder.append(span.upperBound - span.lowerBound, cursor.offset, cursor.phase)
    let header = trace.header
    do {
      return try ScrollTrace(
        content: TraceContent(
          header: TraceHeader(
            title: title, provenance: "\(provenance); \(header.provenance)", kind: header.kind,
            viewport: header.viewport, direction: direction,
            decelerationRate: header.decelerationRate, layout: header.layout),
          catalog: trace.catalog),
        movement: .samples(builder.motion()),
        events: trace.events.filter { span.contains($0.time) }.map {
          TimedSystemEvent(time: $0.time - span.lowerBound, event: $0.event)
        })
    } catch {
      preconditionFailure("a part of a valid trace is not valid: \(error)")
    }
  }

  /// The direction before it moves: that of the last movement before its first moment.
  private var direction: ScrollDirection {
    let motion = trace.motion
    for sample in motion.times.indices.dropFirst().reversed()
    where motion.times[sample - 1] < span.lowerBound {
      let step = motion.offsets[sample] - motion.offsets[sample - 1]
      if step != 0 { return step > 0 ? .forward : .backward }
    }
    return trace.header.direction
  }
}

extension SystemEvent {
  fileprivate var laysOutAnew: Bool {
    switch self {
    case .rotate, .insert: true
    default: false
    }
  }
}
