import ArgumentParser
import ScrollPages
import ScrollSweeps

/// `scrollsim sweep`: runs what it is given, unless the next word is another of its subcommands.
struct SweepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep", abstract: "Runs every combination, and stores the results.",
    subcommands: [
      SweepRunCommand.self, PlanCommand.self, ShardCommand.self, MergeCommand.self,
    ])
}

/// Every combination of traces, devices, policies, budgets and whatever else can be set.
struct SweepRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs every combination of the axes once and stores the results.",
    usage: "scrollsim sweep [<options>] [<spec>]",
    discussion: #"""
      A spec is YAML: axes, each a value or a list, rules that exclude combinations (exclude), \#
      and further grids (include). Command-line options override the spec's axes.

      Example:
        scrollsim sweep Traces/demo.yml --store demo.sqlite
        scrollsim sweep --trace Traces/photo-grid.scroll --policy lru,sieve \
          --budget 16MiB..128MiB:x2 --device iphone-8 --store demo.sqlite
        scrollsim sweep Traces/demo.yml --dry-run
        scrollsim sweep --trace sessions:count=20:seed=1 --policy lru,sieve \
          --budget 32MiB --store sessions.sqlite

      A run is computed once: the store identifies it by trace content, scenario, \#
      policy, settings, budget, seed and model version; a policy of your own also by its \#
      version and by what it does on 500 drawn streams, so that an edited one is run anew. \#
      Ctrl-C keeps the finished runs (exit status 130), and the same command continues; with \#
      --again all runs are made anew, and it begins again.

      --band adds what is advised and, with the runs that it rests on made again in 64 draws \#
      of what the devices' figures may truly be, how far that holds.

      --serve shows the report growing at an address that only this machine reaches. It ends \#
      with the sweep; on a terminal, or with --stay, it stays until Ctrl-C (exit status 0).

      Beyond one machine: `scrollsim sweep plan` cuts a sweep into shards, `scrollsim sweep \#
      shard` runs one, `scrollsim sweep merge` merges their stores.
      """#)

  @OptionGroup var axes: AxisOptions
  @Option(
    help: ArgumentHelp("The store of results, made if there is none.", valueName: "file"),
    completion: .file())
  var store: String?
  @Flag(help: "Add the fewest misses, the least known stall, and each run's regret.")
  var regret = false
  @Flag(help: "Add what is advised, and how far it holds given the devices' errors.")
  var band = false
  @Flag(help: "Only print the number of runs, an estimate of their time, and the first ones.")
  var dryRun = false
  @OptionGroup var again: AgainOption
  @OptionGroup var serving: ServeOptions
  @OptionGroup var runner: RunnerOptions
  @OptionGroup var format: FormatOption

  func run() throws {
    let address = try serving.address()
    try checkModes(isServed: address != nil)
    let plan = try SweepInput.plan(axes.load())
    guard !dryRun else {
      return try DryRun(plan, regret: regret, jobs: runner.jobCount).print(format)
    }
    guard let store else {
      throw CommandError.usage(
        "a sweep keeps what it computes; expected --store FILE, or --dry-run")
    }
    for line in OnceText(plan: plan).lines { Output.say("note: \(line)") }
    let job = SweepJob(plan, regret: regret ? .all : [], jobs: runner.jobCount)
    try sweep(job, in: store, at: address)
  }

  /// Makes the runs and prints their results, perhaps serving the report meanwhile.
  private func sweep(_ job: SweepJob, in store: String, at address: ListenAddress?) throws {
    let plan = job.plan
    // Before the store is touched: a port may be taken.
    let server = try address.map { address throws(CommandError) in
      try SweepServer(at: address, LiveReport(title: plan.title, runs: plan.runs.count))
    }
    let results = try SweepInput.open(store, wait: runner.patience)
    defer { try? results.close() }
    server?.report.show(WholeReport(results, plan.record).content)
    server?.announce()
    try StoreSession(results, called: store, again: again.again)
      .sweep(job, jobs: runner.jobCount) { server?.report.update($0) }
    try SweepOutput(plan, results, regret: regret, band: band).print(format)
    guard let server else { return }
    server.report.finish()
    try? results.close()
    server.end(staying: serving.stays)
  }

  /// Complains about options that exclude each other.
  private func checkModes(isServed: Bool) throws(CommandError) {
    let modes = [dryRun ? "--dry-run" : nil, isServed ? "--serve" : nil].compactMap { $0 }
    guard modes.count < 2 else {
      throw .usage("\(modes[0]) excludes \(modes[1]); expected it without \(modes[1])")
    }
    if band, let mode = modes.first {
      throw .usage("--band is of all runs, once they are made; expected it without \(mode)")
    }
    guard !band || format.format != .csv else {
      throw .usage(
        "--band is of what is advised, and csv is a list of runs; expected --format table, "
          + "markdown or json with it")
    }
  }
}
