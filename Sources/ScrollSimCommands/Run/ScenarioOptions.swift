package import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The options of commands that make runs: device, network, loader and prefetcher.
struct ScenarioOptions: ParsableArguments {
  @OptionGroup var app: AppOptions
  @Option(help: "Layout to use instead of the trace's: grid:columns=3.", completion: .layouts)
  var layout: String?
  @Option(
    help: ArgumentHelp(
      "Size or format of the image files, instead of the trace's: side=300, format=heic or both; "
        + "quality=same keeps the PSNR.",
      valueName: "renditions"))
  var renditions: String?
  @Option(
    help: ArgumentHelp(
      "NAME.SETTING=VALUE of a policy, loader or prefetcher.", valueName: "setting"))
  var set: [String] = []
  @Option(
    parsing: .unconditional, help: "Seed for randomized policies (default: 0).",
    transform: Seed.parse)
  var seed: UInt64 = 0

  /// Finds the named entries, and reads the named files.
  /// - Parameters:
  ///   - path: The path of the trace.
  ///   - texts: The policies, one or several in each text. An empty list means the loader's own
  ///     policy.
  ///   - option: The option that has the policies, for error messages.
  ///   - budgets: The budgets, one or several in each text. An empty list means the loader's own
  ///     budget.
  /// - Returns: the scenario with its policies and budgets.
  /// - Throws: `CommandError` for a name that does not exist, a value that does not fit, or a file
  ///   that cannot be read.
  func load(
    trace path: String, policies texts: [String], option: String = "--policy", budgets: [String]
  ) throws(CommandError) -> RunRequest {
    try load(at: path, policies: texts, option: option, budgets: budgets) {
      () throws(CommandError) in try TraceInput.load(path, layout: layout)
    }
  }

  /// Finds the named entries, and reads the named files, with a trace from any source.
  /// - Parameters:
  ///   - path: The name of the trace.
  ///   - texts: The policies, one or several in each text. An empty list means the loader's own
  ///     policy.
  ///   - option: The option that has the policies, for error messages.
  ///   - budgets: The budgets, one or several in each text. An empty list means the loader's own
  ///     budget.
  ///   - read: A closure that reads the trace with the requested layout.
  /// - Returns: the scenario with its policies and budgets.
  /// - Throws: `CommandError` for a name that does not exist, a value that does not fit, or a file
  ///   that cannot be read.
  func load(
    at path: String, policies texts: [String], option: String = "--policy", budgets: [String],
    reading read: () throws(CommandError) -> ScrollTrace
  ) throws(CommandError) -> RunRequest {
    try requireSingle()
    var overrides = try SettingOverrides(parsing: set)
    let loader = try overrides.choose(
      app.loader, from: ScrollSim.catalogs.loaders, option: "--loader")
    let policies = try overrides.chooseAll(
      texts.isEmpty ? [SweepAxis.own] : texts, own: loader.entry.ownPolicy,
      from: ScrollSim.typedPolicies, option: option)
    let loading = loader.entry.loader(loader.settings)
    let own = loading.cache ? loading.prefetcher : .none
    let prefetcher = try overrides.choose(
      app.prefetch ?? "\(own)", from: ScrollSim.catalogs.prefetchers,
      option: "--prefetch", isTyped: app.prefetch != nil)
    try overrides.checkAllUsed()
    if let prefetch = app.prefetch, !loading.cache, prefetcher.entry.name != "none" {
      throw CommandError.usage(
        "--prefetch \(prefetch): loader '\(loader.text)' has no cache to prefetch into; "
          + "expected a loader with a cache, or --prefetch none")
    }
    if let offline = policies.first(where: { $0.entry.facts.needsFuture }) {
      throw CommandError.usage(
        "policy '\(offline.text)' needs to know the future, which no run does; use it in replay")
    }
    var lists: [BudgetList] = []
    for text in budgets.isEmpty ? [SweepAxis.own] : budgets {
      do { lists.append(try BudgetList(parsing: text)) } catch { throw .usage("--budget \(error)") }
    }
    let device = try DeviceInput.find(app.device)
    let network = try NetworkInput.find(app.network)
    let others = try TraceInput.renditions(renditions)
    let source = try read()
    let trace = try TraceInput.showing(others, source, path)
    let image = trace.catalog.smallestImage
    if let problem = lists.lazy.compactMap({ $0.missingUnit(below: image) }).first {
      throw .usage("--budget \(problem)")
    }
    if let objection = loading.objection(to: trace.catalog.images) {
      throw CommandError(.badData, "\(path): loader '\(loader.text)' \(objection)")
    }
    if let objection = loading.objection(to: trace.catalog.images, on: device) {
      throw CommandError(.badData, "\(path): \(objection)")
    }
    let entries = lists.flatMap(\.entries)
    if loading.cache { try Self.require(entries, for: policies, loader, on: device) }
    let ownBudget = loader.entry.ownBudget(on: device)
    return RunRequest(
      path: path, source: source, renditions: others, trace: trace, policies: policies,
      budgets: entries.map { $0.budget(own: ownBudget, on: device) },
      loader: loader, prefetcher: prefetcher,
      scenario: Scenario(
        trace, device: device, network: network, loader: loading,
        prefetcher: prefetcher.entry.prefetcher(prefetcher.settings)))
  }

