import ArgumentParser
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The `doctor` command: the causes of a run's stalls, and the changes that would help, with their
/// effect.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Names the causes of stalls, and changes that help.",
    discussion: #"""
      Makes one run with the options of `scrollsim run` and adds up its stall by cause. Stall is \#
      the missing part of the screen, added up over time. Then it runs alternatives and lists \#
      them by the rule: \#(ChoiceRule.sentence). Levers are changes that an app's developer can \#
      make; the table has the option that makes each change. Ideals are impossible changes, such \#
      as an instant network, that show which resource is short.

      The figures of a device have errors. So the last sentences give a range for the stall, and \#
      one for the saving of the best lever: their error bands. They come from 64 repetitions with \#
      figures that are drawn within these errors.

      With a store instead of a trace, --run KEY chooses one of its runs, and --worst chooses the \#
      run that is ranked last.

      Example:
        scrollsim doctor Traces/photo-grid.scroll --device iphone-5 --budget 32MiB
        scrollsim sweep Traces/demo.yml --store demo.sqlite
        scrollsim doctor demo.sqlite --worst
      """#)

  @OptionGroup var options: RunOptions
  @OptionGroup(title: "A run of a store") var stored: StoredRunOptions
  @OptionGroup var output: FormatOption

  func run() throws {
    let asked =
      stored.isAsked
      ? try stored.runCase(options)
      : try RunCase(options)
    var diagnosis = try asked.diagnosed(withBound: true)
    let band = diagnosis.banded()
    if let band { diagnosis.decimals = band.stall.decimals(atMost: diagnosis.decimals) }
    switch output.format {
    case .table: try Output.print(DoctorText(diagnosis, band).text(fitting: output.width))
    case .csv, .json, .markdown:
      try output.print(DoctorTable(diagnosis).whole, DoctorDocument(diagnosis, band))
    }
  }
}

/// The options that choose a run from a store.
struct StoredRunOptions: ParsableArguments {
  @Flag(help: "The run of the sweep that is ranked last.") var worst = false
  @Option(
    name: .customLong("run"), help: ArgumentHelp("A run key or unique prefix.", valueName: "key"))
  var runKey: String?
  @Option(
    help: ArgumentHelp(
      "A sweep of the store: a key prefix or the title (default: the latest).",
      valueName: "key"))
  var sweep: String?
  @OptionGroup var reading: ReadOption

  /// A Boolean value that indicates whether the options choose a run from a store.
  var isAsked: Bool { worst || runKey != nil || sweep != nil }

  func validate() throws {
    guard !worst || runKey == nil else {
      throw ValidationError("--worst and --run both choose a run; expected one of them")
    }
    guard reading.paths.isEmpty || worst || runKey != nil else {
      throw ValidationError("--read needs a run of a store; expected --worst or --run KEY with it")
    }
    guard sweep == nil || worst || runKey != nil else {
      throw ValidationError("--sweep does not choose a run; expected --worst or --run KEY with it")
    }
  }

  /// Loads the chosen run as a case for diagnosis.
  /// - Parameter options: The options with the path of the store, and nothing else.
  /// - Returns: the run with its whole configuration.
  /// - Throws: `CommandError` for a store or a run that does not exist, or that cannot be made
  ///   again.
  func runCase(_ options: RunOptions) throws -> RunCase {
    guard options.saysNothing else {
      throw CommandError.usage(
        "\(runKey == nil ? "--worst" : "--run") takes all options from the store; expected "
          + "no other options of a run")
    }
    let path = options.trace
    let store = try SweepInput.openMade(path)
    defer { try? store.close() }
    let sweep = try SweepChoice(store, called: path).sweep(self.sweep)
    let choice = RunChoice(store, sweep, called: path)
    let row = try runKey.map { try choice.run($0) } ?? choice.worst()
    let plan: SweepPlan
    let files = try StoredFiles(store, naming: reading.paths)
    do { plan = try RunDetails(sweep, files).plan() } catch {
      throw CommandError(
        .badData, "'\(path)': run \(row.run.key) cannot be repeated: \(error.sentence)")
    }
    return RunCase(plan, plan.runs[row.position], asked: sweep)
  }
}

extension RunOptions {
  /// A Boolean value that indicates whether all options of the run have their defaults.
  ///
  /// An option that was typed with its default cannot be distinguished.
  fileprivate var saysNothing: Bool {
    let (app, usual) = (scenario.app, AppOptions.usual)
    return policy.isEmpty && budget.isEmpty && scenario.layout == nil
      && scenario.renditions == nil && scenario.set.isEmpty && scenario.seed == 0
      && app.prefetch == nil && app.device == usual.device && app.network == usual.network
      && app.loader == usual.loader
  }
}

/// A diagnosis as text: a summary in a sentence, then the parts of the stall, then the tried
/// changes.
final class DoctorText {
  private let diagnosis: Diagnosis
  private let band: DiagnosisBand?

  init(_ diagnosis: Diagnosis, _ band: DiagnosisBand?) {
    self.diagnosis = diagnosis
    self.band = band
  }

  /// Returns the whole text, with a line break at the end.
  ///
  /// `width` is the number of columns of the terminal; `nil` prints tables at their full width.
  func text(fitting width: Int?) -> String {
    var parts = [
      Terminal.wrapped(diagnosis.sentence, to: width) + "\n",
      "The run: \(diagnosis.run.commandLine)\n",
    ]
    let tables = DoctorTable(diagnosis)
    if !diagnosis.isCalm { parts.append(DoctorCauses(diagnosis: diagnosis).text(fitting: width)) }
    for (title, whatIfs) in [
      ("Levers: changes that you can make", diagnosis.levers),
      ("Ideals: impossible changes that show which resource is short", diagnosis.ideals),
    ] where !whatIfs.isEmpty {
      parts.append(list(title, whatIfs, tables, width))
    }
    if let bound = diagnosis.boundSentence {
      parts.append(Terminal.wrapped(bound, to: width) + "\n")
    }
    if let sentence = band.flatMap({ diagnosis.sentence(of: $0) }) {
      parts.append(Terminal.wrapped(sentence, to: width) + "\n")
    }
    parts.append("\(ChoiceRule.line)\n")
    if let best = diagnosis.bestLever {
      parts.append("To see the best change: \(best.trial.changed.commandLine)\n")
    }
    return parts.joined(separator: "\n")
  }

  /// Returns a table of the changes that make a visible difference, and the names of the others.
  private func list(
    _ title: String, _ whatIfs: [WhatIf], _ tables: DoctorTable, _ width: Int?
  ) -> String {
    let isKilled = diagnosis.report.death != nil
    let shown = whatIfs.filter { isKilled || $0.isWorthARow }
    let rest = whatIfs.filter { !isKilled && !$0.isWorthARow }
    let others = [
      ("No visible difference", rest.filter { !$0.isVisible }),
      ("More memory or hitches without a gain", rest.filter(\.isVisible)),
    ]
    var text = "\(title)\n"
    if !shown.isEmpty {
      text += tables.table(of: shown).text(fitting: width, style: .standardOutput)
    }
    for (heading, whatIfs) in others where !whatIfs.isEmpty {
      let names = whatIfs.map(\.trial.text).joined(separator: "; ")
      text += Terminal.wrapped("\(heading): \(names)", to: width) + "\n"
    }
    return text
  }
}

/// The causes of the three possible complaints (stall, hitches and memory) as text.
struct DoctorCauses {
  let diagnosis: Diagnosis

  /// Returns the tables with their headings, fitted to a terminal with `width` columns.
  ///
  /// Two tables divide the stall: one by the work that images waited for, one by the reason why
  /// they were missing. The sum of each table is the stall. Tables of the work of late frames and
  /// of the peak footprint follow.
  func text(fitting width: Int?) -> String {
    let stalls = diagnosis.report.stalls.seconds > 0 ? stallText(fitting: width) : []
    return (stalls + [hitches, memory].compactMap { $0?.text(fitting: width) }).joined(
      separator: "\n")
  }

  private func stallText(fitting width: Int?) -> [String] {
    [
      ("by the work that images waited for", diagnosis.causes.waitParts),
      ("by the reason why images were missing", diagnosis.causes.absenceParts),
    ].map { heading, parts in
      "Causes of the stall, \(heading)\n"
        + table(parts).text(fitting: width, style: .standardOutput)
    }
  }

  /// A heading with a table of parts, and a bar for each part.
  struct Section {
    let heading: String
    let table: Table
    let bars: [Double]

    func text(fitting width: Int?) -> String {
      let bars = TerminalBars(bars, header: "")
      let wide = width.map { bars.beside(table, width: $0) } ?? table
      return heading + "\n" + wide.text(fitting: width, style: .standardOutput)
    }
  }

  /// The work of late frames by kind, largest first; `nil` without late frames.
  private var hitches: Section? {
    let parts = diagnosis.report.hitches.causes.parts.filter { $0.nanoseconds > 0 }
      .sorted { $0.nanoseconds > $1.nanoseconds }
    let whole = Double(diagnosis.report.hitches.causes.total)
    guard whole > 0 else { return nil }
    var table = Table([.right("ms"), .right("share"), .left("work")])
    for part in parts {
      table.append([
        NumberText.fixed(Double(part.nanoseconds) / 1e6, decimals: 1),
        NumberText.percent(Double(part.nanoseconds) / whole),
        part.name == "upload" ? "upload to the GPU" : part.name,
      ])
    }
    return Section(
      heading: "The work of the \(Phrase.count(diagnosis.report.hitches.count, "late frame"))",
      table: table, bars: parts.map { Double($0.nanoseconds) })
  }

  /// The footprint at its peak.
  private var memory: Section? {
    let (peak, limit) = (diagnosis.peakMemory, diagnosis.run.device.memory.appLimit)
    var table = Table([.right("MiB"), .right("of the limit"), .left("at the peak")])
    let parts = peak.parts.filter { $0.bytes.bytes > 0 }
    for part in parts {
      table.append([
        NumberText.fixed(part.bytes.mebibytes, decimals: 1),
        NumberText.percent(Double(part.bytes.bytes) / Double(max(1, limit.bytes))), part.words,
      ])
    }
    return Section(
      heading: "Memory at its peak: \(NumberText.mebibytes(peak.peak)) of the app's limit of "
        + NumberText.limit(limit),
      table: table, bars: parts.map { Double($0.bytes.bytes) })
  }

  /// Returns a table of the parts of the stall, largest first.
  private func table(_ parts: [StallCauses.Part]) -> Table {
    var table = Table([.right("s"), .right("share"), .left("cause")])
    let stall = diagnosis.report.stalls.seconds
    let shown = parts.filter { abs($0.seconds) >= stall / 1000 }.sorted { $0.seconds > $1.seconds }
    for (part, seconds) in zip(shown, SecondsText.column(shown.map(\.seconds))) {
      table.append([seconds, NumberText.percent(part.seconds / stall), part.words])
    }
    return table
  }
}
