import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The runs that are asked for: one scenario with policies and budgets.
struct RunRequest {
  /// The trace's, as typed.
  let path: String
  /// The trace with its own images.
  let source: ScrollTrace
  /// Other files of its images, if there are any.
  let renditions: Renditions?
  /// With the images that are shown.
  let trace: ScrollTrace
  let policies: [Choice<PolicyDescriptor>]
  /// Nil is no limit.
  let budgets: [ByteCount?]
  let loader: Choice<LoaderDescriptor>
  let prefetcher: Choice<PrefetcherDescriptor>
  let scenario: Scenario

  /// Whether policies and budgets mean anything.
  var hasCache: Bool { scenario.loader.cache }

  /// The runs: every policy with every budget, as a sweep of this scenario has them.
  /// - Throws: `CommandError` for a seed that is too large for a sweep.
  func plan(seed: UInt64) throws(CommandError) -> SweepPlan {
    guard let seed = Int(exactly: seed) else {
      throw .usage("--seed \(seed) is too large; expected at most \(Int.max)")
    }
    return SweepPlan(
      trace, at: path, device: scenario.device, network: scenario.network, loader: loader,
      prefetcher: prefetcher, policies: policies, budgets: budgets, seed: seed)
  }

  /// The trace, device, loader and prefetcher, and how much of the device is estimated.
  var caption: String {
    let seconds = NumberText.fixed(trace.duration.seconds, decimals: 0)
    let device = scenario.device
    var lines = [
      """
      \(path): \(trace.header.kind.rawValue), \(seconds) s, \
      \(Words.count(trace.placement.count, "item")), \(trace.header.layout)
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

  /// Whether a run has the policy and the limit that the loader comes with.
  func isOwn(_ run: MadeRun) -> Bool {
    guard let own = loader.entry.ownCache, run.row.run.policy != nil else { return false }
    return run.row.run.label == own.policy
      && run.row.run.budgetBytes == own.budget(on: scenario.device)?.bytes
  }

  /// The cache that the loader comes with; nil where it comes with none.
  private var ownCacheNote: String? {
    loader.entry.ownCache.map { "the cache of \(loader.entry.name): \($0.policy), \($0.limit)" }
  }

  /// A profile's name, and how much of it is estimated.
  private static func origin(_ name: String, _ figures: [DeviceProfile.Figure]) -> String {
    let estimates = figures.filter(\.isEstimate).count
    return "\(name) (\(estimates) of its \(figures.count) figures are estimates)"
  }

  /// Checks that there is one policy and one budget, which a loader without a cache ignores.
  /// - Parameters:
  ///   - option: that requires it.
  ///   - sentence: its reason, for the error message.
  /// - Throws: `CommandError` if there are more.
  func requireOneRun(orElse option: String, _ sentence: String) throws(CommandError) {
    guard hasCache, policies.count != 1 || budgets.count != 1 else { return }
    throw .usage(
      "\(option) \(sentence); these policies and budgets are "
        + "\(policies.count * budgets.count) runs; expected one policy and one budget")
  }
}
