import ArgumentParser
import ScrollCore
import ScrollResults
import ScrollRunStories
import ScrollSweeps

/// The smallest budget that meets stated limits, or the best settings of a policy.
struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Finds the smallest budget that meets limits, or the best settings of a policy.",
    discussion: #"""
      With --limit: for every trace, device, network, loader, prefetcher and policy the \#
      smallest budget that meets every limit with every seed. More memory need not stall \#
      less, so all budgets of --budget are tried (unless given, a ladder up to one that holds \#
      everything), the gap below the smallest that meets the limits is halved, and larger \#
      ones that break them again are listed. A budget that gets the app killed breaks them, \#
      and so does one with room for fewer images than the policy needs.

      With --space: the best settings of one policy over all traces, devices, budgets and seeds, \#
      by successive halving: all settings on a few of these, the better half on \#
      twice as many, and so on.

      Example:
        scrollsim tune --trace Traces/recorded/photo-grid-session.scroll \
          --device iphone-5,iphone-8 --policy lru,distance \
          --limit 'stallSeconds <= 2 s' --limit 'hitchRatio <= 5 ms/s' \
          --store demo.sqlite
        scrollsim tune --trace Traces/photo-grid.scroll \
          --trace Traces/tall-feed.scroll --policy distance --budget 32MiB,64MiB \
          --space distance.lead=1..8:x2 --store demo.sqlite

      No run is computed twice: the store has those of earlier sweeps and searches. Exits 0 if \#
      any scenario has an answer, 1 if none has.
      """#)

  @OptionGroup var axes: AxisOptions
  @Option(
    help: ArgumentHelp(
      "A limit to meet: 'stallSeconds <= 2 s', 'hitchRatio <= 5 ms/s'; repeats.",
      valueName: "limit"))
  var limit: [String] = []
  @Option(
    help: ArgumentHelp(
      "The largest gap to a smaller budget that breaks a limit.", valueName: "size"))
  var precision = "1MiB"
  @Option(
    help: ArgumentHelp(
      "NAME.SETTING=VALUES, like 1,2,4 or 0.5..8:x2 or 0..1:+0.25; repeats.", valueName: "range"))
  var space: [String] = []
  @Option(
    help: ArgumentHelp(
      "Try at most this many settings, chosen at random with the first seed.", valueName: "n"))
  var samples: Int?
  @Option(
    help: ArgumentHelp("The store of results, made if there is none.", valueName: "file"),
    completion: .file())
  var store: String?
  @OptionGroup var again: AgainOption
  @OptionGroup var runner: RunnerOptions
  @OptionGroup var format: FormatOption

  func run() throws {
    let search = try search()
    guard let store else {
      throw CommandError.usage("a search keeps what it computes; expected --store FILE")
    }
    let results = try SweepInput.open(store, wait: runner.patience)
    defer { try? results.close() }
    try search(StoreSession(results, called: store, again: again.again))
  }

  /// The checked options.
  private func search() throws(CommandError) -> (StoreSession) throws -> Void {
    guard !limit.isEmpty || !space.isEmpty else {
      throw .usage(
        "a search needs a goal; expected --limit 'stallSeconds <= 2 s' for a budget, or --space "
          + "NAME.SETTING=VALUES for settings")
    }
    guard limit.isEmpty || space.isEmpty else {
      throw .usage(
        "--limit and --space ask for two things; expected --space first, and --limit with the "
          + "settings that it finds")
    }
    let spec = try axes.load()
    return limit.isEmpty ? try settings(of: spec) : try budgets(of: spec)
  }

  private func budgets(
    of spec: SweepSpec
  ) throws(CommandError) -> (StoreSession) throws -> Void {
    guard samples == nil else {
      throw .usage("--samples chooses settings; expected it with --space")
    }
    let precision = try checkedPrecision()
    let limits = try limits()
    let plan = try SweepInput.plan(spec)
    let tuner: BudgetTuner
    do {
      tuner = try BudgetTuner(
        plan, limits: limits, precision: precision, namesBudgets: spec.namesBudgets)
    } catch { throw CommandError(error) }
    return { try TuneBudget(limits, tuner).find($0, jobs: runner.jobCount, format) }
  }

  private func settings(
    of spec: SweepSpec
  ) throws(CommandError) -> (StoreSession) throws -> Void {
    if let samples, samples < 1 {
      throw .usage("--samples \(samples) tries nothing; expected at least 1")
    }
    var grid = SweepGrid()
    for text in space { try AxisOptions.add(text, to: &grid, option: "--space") }
    let tuner: SettingsTuner
    do {
      tuner = try SettingsTuner(
        spec, space: grid.settings, samples: samples,
        catalogs: ScrollSim.catalogs)
    } catch { throw CommandError(error) }
    return { try TuneSettings(tuner).find($0, jobs: runner.jobCount, format) }
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
