import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// Bounds that no cache can beat on a stream, and those that one that knows the future reaches.
struct BoundsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bounds",
    abstract: "Prints bounds on misses that no cache can beat.",
    discussion: #"""
      Every cache starts empty, does not prefetch and stays within its capacity. Where all \#
      images count alike: belady (stores every miss) and min-bypass (may refuse), both \#
      exact; with a cost other than one, interval-cost. Where sizes differ: pfoo-l, a lower \#
      bound, and pfoo-u, which a cache that knows the future reaches.

      The kind of a figure is exact (the optimum), lower (a lower bound), reached (some cache \#
      achieves it) or estimate (images change their sizes, and each \#
      counts as its smallest). The gap is (reached - lower) / reached.

      --cost stall bounds the seconds of missing screen of whole runs, with a device, a \#
      network, a loader and a prefetcher: what no cache of the budget avoids (proven), and \#
      the least that all policies and one with foresight leave (reached).

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
      The cost of a miss: 1, its bytes, or the time to read and decode it again; or the stalls of \
      whole runs.
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
      Output.say("note: images change their sizes; each takes up the smallest that it has")
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

  /// Bounds the seconds of missing screen.
  private func boundStalls() throws {
    try requireScroll()
    guard input.unit != .items else {
      throw CommandError.usage("--unit items: a run's budget is memory; expected --unit bytes")
    }
    let request = try scenario.load(trace: input.trace)
    guard request.hasCache else {
      throw CommandError.usage(
        "--loader \(request.loader.text): it has no cache, so there is nothing to bound")
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
        "--cost \(cost.rawValue): '\(input.trace)' does not say what its images are; "
          + "expected a scroll trace, or --cost one or bytes")
    }
  }

  /// The cost of a miss; reloads in nanoseconds.
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
    case .stall: preconditionFailure("stalls are no cost of a request")
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
