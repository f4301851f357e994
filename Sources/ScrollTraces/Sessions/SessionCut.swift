package import ScrollCore
import ScrollDevice
import ScrollLayout

/// A long recording cut into sessions at its pauses.
///
/// A pause is a stretch in which nothing moves and no finger is down. A session ends one second
/// after the scrolling did, so that it is seen what still loads, and begins one second before it
/// starts again; what is left of the pause belongs to none. Pauses at both ends are cut off, too.
/// Every session begins as an app does: in front, with an empty cache, online, where the
/// recording is at that time. Events between sessions are left out.
package struct SessionCut: Sendable, Equatable {
  /// What stays of a pause on either side.
  package static let rest = SimTime(seconds: 1)

  /// The longest that nothing moves within a session, at least two seconds.
  package var pause: SimTime

  /// - Precondition: a pause of at least two seconds.
  package init(atPausesOf pause: SimTime) {
    precondition(pause >= Self.rest + Self.rest, "a pause of \(pause)")
    self.pause = pause
  }

  /// Why a trace cannot be cut.
  package enum Failure: Error, Equatable, CustomStringConvertible {
    /// It is laid out anew on the way, so that a later session would begin on another layout.
    case laidOutAnew(SimTime)
    /// Nothing moves at all.
    case still

    package var description: String {
      switch self {
      case .laidOutAnew(let time):
        "it is laid out anew at \(time), and a session begins on the layout of the trace; "
          + "expected one without rotate and insert"
      case .still: "nothing moves in it; expected a scroll"
      }
    }
  }

  /// The sessions of a trace in order.
  /// - Parameters:
  ///   - trace: recorded, or made from gestures, which are samples in its sessions.
  ///   - name: what the trace is called in what the sessions say of themselves.
  /// - Returns: at least one session.
  /// - Throws: `Failure` for a trace that has none, or that is not on one layout.
  package func sessions(
    of trace: ScrollTrace, called name: String
  ) throws(Failure) -> [ScrollTrace] {
    if let change = trace.events.first(where: { $0.event.laysOutAnew }) {
      throw .laidOutAnew(change.time)
    }
    let spans = spans(of: trace.motion)
    guard !spans.isEmpty else { throw .still }
    return spans.enumerated().map { index, span in
      session(index + 1, of: trace, in: span, called: name)
    }
  }

  /// When the sessions begin and end.
  private func spans(of motion: ScrollMotion) -> [ClosedRange<SimTime>] {
    var spans: [ClosedRange<SimTime>] = []
    for next in motion.times.indices.dropFirst() {
      guard
        motion.phases[next - 1] != .idle || motion.offsets[next - 1] != motion.offsets[next]
      else { continue }
      let (start, end) = (motion.times[next - 1], motion.times[next])
      if let last = spans.last, start - last.upperBound < pause {
        spans[spans.count - 1] = last.lowerBound...end
      } else {
        spans.append(start...end)
      }
    }
    return spans.map {
      max(.zero, $0.lowerBound - Self.rest)...min(motion.duration, $0.upperBound + Self.rest)
    }
  }

  private func session(
    _ number: Int, of trace: ScrollTrace, in span: ClosedRange<SimTime>, called name: String
  ) -> ScrollTrace {
    let motion = trace.motion
    var builder = MotionBuilder()
    // Nothing moves around both ends, so that the sample before says where it is.
    let first = motion.times.lastIndex { $0 <= span.lowerBound } ?? 0
    builder.append(.zero, motion.offsets[first], motion.phases[first])
    for sample in motion.times.indices.dropFirst(first + 1)
    where motion.times[sample] < span.upperBound {
      builder.append(
        motion.times[sample] - span.lowerBound, motion.offsets[sample], motion.phases[sample])
    }
    let last = motion.times.lastIndex { $0 <= span.upperBound } ?? first
    builder.append(
      span.upperBound - span.lowerBound, motion.offsets[last], motion.phases[last])
    let header = trace.header
    let content: TraceContent
    do {
      content = try TraceContent(
        header: TraceHeader(
          title: "\(header.title), session \(number)",
          provenance: "session \(number) of '\(name)', cut at pauses of \(pause); "
            + header.provenance,
          kind: header.kind, viewport: header.viewport,
          direction: direction(of: trace, at: span.lowerBound),
          decelerationRate: header.decelerationRate, layout: header.layout),
        catalog: trace.catalog)
      return try ScrollTrace(
        content: content, movement: .samples(builder.motion()),
        events: trace.events.filter { span.contains($0.time) }.map {
          TimedSystemEvent(time: $0.time - span.lowerBound, event: $0.event)
        })
    } catch {
      preconditionFailure("a part of a valid trace is not valid: \(error)")
    }
  }

  /// The direction before a session moves: that of the last movement before it.
  private func direction(of trace: ScrollTrace, at time: SimTime) -> ScrollDirection {
    let motion = trace.motion
    for sample in motion.times.indices.dropFirst().reversed() where motion.times[sample] <= time {
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
