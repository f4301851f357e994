import ArgumentParser
import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollSweeps

/// How much of what foresight could do each prefetcher does, and what it fetches for nothing.
struct AheadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ahead",
    abstract: "Compares prefetchers with perfect foresight.",
    discussion: #"""
      Each prefetcher runs on every trace. The gap is what 'clairvoyant', which knows the \#
      motion, leaves less of missing screen than 'directional'; a prefetcher that leaves as \#
      little closes 100 %, one that leaves more than 'directional' has a negative share. \#
      Beside it stand the bytes that were fetched ahead and never shown, and downloads that \#
      were broken off. Where the gap is less than 1 % there is no share. Other ends: --from \#
      and --to.

      Example:
        scrollsim ahead Traces/recorded/*.scroll --device iphone-5 --budget 64MiB \
          --prefetch ring,flash-list,legend-list,flat-list
      """#)

  @Argument(help: "Scroll traces (.scroll).", completion: .trace) var traces: [String]
  @Option(
    help: ArgumentHelp(
      "NAME[:KEY=VALUE...], comma-separated (default: all that do not know the future).",
      valueName: "prefetchers"),
    completion: .prefetchers)
  var prefetch: [String] = []
  @Option(help: "The prefetcher that closes nothing of the gap.", completion: .prefetchers)
  var from = "directional"
  @Option(help: "The prefetcher that closes all of it.", completion: .prefetchers)
  var to = "clairvoyant"
  @Option(
    help: "The policy of the cache (default: the loader's own, or lru).", completion: .policies)
  var policy: String?
  @Option(
    parsing: .unconditional, help: "Of the memory cache (default: the loader's own, or 64MiB).")
  var budget: String?
  @Option(
    help: "One of `scrollsim list devices`, or a profile file (.yml) (default: iphone-13-pro).",
    completion: .devices)
  var device: String?
  @Option(
    help: "One of `scrollsim list networks`, or a profile file (.yml) (default: wifi).",
    completion: .networks)
  var network: String?
  @Option(
    help: "How the app loads: NAME[:KEY=VALUE...] (default: cached).", completion: .loaders)
  var loader: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    let (from, to) = (try prefetcher(from, "--from"), try prefetcher(to, "--to"))
    guard from.name != to.name else {
      throw CommandError.usage(
        "--from and --to are both '\(to.name)', which leaves no gap; expected two prefetchers")
    }
    let compared = try compared(to)
    let requests = try traces.map(request)
    if let first = requests.first, !first.hasCache {
      throw CommandError.usage(
        "--loader \(first.loader.text): it has no cache to prefetch into; expected a loader with "
          + "a cache")
    }
    let jobs = ([from, to] + compared).map(\.prefetcher)
    let pairs = jobs.indices.flatMap { job in requests.indices.map { (job: job, trace: $0) } }
    let outcomes = ParallelMap.run(pairs, progress: "run") { pair in
      AheadOutcome(requests[pair.trace], jobs[pair.job])
    }
    let count = requests.count
    let document = AheadDocument(
      requests.map(\.path), from: Array(outcomes[..<count]),
      to: Array(outcomes[count..<(2 * count)]),
      rows: compared.indices.map { index in
        let start = (index + 2) * count
        return (compared[index], Array(outcomes[start..<(start + count)]))
      })
    let caption = requests.first.map {
      "\($0.scenario.device.name), loader \($0.loader.text), \($0.policies[0].text), "
        + "network \($0.scenario.network.name)"
    }
    try output.print(document.table, document.rows, caption: caption)
  }

  /// The prefetchers to compare: unless told, those that see no future and the end of the gap.
  private func compared(_ to: NamedPrefetcher) throws -> [NamedPrefetcher] {
    guard prefetch.isEmpty else {
      return try prefetch.flatMap { ChoiceList.texts(in: $0) }.map {
        try prefetcher($0, "--prefetch")
      }
    }
    return ScrollSim.catalogs.prefetchers.entries.filter { !$0.facts.seesFuture }
      .map { NamedPrefetcher(name: $0.name, prefetcher: $0.standard) } + [to]
  }

  private func prefetcher(_ text: String, _ option: String) throws -> NamedPrefetcher {
    var overrides = try SettingOverrides(parsing: [])
    let choice = try overrides.choose(text, from: ScrollSim.catalogs.prefetchers, option: option)
    return NamedPrefetcher(
      name: choice.text, prefetcher: choice.entry.prefetcher(choice.settings))
  }

  /// A trace with the device, loader, cache and network of all.
  private func request(_ trace: String) throws -> RunRequest {
    let given: [(String, String?)] = [
      ("--device", device), ("--network", network), ("--loader", loader),
    ]
    let arguments = given.flatMap { option, value in value.map { [option, $0] } ?? [] }
    let request = try ScenarioOptions.parse(arguments).load(
      trace: trace, policies: policy.map { [$0] } ?? [], budgets: budget.map { [$0] } ?? [])
    guard request.policies.count == 1, request.budgets.count == 1 else {
      throw CommandError.usage("several policies or budgets; expected one of each")
    }
    return request
  }
}
