import ScrollCore
import ScrollSimulation

/// Finds the first step after which two caches do not hold the same.
///
/// Up to there the two runs are the same: they differ in their caches alone. Evicting the same
/// images in another order, or for another reason, is no divergence.
struct DivergenceSearch {
  /// The end of the step in each of the logs.
  let bounds: (a: Int, b: Int)
  /// The step of each of the caches; nil for one that did nothing.
  let steps: (a: CacheStep?, b: CacheStep?)
  let time: SimTime

  /// Compares the steps of two runs; nil if they never diverge.
  ///
  /// - Parameters:
  ///   - a: the steps of one run.
  ///   - b: those of the other.
  ///   - lengths: of their logs.
  init?(_ a: [CacheStep], _ b: [CacheStep], lengths: (a: Int, b: Int)) {
    let left = a.filter { !$0.changesNothing }, right = b.filter { !$0.changesNothing }
    let index =
      zip(left, right).enumerated().first { !$0.element.0.changesTheSame(as: $0.element.1) }?.offset
      ?? min(left.count, right.count)
    let next = (
      a: index < left.count ? left[index] : nil, b: index < right.count ? right[index] : nil
    )
    guard let first = [next.a, next.b].compactMap({ $0 }).min(by: Self.isBefore) else {
      return nil
    }
    time = first.time
    let steps = (a: Self.counterpart(of: first, in: a), b: Self.counterpart(of: first, in: b))
    self.steps = steps
    bounds = (
      steps.a?.entries.upperBound ?? next.a?.entries.lowerBound ?? lengths.a,
      steps.b?.entries.upperBound ?? next.b?.entries.lowerBound ?? lengths.b
    )
  }

  private static func isBefore(_ one: CacheStep, _ other: CacheStep) -> Bool {
    (one.time, one.entries.lowerBound) < (other.time, other.entries.lowerBound)
  }

  /// The step at the same place of another log.
  private static func counterpart(of step: CacheStep, in steps: [CacheStep]) -> CacheStep? {
    steps.first { $0.time == step.time && $0.entries.lowerBound == step.entries.lowerBound }
  }
}
