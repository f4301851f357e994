package import ScrollCore
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
    /// A session is no part of it.
    case noPart(TracePart.Failure)
    /// Nothing moves at all.
    case still

    package var description: String {
      switch self {
      case .noPart(let failure): "\(failure)"
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
}
