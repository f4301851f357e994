import ScrollCore
import ScrollPages
import ScrollSimulation

extension Diagnosis {
  /// What no cache of the run's budget can avoid, and what is known to be possible.
  package var boundSentence: String? {
    guard let bound, let budget = run.budget else { return withoutBound }
    let proven =
      "No cache of \(NumberText.limit(budget)) leaves less than \(SecondsText.text(bound.proven)) s: that is proven"
    guard let reached = bound.reached, let name = bound.reachedBy else { return proven + "." }
    let policy =
      bound.isByForesight ? "a policy that knows what is wanted next" : name
    let best = "the least that was tried is \(SecondsText.text(reached)) s, with \(policy)"
    guard let gap = bound.gap, gap >= 0.0005 else { return "\(proven), and \(best)." }
    return
      "\(proven); \(best). Whether the \(SecondsText.text(gap)) s between them can be saved is "
      + "not known."
  }

  /// Why there is no bound; nil where none is asked for.
  private var withoutBound: String? {
    guard !isCalm, report.death == nil else { return nil }
    if run.policy == nil { return "No bound: the loader has no cache that could do better." }
    return run.budget == nil ? "No bound: nothing limits the cache." : nil
  }
}
