import ScrollCore
import ScrollLayout
import ScrollPages
import ScrollTraces

/// Scrolls that say nothing about settings, because they last 0 s or nothing moves.
package enum EmptyScrolls {
  /// Returns the reason why runs of a trace say nothing about settings, as a clause; `nil` if they say
  /// something.
  static func reason(_ trace: ScrollTrace) -> String? {
    guard trace.duration > .zero else { return "the scroll lasts 0 s, so no setting matters" }
    let offsets = trace.motion.offsets
    return offsets.allSatisfy { $0 == offsets[0] }
      ? "nothing moves in the scroll, so it shows the first screen alone" : nil
  }

  /// Returns a sentence about the traces that last 0 s; `nil` if there are none.
  package static func sentence(_ traces: [TraceRecord]) -> String? {
    let empty = Set(traces.filter { $0.durationSeconds <= 0 }.map(\.name)).sorted()
    guard !empty.isEmpty else { return nil }
    let verb = empty.count == 1 ? "lasts" : "last"
    return
      "\(Phrase.list(empty, atMost: 4)) \(verb) 0 s, which says nothing about settings: record a "
      + "longer scroll."
  }
}
