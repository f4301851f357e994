import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollReports
import ScrollTraces

/// Policy and residency alone, over a plain stream of requests.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replays a request stream against policies: no time, no screen, only misses.",
    usage: """
      scrollsim replay <trace> --capacity C,C,... [--policy P,P,...]
      [--unit items|bytes] [--trace-format <format>] [--set <setting> ...]
      [--seed <seed>] [--format <format>]
      """,
    discussion: #"""
      Reads scroll traces (their own requests) and the formats of the caching literature. \#
      With --unit items a capacity counts images and every size is 1; with --unit bytes, \#
      the default where the trace has sizes, it is an amount of memory.

      Example:
        scrollsim replay Traces/photo-grid.scroll \
          --policy lru,sieve,belady --capacity 50,100,200 --unit items
      """#)

  enum Unit: String, ExpressibleByArgument, CaseIterable {
    case items, bytes
  }

  @Argument(help: "A scroll trace, or a request trace.") var trace: String
  @Option(
    help: ArgumentHelp(
      "One of auto, scroll, \(Catalog<RequestFormat>.names).", valueName: "format"))
  var traceFormat = "auto"
  @Option(
    help: ArgumentHelp("NAME[:KEY=VALUE...], comma-separated.", valueName: "policies"))
  var policy = ["lru"]
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "How much is kept: 100,1000 or 1000..8000:+1000 or 64MiB.", valueName: "capacities"))
  var capacity: [String]
  @Option(help: "What a capacity counts.") var unit: Unit?
  @Option(
    help: ArgumentHelp("NAME.SETTING=VALUE, for a policy.", valueName: "setting"))
  var set: [String] = []
  @Option(
    parsing: .unconditional, help: "The seed of policies that draw; 0 unless given.",
    transform: Seed.parse)
  var seed: UInt64 = 0
  @OptionGroup var output: FormatOption

  func run() throws {
    var overrides = try SettingOverrides(parsing: set)
    let policies = try overrides.chooseAll(policy, from: ScrollSim.policies, option: "--policy")
    try overrides.checkAllUsed()
    let capacities = try capacity.map { try SizeList(parsing: $0, option: "--capacity") }
    var stream = try RequestInput.load(trace, format: traceFormat, counting: unit == .items)
    if unit == .bytes, stream.sizes == nil {
      throw CommandError.usage(
        "--unit bytes: '\(trace)' has no sizes; expected a trace with sizes, or --unit items")
    }
    let unit = unit ?? (stream.sizes == nil ? .items : .bytes)
    if unit == .items {
      guard !capacities.contains(where: \.hasUnits) else {
        throw CommandError.usage(
          "--capacity \(capacity.joined(separator: ",")): items have no unit; "
            + "expected numbers like 100, or --unit bytes with a trace that has sizes")
      }
      stream = stream.countingItems
    }
    if policies.contains(where: { $0.entry.facts.isSpatial }), stream.items == nil {
      RequestInput.noteOrder()
    }
    let rows = results(of: stream, policies, capacities.flatMap(\.sizes).map(\.bytes), unit)
    try output.print(table(rows), rows)
  }

  private func results(
    of stream: RequestStream, _ policies: [Choice<PolicyDescriptor>], _ capacities: [Int],
    _ unit: Unit
  ) -> [ReplayRow] {
    let needsFuture = policies.contains { $0.entry.facts.needsFuture }
    let nextUses = needsFuture ? stream.nextUses() : []
    let pairs = policies.flatMap { policy in capacities.map { (policy, $0) } }
    let (trace, seed) = (trace, seed)
    return ParallelMap.run(pairs, progress: "replay") { policy, capacity in
      let setup = PolicySetup(
        imageCount: stream.imageCount,
        limits: unit == .bytes ? CacheLimits(cost: capacity) : CacheLimits(count: capacity),
        settings: policy.settings, seed: seed, placement: stream.placement,
        nextUses: policy.entry.facts.needsFuture ? nextUses : [])
      return ReplayRow(
        trace: trace, policy: policy.text, unit: unit.rawValue, capacity: capacity,
        tally: policy.entry.replay(stream, setup))
    }
  }

  private func table(_ rows: [ReplayRow]) -> Table {
    var table = Table([
      .left("policy"), .left("unit"), .right("capacity"), .right("requests"), .right("misses"),
      .right("miss ratio"), .right("bytes requested"), .right("bytes missed"),
      .right("byte miss ratio"),
    ])
    for row in rows {
      table.append([
        row.policy, row.unit, "\(row.capacity)", "\(row.requests)", "\(row.misses)",
        NumberText.fixed(row.missRatio, decimals: 4), "\(row.bytesRequested)",
        "\(row.bytesMissed)", NumberText.fixed(row.byteMissRatio, decimals: 4),
      ])
    }
    return table
  }
}
