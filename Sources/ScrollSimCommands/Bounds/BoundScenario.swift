import ArgumentParser
import ScrollCore
import ScrollLayout
import ScrollSimulation

/// How the app loads, for the bounds of its stalls: the options of `run` but for the cache.
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
    help: "For --cost stall: how the app loads, NAME[:KEY=VALUE...].", completion: .loaders)
  var loader: String?
  @Option(
    help: ArgumentHelp(
      "For --cost stall: what is prefetched, NAME[:KEY=VALUE...] (default: the loader's own).",
      valueName: "prefetcher"), completion: .prefetchers)
  var prefetch: String?

  /// The device whose reloads are counted by default.
  static let usualDevice = "iphone-13-pro"

  private var given: [(option: String, value: String)] {
    [
      ("--device", device), ("--network", network), ("--loader", loader),
      ("--prefetch", prefetch),
    ].compactMap { option, value in value.map { (option, $0) } }
  }

  /// Complains about options that change nothing of this cost.
  func checkUnused(_ cost: BoundsCommand.Cost) throws(CommandError) {
    let used: [String] = cost == .stall ? given.map(\.option) : cost == .reload ? ["--device"] : []
    guard let other = given.first(where: { !used.contains($0.option) }) else { return }
    let costs = other.option == "--device" ? "--cost reload or stall" : "--cost stall"
    throw .usage(
      "\(other.option) \(other.value): only \(costs) depends on it; expected that, or no "
        + String(other.option.dropFirst(2)))
  }

  /// The scenario, and its seed, with the cache left open.
  /// - Throws: whatever `run` complains about.
  func load(trace: String) throws -> RunRequest {
    let options = try ScenarioOptions.parse(given.flatMap { [$0.option, $0.value] })
    return try options.load(trace: trace, policies: ["lru"], budgets: ["1GiB"])
  }
}

extension BoundRow {
  /// What no cache of a budget can avoid, and the least that was tried, in seconds of missing screen.
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
        row("reached", .reached, $0, gap: gap, "\(found.reachedBy ?? ""), the best that was tried")
      },
      found.unlimited.map { row("unlimited", .reached, $0, "lru without a limit: no bound") },
    ].compactMap { $0 }
  }
}
