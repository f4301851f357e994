import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The `tune` command searches for the smallest budget that meets stated limits, for the best
/// settings of a policy, or for the best combination of loader, prefetcher, policy and budget.
struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Finds the smallest cache limit, or the best settings.",
    discussion: #"""
      --limit finds the smallest budget (limit of the memory cache) with which every limit holds, \#
      for every seed. It does so separately for each combination of trace, device, network, \#
      loader, prefetcher and policy. More memory does not always reduce stalls. So the search tries all \#
      budgets of --budget; the default is a series up to one that holds all images. Then it \#
      halves the gap below the smallest budget that meets the limits. It also lists larger \#
      budgets that break them. A budget also breaks the limits if the app is killed. A budget that \#
      holds fewer images than the policy needs has a warning. A limit on stall (seconds of missing \#
      screen) tolerates an excess that makes no visible difference, as in check: see \#
      --least-percent and --least-frames.

      --space finds the best settings of one policy over all traces, devices, budgets and seeds. \#
      It uses successive halving: it tries all settings in a few runs each, the better half in \#
      twice as many runs, and so on.

      --jointly finds the loader, prefetcher, policy and budget to use together, with their \#
      settings, for each device and network. --space for a loader or prefetcher turns it on, \#
      and so does --limit together with any --space. The answer follows one rule, as in advise, report \#
      and doctor: \#(ChoiceRule.sentence). The front lists the \#
      settings that no other setting beats in every figure of --front. Write ranges in names (ring:ahead=0.5..4), or in --space; 'any' means \#
      all values. If there are more combinations than --samples, the search varies one choice at \#
      a time instead of trying all. Changes are counted from --baseline, else from lru without \#
      prefetching.

      Example:
        scrollsim tune --trace Traces/recorded/photo-grid-session.scroll \
          --device iphone-5,iphone-8 --policy lru,distance \
          --limit 'stallSeconds <= 2 s' --limit 'hitchRatio <= 5 ms/s' \
          --store demo.sqlite
        scrollsim tune --trace Traces/photo-grid.scroll \
          --trace Traces/tall-feed.scroll --policy distance --budget 32MiB,64MiB \
          --space distance.lead=1..8:x2 --store demo.sqlite
        scrollsim tune --jointly --trace Traces/recorded/feed-to-and-fro.scroll \
          --device iphone-8 --loader nuke --space nuke.order --policy lru,distance \
          --prefetch none,ring:ahead=0.5..4 --budget 16MiB..128MiB:x2 \
          --limit 'footprintPeakBytes <= 300MiB' --limit 'wastedBytes <= 40MiB' \
          --baseline 'policy=lru prefetch=none budget=64MiB' --store demo.sqlite

      The store keeps the runs of earlier sweeps and searches, so no run is computed twice. The \#
      exit status is 0 if there is any answer, else 1.
      """#)

  @OptionGroup var axes: AxisOptions
  @Option(
    help: ArgumentHelp(
      "A limit to meet: 'stallSeconds <= 2 s', 'hitchRatio <= 5 ms/s'; repeatable.",
      valueName: "limit"))
  var limit: [String] = []
  @Option(
    help: ArgumentHelp(
      "The largest gap between the answer and a smaller budget that breaks it.", valueName: "size"))
  var precision = "1MiB"
  @Option(
    help: ArgumentHelp(
      "NAME.SETTING=VALUES with values like 1,2,4 or 0.5..8:x2 or 0..1:+0.25; all values without "
        + "=VALUES; repeatable.",
      valueName: "range"))
  var space: [String] = []
  @OptionGroup var joint: TuneJointOptions
  @OptionGroup var materiality: MaterialityOptions
  @Option(
    help: ArgumentHelp(
      "The largest number of settings to try (default with --jointly: 500). If there are more "
        + "settings, the first seed draws this number of them.",
      valueName: "n"))
  var samples: Int?
  @Option(
    help: ArgumentHelp("The store of results, created if missing.", valueName: "file"),
    completion: .file())
  var store: String?
  @OptionGroup var again: AgainOption
  @OptionGroup var runner: RunnerOptions
  @OptionGroup var format: FormatOption

  func run() throws {
    let store = try checkedStore()
    let search = try search()
    let results = try SweepInput.open(store, wait: runner.patience)
    defer { try? results.close() }
    try search(StoreSession(results, called: store, again: again.again))
  }

  /// Returns the path of the store.
  ///
  /// Throws an error if none is given, before anything is read or started.
  private func checkedStore() throws(CommandError) -> String {
    guard let store else {
      throw .usage("a search needs a store; expected --store FILE")
    }
    return store
  }

  /// Checks the options and returns the search.
  private func search() throws(CommandError) -> (StoreSession) throws -> Void {
    let choosesLoading = try choosesLoading
    let isJoint = joint.jointly || (!limit.isEmpty && !space.isEmpty) || choosesLoading
    guard isJoint || !limit.isEmpty || !space.isEmpty else {
      throw .usage(
        "a search needs a goal; expected --limit 'stallSeconds <= 2 s' for a budget, --space "
          + "NAME.SETTING=VALUES for settings, or --jointly for all")
    }
    if !isJoint { try joint.checkUnused() }
    let spec = try axes.loadComplete()
    try OutputCheck.require([.store("--store", store)], reading: [axes.spec] + spec.files)
    guard !isJoint else { return try together(spec) }
    return limit.isEmpty ? try settings(of: spec) : try budgets(of: spec)
  }

  private func budgets(
    of spec: SweepSpec
  ) throws(CommandError) -> (StoreSession) throws -> Void {
    guard samples == nil else {
      throw .usage("--samples needs --space")
    }
    let precision = try checkedPrecision()
    let limits = try limits()
    let plan: SweepPlan
    do { plan = try SweepPlan(spec, catalogs: axes.catalogs) } catch { throw CommandError(error) }
    let tuner: BudgetTuner
    do {
      tuner = try BudgetTuner(
        plan, limits: limits, precision: precision, namesBudgets: spec.namesBudgets,
        materiality.materiality)
    } catch { throw CommandError(error) }
    return { try TuneBudget(limits, tuner).find($0, jobs: runner.jobCount, format) }
  }

  private func settings(
    of spec: SweepSpec
  ) throws(CommandError) -> (StoreSession) throws -> Void {
    try checkSamples()
    let settings = try spaceAxes()
    let tuner: SettingsTuner
    do {
      tuner = try SettingsTuner(
        spec, space: settings, samples: samples, catalogs: axes.catalogs)
    } catch { throw CommandError(error) }
    return { try TuneSettings(tuner).find($0, jobs: runner.jobCount, format) }
  }

  private func together(
    _ spec: SweepSpec
  ) throws(CommandError) -> (StoreSession) throws -> Void {
    try checkSamples()
    var question = JointQuestion(spec, space: try spaceAxes(), limits: try limits())
    question.materiality = materiality.materiality
    question.baseline = try joint.baselineGrid
    question.figures = try joint.figures
    question.most = samples ?? question.most
    let tuner: TuneJoint
    do { tuner = try TuneJoint(question, axes.catalogs) } catch { throw CommandError(error) }
    let store = store ?? ""
    return { try tuner.find($0, in: store, jobs: runner.jobCount, format) }
  }

  private func spaceAxes() throws(CommandError) -> [SweepGrid.SettingAxis] {
    var grid = SweepGrid()
    for text in space {
      let named = text.contains("=") ? text : "\(text)=any"
      try AxisOptions.add(named, to: &grid, option: "--space")
    }
    return grid.settings
  }

  /// A Boolean value that indicates whether --space has settings of a loader or a prefetcher.
  private var choosesLoading: Bool {
    get throws(CommandError) {
      let catalogs = ScrollSim.catalogs
      let others = catalogs.loaders.entries.map(\.name) + catalogs.prefetchers.entries.map(\.name)
      let owners = Set(others).subtracting(catalogs.policies.entries.map(\.name))
      return try spaceAxes().contains { owners.contains($0.owner) }
    }
  }

  private func checkSamples() throws(CommandError) {
    guard let samples, samples < 1 else { return }
    throw .usage("--samples \(samples) is out of range; expected at least 1")
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
      throw .usage("--precision '\(precision)' is not a size; expected one like 1MiB")
    }
    return size
  }
}

/// The options of a search over loader, prefetcher, policy and budget together.
struct TuneJointOptions: ParsableArguments {
  @Flag(help: "Search loader, prefetcher, policy and budget together.") var jointly = false
  @Option(
    help: ArgumentHelp(
      "The figures that the front of --jointly compares, comma-separated.", valueName: "figures"))
  var front: String?
  @Option(
    help: ArgumentHelp(
      "Your current setting, for --jointly: 'policy=lru prefetch=none budget=64MiB', or a row of "
        + "`scrollsim report`.",
      valueName: "setting"))
  var baseline: String?

  /// The user's current settings.
  var baselineGrid: SweepGrid? {
    get throws(CommandError) {
      try baseline.map { text throws(CommandError) in
        let axes = try BaselineText(text)?.axes() ?? text
        return try AxisOptions.grid(of: axes, option: "--baseline")
      }
    }
  }

  /// The figures that the front compares.
  var figures: [Figure] {
    get throws(CommandError) {
      guard let front else { return JointQuestion.usualFigures }
      var figures: [Figure] = []
      for name in front.split(separator: ",").map(String.init) {
        guard let figure = LimitNames.figures.first(where: { $0.name == name || $0.column == name })
        else {
          throw .usage("--front: \(LimitNames.unknown(name))")
        }
        if !figures.contains(where: { $0.name == figure.name }) { figures.append(figure) }
      }
      guard !figures.isEmpty else {
        throw .usage("--front '\(front)' has no figures; expected figures like stallSeconds")
      }
      return figures
    }
  }

  /// Throws an error for options that only another kind of search uses.
  func checkUnused() throws(CommandError) {
    for (option, isGiven) in [("--front", front != nil), ("--baseline", baseline != nil)]
    where isGiven {
      throw .usage("\(option) needs --jointly")
    }
  }
}

/// The user's current settings in the format of `report`: `lru, 64MiB`, `nuke`, or the name of a
/// row.
struct BaselineText {
  private let words: [String]

  /// Divides a text into words; `nil` for a text in the format of axes, such as `policy=lru
  /// budget=64MiB`.
  init?(_ text: String) {
    // Settings have an equals sign, too, but after a colon.
    let words = text.split { $0 == "," || $0 == " " }.map(String.init).filter { $0 != "prefetcher" }
    let isAxes = words.contains { word in
      word.firstIndex(of: "=").map { !word[..<$0].contains(":") } ?? false
    }
    guard !words.isEmpty, !isAxes else { return nil }
    self.words = words
  }

  /// Returns the settings in the format of axes.
  /// - Throws: `CommandError` for an unknown word.
  func axes() throws(CommandError) -> String {
    let catalogs = ScrollSim.catalogs
    var axes: [SweepAxis: String] = [:]
    for word in words {
      let name = String(word.prefix { $0 != ":" })
      if catalogs.loaders.entries.contains(where: { $0.name == name }), axes[.loader] == nil {
        axes[.loader] = word
      } else if catalogs.prefetchers.entries.contains(where: { $0.name == name }) {
        axes[.prefetch] = word
      } else if catalogs.policies.entries.contains(where: { $0.name == name }) {
        axes[.policy] = word
      } else if (try? BudgetList(parsing: word))?.entries.count == 1 {
        axes[.budget] = word
      } else {
        throw .usage(
          "--baseline: there is no '\(word)'; expected a loader, prefetcher, policy or budget, or "
            + "policy=NAME budget=SIZE")
      }
    }
    if words.count == 1, axes[.loader] != nil {
      // A library prefetches nothing until an app requests it.
      axes.merge([.policy: SweepAxis.own, .budget: SweepAxis.own, .prefetch: "none"]) { $1 }
    }
    return axes.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key)=\($0.value)" }
      .joined(separator: " ")
  }
}

/// A search for the best settings of a policy, with its output as tables and documents.
struct TuneSettings {
  /// The maximum number of settings in the table.
  ///
  /// They come from the last rung (round) of the search.
  private static let rowLimit = 10

  private struct Document: Encodable {
    let scrollsim = ScrollSim.version
    let modelVersion = ModelVersion.current
    /// The rule of the choice.
    let rule = ChoiceRule.sentence
    /// The key of the search in the store.
    let tuning: String
    /// The best settings; null if the app was killed with all of them.
    @OrNull var best: Row?
    /// The policy with its default settings.
    let standard: Row
    let rungs: [Rung]
    let sentence: String
  }

  private struct Rung: Encodable {
    let instances: Int
    /// The results, best first.
    let results: [Row]
  }

  private struct Row: Encodable {
    let policy: String
    let runs: Int, killed: Int
    let meanStallSeconds: Double, meanHitchRatio: Double, meanHitRate: Double
    /// A Boolean value that indicates whether the settings advanced to the next rung, or are the
    /// best of the last.
    var isKept = true

    init(_ result: SettingsAnswer.Result, isKept: Bool = true) {
      let score = result.score
      policy = result.policy
      runs = result.runs.count
      killed = score.killed
      meanStallSeconds = score.mean.stallSeconds
      meanHitchRatio = score.mean.hitchRatio
      meanHitRate = score.mean.hitRate
      self.isKept = isKept
    }
  }

  private let tuner: SettingsTuner

  init(_ tuner: SettingsTuner) { self.tuner = tuner }

  /// Searches and prints the answer.
  /// - Throws: `CommandError` with status 1 if the app is killed with all settings, so that none is
  ///   the best.
  func find(_ session: StoreSession, jobs: Int, _ format: FormatOption) throws {
    let answer = try session.search(jobs: jobs) { runner throws(ResultStoreError) in
      try tuner.answer(runner)
    }
    EmptyScrolls.note(on: tuner.plan)
    let rungs = answer.rungs.map { rung in
      Rung(
        instances: rung.instances,
        results: rung.ranking.map { Row($0, isKept: rung.keeps($0)) })
    }
    try format.print(
      table(answer),
      Document(
        tuning: "\(answer.key)", best: answer.hasBest ? Row(answer.best) : nil,
        standard: Row(answer.standard),
        rungs: rungs, sentence: answer.sentence),
      caption: caption(answer))
    guard answer.hasBest else { throw CommandError(.gateSaidNo, answer.sentence) }
  }

  private func caption(_ answer: SettingsAnswer) -> String {
    let steps = answer.rungs.map {
      "\(Phrase.count($0.results.count, "setting")) in \(Phrase.count($0.instances, "run")) each"
    }
    return answer.sentence + ".\nTried " + steps.joined(separator: ", then ")
      + ". Figures are means over traces, devices, budgets and seeds. The best come "
      + "first.\n\(ChoiceRule.line)"
  }

  /// Returns a table of the best settings of the last rung, and the default settings.
  private func table(_ answer: SettingsAnswer) -> Table {
    var table = Table([
      .left("policy"), Figure.stall.tableColumn, Figure.hitchRatio.tableColumn,
      Figure.hitRate.tableColumn, .right("killed"), .right("runs"), .prose("note"),
    ])
    let last = answer.rungs.last?.ranking.prefix(Self.rowLimit) ?? []
    for (index, result) in last.enumerated() {
      let isBest = index == 0 && answer.hasBest
      table.append(cells(result, isBest ? "best" : ""))
    }
    table.append(cells(answer.standard, "without changes"))
    return table
  }

  private func cells(_ result: SettingsAnswer.Result, _ note: String) -> [String] {
    let score = result.score
    return [
      result.policy, Figure.stall.cell(score.mean.stallSeconds, decimals: 3),
      Figure.hitchRatio.cell(score.mean.hitchRatio), Figure.hitRate.cell(score.mean.hitRate),
      "\(score.killed)", "\(result.runs.count)",
      [note, score.isTooSmall ? "budget too small" : ""].filter { !$0.isEmpty }
        .joined(separator: ", "),
    ]
  }
}
