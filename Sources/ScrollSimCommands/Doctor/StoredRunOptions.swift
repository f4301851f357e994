import ArgumentParser
import ScrollCore
import ScrollDevice
import ScrollDoctor
import ScrollResults
import ScrollSweeps
import ScrollTraces

/// Which run of a store is looked into.
struct StoredRunOptions: ParsableArguments {
  @Flag(help: "The run of the sweep that is ranked last.") var worst = false
  @Option(
    name: .customLong("run"), help: ArgumentHelp("A run key or unique prefix.", valueName: "key"))
  var runKey: String?
  @Option(
    help: ArgumentHelp(
      "The sweep, if the store has several: a key prefix or the title.",
      valueName: "key"))
  var sweep: String?

  /// Whether a store is asked for.
  var isAsked: Bool { worst || runKey != nil || sweep != nil }

  func validate() throws {
    guard !worst || runKey == nil else {
      throw ValidationError("--worst and --run are two questions; expected one of them")
    }
    guard sweep == nil || worst || runKey != nil else {
      throw ValidationError("--sweep says no run; expected --worst or --run KEY with it")
    }
  }

  /// The run as a case of its own.
  /// - Parameter options: the path of the store, and nothing else.
  /// - Returns: the run with everything that makes it.
  /// - Throws: `CommandError` for a store or a run that does not exist, or that cannot be made again.
  func runCase(_ options: RunOptions) throws -> RunCase {
    guard options.saysNothing else {
      throw CommandError.usage(
        "\(runKey == nil ? "--worst" : "--run") takes everything from the store; expected no other "
          + "options of a run")
    }
    let path = options.trace
    let store = try SweepInput.openMade(path)
    defer { try? store.close() }
    let sweep = try SweepChoice(store, called: path).sweep(self.sweep)
    let choice = RunChoice(store, sweep, called: path)
    let row = try runKey.map { try choice.run($0) } ?? choice.worst()
    let plan: SweepPlan
    do { plan = try RunDetails(sweep).plan() } catch {
      throw CommandError(.badData, "run \(row.run.key) cannot be made again: \(error.sentence)")
    }
    return RunCase(plan, plan.runs[row.position], asked: sweep)
  }
}

extension RunOptions {
  /// Whether none but the path was given, as far as that can be told.
  fileprivate var saysNothing: Bool {
    guard let standard = try? ScenarioOptions.parse([]) else { return false }
    return policy.isEmpty && budget.isEmpty && scenario.prefetch == nil && scenario.layout == nil
      && scenario.renditions == nil && scenario.set.isEmpty && scenario.seed == 0
      && scenario.device == standard.device && scenario.network == standard.network
      && scenario.loader == standard.loader
  }
}

extension RunCase {
  /// A run of a plan.
  fileprivate init(_ plan: SweepPlan, _ run: PlannedRun, asked sweep: SweepRecord) {
    let scenario = plan.scenario(of: run)
    let grids = (try? SweepSpec.parse(sweep.spec, file: "question")).map { [$0.base] + $0.include }
    let axes = (grids ?? []).map(\.axes)
    let layouts = axes.flatMap { $0[.layout] ?? [] }
    self.init(
      path: scenario.record.trace.path, trace: scenario.trace,
      layout: layouts.contains { $0.text != SweepAxis.own } ? scenario.record.layout : nil,
      renditions: nil, device: scenario.device,
      deviceText: Self.text(of: scenario.device, in: axes.flatMap { $0[.device] ?? [] }) {
        try? DeviceInput.find($0)
      },
      network: scenario.network,
      networkText: Self.text(of: scenario.network, in: axes.flatMap { $0[.network] ?? [] }) {
        try? NetworkInput.find($0)
      },
      loader: scenario.loader, prefetcher: scenario.prefetcher, policy: plan.policy(of: run),
      budget: run.budget, seed: UInt64(run.seed))
  }

  /// How the question names a profile: the text that leads to it, else its name.
  private static func text<Profile: CatalogEntry & Equatable>(
    of profile: Profile, in values: [SweepValue], find: (String) -> Profile?
  ) -> String {
    let texts = values.flatMap { ChoiceList.texts(in: $0.text) }
    return texts.first { find($0) == profile } ?? profile.name
  }
}
