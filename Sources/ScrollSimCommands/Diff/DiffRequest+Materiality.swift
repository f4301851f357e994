import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

extension DiffRequest {
  /// What the comparison says, and first of all whether the two differ by as much as anyone should
  /// act on.
  func sentences(on diff: RunDiff, _ materiality: Materiality) -> [String] {
    let (ours, theirs) = (diff.figures.a.stallSeconds, diff.figures.b.stallSeconds)
    let device = request.scenario.device
    let frames = materiality.leastSeconds(
      over: request.trace.duration.seconds, at: Double(device.refreshRate))
    let isAlive = diff.death(.a) == nil && diff.death(.b) == nil
    guard isAlive, diff.divergence != nil,
      !materiality.matters(ours, theirs, frames: frames)
    else { return diff.sentences }
    let simplest = [a, b].first { $0.policy.text == "lru" }
    return [
      "No practical difference: take what you have"
        + (simplest == nil ? "." : ", else lru, the simpler one.")
        + " How they differ all the same:"
    ] + diff.sentences
  }
}
