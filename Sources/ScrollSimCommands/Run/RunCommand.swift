import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollReports
import ScrollRunStories
import ScrollSimulation
import ScrollTraces

/// One scroll on one device, loaded one way, against policies and budgets.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Replays a scroll on a device and says what stalled, best policy first.",
    discussion: #"""
      Policies and budgets are lists; every pair is a run, and the table is sorted by what \#
      the user saw: not killed, least blank and wrong area, least hitch time, highest hit \#
      rate.

      Example:
        scrollsim run Traces/photo-grid.scroll \
          --policy lru,distance,sieve --budget 32MiB,128MiB --device iphone-5

      --regret is the misses above the optimum for the requests of that run: min-bypass \#
      (equal costs) or pfoo-l. Only with --prefetch none: a prefetched image may hit on its \#
      first request.

      --timeline draws one run in Chrome's trace-event format: the main thread, every \#
      decode lane, flash and every connection, cache and footprint, hitches and warnings. \#
      Look at it in ui.perfetto.dev or chrome://tracing.

      --html draws one run as a page: when every image was in the cache, on its way, visible \#
      and blank, over the curve of the offset; the worst stalls in sentences; the whole \#
      configuration. The file needs nothing else and loads nothing.

      Example:
        scrollsim run Traces/photo-grid.scroll --policy distance --budget 32MiB \
          --device iphone-5 --html run.html
      """#)

  @OptionGroup var options: RunOptions
  @Flag(help: "Add the optimal miss count and each run's regret.")
  var regret = false
  @Flag(help: "Check that everything counted adds up; exit status 1 if not.") var check = false
  @Option(
    help: ArgumentHelp(
      "Also write a timeline of the one run, for Perfetto, .json.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var timeline: String?
  @Option(
    help: ArgumentHelp(
      "Also write a page with a map of the one run and why it stalled, .html.",
      valueName: "file"), completion: .file(extensions: ["html"]))
  var html: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    let outputs = OutputCheck(reading: options.files)
    try outputs.require("--timeline", timeline)
    try outputs.require("--html", html)
    let asked = try options.load()
    let scenario = asked.scenario
    for (option, path) in [("--timeline", timeline), ("--html", html)] where path != nil {
      try asked.requireOneRun(orElse: option, "draws one run")
    }
    let job = RunJob(
      prepared: PreparedScenario(scenario), seed: options.seed,
      regret: !regret ? .unasked : missingRegret(scenario) == nil ? .recorded : .missing)
    let rows = timeline == nil && html == nil ? rows(job, asked) : [try drawn(job, asked)]
    let document = RunDocument(
      trace: RunDocument.Trace(options.trace, asked.trace), device: scenario.device,
      network: scenario.network, loader: asked.loader, prefetcher: scenario.prefetcher,
      layout: asked.trace.header.layout, pagingDecision: scenario.pagingDecision, rows: rows)
    try output.print(table(rows, asked), document, caption: asked.caption)
    if check { try RunCheck.require(rows) }
    if let reason = missingRegret(scenario) { Output.say("note: \(reason)") }
  }

  /// The rows, with a bar for each where a terminal has room for them.
  private func table(_ rows: [RunRow], _ asked: RunRequest) -> Table {
    let table = RunTable(rows, hasCache: asked.hasCache).table
    guard output.format == .table, let width = Terminal.width else { return table }
    return TerminalBars(rows.map(\.report.stalls.areaSeconds), header: "stalls")
      .beside(table, width: width)
  }

  /// Why there is no regret although it was asked for; nil if there is.
  private func missingRegret(_ scenario: Scenario) -> String? {
    guard regret else { return nil }
    guard scenario.loader.cache else { return "no regret: this loader has no cache to ask" }
    guard scenario.prefetcher == .none else {
      return "no regret: a prefetched image may hit on its first request, so nothing bounds the "
        + "misses; expected --prefetch none"
    }
    return nil
  }

  /// The only run, with the files that show it.
  private func drawn(_ job: RunJob, _ asked: RunRequest) throws(CommandError) -> RunRow {
    if timeline != nil {
      try TimelineExport.requireRoom(for: job.prepared.scenario, of: options.trace)
    }
    let log = RunLog()
    let row = job.row(asked.hasCache ? asked.policies.first : nil, asked.budgets[0], log: log)
    try log.requireWhole(of: options.trace)
    if let timeline {
      let export = TimelineExport(log, of: job.prepared)
      try Output.write(to: timeline) { file throws(CommandError) in
        try export.write { piece throws(CommandError) in try file.write(piece) }
      }
    }
    if let html {
      let page = RunPage(asked, row, RunPicture(log, of: job.prepared)).html
      try Output.write(to: html) { file throws(CommandError) in try file.write(page) }
    }
    return row
  }

  /// Every policy with every budget, best first; one row for a loader without a cache.
  private func rows(_ job: RunJob, _ asked: RunRequest) -> [RunRow] {
    guard asked.hasCache else { return [job.row(nil, .zero)] }
    let pairs = asked.policies.flatMap { policy in asked.budgets.map { (policy, $0) } }
    return ParallelMap.run(pairs, progress: "run") { policy, budget in
      job.row(policy, budget)
    }.bestFirst()
  }
}
