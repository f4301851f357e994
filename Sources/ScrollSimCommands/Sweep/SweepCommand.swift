import ArgumentParser
import Foundation
import ScrollResults
import ScrollRunStories
import ScrollSweeps

/// Every combination of traces, devices, policies, budgets and whatever else can be set.
struct SweepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Runs every combination of the axes, keeps the results, and never runs one twice.",
    usage: """
      scrollsim sweep [<spec>] [--trace <file> ...] [--policy P,P,...]
      [--budget B,B,...] [--device D,D,...] [--network N,N,...]
      [--loader L,L,...] [--prefetch F,F,...] [--layout <layout> ...]
      [--seed <seeds>] [--set <setting> ...] [--exclude <rule> ...]
      [--include <grid> ...] [--regret] --store <file> [--jobs <n>]
      [--wait <seconds>] [--format <format>]
      scrollsim sweep ... --store <file> --serve [--port <n>]
      [--host <address>] [--stay]
      scrollsim sweep ... --dry-run
      scrollsim sweep ... --plan <n> --output <folder>
      scrollsim sweep ... --shard <k/n> --store <file>
      """,
    discussion: #"""
      A spec is YAML: axes, each a value or a list, rules that leave out (exclude), and \#
      further grids (include). What is given as an option stands in place of that axis.

      Example:
        scrollsim sweep Traces/demo.yml --store demo.sqlite
        scrollsim sweep --trace Traces/photo-grid.scroll --policy lru,sieve \
          --budget 16MiB..128MiB:x2 --device iphone-8 --store demo.sqlite
        scrollsim sweep Traces/demo.yml --dry-run

      The same runs are never made again: the store knows them by trace content, scenario, \#
      policy, settings, budget, seed and model version. Ctrl-C keeps what is done (exit \#
      status 130); the same command goes on.

      --serve shows the report growing at an address that only this machine reaches. It ends \#
      with the sweep; on a terminal, or with --stay, it stays until Ctrl-C (exit status 0).

      Beyond one machine: --plan 8 --output plan writes eight balanced shards with an index; \#
      --shard 3/8 --store plan/shard-3.sqlite makes one, there whole or not at all; \#
      `scrollsim merge` puts them together.
      """#)

  @OptionGroup var axes: AxisOptions
  @Option(help: ArgumentHelp("The results: a file, made if there is none.", valueName: "file"))
  var store: String?
  @Flag(help: "Also the fewest misses, and how far above them each run is.")
  var regret = false
  @Flag(help: "Only say how many runs there are, how long they take, and which come first.")
  var dryRun = false
  @Option(help: ArgumentHelp("Only write so many shards.", valueName: "n")) var plan: Int?
  @Option(help: ArgumentHelp("The folder for --plan.", valueName: "folder")) var output: String?
  @Option(help: ArgumentHelp("Only one shard: 3/8.", valueName: "k/n")) var shard: String?
  @OptionGroup var serving: ServeOptions
  @OptionGroup var runner: RunnerOptions
  @OptionGroup var format: FormatOption

  func run() throws {
    let jobs = runner.jobCount
    let shard = try checkedShard()
    let address = try serving.address()
    guard address == nil || (self.plan == nil && shard == nil && !dryRun) else {
      throw CommandError.usage(
        "--serve shows a sweep; expected it without --plan, --shard and --dry-run")
    }
    guard self.plan != nil || output == nil else {
      throw CommandError.usage("--output is the folder of a plan; expected it with --plan N")
    }
    if let count = self.plan {
      guard !dryRun else {
        throw CommandError.usage("--plan \(count) writes files; expected it without --dry-run")
      }
      guard (1...SweepPlan.limit).contains(count) else {
        throw CommandError.usage(
          "--plan \(count) makes no shards; expected at least 1, at most \(SweepPlan.limit)")
      }
      guard let output else {
        throw CommandError.usage("--plan \(count) needs a folder; expected --output FOLDER")
      }
      return try PlanFiles(SweepInput.plan(axes.load()), shards: count).write(to: output)
    }
    let plan = try SweepInput.plan(axes.load())
    if dryRun {
      return try DryRun(plan, regret: regret, jobs: jobs).print(format)
    }
    guard let store else {
      throw CommandError.usage(
        "a sweep keeps what it computes; expected --store FILE, or --dry-run")
    }
    let job = SweepJob(plan, regret: regret, jobs: jobs)
    if let shard {
      return try ShardRun(job, shard, jobs: jobs, wait: runner.patience).make(store)
    }
    // Before the store is touched: a port may be taken.
    let server = try address.map { address throws(CommandError) in
      try SweepServer(at: address, LiveReport(title: plan.title, runs: plan.runs.count))
    }
    let results = try SweepInput.open(store, wait: runner.patience)
    defer { try? results.close() }
    server?.report.show(WholeReport(results, plan.record).content)
    server?.announce()
    try StoreSession(results, called: store).sweep(job, jobs: jobs) { server?.report.update($0) }
    try SweepOutput(plan, results, regret: regret).print(format.format)
    guard let server else { return }
    server.report.finish()
    try? results.close()
    server.end(staying: serving.stays)
  }

  private func checkedShard() throws(CommandError) -> Shard? {
    guard let shard else { return nil }
    guard plan == nil, !dryRun else {
      throw .usage("--shard \(shard) runs a shard; expected it without --plan and --dry-run")
    }
    guard let parsed = Shard(parsing: shard) else {
      throw .usage("--shard '\(shard)' is no shard; expected K/N like 3/8, K from 1 to N")
    }
    return parsed
  }
}

/// Specs and stores with every mistake as a sentence and its status.
enum SweepInput {
  static func plan(_ spec: SweepSpec) throws(CommandError) -> SweepPlan {
    do {
      return try SweepPlan(spec, catalogs: ScrollSim.catalogs)
    } catch { throw CommandError(error) }
  }

  static func open(
    _ path: String, access: ResultStore.Access = .shared, wait: Duration = .seconds(10)
  ) throws(CommandError) -> ResultStore {
    do { return try ResultStore(path: path, access: access, wait: wait) } catch {
      throw CommandError(error)
    }
  }

  static func close(_ store: ResultStore) throws(CommandError) {
    do { try store.close() } catch { throw CommandError(error) }
  }
}

extension CommandError {
  init(_ error: ResultStoreError) {
    let status: Status =
      switch error.status {
      case .badData: .badData
      case .noInput: .noInput
      case .cannotCreate: .cannotCreate
      case .inputOutput: .inputOutput
      case .locked: .locked
      }
    self.init(status, "\(error)")
  }
}
