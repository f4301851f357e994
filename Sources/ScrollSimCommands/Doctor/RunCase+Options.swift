import ScrollDevice
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

extension RunCase {
  /// The one run that options ask for.
  /// - Throws: `CommandError` for what does not exist or does not fit, for several runs, and for a
  ///   store.
  init(_ options: RunOptions) throws(CommandError) {
    guard !StoreFile.isStore(options.trace) else {
      throw .usage("'\(options.trace)' is a store; expected --worst, or --run KEY, or a trace")
    }
    let request = try options.load()
    try request.requireOneRun(orElse: "doctor", "looks into one run")
    try self.init(request, options)
  }

  /// The one run of a request.
  /// - Parameters:
  ///   - request: of one run.
  ///   - options: that the request was loaded from.
  /// - Throws: `CommandError` for renditions that do not fit.
  init(_ request: RunRequest, _ options: RunOptions) throws(CommandError) {
    let scenario = options.scenario
    let renditions: Renditions?
    do { renditions = try scenario.renditions.map { try Renditions(parsing: $0) } } catch {
      throw .usage("--renditions \(error)")
    }
    self.init(
      path: request.path, trace: request.trace, layout: scenario.layout, renditions: renditions,
      device: request.scenario.device, deviceText: scenario.app.device,
      network: request.scenario.network, networkText: scenario.app.network, loader: request.loader,
      prefetcher: request.prefetcher, policy: request.hasCache ? request.policies.first : nil,
      budget: request.hasCache ? request.budgets.first ?? nil : nil, seed: options.seed)
  }
}
