import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The warning that a cache evicts prefetched images before they are shown.
enum PrefetchNote {
  /// The least number of prefetches in a run for a warning.
  private static let fewest = 10

  /// Returns one sentence about the runs that evict more than half of the prefetched images before
  /// they are shown; `nil` if there are none.
  static func text(_ runs: [CompletedRun]) -> String? {
    let wasteful = runs.filter {
      let prefetch = $0.report.prefetch
      return prefetch.issued >= fewest && prefetch.evictedUnused * 2 > prefetch.issued
    }
    guard let worst = wasteful.max(by: { share($0) < share($1) }) else { return nil }
    let limits = Set(wasteful.compactMap(\.row.run.budgetBytes)).sorted()
      .map { NumberText.limit(ByteCount($0)) }.joined(separator: ", ")
    let prefetch = worst.report.prefetch
    return "\(prefetch.evictedUnused) of \(prefetch.issued) prefetched images were evicted before "
      + "they were shown (cache limit \(limits)). Prefetch fewer images, or raise the limit."
  }

  private static func share(_ run: CompletedRun) -> Double {
    Double(run.report.prefetch.evictedUnused) / Double(run.report.prefetch.issued)
  }
}
