import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollReports
import ScrollSimulation
import ScrollTraces

/// One scroll on one device, loaded one way, against policies and budgets.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Replays a scroll on a device and says what stalled, best policy first.",
    usage: """
      scrollsim run <trace> [--policy P,P,...] [--budget B,B,...]
      [--device <device>] [--network <network>] [--loader <loader>]
      [--prefetch <prefetcher>] [--layout <layout>] [--set <setting> ...]
      [--seed <seed>] [--regret] [--check] [--format <format>]
      """,
    discussion: #"""
      Policies and budgets are lists; every pair is a run, and the table is sorted by what \#
      the user saw: not killed, least blank and wrong area, least hitch time, highest hit \#
      rate.

      Example:
        scrollsim run Traces/photo-grid.scroll \
          --policy lru,distance,sieve --budget 32MiB,128MiB --device iphone-5

      --regret counts the look-ups that missed, less the fewest that could have with the \#
      images as they arrived in that run: min-bypass (equal costs) or pfoo-l. Only with \#
      --prefetch none: what is fetched ahead may hit the first time it is asked for.
      """#)

  @Argument(help: "A scroll trace (.scroll).") var trace: String
  @Option(
    help: ArgumentHelp("NAME[:KEY=VALUE...], comma-separated.", valueName: "policies"))
  var policy = ["lru"]
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "For the memory cache: 64MiB,128MiB or 32MiB..512MiB:x2.", valueName: "budgets"))
  var budget = ["64MiB"]
  @Option(help: "One of `scrollsim devices`, or a profile file (.yml).")
  var device = "iphone-13-pro"
  @Option(help: "One of `scrollsim networks`, or a profile file (.yml).") var network = "wifi"
  @Option(help: "How the app loads: NAME[:KEY=VALUE...].") var loader = "cached"
  @Option(
    help: ArgumentHelp(
      "What is fetched ahead: NAME[:KEY=VALUE...]; the loader's own unless given.",
      valueName: "prefetcher"))
  var prefetch: String?
  @Option(help: "Another layout than the trace's: grid:columns=3.") var layout: String?
  @Option(
    help: ArgumentHelp(
      "NAME.SETTING=VALUE, for a policy, loader or prefetcher.", valueName: "setting"))
  var set: [String] = []
  @Option(
    parsing: .unconditional, help: "The seed of policies that draw; 0 unless given.",
    transform: Seed.parse)
  var seed: UInt64 = 0
  @Flag(help: "Also the fewest misses, and how far above them each run is.")
  var regret = false
  @Flag(help: "Check that everything counted adds up; exit status 1 if not.") var check = false
  @OptionGroup var output: FormatOption

  func run() throws {
    var overrides = try SettingOverrides(parsing: set)
    let policies = try overrides.chooseAll(
      policy, from: ScrollSim.policies, option: "--policy")
    let loader = try overrides.choose(
      loader, from: Catalog<LoaderDescriptor>.builtIn, option: "--loader")
    let loading = loader.entry.loader(loader.settings)
    let prefetcher = try overrides.choose(
      prefetch ?? "\(loading.prefetcher)", from: Catalog<PrefetcherDescriptor>.builtIn,
      option: "--prefetch", isTyped: prefetch != nil)
    try overrides.checkAllUsed()
    if let prefetch, !loading.hasCache, prefetcher.entry.name != "none" {
      throw CommandError.usage(
        "--prefetch \(prefetch): loader '\(loader.text)' keeps no image to fetch ahead; "
          + "expected a loader with a cache, or --prefetch none")
    }
    if let offline = policies.first(where: { $0.entry.facts.needsFuture }) {
      throw CommandError.usage(
        "policy '\(offline.text)' must know the future, which no run does; use it in replay")
    }
    let budgets = try budget.flatMap { try SizeList(parsing: $0, option: "--budget").sizes }
    let device = try DeviceInput.find(device)
    let network = try NetworkInput.find(network)
    let trace = try RunCommand.load(trace, layout: layout)
    let scenario = Scenario(
      trace, device: device, network: network, loader: loading,
      prefetcher: prefetcher.entry.prefetcher(prefetcher.settings))

    let rows = runs(of: PreparedScenario(scenario), policies, budgets)
    let document = RunDocument(
      trace: RunDocument.Trace(self.trace, trace), device: device, network: network,
      loader: loader, prefetcher: scenario.prefetcher, layout: trace.header.layout, rows: rows)
    try output.print(
      RunTable(rows, hasCache: loader.entry.hasCache).table, document,
      caption: caption(trace, scenario, loader: loader.text))
    if check { try RunCheck.require(rows) }
    if let reason = missingRegret(scenario) { Output.say("note: \(reason)") }
  }

  /// What was run, and what of it is made up or estimated.
  private func caption(_ trace: ScrollTrace, _ scenario: Scenario, loader: String) -> String {
    let seconds = NumberText.fixed(trace.duration.seconds, decimals: 0)
    let device = scenario.device
    var lines = [
      """
      \(self.trace): \(trace.header.kind.rawValue), \(seconds) s, \
      \(trace.placement.count) items, \(trace.header.layout)
      """,
      """
      \(Self.origin(device.name, device.figures)), loader \(loader), \
      prefetcher \(scenario.prefetcher)
      """,
    ]
    if scenario.downloads {
      lines.append("network \(Self.origin(scenario.network.name, scenario.network.figures))")
    }
    if let decision = scenario.pagingDecision { lines.append("an average image: \(decision)") }
    return lines.joined(separator: "\n")
  }

  /// A profile's name, and how much of it nobody has measured.
  private static func origin(_ name: String, _ figures: [DeviceProfile.Figure]) -> String {
    let estimates = figures.filter(\.isEstimate).count
    return "\(name) (\(estimates) of its \(figures.count) figures are estimates)"
  }

  /// Why there is no regret although it was asked for; nil if there is.
  private func missingRegret(_ scenario: Scenario) -> String? {
    guard regret else { return nil }
    guard scenario.loader.hasCache else { return "no regret: this loader has no cache to ask" }
    guard scenario.prefetcher == .none else {
      return "no regret: what is fetched ahead may hit the first time it is asked for, so "
        + "nothing bounds its misses; --prefetch none has one"
    }
    return nil
  }

  static func load(_ path: String, layout: String?) throws(CommandError) -> ScrollTrace {
    let other: Layout?
    do { other = try layout.map { try Layout(parsing: $0) } } catch {
      throw .usage("--layout: \(error)")
    }
    let trace = try TraceInput.load(path)
    guard let other else { return trace }
    do { return try trace.laidOut(as: other) } catch {
      throw .usage("--layout: '\(path)' does not fit on \(other): \(error)")
    }
  }

  /// Every policy with every budget, best first; one row for a loader without a cache.
  private func runs(
    of prepared: PreparedScenario, _ policies: [Choice<PolicyDescriptor>], _ budgets: [ByteCount]
  ) -> [RunRow] {
    guard prepared.scenario.loader.hasCache else {
      return [
        RunRow(policy: nil, budget: nil, seed: seed, report: prepared.run(nil, isSpatial: false))
      ]
    }
    let pairs = policies.flatMap { policy in budgets.map { (policy, $0) } }
    let isRecorded = regret && missingRegret(prepared.scenario) == nil
    let (seed, regret) = (seed, regret)
    return ParallelMap.run(pairs, progress: "run") { policy, budget in
      guard isRecorded else {
        return RunRow(
          policy: policy, budget: budget, seed: seed,
          report: prepared.run(policy, budget: budget, seed: seed),
          regret: regret ? RunRegret() : nil)
      }
      let log = DemandLog(imageCount: prepared.keyCount)
      let report = prepared.run(policy, budget: budget, seed: seed) {
        RecordedModel($0, log: log)
      }
      return RunRow(
        policy: policy, budget: budget, seed: seed, report: report,
        regret: log.regret(capacity: budget.bytes, facts: policy.entry.facts))
    }.bestFirst()
  }
}

extension Scenario {
  /// What a trace shows, on a device.
  init(
    _ trace: ScrollTrace, device: DeviceProfile, network: NetworkProfile = .ideal,
    loader: Loader, prefetcher: Prefetcher? = nil
  ) {
    let layout = trace.header.layout
    self.init(
      images: trace.catalogue.images, placement: trace.placement,
      laterEpochs: Array(trace.epochs.dropFirst()), motion: trace.motion, events: trace.events,
      viewportExtent: trace.viewportLength,
      viewportBreadth: layout.breadth(of: trace.header.viewport),
      direction: trace.header.direction, decelerationRate: trace.header.decelerationRate,
      device: device, network: network, loader: loader, prefetcher: prefetcher)
  }
}
