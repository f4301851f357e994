package import ScrollCore
import ScrollLayout

/// A long recording cut into sessions at its pauses.
///
/// A pause is a stretch in which nothing moves and no finger is down. A session begins one second
/// before the scrolling starts and ends one second after it stops, so that it includes images that
/// still load. The rest of the pause belongs to no session. Pauses at both ends are cut off, too.
/// Every session begins like a newly launched app: in the foreground, with an empty cache, online,
/// at the offset of the recording at that time. Events between sessions are left out.
package struct SessionCut: Sendable, Equatable {
  /// The part of a pause that the session before it and the session after it each keep.
  static let rest = SimTime(seconds: 1)

  /// The longest rest within a session, at least two seconds.
  package var pause: SimTime

  /// - Precondition: the pause is at least two seconds.
  package init(atPausesOf pause: SimTime) {
    precondition(pause >= Self.rest + Self.rest, "a pause of \(pause)")
    self.pause = pause
  }

  /// The reason why a trace cannot be cut.
  package enum Failure: Error, Equatable, CustomStringConvertible {
    /// A session that is not a valid part.
    case noPart(TracePart.Failure)
    /// A trace without movement.
    case still

    package var description: String {
      switch self {
      case .noPart(let failure): "\(failure)"
      case .still: "nothing moves in it; expected a scroll"
      }
    }
  }

  /// Returns the sessions of a trace in order.
  /// - Parameters:
  ///   - trace: a recorded trace, or one of gestures, which become samples in its sessions.
  ///   - name: the name of the trace in the provenance of the sessions.
  /// - Returns: at least one session.
  /// - Throws: `Failure` for a trace without sessions, or with several layouts.
  package func sessions(
    of trace: ScrollTrace, called name: String
  ) throws(Failure) -> [ScrollTrace] {
    let spans = spans(of: trace.motion)
    guard !spans.isEmpty else { throw .still }
    var sessions: [ScrollTrace] = []
    for (index, span) in spans.enumerated() {
      let part: TracePart
      do { part = try TracePart(of: trace, from: span.lowerBound, to: span.upperBound) } catch {
        throw .noPart(error)
      }
      sessions.append(
        part.trace(
          title: "\(trace.header.title), session \(index + 1)",
          provenance: "session \(index + 1) of '\(name)', cut at pauses of \(pause)"))
    }
    return sessions
  }

  /// Returns the beginning and the end of each session.
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
}
