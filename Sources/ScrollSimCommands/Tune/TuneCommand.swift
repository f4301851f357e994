import ArgumentParser
import ScrollCore
import ScrollReports
import ScrollResults
import ScrollSweeps

/// The smallest budget that keeps stated limits.
struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Finds the smallest budget that keeps stated limits.",
    usage: """
      scrollsim tune [<spec>] [<axes>, as sweep has them] --limit <limit> ...
      [--precision <size>] --store <file> [--jobs <n>] [--wait <seconds>]
      [--format <format>]
      """,
    discussion: #"""
      For every trace, device, network, loader, prefetcher and policy the smallest \#
      budget with which every seed keeps every limit. More memory need not stall \#
      less, so all budgets of --budget are tried (a ladder up to one that holds everything \#
      unless given), the gap below the smallest that keeps the limits is halved, and larger \#
      ones that break them again are named. A budget that gets the app killed breaks them.

      Example:
        scrollsim tune --trace Traces/recorded/photo-grid-session.scroll \
          --device iphone-5,iphone-8 --policy lru,distance \
          --limit 'blank <= 2 s' --limit 'hitch <= 5 ms/s' --store demo.sqlite

      No run is made twice: the store knows those of earlier sweeps and searches. Exit status \#
      0 with an answer, also where that is none; 1 if no budget keeps the limits anywhere.
      """#)

  @OptionGroup var axes: AxisOptions
  @Option(
    help: ArgumentHelp(
      "What must be kept: 'blank <= 2 s', 'hitch <= 5 ms/s', 'p95 <= 100 ms'; repeats.",
      valueName: "limit"))
  var limit: [String] = []
  @Option(
    help: ArgumentHelp(
      "How near the budget must be to one that breaks a limit.", valueName: "size"))
  var precision = "1MiB"
  @Option(help: ArgumentHelp("The results: a file, made if there is none.", valueName: "file"))
  var store: String?
  @Option(help: ArgumentHelp("How many runs at a time; all cores unless given.", valueName: "n"))
  var jobs: Int?
  @Option(
    help: ArgumentHelp("How long to wait for a store that is locked.", valueName: "seconds"))
  var wait = 10
  @OptionGroup var format: FormatOption

  func run() throws {
    let search = try search()
    guard let store else {
      throw CommandError.usage("a search keeps what it computes; expected --store FILE")
    }
    let jobs = try SweepInput.jobs(jobs)
    let results = try SweepInput.open(store, wait: SweepInput.wait(wait))
    defer { try? results.close() }
    try search(TuneRun(results, called: store, jobs: jobs), format)
  }

  /// What is asked for, everything about it checked.
  private func search() throws(CommandError) -> (TuneRun, FormatOption) throws -> Void {
    guard !limit.isEmpty else {
      throw .usage("a search needs a goal; expected --limit 'blank <= 2 s'")
    }
    let precision = try checkedPrecision()
    let limits = try limits()
    let spec = try axes.load()
    let tuner: BudgetTuner
    let plan = try SweepInput.plan(spec)
    do {
      tuner = try BudgetTuner(
        plan, limits: limits, precision: precision, namesBudgets: spec.namesBudgets)
    } catch { throw CommandError(error) }
    return { try TuneBudget(limits, tuner).find($0, $1) }
  }

  private func limits() throws(CommandError) -> [Limit] {
    var limits: [Limit] = []
    for text in limit {
      do { limits.append(try Limit(parsing: text)) } catch { throw .usage("--limit: \(error)") }
    }
    return limits
  }

  private func checkedPrecision() throws(CommandError) -> ByteCount {
    guard let size = ByteCount(parsing: precision), size > .zero else {
      throw .usage("--precision '\(precision)' is no size; expected one like 1MiB")
    }
    return size
  }
}
