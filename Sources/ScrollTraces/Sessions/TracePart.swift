package import ScrollCore
import ScrollDevice
import ScrollLayout

/// A part of a trace, from one moment to another, as a separate trace.
///
/// The part begins like a newly launched app: in the foreground, with an empty cache, online, at
/// the offset of the trace at that moment. It then moves as the trace does. Gestures become
/// samples. Events before and after the part are left out.
package struct TracePart {
  private let trace: ScrollTrace
  private let span: ClosedRange<SimTime>

  /// The reason why a part is not possible.
  package enum Failure: Error, Equatable, CustomStringConvertible {
    /// A change of the layout, after which a later part would begin on another layout.
    case laidOutAnew(SimTime)
    /// A beginning that is not before the end, or a trace that ends before that.
    case outside(SimTime, SimTime, duration: SimTime)

    package var description: String {
      switch self {
      case .laidOutAnew(let time):
        "its layout changes at \(time), but a part begins with the layout of the trace; "
          + "expected a part without rotate and insert"
      case .outside(let start, let end, let duration):
        "it has no part from \(start) to \(end); expected times in order, from 0 ms to "
          + "\(duration)"
      }
    }
  }

  /// - Parameters:
  ///   - trace: a recorded trace, or one of gestures.
  ///   - start: the beginning of the part.
  ///   - end: the end of the part.
  /// - Throws: `Failure` if the part is not possible.
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

  /// Returns the part as a trace.
  /// - Parameters:
  ///   - title: the title of the part.
  ///   - provenance: the text before the provenance of the whole trace.
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

  /// The direction until the part first moves, which is that of the last movement before the part.
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
