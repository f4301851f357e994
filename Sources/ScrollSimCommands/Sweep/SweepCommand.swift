import ArgumentParser
import Foundation
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
package import ScrollSweeps

/// The `sweep` command makes a run for every combination of traces, devices, policies, budgets and
/// other settings.
struct SweepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep", abstract: "Runs and stores every combination of settings.",
    discussion: #"""
      A spec is a YAML file with three parts. Its axes are settings and conditions, each with a \#
      value or a list of values. Rules exclude combinations (exclude), and further combinations \#
      can be added (include). Command-line options override the spec's axes.

      Example:
        scrollsim sweep Traces/demo.yml --store demo.sqlite
        scrollsim sweep --trace Traces/photo-grid.scroll --policy lru,sieve \
          --budget 16MiB..128MiB:x2 --device iphone-8 --store demo.sqlite
        scrollsim sweep Traces/demo.yml --dry-run
        scrollsim sweep --trace sessions:count=20:seed=1 --policy lru,sieve \
          --budget 32MiB --store sessions.sqlite

      A run is computed once. The store identifies it by trace content, device, network, \#
      loader, policy, settings, budget (cache limit), seed and model version. Custom policies \#
      are also identified by their version and their behavior on 500 random streams, so that \#
      edited ones run again. Ctrl-C keeps the finished runs (exit status 130), and the same \#
      command continues. --again repeats all runs.

      --band adds the advice and its error band. It repeats the runs of the advice 64 times, each \#
      time with device figures that are drawn within their stated errors.

      --serve shows the growing report in a browser, at an address that only this machine can \#
      reach. The server ends with the sweep; on a terminal, or with --stay, it continues until \#
      Ctrl-C (exit status 0).

      For several machines, `scrollsim sweep plan` cuts a sweep into shards, `scrollsim sweep \#
      shard` runs one, and `scrollsim sweep merge` merges their stores.
      """#)

  @OptionGroup var axes: AxisOptions
  @Option(
    help: ArgumentHelp("The store of results, created if missing.", valueName: "file"),
    completion: .file())
  var store: String?
  @Flag(
    help: ArgumentHelp(
      "Add the fewest possible misses, the best stall found, and the regret of each run "
        + "(see `scrollsim run --help`)."))
  var regret = false
  @Flag(help: "Add recommendations with error bands.")
  var band = false
  @Flag(help: "Only print the number of runs, an estimate of their time, and the first ones.")
  var dryRun = false
  @Option(
    help: ArgumentHelp(
      "Draw more sessions until every confidence interval is within this share of the stalls: '±5 "
        + "%'.",
      valueName: "share"))
  var until: String?
  @Flag(help: "Only print a template of a population file for this sweep, with equal shares.")
  var populationTemplate = false
  @OptionGroup var again: AgainOption
  @OptionGroup var serving: ServeOptions
  @OptionGroup var runner: RunnerOptions
  @OptionGroup var format: FormatOption

  func run() throws {
    let address = try serving.address()
    try checkModes(isServed: address != nil)
    guard !populationTemplate else {
      let catalogs = axes.programs.catalogs(
        refusing: "policy 'exec' cannot be part of a population; expected the sweep without it")
      return try Output.print(PopulationTemplate(SweepPlan(axes.load(), catalogs: catalogs)).text)
    }
    guard !dryRun else {
      let catalogs = axes.programs.catalogs(
        refusing: "policy 'exec' needs its program's version, but --dry-run starts no program; "
          + "expected the sweep without --dry-run")
      let plan = try SweepPlan(axes.load(), catalogs: catalogs, regret: regret)
      return try DryRun(plan, regret: regret, jobs: runner.jobCount).print(format)
    }
    let catalogs = axes.catalogs
    var spec = try axes.load()
    if let until {
      guard let target = SweepTarget(parsing: until) else {
        throw CommandError.usage(
          "--until '\(until)' is not the length of an interval; expected ±5 %")
      }
      spec.until = target
    }
    guard let store else {
      throw CommandError.usage(
        "a sweep needs a store; expected --store FILE, or --dry-run")
    }
    try OutputCheck.require([.store("--store", store)], reading: [axes.spec] + spec.files)
    if let target = spec.until {
      guard address == nil else {
        throw CommandError.usage(
          "--until draws sessions in steps, which --serve cannot show; expected one of them")
      }
      return try sweep(spec, until: target, in: store)
    }
    let plan = try SweepPlan(spec, catalogs: catalogs, regret: regret)
    for line in OnceText(plan: plan).lines { Output.say("note: \(line)") }
    EmptyScrolls.note(on: plan)
    try sweep(plan, in: store, at: address)
  }

  /// Makes the sweep with more and more drawn sessions, and prints the results.
  ///
  /// The number of sessions is doubled until all confidence intervals are short enough.
  private func sweep(_ spec: SweepSpec, until target: SweepTarget, in store: String) throws {
    guard var drawing = SessionDrawing(spec) else {
      throw CommandError.usage(
        "--until draws more sessions; expected one trace like sessions:seed=1")
    }
    var plan = try SweepPlan(drawing.spec, catalogs: axes.catalogs, regret: regret)
    let settings = Set(
      plan.runs.map { run in
        let record = plan.scenario(of: run).record
        return [record.loader, record.prefetcher, "\(run.policy)", run.budget.budgetText]
      })
    guard settings.count > 1 else {
      throw CommandError.usage(
        "--until compares settings, but the sweep has only one; expected several policies or "
          + "budgets")
    }
    let results = try SweepInput.open(store, wait: runner.patience)
    defer { try? results.close() }
    let session = StoreSession(results, called: store, again: again.again)
    while true {
      try session.sweep(plan, regret: regret ? .all : [], jobs: runner.jobCount)
      let widest = try WholeReport(results, plan.record).report().widestInterval
      let length =
        widest.map { "the longest interval is ±\(Self.percent($0)) %" }
        ?? "fewer than \(MeanInterval.leastSessions) of them differ for some setting"
      Output.say("note: \(drawing.count) sessions: \(length); the target is \(target)")
      let isShort = widest.map { $0 <= target.share } ?? false
      guard !isShort, drawing.next() else {
        return try SweepOutput(plan, results, regret: regret, band: band).print(format)
      }
      plan = try SweepPlan(drawing.spec, catalogs: axes.catalogs, regret: regret)
    }
  }

  /// Returns a share in percent with two significant digits.
  private static func percent(_ share: Double) -> String {
    NumberText.fixed(share * 100, decimals: share < 0.1 ? 1 : 0)
  }

  /// Makes the runs and prints their results.
  ///
  /// If an address is given, serves the report during the runs.
  private func sweep(_ plan: SweepPlan, in store: String, at address: ListenAddress?) throws {
    // The server starts before the store is opened: a port may be taken.
    let server = try address.map { address throws(CommandError) in
      try SweepServer(at: address, LiveReport(title: plan.title, runs: plan.runs.count))
    }
    let results = try SweepInput.open(store, wait: runner.patience)
    defer { try? results.close() }
    server?.report.show(WholeReport(results, plan.record).content)
    server?.announce()
    try StoreSession(results, called: store, again: again.again)
      .sweep(plan, regret: regret ? .all : [], jobs: runner.jobCount) {
        server?.report.update($0)
      }
    try SweepOutput(plan, results, regret: regret, band: band).print(format)
    guard let server else { return }
    server.report.finish()
    try? results.close()
    server.end(staying: serving.stays)
  }

  /// Throws an error for options that exclude each other.
  private func checkModes(isServed: Bool) throws(CommandError) {
    let modes = [
      dryRun ? "--dry-run" : nil, populationTemplate ? "--population-template" : nil,
      isServed ? "--serve" : nil,
    ].compactMap { $0 }
    guard modes.count < 2 else {
      throw .usage(
        "\(modes[0]) and \(modes[1]) exclude each other; expected it without \(modes[1])")
    }
    if band, let mode = modes.first {
      throw .usage("--band needs all runs; expected it without \(mode)")
    }
    guard !band || format.format != .csv else {
      throw .usage(
        "--band applies to advice, but csv is a list of runs; expected --format table, "
          + "markdown or json")
    }
  }
}

/// The `sweep plan` command: divides a sweep into shards, for several machines.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep-plan",
    abstract: "Cuts a sweep into balanced shards, for several machines.",
    usage: "scrollsim sweep plan [<options>] [<spec>] --shards <n> --output <folder>",
    discussion: """
      Takes the options of `scrollsim sweep`, and writes an index and one file per shard, but \
      makes no runs. `scrollsim sweep shard` runs a shard, and `scrollsim sweep merge` merges \
      the stores.

      Example:
        scrollsim sweep plan Traces/demo.yml --shards 2 --output plan
      """, shouldDisplay: false)

  @OptionGroup var axes: AxisOptions
  @Option(help: ArgumentHelp("The number of shards.", valueName: "n")) var shards: Int
  @Option(
    help: ArgumentHelp("The folder to write, created if missing.", valueName: "folder"),
    completion: .directory)
  var output: String

  func run() throws {
    try PlanFiles.write(axes, shards: shards, to: output, option: "--shards")
  }
}

/// The `sweep shard` command: makes one shard of a sweep in a separate store.
struct ShardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep-shard",
    abstract: "Runs one shard of a sweep, into its own store.",
    usage: "scrollsim sweep shard <k/n> [<options>] [<spec>] --store <file>",
    discussion: """
      Takes the same options as `scrollsim sweep plan`. The store appears when the shard is \
      complete. An interrupted shard continues where it stopped.

      Example:
        scrollsim sweep plan Traces/demo.yml --shards 2 --output plan
        scrollsim sweep shard 1/2 Traces/demo.yml --store plan/shard-1.sqlite
      """, shouldDisplay: false)

  @Argument(help: "The shard and the number of shards: 3/8.") var shard: String
  @OptionGroup var axes: AxisOptions
  @Option(
    help: ArgumentHelp("The store of results, created if missing.", valueName: "file"),
    completion: .file())
  var store: String
  @Flag(
    help: ArgumentHelp(
      "Add the fewest possible misses, the best stall found, and the regret of each run "
        + "(see `scrollsim run --help`)."))
  var regret = false
  @OptionGroup var runner: RunnerOptions

  func run() throws {
    let shard = try ShardRun.parse(self.shard)
    let spec = try axes.loadComplete()
    try OutputCheck.require([.shard("--store", store)], reading: [axes.spec] + spec.files)
    let plan = try SweepPlan(spec, catalogs: axes.catalogs, regret: regret)
    try ShardRun(plan, regret: regret ? .all : [], shard, runner).make(store)
  }
}

/// A template of a population file for a sweep, with the names of its devices, networks and
/// sessions.
package struct PopulationTemplate {
  package let text: String

  package init(_ plan: SweepPlan) {
    let records = plan.scenarios.map(\.record)
    let lists = [
      ("devices", records.map(\.device.name)), ("networks", records.map(\.network.name)),
      ("sessions", records.map(\.trace.sourceName)),
    ]
    var lines = [
      "# Replace the shares by those of your users. Each list sums to 1; 40% is 0.4.",
      "title: my users",
    ]
    for (field, names) in lists {
      lines.append("\(field):")
      lines += Self.shares(Self.different(names))
    }
    lines += [
      "# Limits for every user; the report counts the users who keep them.",
      "# limits: [stallSeconds <= 1 s]", "",
    ]
    text = lines.joined(separator: "\n")
  }

  private static func different(_ names: [String]) -> [String] {
    var known: Set<String> = []
    return names.filter { known.insert($0).inserted }
  }

  /// Returns a line for each name, with equal shares in steps of a hundredth of a percent.
  ///
  /// The first share includes the remainder.
  private static func shares(_ names: [String]) -> [String] {
    let share = 10_000 / names.count
    return names.enumerated().map { index, name in
      let amount = index == 0 ? 10_000 - share * (names.count - 1) : share
      let quoted = name.map { "\\\"".contains($0) ? "\\\($0)" : "\($0)" }.joined()
      return "  \"\(quoted)\": \(NumberText.fixed(Double(amount) / 10_000, decimals: 4))"
    }
  }
}

/// The output for the plan of a sweep: the number of runs, an estimate of their time, and the first
/// runs.
struct DryRun {
  /// The maximum time for which runs are made to measure their speed.
  private static let patience = Duration.seconds(2)
  private static let sampleLimit = 64
  private static let rowLimit = 10

  private struct Document: Encodable {
    let title: String
    let sweep: String
    let runs: Int, scenarios: Int, jobs: Int
    /// The seeds that have no effect; `nil` if all have an effect.
    let idleSeeds: RedundantSeeds?
    /// Sentences about requested combinations that give the same run, which is made once, and about
    /// settings that change nothing.
    let madeOnce: [String]
    let estimate: Estimate
    /// The budgets that are shares of memory, converted to bytes.
    let budgetRules: [Rule]
    let firstRuns: [PlanFiles.Run]
  }

  /// Seeds that all give the same run, so that one is enough, and the policies and networks to
  /// which this applies.
  private struct RedundantSeeds: Encodable {
    let seeds: Int
    let names: [String], networks: [String]
  }

  private struct Rule: Encodable {
    let rule: String, device: String
    let budgetBytes: Int
  }

  private struct Estimate: Encodable {
    let seconds: Double
    let measuredRuns: Int
    let secondsPerRun: Double
  }

  private let plan: SweepPlan
  private let regret: Bool
  private let jobs: Int

  init(_ plan: SweepPlan, regret: Bool, jobs: Int) {
    self.plan = plan
    self.regret = regret
    self.jobs = jobs
  }

  func print(_ output: FormatOption) throws {
    let estimate = measure()
    let first = plan.runs.indices.prefix(Self.rowLimit).map { PlanFiles.run(plan, $0) }
    var table = Table([
      .right("run"), .left("trace"), .left("layout"), .left("device"), .left("network"),
      .left("loader"),
      .left("prefetcher"), .left("policy"), .right("budget"), .right("seed"),
    ])
    for (row, run) in zip(first, plan.runs) {
      table.append([
        "\(row.position)", row.trace, row.layout, row.device, row.network, row.loader,
        row.prefetcher,
        row.policy ?? "-", run.hasCache ? run.budget.budgetText : "-", "\(row.seed)",
      ])
    }
    let mean = NumberText.fixed(estimate.secondsPerRun * 1000, decimals: 1)
    let caption = """
      \(plan.title.isEmpty ? "" : "\(plan.title.visible)\n")\
      \(Phrase.count(plan.runs.count, "run")) of \(Phrase.count(plan.scenarios.count, "scenario")); \
      about \
      \(SweepProgressLine.duration(estimate.seconds)) with \(jobs) jobs: an estimate from \
      \(Phrase.count(estimate.measuredRuns, "run")), \(mean) ms each\(onceLines)
      \(ruleLines)the first \(first.count):
      """
    try output.print(
      table,
      Document(
        title: plan.title, sweep: "\(plan.key)", runs: plan.runs.count,
        scenarios: plan.scenarios.count, jobs: jobs, idleSeeds: idleSeeds,
        madeOnce: OnceText(plan: plan).lines, estimate: estimate,
        budgetRules: plan.budgetRules.map {
          Rule(rule: $0.text, device: $0.device.name, budgetBytes: $0.budget.bytes)
        },
        firstRuns: first),
      caption: caption)
  }

  /// The sentences on separate lines.
  private var onceLines: String { OnceText(plan: plan).lines.map { "\n\($0)" }.joined() }

  private var idleSeeds: RedundantSeeds? {
    let idle = plan.idleSeeds
    guard !idle.names.isEmpty else { return nil }
    return RedundantSeeds(seeds: idle.seeds, names: idle.names, networks: idle.networks)
  }

  /// The budget rules, one line for each, such as `budget 15%<=768MiB: 307.2MiB on iphone-8,
  /// 614.4MiB on iphone-13-pro`.
  private var ruleLines: String {
    var (order, parts): ([String], [String: [String]]) = ([], [:])
    for rule in plan.budgetRules {
      if parts[rule.text] == nil { order.append(rule.text) }
      parts[rule.text, default: []].append(
        "\(PopulationAnswer.size(rule.budget.bytes)) on \(rule.device.name.visible)")
    }
    return order.map { "budget \($0): \(Phrase.list(parts[$0] ?? []))\n" }.joined()
  }

  /// Makes some runs from all parts of the plan to estimate the time, one at a time.
  ///
  /// The runs are not stored.
  private func measure() -> Estimate {
    let job = SweepJob(plan, regret: regret ? .all : [], jobs: 1)
    let clock = ContinuousClock()
    var (seconds, weight, count) = (0.0, 0.0, 0)
    let start = clock.now
    let mixed = plan.runs.sorted { $0.key < $1.key }
    for run in mixed.prefix(Self.sampleLimit) where clock.now - start < Self.patience {
      seconds += clock.measure { _ = job.record(run) } / .seconds(1)
      weight += plan.scenario(of: run).weight
      count += 1
    }
    let total = plan.runs.reduce(0) { $0 + plan.scenario(of: $1).weight }
    return Estimate(
      seconds: seconds / weight * total / Double(jobs), measuredRuns: count,
      secondsPerRun: seconds / Double(count))
  }
}

/// Sentences about requested combinations of a plan that give the same run, which is made once.
struct OnceText {
  let plan: SweepPlan

  var lines: [String] {
    [seeds, networks].compactMap { $0 }
      + plan.madeOnce.merged.map { "\($0.clause.visible): made once" }
      + [unbounded].compactMap { $0 }
  }

  /// A sentence such as `6 seeds change nothing for lru and sieve: made once`.
  private var seeds: String? {
    let idle = plan.idleSeeds
    guard !idle.names.isEmpty else { return nil }
    // Seeds have an effect on a network with losses.
    let isEverywhere = plan.scenarios.allSatisfy { idle.networks.contains($0.network.name) }
    let place = isEverywhere ? "" : " over \(Phrase.list(idle.networks, atMost: 6))"
    return "\(Phrase.count(idle.seeds, "seed")) change nothing for "
      + "\(Phrase.list(idle.names, atMost: 20))\(place): made once"
  }

  private var networks: String? {
    let names = plan.madeOnce.networks
    guard names.count > 1 else { return nil }
    return
      "\(Phrase.count(names.count, "network")) change nothing, because no image is downloaded: "
      + "made once, over \(names[0])"
  }

  private var unbounded: String? {
    let names = plan.madeOnce.unbounded
    guard !names.isEmpty else { return nil }
    return "\(Phrase.list(names, atMost: 20)) \(names.count == 1 ? "keeps" : "keep") no budget: a "
      + "different one changes only how long it is exceeded"
  }
}

/// The options to show the progress of a command in a browser, and the address of the server.
struct ServeOptions: ParsableArguments {
  @Flag(help: "Show the growing report in a browser while the sweep runs.")
  private var serve = false
  @Option(help: ArgumentHelp("The port of --serve (default: a free one).", valueName: "n"))
  private var port: Int?
  @Option(
    help: ArgumentHelp(
      "The address of --serve (default: 127.0.0.1, which only this machine reaches).",
      valueName: "address"))
  private var host: String?
  @Flag(help: "Keep serving after the sweep until Ctrl-C, as on a terminal.")
  private var stay = false

  /// A Boolean value that indicates whether the server continues after the sweep.
  ///
  /// The server continues on a terminal, where the user can end it, and if `--stay` is given.
  var stays: Bool { stay || isatty(STDERR_FILENO) != 0 }

  /// Returns the address of the server; `nil` without --serve.
  /// - Throws: `CommandError` with status 64 for a text that is not an address, and for options
  ///   that need --serve.
  func address() throws(CommandError) -> ListenAddress? {
    guard serve else {
      let idle = [
        port.map { "--port \($0)" }, host.map { "--host \($0)" }, stay ? "--stay" : nil,
      ]
      if let option = idle.compactMap(\.self).first {
        throw .usage("\(option) needs --serve")
      }
      return nil
    }
    return try ListenAddress(host: host ?? "127.0.0.1", port: port ?? 0)
  }
}

/// The results of a sweep in a store: a table for people, every run for programs.
struct SweepOutput {
  private let plan: SweepPlan
  private let store: ResultStore

  /// A Boolean value that indicates whether the lower bounds of misses and stalls were requested.
  private let regret: Bool
  /// A Boolean value that indicates whether recommendations with confidence bands are printed.
  private let band: Bool

  init(_ plan: SweepPlan, _ store: ResultStore, regret: Bool, band: Bool = false) {
    self.plan = plan
    self.store = store
    self.regret = regret
    self.band = band
  }

  /// Prints a table, the best run first, or for other formats the runs in the order of the plan.
  func print(_ output: FormatOption) throws {
    switch output.format {
    case .table:
      let table = try table()
      let advice = try banded()?.bandedAdvice ?? []
      let notes = [table.notes, advice].filter { !$0.isEmpty }
        .map { "\n" + $0.joined(separator: "\n") + "\n" }.joined()
      let text = table.table(regret: regret)
        .text(fitting: output.width, style: .standardOutput)
      try Output.print(
        Terminal.wrapped(table.caption, to: output.width) + "\n\n" + text
          + Terminal.wrapped(notes, to: output.width))
    case .markdown:
      let advice = try banded().map { "\n\($0.bandedAdvice.joined(separator: " "))\n" } ?? ""
      try Output.print(table().table(regret: regret).markdown() + advice)
    case .csv: try CSVExport.print(rows, regret: regret, to: Output.printData)
    case .json:
      try JSONExport.print(
        plan.record, version: ScrollSim.version, report: banded()?.document, rows, regret: regret,
        from: store.path, to: Output.print)
    }
  }

  private func rows(_ body: (RunRow) throws -> Void) throws {
    do { try store.rows(of: plan.key, body) } catch let error as ResultStoreError {
      throw CommandError(error)
    }
  }

  /// Returns the report with the bands of its recommendations; `nil` unless bands were requested.
  private func banded() throws -> SweepReport? {
    guard band else { return nil }
    var report = try WholeReport(store, plan.record).report()
    report.bands = AdviceBands(plan).bands(of: report.adviceQuestions)
    return report
  }

  private func table() throws -> SweepTable {
    let table: SweepTable
    do { table = try SweepTable(plan, in: store) } catch let error as ResultStoreError {
      throw CommandError(error)
    }
    if regret, !table.hasRegret {
      Output.say(
        "note: no regret in misses, because a prefetched image may hit on its first request; "
          + "expected --prefetch none")
    }
    return table
  }
}
