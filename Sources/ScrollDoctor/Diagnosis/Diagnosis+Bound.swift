import ScrollCore
import ScrollStallBounds

extension Diagnosis {
  /// What no cache of the run's budget can avoid, and what is known to be possible.
  package var boundSentence: String? {
    guard let bound, let budget = run.budget else { return nil }
    let proven =
      "No cache of \(budget) leaves less than \(SecondsText.text(bound.proven)) s: that is proven"
    guard let reached = bound.reached, let policy = bound.reachedBy else { return proven + "." }
    let best = "the least that was tried is \(SecondsText.text(reached)) s, with \(policy)"
    guard let gap = bound.gap, gap > 0 else { return "\(proven), and \(best)." }
    return
      "\(proven); \(best). Whether the \(SecondsText.text(gap)) s between them can be saved is "
      + "not known."
  }
}
