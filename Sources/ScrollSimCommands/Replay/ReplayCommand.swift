import ArgumentParser
import ScrollBounds
import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollReports
import ScrollRunStories
import ScrollTraces

/// Policy and residency alone, over a plain stream of requests.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replays a request stream against policies: no time, no screen, only misses.",
    discussion: #"""
      Reads scroll traces (their own requests) and the formats of the caching literature. \#
      With --unit items a capacity counts images and every size is 1; with --unit bytes, \#
      the default where the trace has sizes, it is an amount of memory.

      Example:
        scrollsim replay Traces/photo-grid.scroll \
          --policy lru,sieve,belady --capacity 50,100,200 --unit items

      --regret compares with belady (equal sizes, policies that store every miss), \#
      min-bypass (equal sizes, policies that may refuse) or pfoo-l (unequal sizes); \#
      see `scrollsim bounds`. Models that may exceed their limit have none.
      """#)

  @Argument(help: "A scroll trace, or a request trace.", completion: .file()) var trace: String
  @Option(
    help: ArgumentHelp(
      "One of auto, scroll, \(Catalog<RequestFormat>.names).", valueName: "format"),
    completion: .requestFormats)
  var traceFormat = "auto"
  @OptionGroup var columns: ColumnOptions
  @Option(
    help: ArgumentHelp("NAME[:KEY=VALUE...], comma-separated.", valueName: "policies"),
    completion: .policies)
  var policy = ["lru"]
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Capacities: 100,1000 or 1000..8000:+1000 or 64MiB.", valueName: "capacities"))
  var capacity: [String]
  @Option(help: "The unit of a capacity.") var unit: CapacityUnit?
  @Option(
    help: ArgumentHelp("NAME.SETTING=VALUE, for a policy.", valueName: "setting"))
  var set: [String] = []
  @Option(
    parsing: .unconditional, help: "Seed for randomized policies (default: 0).",
    transform: Seed.parse)
  var seed: UInt64 = 0
  @Flag(help: "Add the optimal miss count and each policy's regret.")
  var regret = false
  @OptionGroup var output: FormatOption

  func run() throws {
    var overrides = try SettingOverrides(parsing: set)
    let policies = try overrides.chooseAll(policy, from: ScrollSim.policies, option: "--policy")
    try overrides.checkAllUsed()
    // Before a long file is read: what is no size is none in any unit.
    _ = try StreamOptions.capacities(capacity, in: unit ?? .bytes)
    var stream = try RequestInput.load(
      trace, format: traceFormat, idColumn: columns.idColumn, counting: unit == .items)
    if unit == .bytes, stream.sizes == nil {
      throw StreamOptions.noSizes(trace)
    }
    let unit = unit ?? (stream.sizes == nil ? .items : .bytes)
    let capacities = try StreamOptions.capacities(capacity, in: unit)
    if unit == .items { stream = stream.countingItems }
    if policies.contains(where: { $0.entry.isSpatial }), stream.items == nil {
      RequestInput.noteOrder()
    }
    if regret, LRUCurve.exactFrom(stream) == nil {
      Output.say("note: images change their sizes; pfoo-l takes the smallest that each one has")
    }
    let rows = results(of: stream, policies, capacities, unit)
    try output.print(ReplayTable(rows, unit: unit, hasRegret: regret).table, rows)
  }

  private func results(
    of stream: RequestStream, _ policies: [Choice<PolicyDescriptor>], _ capacities: [Int],
    _ unit: CapacityUnit
  ) -> [ReplayRow] {
    let needsFuture = policies.contains { $0.entry.facts.needsFuture }
    let nextUses = needsFuture ? stream.nextUses() : []
    let pairs = policies.flatMap { policy in capacities.map { (policy, $0) } }
    let (trace, seed) = (trace, seed)
    let least = regret ? leastMisses(of: stream, capacities) : [:]
    let size = stream.sizes?.first ?? 1
    let mean =
      stream.sizes.map { sizes in
        sizes.reduce(0.0) { $0 + Double($1) } / Double(max(1, sizes.count))
      } ?? 1
    return ParallelMap.run(pairs, progress: "replay") { policy, capacity in
      let setup = PolicySetup(
        imageCount: stream.imageCount,
        limits: unit == .bytes ? CacheLimits(cost: capacity) : CacheLimits(count: capacity),
        settings: policy.settings, seed: seed, placement: stream.placement,
        nextUses: policy.entry.facts.needsFuture ? nextUses : [])
      var row = ReplayRow(
        trace: trace, policy: policy.text, unit: unit.rawValue, capacity: capacity,
        tally: policy.entry.replay(stream, setup))
      row.note = Self.shortage(of: policy, capacity: capacity, unit, mean: mean)
      if let bounds = least[capacity] {
        let bound = bounds.bound(of: policy, capacity: capacity, size: size)
        row.regret = Regret(bound, misses: row.misses, bytesMissed: row.bytesMissed)
      }
      return row
    }
  }

  /// That the capacity is below the least in which the policy is what its name says, in images of
  /// the mean size of all requests; nil where it is not.
  private static func shortage(
    of policy: Choice<PolicyDescriptor>, capacity: Int, _ unit: CapacityUnit, mean: Double
  ) -> String? {
    let room = mean > 0 ? Double(capacity) / mean : .infinity
    return policy.shortage(inRoomFor: room, countsImages: unit == .items).map {
      "too small: room for \(NumberText.fixed($0.room, decimals: 1)) images, needs \($0.needed)"
    }
  }

  private func leastMisses(
    of stream: RequestStream, _ capacities: [Int]
  ) -> [Int: LeastMisses.Bounds] {
    let distinct = Set(capacities).sorted()
    let bounds = ParallelMap.run(distinct, progress: "bound") {
      LeastMisses.Bounds(stream, capacity: $0)
    }
    return Dictionary(uniqueKeysWithValues: zip(distinct, bounds))
  }
}
