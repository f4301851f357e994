import ArgumentParser
import ScrollDoctor
import ScrollPages
import ScrollRunStories
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// What a run stalls for, and what would help, by how much.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Names what a run stalls for, and measures what would help.",
    discussion: #"""
      Runs once, with the options of `scrollsim run`, sums the stall seconds by their \#
      causes, then runs the alternatives: levers, which the maker of an app can pull, and \#
      ideals, which nobody can have and which show what is short. Best first. Each lever \#
      prints the options that make its run.

      Of a store it takes the run of a key, or with --worst the run that is ranked last.

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
    let log = RunLog()
    guard let examination = Examination(asked, catalogs: ScrollSim.catalogs, log: log) else {
      return try log.requireWhole(of: asked.path)
    }
    let tried = ParallelMap.run(examination.trials, progress: "what-if") { examination.tried($0) }
    let diagnosis = Diagnosis(examination, tried, bound: examination.bound)
    switch output.format {
    case .table: try Output.print(DoctorText(diagnosis).text(fitting: output.width))
    case .csv, .json, .markdown:
      try output.print(DoctorTable(diagnosis).whole, DoctorDocument(diagnosis))
    }
  }
}

extension RunCase {
  /// The one run that options ask for.
  /// - Throws: `CommandError` for what does not exist or does not fit, for several runs, and for a
  ///   store.
  init(_ options: RunOptions) throws(CommandError) {
    guard !StoreFile.isStore(options.trace) else {
      throw .usage("'\(options.trace)' is a store; expected --worst, or --run KEY, or a trace")
    }
    let request = try options.load()
    try request.requireOneRun(orElse: "doctor", "looks into one run")
    let scenario = options.scenario
    let renditions: Renditions?
    do { renditions = try scenario.renditions.map { try Renditions(parsing: $0) } } catch {
      throw .usage("--renditions \(error)")
    }
    self.init(
      path: request.path, trace: request.trace, layout: scenario.layout, renditions: renditions,
      device: request.scenario.device, deviceText: scenario.device,
      network: request.scenario.network, networkText: scenario.network, loader: request.loader,
      prefetcher: request.prefetcher, policy: request.hasCache ? request.policies.first : nil,
      budget: request.hasCache ? request.budgets.first ?? nil : nil, seed: options.seed)
  }
}
