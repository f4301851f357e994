package import ScrollCore
import ScrollSimCommands
package import ScrollTraces

/// The worst session that a hunt found, as small as it could be made.
package struct HuntAnswer: Sendable {
  /// The policy with its settings.
  package let policy: String
  /// Whom it is compared with; nil for a bound.
  package let opponent: String?
  package let trace: ScrollTrace
  /// Nil is no limit.
  package let budget: ByteCount?
  /// How many times the fullest screen that is; nil without a limit.
  package let screens: Double?
  package let trial: HuntTrial
  package let strokes: [HuntStroke]
  package let picture: String
  package let reason: HuntReason
  /// Seconds of stall that no cache avoids, however large.
  package let unavoidable: Double
  /// How many strokes there were before it was made smaller, and how bad it was.
  package let found: (strokes: Int, trial: HuntTrial)
  /// How many runs all that took, about.
  package let runs: Int

  /// How many of the strokes are touches.
  package var touches: Int { strokes.count { $0.move.isTouch } }
}
