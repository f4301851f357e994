import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSweeps
import ScrollTraces

/// The `replay` command runs policies over plain streams of requests, and simulates only the
/// content of the cache.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replays request streams and counts the misses.",
    discussion: #"""
      Reads scroll traces, request traces in the formats of the caching literature, and logs of \#
      cache operations (see `scrollsim-lab identify`). The format is detected from the first line \#
      of a file. The path - is standard input; zstd and gzip unpack .zst and .gz. With --unit \#
      items, capacities count images, and every size is 1. With --unit bytes, the default for \#
      traces with sizes, capacities are amounts of memory. The capacity 10% is a share of the \#
      working set: the size of all different images together.

      Example:
        scrollsim replay Traces/photo-grid.scroll \
          --policy lru,sieve,belady --capacity 50,100,200 --unit items
        scrollsim replay Traces/photo-grid.scroll Traces/tall-feed.scroll \
          --policy lru,sieve --capacity 1%,10% --warm-up 10% --store replays.sqlite
        scrollsim report replays.sqlite

      A log that an app's cache recorded names its policy and limits. If a hit or eviction of \#
      the replay differs from the log, the exit status is 1.

      --regret adds the number of misses above a lower bound: belady (equal sizes, policies that \#
      store every miss), min-bypass (equal sizes, policies that may refuse) or pfoo-l (unequal \#
      sizes). See `scrollsim bounds`. Cache models that may exceed their limit have no bound.

      The memory of a replay grows with the number of different images, not of requests. If a \#
      policy or --regret needs the future, requests that do not fit into memory go to a file in \#
      TMPDIR.
      """#)

  @Argument(
    help: "Scroll traces, or request traces; - is standard input.", completion: .file())
  var traces: [String]
  @Option(
    help: ArgumentHelp(
      "One of auto, scroll, \(Catalog<RequestFormat>.names).", valueName: "format"),
    completion: .requestFormats)
  var traceFormat = "auto"
  @OptionGroup var columns: ColumnOptions
  @Option(
    help: ArgumentHelp(
      "NAME[:KEY=VALUE...], comma-separated (default: the policy of the log, or lru).",
      valueName: "policies"),
    completion: .policies)
  var policy: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Capacities: 100,1000 or 1000..8000:+1000 or 64MiB, or 1%,10% of the working set "
        + "(default: the limits of a log).",
      valueName: "capacities"))
  var capacity: [String] = []
  @Option(help: "The unit of a capacity.") var unit: CapacityUnit?
  @Option(
    help: ArgumentHelp("NAME.SETTING=VALUE of a policy.", valueName: "setting"))
  var set: [String] = []
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seeds for randomized policies: 7, 0..9 or 1,5.", valueName: "seeds"))
  var seed = "0"
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The first requests, which fill the cache and are not counted: 10%, or a number.",
      valueName: "part"))
  var warmUp: String?
  @Flag(help: "Add the optimal miss count and each policy's regret.")
  var regret = false
  @Option(
    help: ArgumentHelp(
      "The store of the replays: replays that it has are not repeated.", valueName: "file"),
    completion: .file())
  var store: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    var overrides = try SettingOverrides(parsing: set)
    let policies = try overrides.chooseAll(
      policy.isEmpty ? ["lru"] : policy, from: ScrollSim.typedPolicies, option: "--policy")
    try overrides.checkAllUsed()
    // This is checked before a long file is read: an invalid size is invalid in any unit.
    let capacities = try CapacityList(capacity)
    let question = ReplayQuestion(
      policies: policies, namesPolicies: !policy.isEmpty, capacities: capacities,
      typed: capacity, unit: unit,
      seeds: try ReplaySeeds.parse(seed),
      warmUp: try warmUp.map { text throws(CommandError) in
        try WarmUp(text)
      }, regret: regret)
    try question.check()
    let input = try RequestInput(format: traceFormat, columns: columns)
    guard traces.count(where: { $0 == "-" }) < 2 else {
      throw CommandError.usage("- appears twice; expected standard input once")
    }
    try OutputCheck.require([.store("--store", store)], reading: traces)
    let results = try store.map { path throws(CommandError) in try SweepInput.open(path) }
    var rows: [ReplayRow] = []
    var difference: String?
    for trace in traces {
      if CacheLogInput.isLog(trace) {
        let log = try LogReplay(
          try CacheLogInput.load(trace), namesPolicies: question.namesPolicies)
        rows += try log.rows(question, isKept: results != nil)
        difference = difference ?? log.difference(question)
        continue
      }
      guard !capacity.isEmpty else {
        throw CommandError.usage(
          "--capacity is missing, and '\(trace)' states none; expected capacities like 100,1000")
      }
      // A store identifies a stream by its sizes, too.
      let (log, scroll) = try input.loadWithScroll(
        trace, counting: unit == .items && results == nil)
      rows += try question.rows(of: log, scroll, called: trace, keptIn: results)
    }
    if let results { try SweepInput.close(results) }
    try output.print(ReplayTable(rows, question).table, rows)
    if let difference { throw CommandError(.gateSaidNo, difference) }
  }
}

/// The seeds of replays, as typed.
enum ReplaySeeds {
  /// Parses `7`, `0..9` or `1,5,10..19`.
  /// - Throws: `CommandError` for anything else.
  static func parse(_ text: String) throws(CommandError) -> [UInt64] {
    if let seed = UInt64(text) { return [seed] }
    do { return try SeedList(parsing: text).seeds.map { UInt64($0) } } catch {
      throw .usage("--seed: \(error)")
    }
  }
}

/// Replays as a table for people.
struct ReplayTable {
  private(set) var table: Table

  init(_ rows: [ReplayRow], _ question: ReplayQuestion) {
    let hasTraces = Set(rows.map(\.trace)).count > 1
    let hasShares = question.capacities.hasShares
    let hasSeeds = rows.contains { $0.seed != nil }
    let hasBytes = rows.contains { $0.unit == CapacityUnit.bytes.rawValue }
    let hasNotes = rows.contains { $0.note != nil }
    var columns: [Table.Column] = hasTraces ? [.left("trace").keeping(.key)] : []
    columns += [.left("policy"), .left("unit")]
    if hasShares { columns.append(.right("share").keeping(.key)) }
    columns.append(.right("capacity").keeping(.key))
    if hasSeeds { columns.append(.right("seed").keeping(.key)) }
    columns += [
      .right("requests").keeping(.detail), .right("misses"), .right("miss ratio").keeping(.key),
      .right("bytes requested").keeping(.detail), .right("bytes missed"),
      .right("byte miss ratio"),
    ]
    if question.regret { columns += Regret.columns(hasBytes: hasBytes) }
    if hasNotes { columns.append(.prose("note")) }
    table = Table(columns)
    for row in rows {
      var cells = hasTraces ? [row.trace] : []
      cells += [row.policy, row.unit]
      if hasShares { cells.append(row.share ?? "") }
      cells.append("\(row.capacity)")
      if hasSeeds { cells.append(row.seed.map { "\($0)" } ?? "") }
      cells += [
        "\(row.requests)", "\(row.misses)", NumberText.fixed(row.missRatio, decimals: 4),
        "\(row.bytesRequested)", "\(row.bytesMissed)",
        NumberText.fixed(row.byteMissRatio, decimals: 4),
      ]
      if let regret = row.regret { cells += regret.cells(hasBytes: hasBytes) }
      if hasNotes { cells.append(row.note ?? "") }
      table.append(cells)
    }
  }
}
