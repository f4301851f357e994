import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The requested runs: one scenario with policies and budgets.
struct RunRequest {
  /// The path of the trace, as typed.
  let path: String
  /// The trace with its own images.
  let source: ScrollTrace
  /// Other renditions (files) of the images, if any were requested.
  let renditions: Renditions?
  /// The trace with the images that cells show: the renditions if there are any, otherwise its own.
  let trace: ScrollTrace
  let policies: [Choice<PolicyDescriptor>]
  /// The budgets; `nil` means no limit.
  let budgets: [ByteCount?]
  let loader: Choice<LoaderDescriptor>
  let prefetcher: Choice<PrefetcherDescriptor>
  let scenario: Scenario

  /// A Boolean value that indicates whether the loader has a cache, so that policies and budgets
  /// have an effect.
  var hasCache: Bool { scenario.loader.cache }

  /// Returns the plan of the runs: every policy with every budget, as in a sweep of this scenario.
  /// - Throws: `CommandError` for a seed that is too large for a sweep.
  func plan(seed: UInt64) throws(CommandError) -> SweepPlan {
    guard let seed = Int(exactly: seed) else {
      throw .usage("--seed \(seed) is too large; expected at most \(Int.max)")
    }
    return SweepPlan(
      trace, at: path, device: scenario.device, network: scenario.network, loader: loader,
      prefetcher: prefetcher, policies: policies, budgets: budgets, seed: seed)
  }

  /// A caption with the trace, device, loader and prefetcher, and the share of the device's figures
  /// that are estimates.
  var caption: String {
    let seconds = NumberText.fixed(trace.duration.seconds, decimals: 0)
    let device = scenario.device
    var lines = [
      """
      \(path): \(trace.header.kind.rawValue), \(seconds) s, \
      \(Phrase.count(trace.placement.count, "item")), \(trace.header.layout)
      """,
      """
      \(Self.origin(device.name, device.figures)), loader \(loader.text), \
      prefetcher \(scenario.prefetcher)
      """,
    ]
    if scenario.downloads {
      lines.append("network \(Self.origin(scenario.network.name, scenario.network.figures))")
    }
    if hasCache, let own = ownCacheNote { lines.append(own) }
    if let note = scenario.originNote { lines.append(note) }
    if let decision = scenario.pagingDecision { lines.append("an average image: \(decision)") }
    return lines.joined(separator: "\n")
  }

  /// Returns a Boolean value that indicates whether a run has the loader's own policy and limit.
  func isOwn(_ run: CompletedRun) -> Bool {
    guard let own = loader.entry.ownCache, run.row.run.policy != nil else { return false }
    return run.row.run.label == own.policy
      && run.row.run.budgetBytes == own.budget(on: scenario.device)?.bytes
  }

  /// A note about the loader's own cache; `nil` if it has none.
  private var ownCacheNote: String? {
    loader.entry.ownCache.map { "the cache of \(loader.entry.name): \($0.policy), \($0.limit)" }
  }

  /// Returns a profile's name, and the share of its figures that are estimates.
  private static func origin(_ name: String, _ figures: [DeviceProfile.Figure]) -> String {
    let estimates = figures.filter(\.isEstimate).count
    return "\(name) (\(estimates) of its \(figures.count) figures are estimates)"
  }

  /// Throws an error unless there are exactly one policy and one budget.
  ///
  /// A loader without a cache ignores both.
  /// - Parameters:
  ///   - option: The option that requires it.
  ///   - sentence: The reason, for the error message.
  /// - Throws: `CommandError` if there are more.
  func requireOneRun(orElse option: String, _ sentence: String) throws(CommandError) {
    guard hasCache, policies.count != 1 || budgets.count != 1 else { return }
    throw .usage(
      "\(option) \(sentence), but these policies and budgets make "
        + "\(policies.count * budgets.count) runs; expected one policy and one budget")
  }
}
