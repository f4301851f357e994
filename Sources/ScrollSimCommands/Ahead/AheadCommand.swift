import ArgumentParser
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The `ahead` command measures how close each prefetcher comes to one that knows the future, and
/// the bytes that it fetches but that are never shown.
struct AheadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ahead",
    abstract: "Compares prefetchers with perfect foresight.",
    discussion: #"""
      Each prefetcher runs on every trace. The gap is the stall (missing screen) that \#
      'clairvoyant', which knows the motion, saves over 'directional'. A prefetcher that stalls \#
      as little as 'clairvoyant' closes 100 % of the gap. One that stalls more than 'directional' \#
      has a negative share. Gaps below 1 % of its stall have no share. --from and --to choose other \#
      prefetchers for the ends of the gap. The table also has the prefetched bytes that were \#
      never shown, and the cancelled downloads.

      Example:
        scrollsim ahead Traces/recorded/*.scroll --device iphone-5 --budget 64MiB \
          --prefetch ring,flash-list,legend-list,flat-list
      """#)

  @Argument(help: "Scroll traces (.scroll).", completion: .trace) var traces: [String]
  @Option(
    help: ArgumentHelp(
      "NAME[:KEY=VALUE...], comma-separated (default: all except those that know the future).",
      valueName: "prefetchers"),
    completion: .prefetchers)
  var prefetch: [String] = []
  @Option(help: "The prefetcher at 0 % of the gap.", completion: .prefetchers)
  var from = "directional"
  @Option(help: "The prefetcher at 100 % of the gap.", completion: .prefetchers)
  var to = "clairvoyant"
  @Option(
    help: "The policy of the cache (default: the loader's, or lru).", completion: .policies)
  var policy: String?
  @Option(
    parsing: .unconditional, help: "Limit of the memory cache (default: the loader's, or 64MiB).")
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
    help: "The image loader of the app: NAME[:KEY=VALUE...] (default: cached).",
    completion: .loaders)
  var loader: String?
  @OptionGroup var output: FormatOption

  /// The maximum number of simulated seconds in all runs together.
  ///
  /// They take a quarter of a minute on two cores.
  private static let mostSeconds = 1_000_000.0

  func run() throws {
    let (from, to) = (try prefetcher(from, "--from"), try prefetcher(to, "--to"))
    guard from.name != to.name else {
      throw CommandError.usage(
        "--from and --to are both '\(to.name)'; expected two different prefetchers")
    }
    let compared = try compared(to)
    let requests = try traces.map(request)
    if let first = requests.first, !first.hasCache {
      throw CommandError.usage(
        "--loader \(first.loader.text) has no cache to prefetch into; expected a loader with "
          + "a cache")
    }
    // The two ends are usually among the compared prefetchers: each runs once.
    let asked = [from, to] + compared
    let names = asked.map { "\($0.prefetcher)" }
    let places = Dictionary(zip(names, asked.indices), uniquingKeysWith: { first, _ in first })
    let pairs = Set(places.values).sorted().flatMap { place in requests.map { (place, $0) } }
    let seconds = pairs.reduce(0) { $0 + $1.1.scenario.motion.duration.seconds }
    guard seconds <= Self.mostSeconds else {
      throw CommandError.usage(
        "\(places.count) prefetchers on \(Phrase.count(requests.count, "trace")) make runs "
          + "of \(Int(seconds)) s in all; expected at most \(Int(Self.mostSeconds)) s. Name "
          + "fewer with --prefetch, or cut the trace with 'scrollsim trace cut'")
    }
    let outcomes = ParallelMap.run(pairs, progress: "run") { place, request in
      AheadOutcome(request, asked[place].prefetcher)
    }
    let made = Dictionary(grouping: zip(pairs, outcomes), by: \.0.0)
    let rows = zip(asked, names).map { prefetcher, name in
      (prefetcher: prefetcher, outcomes: (made[places[name] ?? 0] ?? []).map(\.1))
    }
    let document = AheadDocument(
      requests.map(\.path), from: rows[0].outcomes, to: rows[1].outcomes,
      rows: Array(rows.dropFirst(2)))
    let caption = requests.first.map {
      "\($0.scenario.device.name), loader \($0.loader.text), \($0.policies[0].text), "
        + "network \($0.scenario.network.name)"
    }
    try output.print(document.table, document.rows, caption: caption)
  }

  /// Returns the prefetchers to compare: by default all that do not know the future, and the one at
  /// 100 % of the gap.
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

  /// Returns the request for a run of a trace, with the device, loader, cache and network of the
  /// command.
  private func request(_ trace: String) throws -> RunRequest {
    let given: [(String, String?)] = [
      ("--device", device), ("--network", network), ("--loader", loader),
    ]
    let arguments = given.flatMap { option, value in value.map { ["\(option)=\($0)"] } ?? [] }
    let request = try ScenarioOptions.parse(arguments).load(
      trace: trace, policies: policy.map { [$0] } ?? [], budgets: budget.map { [$0] } ?? [])
    guard request.policies.count == 1, request.budgets.count == 1 else {
      throw CommandError.usage("several policies or budgets; expected one of each")
    }
    return request
  }
}

/// The shares of the gap that prefetchers close, as JSON and as a table.
struct AheadDocument {
  let rows: [Row]
  let traces: [String]

  /// The results of a prefetcher, over all traces and on each.
  struct Row: Encodable {
    let prefetcher: String
    /// The prefetcher with every setting.
    let settings: String
    let stallSeconds: Double
    /// The share of the gap that the prefetcher closes, 1 for all of it; `nil` if the gap is too
    /// small.
    let closed: Double?
    let unseenBytes: Int, wastedBytes: Int
    let traces: [Cell]

    struct Cell: Encodable {
      let trace: String
      let stallSeconds: Double
      let closed: Double?
      let unseenBytes: Int, wastedBytes: Int
    }
  }

  /// Creates a document.
  /// - Parameters:
  ///   - traces: The traces as typed.
  ///   - from: The outcome of the prefetcher at 0 % of the gap, on each trace.
  ///   - to: The outcome of the prefetcher at 100 % of the gap, on each trace.
  ///   - rows: The prefetchers to compare, best first.
  init(
    _ traces: [String], from: [AheadOutcome], to: [AheadOutcome],
    rows: [(prefetcher: NamedPrefetcher, outcomes: [AheadOutcome])]
  ) {
    self.traces = traces
    self.rows = rows.map { prefetcher, outcomes in
      let cells = traces.indices.map { index in
        Row.Cell(
          trace: traces[index], stallSeconds: outcomes[index].stall,
          closed: Self.share(from[index].stall, to[index].stall, outcomes[index].stall),
          unseenBytes: outcomes[index].unseenBytes, wastedBytes: outcomes[index].wastedBytes)
      }
      func sum(_ outcomes: [AheadOutcome]) -> Double { outcomes.reduce(0) { $0 + $1.stall } }
      return Row(
        prefetcher: prefetcher.name, settings: "\(prefetcher.prefetcher)",
        stallSeconds: sum(outcomes),
        closed: Self.share(sum(from), sum(to), sum(outcomes)),
        unseenBytes: outcomes.reduce(0) { $0 + $1.unseenBytes },
        wastedBytes: outcomes.reduce(0) { $0 + $1.wastedBytes }, traces: cells)
    }.sorted { ($0.stallSeconds, $0.unseenBytes) < ($1.stallSeconds, $1.unseenBytes) }
  }

  /// The smallest gap for which shares are meaningful, as a part of the stall at 0 % of the gap.
  private static let leastGap = 0.01

  /// Returns the share of the gap that a stall closes; `nil` if the gap is too small.
  private static func share(_ from: Double, _ to: Double, _ stall: Double) -> Double? {
    from > to && from - to >= leastGap * from ? (from - stall) / (from - to) : nil
  }

  /// The prefetchers, the one with the least stall first.
  ///
  /// With several traces each has a column of shares.
  var table: Table {
    let isOne = traces.count == 1
    var table = Table(
      [.left("prefetcher").keeping(.key), .right("stall s"), .right("gap closed %")]
        + (isOne ? [] : traces.map { .right(TraceRecord.fileName($0)) })
        + [.right("unseen MiB"), .right("cancelled MiB")])
    for row in rows {
      table.append(
        [row.prefetcher, NumberText.fixed(row.stallSeconds, decimals: 2), Self.percent(row.closed)]
          + (isOne ? [] : row.traces.map { Self.percent($0.closed) })
          + [row.unseenBytes, row.wastedBytes].map {
            NumberText.fixed(Double($0) / 1_048_576, decimals: 1)
          })
    }
    return table
  }

  private static func percent(_ share: Double?) -> String {
    share.map { NumberText.fixed(100 * $0, decimals: 0) } ?? "-"
  }
}

/// A prefetcher, and its name as typed.
struct NamedPrefetcher: Sendable {
  let name: String
  let prefetcher: Prefetcher
}

/// The outcome of one prefetcher on one trace.
struct AheadOutcome: Sendable {
  /// The seconds of missing screen.
  let stall: Double
  let unseenBytes: Int, wastedBytes: Int

  init(_ request: RunRequest, _ prefetcher: Prefetcher) {
    var scenario = request.scenario
    scenario.prefetcher = prefetcher
    let report = PreparedScenario(scenario).run(request.policies[0], budget: request.budgets[0])
    stall = report.stalls.seconds
    unseenBytes = report.prefetch.unseenBytes.bytes
    wastedBytes = report.work.wastedBytes.bytes
  }
}
