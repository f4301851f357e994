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
    let wasteful = runs.filter { $0.report.prefetch.issued >= fewest && share($0) > 0.5 }
    guard let worst = wasteful.max(by: { share($0) < share($1) }) else { return nil }
    let limits = Set(wasteful.compactMap(\.row.run.budgetBytes)).sorted()
      .map { NumberText.limit(ByteCount($0)) }.joined(separator: ", ")
    let prefetch = worst.report.prefetch
    return "\(prefetch.unasked > 0 ? "at least " : "")\(evicted(worst)) of \(prefetch.issued) "
      + "prefetched images were evicted before they were shown (cache limit \(limits)). Prefetch "
      + "fewer images, or raise the limit."
  }

  /// Returns the number of prefetched images that were certainly evicted before they were shown.
  ///
  /// The figure also counts images that visible items asked for and did not wait for.
  private static func evicted(_ run: CompletedRun) -> Int {
    run.report.prefetch.evictedUnused - run.report.prefetch.unasked
  }

  private static func share(_ run: CompletedRun) -> Double {
    Double(evicted(run)) / Double(run.report.prefetch.issued)
  }
}

/// The warning that the images on screen at one time do not fit into a cache.
enum ScreenNote {
  /// Compares budgets with the maximum cost of the images that are on screen at one time.
  /// - Parameters:
  ///   - budgets: The budgets of the runs with a policy.
  ///   - prepared: The scenario of the runs.
  /// - Returns: one sentence for all budgets that are too small; `nil` if the images of one screen
  ///   fit into every budget, or if budgets do not count bytes.
  static func text(_ budgets: [Int], _ prepared: PreparedScenario) -> String? {
    let loader = prepared.scenario.loader
    guard loader.cache, [.bytes, .encoded].contains(loader.cost), let smallest = budgets.min()
    else { return nil }
    let load = ScreenLoad(prepared)
    guard load.cost.bytes > smallest else { return nil }
    let small = Set(budgets.filter { load.cost.bytes > $0 }).sorted()
    let caches = small.map { NumberText.limit(ByteCount($0)) }.joined(separator: ", ")
    let images = Phrase.count(load.images, "image")
    let start =
      "\(images) on screen at once cost \(NumberText.limit(load.cost)), more than the cache "
      + "limit (\(caches))"
    return loader.drawsThroughCache
      ? "\(start). This loader draws every frame from the cache, so it reloads these images in "
        + "every frame."
      : "\(start). In this run, cells keep their images after an eviction. An app that draws every "
        + "frame from the cache would reload the evicted images in every frame; to simulate such an "
        + "app, set drawsThroughCache=true of the loader."
  }
}
