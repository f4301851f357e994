import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The `bounds` command: lower bounds that no cache can beat on a stream, and the results of caches
/// that know the future.
struct BoundsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bounds",
    abstract: "Prints lower bounds on the misses of any cache.",
    discussion: #"""
      Bounds hold for caches that start empty, do not prefetch and stay within their capacity. \#
      For images of equal size, belady (stores every miss) and min-bypass (may refuse images) are \#
      exact. If their costs differ (--cost bytes or reload), the bound is interval-cost. For \#
      different sizes, pfoo-l is a lower bound, and pfoo-u is the result of a cache that knows \#
      the future.

      The column 'kind' is exact (the optimum), lower (a lower bound), reached (some cache \#
      achieves it) or estimate (an image that changes its size counts with its smallest). \#
      The gap is (reached - lower) / reached.

      --cost stall bounds the stall (seconds of missing screen) of whole runs with a device, \#
      network, loader and prefetcher. 'proven' is a lower bound for caches that keep the budget. \#
      'reached' is the best found with the policies that always keep it, and with one that knows \#
      the future.

      Example:
        scrollsim bounds Traces/photo-grid.scroll --capacity 64MiB,256MiB
        scrollsim bounds Traces/photo-grid.scroll --capacity 50,200 --unit items
        scrollsim bounds Traces/photo-grid.scroll --capacity 50,200 --unit items \
          --cost reload --device iphone-5
        scrollsim bounds Traces/tall-feed.scroll --capacity 16MiB..64MiB:x2 \
          --cost stall --device iphone-5
      """#)

  enum Cost: String, ExpressibleByArgument, CaseIterable {
    case one, bytes, reload, stall
  }

  @OptionGroup var input: StreamOptions
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Capacities: 100,1000 or 1000..8000:+1000 or 64MiB.", valueName: "capacities"))
  var capacity: [String]
  @Option(
    help: """
      The cost of a miss: 1, its bytes, or the time to read and decode it; or the stall of whole \
      runs.
      """)
  var cost = Cost.one
  @OptionGroup var scenario: BoundScenario
  @OptionGroup var output: FormatOption

  func run() throws {
    try scenario.checkUnused(cost)
    if cost == .stall { return try boundStalls() }
    let (log, unit) = try input.load()
    let capacities = try StreamOptions.capacities(
      capacity, in: unit, workingSet: (unit == .items ? log.countingItems : log).workingSet)
    let stream = log.stream
    let charges = try missCost(of: stream)
    if unit == .bytes, LRUCurve.exactFrom(stream) == nil {
      Output.say("note: images change their sizes; each counts with its smallest")
    }
    let (path, name) = (input.trace, cost.rawValue)
    let device = cost == .reload ? scenario.device ?? BoundScenario.usualDevice : nil
    let rows = ParallelMap.run(capacities, progress: "bound") { capacity in
      BoundRow.rows(of: stream, capacity: capacity, unit: unit, cost: charges).map { row in
        var row = row
        row.trace = path
        row.cost = name
        row.device = device
        if name == Cost.reload.rawValue { row.scale(by: 1e-6) }
        return row
      }
    }.flatMap { $0 }
    try output.print(
      table(rows), rows, caption: device.map { "reloads as on \($0)" })
  }

  /// Prints the bounds of the stall, in seconds of missing screen.
  private func boundStalls() throws {
    try requireScroll()
    guard input.unit != .items else {
      throw CommandError.usage(
        "--unit items: the budget of a run is in bytes; expected --unit bytes")
    }
    let request = try scenario.load(trace: input.trace)
    guard request.hasCache else {
      throw CommandError.usage(
        "--loader \(request.loader.text) has no cache to bound; expected a loader with a cache")
    }
    let capacities = try StreamOptions.capacities(
      capacity, in: .bytes, workingSet: RequestLog(request.trace.requestStream()).workingSet)
    let prepared = PreparedScenario(request.scenario)
    let rows = ParallelMap.run(capacities, progress: "bound") { capacity in
      BoundRow.rows(ofStalls: prepared, budget: ByteCount(capacity)).map { row in
        var row = row
        row.trace = input.trace
        row.cost = Cost.stall.rawValue
        row.device = request.scenario.device.name
        return row
      }
    }.flatMap { $0 }
    try output.print(table(rows), rows, caption: request.caption)
  }

  private func requireScroll() throws(CommandError) {
    guard RequestInput.isScroll(input.trace, format: input.traceFormat) else {
      throw .usage(
        "--cost \(cost.rawValue): '\(input.trace)' does not describe its images; expected a "
          + "scroll trace, or --cost one or bytes")
    }
  }

  /// Returns the cost of each miss; the cost of a reload is in nanoseconds.
  private func missCost(of stream: RequestStream) throws(CommandError) -> MissCost {
    switch cost {
    case .one: return .one
    case .bytes:
      guard stream.sizes != nil else {
        throw .usage(
          "--cost bytes: '\(input.trace)' has no sizes; expected a trace with sizes, or --cost one")
      }
      return .bytes
    case .reload:
      try requireScroll()
      let scenario = Scenario(
        try TraceInput.load(input.trace),
        device: try DeviceInput.find(scenario.device ?? BoundScenario.usualDevice),
        loader: .cached)
      return .images(
        PreparedScenario(scenario).reloadTimes.map { Int($0.nanoseconds) })
    case .stall: preconditionFailure("stall is not a cost of a request")
    }
  }

  private func table(_ rows: [BoundRow]) -> Table {
    var table = Table([
      .left("bound"), .left("unit"), .right("capacity").keeping(.key),
      .right(header).keeping(.key), .right("ratio"), .left("kind"), .right("gap"),
      .prose("holds for"),
    ])
    for row in rows {
      table.append([
        row.bound, row.unit, "\(row.capacity)",
        NumberText.fixed(row.value, decimals: cost.decimals),
        NumberText.fixed(row.ratio, decimals: 4), row.kind.rawValue,
        row.gap.map { NumberText.percent($0, decimals: 2) } ?? "-", row.holdsFor,
      ])
    }
    return table
  }

  private var header: String {
    switch cost {
    case .one: "misses"
    case .bytes: "bytes missed"
    case .reload: "reload ms"
    case .stall: "stall s"
    }
  }
}

extension BoundsCommand.Cost {
  fileprivate var decimals: Int {
    switch self {
    case .one, .bytes: 0
    case .reload: 1
    case .stall: 3
    }
  }
}

/// The device, network, loader and prefetcher for bounds of the stall: the options of `run` except
/// for the cache.
struct BoundScenario: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "For --cost reload or stall: one of `scrollsim list devices`, or a profile file (.yml); "
        + "\(usualDevice) unless given."), completion: .devices)
  var device: String?
  @Option(
    help: "For --cost stall: one of `scrollsim list networks`, or a profile file (.yml).",
    completion: .networks)
  var network: String?
  @Option(
    help: "For --cost stall: the image loader of the app, NAME[:KEY=VALUE...].",
    completion: .loaders)
  var loader: String?
  @Option(
    help: ArgumentHelp(
      "For --cost stall: the prefetcher, NAME[:KEY=VALUE...] (default: the loader's).",
      valueName: "prefetcher"), completion: .prefetchers)
  var prefetch: String?

  /// The default device for the times of reloads.
  static let usualDevice = "iphone-13-pro"

  private var given: [(option: String, value: String)] {
    [
      ("--device", device), ("--network", network), ("--loader", loader),
      ("--prefetch", prefetch),
    ].compactMap { option, value in value.map { (option, $0) } }
  }

  /// Throws an error for options that have no effect on this cost.
  func checkUnused(_ cost: BoundsCommand.Cost) throws(CommandError) {
    let used: [String] = cost == .stall ? given.map(\.option) : cost == .reload ? ["--device"] : []
    guard let other = given.first(where: { !used.contains($0.option) }) else { return }
    let costs = other.option == "--device" ? "--cost reload or stall" : "--cost stall"
    throw .usage(
      "\(other.option) \(other.value) affects only \(costs); expected that, or no "
        + String(other.option.dropFirst(2)))
  }

  /// Loads the scenario.
  ///
  /// The policy and budget of the request have no meaning.
  /// - Throws: the errors of `run`.
  func load(trace: String) throws -> RunRequest {
    let options = try ScenarioOptions.parse(given.map { "\($0.option)=\($0.value)" })
    return try options.load(trace: trace, policies: ["lru"], budgets: ["1GiB"])
  }
}

extension BoundRow {
  /// Returns the lower bounds of the stall for all caches with a budget, and the best stall found,
  /// in seconds of missing screen.
  static func rows(ofStalls prepared: PreparedScenario, budget: ByteCount) -> [BoundRow] {
    let found = StallBound(prepared, budget: budget)
    let total = prepared.scenario.motion.duration.seconds
    func row(
      _ bound: String, _ kind: Kind, _ seconds: Double, gap: Double? = nil, _ holdsFor: String
    ) -> BoundRow {
      BoundRow(
        unit: CapacityUnit.bytes.rawValue, capacity: budget.bytes,
        requests: prepared.scenario.placement.count, bound: bound, kind: kind, value: seconds,
        total: total, ratio: total == 0 ? 0 : seconds / total, gap: gap, holdsFor: holdsFor)
    }
    let gap = found.reached.flatMap { reached in
      found.gap.map { reached == 0 ? 0 : $0 / reached }
    }
    return [
      row("unavoidable", .lower, found.unavoidable, "all caches, whatever their budget"),
      row("proven", .lower, found.proven, gap: gap, "all caches that keep the budget"),
      found.reached.map {
        row("reached", .reached, $0, gap: gap, "\(found.reachedBy ?? ""), the best found")
      },
      found.unlimited.map { row("unlimited", .reached, $0, "lru without a limit: no bound") },
    ].compactMap { $0 }
  }
}

/// One figure of a bound, for JSON.
struct BoundRow: Encodable {
  enum Kind: String, Encodable {
    /// The minimum: no cache has less, and some cache has exactly this.
    case exact
    /// A lower bound: no cache has less.
    case lower
    /// The result of a cache, for example of one that knows the future.
    case reached
    /// An estimate for images whose sizes change: each counts with its smallest size.
    case estimate
  }

  var trace = "", cost = ""
  /// The device of the reload costs; `nil` if nothing is reloaded.
  @OrNull var device: String?
  let unit: String
  let capacity: Int
  let requests: Int
  let bound: String
  let kind: Kind
  /// The sum of the costs of misses, and the sum if every request missed.
  private(set) var value: Double, total: Double
  let ratio: Double
  /// The gap between the lower bound and the best found, as a share of the best found; `nil` if the
  /// best found is not known.
  @OrNull var gap: Double?
  let holdsFor: String

  /// Scales the cost to another unit.
  mutating func scale(by factor: Double) {
    value *= factor
    total *= factor
  }

  /// Returns the bounds that apply to a stream.
  static func rows(
    of stream: RequestStream, capacity: Int, unit: CapacityUnit, cost: MissCost
  ) -> [BoundRow] {
    let charges = cost.values(in: stream)
    let total = charges.reduce(0, +)
    func row(
      _ bound: String, _ kind: Kind, _ value: Int, gap: Double? = 0, _ holdsFor: String
    ) -> BoundRow {
      BoundRow(
        unit: unit.rawValue, capacity: capacity, requests: stream.images.count, bound: bound,
        kind: kind, value: Double(value), total: Double(total),
        ratio: total == 0 ? 0 : Double(value) / Double(total), gap: gap, holdsFor: holdsFor)
    }
    let counted = unit == .items ? stream.countingItems : stream
    guard let room = EqualSizes(counted)?.count(in: capacity) else {
      let lower = PFOO.lower(stream, capacity: capacity, cost: cost)
      let upper = PFOO.upper(stream, capacity: capacity, cost: cost)
      let keepsSizes = LRUCurve.exactFrom(stream) != nil
      let gap = upper == 0 ? 0 : Double(upper - lower) / Double(upper)
      return [
        row("pfoo-l", .lower, lower, gap: keepsSizes ? gap : nil, "all caches"),
        row(
          "pfoo-u", keepsSizes ? .reached : .estimate, upper, gap: keepsSizes ? gap : nil,
          knowsTheFuture),
      ]
    }
    if let one = charges.first, charges.allSatisfy({ $0 == one }) {
      return [
        row("belady", .exact, MIN.misses(stream, capacity: room) * one, storesEveryMiss),
        row("min-bypass", .exact, MinBypass.misses(stream, capacity: room) * one, "all caches"),
      ]
    }
    let bound = IntervalCostBound(stream, capacity: room, cost: cost)
    if bound.isExact { return [row("interval-cost", .exact, bound.lower, "all caches")] }
    return [
      row("interval-cost", .lower, bound.lower, gap: bound.gap, "all caches"),
      row("interval-cost", .reached, bound.upper, gap: bound.gap, knowsTheFuture),
    ]
  }

  private static let knowsTheFuture = "one that knows the future"
  private static let storesEveryMiss = "caches that store every miss"
}