  /// Throws an error for a policy without the budget that it needs.
  private static func require(
    _ budgets: [BudgetList.Entry], for policies: [Choice<PolicyDescriptor>],
    _ loader: Choice<LoaderDescriptor>, on device: DeviceProfile
  ) throws(CommandError) {
    let own = loader.entry.ownBudget(on: device)
    for policy in policies {
      guard let need = policy.needForBudget,
        let entry = budgets.first(where: { $0.budget(own: own, on: device) == nil })
      else { continue }
      throw .usage(
        entry == .own
          ? "\(need), and loader '\(loader.text)' has no default; expected --budget SIZE"
          : "--budget 0 and \(BudgetList.none) mean no limit, but \(need); expected a size")
    }
  }

  /// Throws an error if an option of a run has several values.
  private func requireSingle() throws(CommandError) {
    let axes: [(option: String, text: String?)] = [
      ("--device", app.device), ("--network", app.network), ("--loader", app.loader),
      ("--prefetch", app.prefetch), ("--layout", layout),
    ]
    for case (let option, let text?) in axes {
      let count = ChoiceList.texts(in: text).count
      guard count == 1 else {
        throw .usage(
          "\(option) '\(text)' has \(count) values; expected one, or `scrollsim sweep` for "
            + "several")
      }
    }
  }
}

/// The device, network, loader and prefetcher of an app.
package struct AppOptions: ParsableArguments {
  /// The default values.
  package static let usual = (device: "iphone-13-pro", network: "wifi", loader: "cached")

  @Option(
    help: "One of `scrollsim list devices`, or a profile file (.yml).", completion: .devices)
  package var device = AppOptions.usual.device
  @Option(
    help: "One of `scrollsim list networks`, or a profile file (.yml).", completion: .networks)
  package var network = AppOptions.usual.network
  @Option(help: "The image loader of the app: NAME[:KEY=VALUE...].", completion: .loaders)
  package var loader = AppOptions.usual.loader
  @Option(
    help: ArgumentHelp(
      "The prefetcher: NAME[:KEY=VALUE...] (default: the loader's).",
      valueName: "prefetcher"), completion: .prefetchers)
  package var prefetch: String?

  package init() {}
}

/// The options of commands that make runs: trace, scenario, policies, budgets and seed.
struct RunOptions: ParsableArguments {
  @Argument(help: "A scroll trace (.scroll).", completion: .trace) var trace: String
  @Option(
    help: ArgumentHelp(
      "NAME[:KEY=VALUE...], comma-separated (default: the loader's, or lru).",
      valueName: "policies"),
    completion: .policies)
  var policy: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Limit of the memory cache: 64MiB,128MiB, 32MiB..512MiB:x2, 15%<=768MiB (15 % of the "
        + "device's memory, at most 768 MiB), or none (default: the loader's, or 64MiB).",
      valueName: "budgets"))
  var budget: [String] = []
  @OptionGroup var scenario: ScenarioOptions

  var seed: UInt64 { scenario.seed }

  /// The paths of the files that the command reads.
  var files: [String] { scenario.files(trace: trace) }

  /// Finds the named entries, and reads the named files.
  /// - Throws: `CommandError` for a name that does not exist, a value that does not fit, or a file
  ///   that cannot be read.
  func load() throws(CommandError) -> RunRequest {
    try scenario.load(trace: trace, policies: policy, budgets: budget)
  }
}
