import ArgumentParser
import ScrollSweeps

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
    let (app, usual) = (scenario.app, AppOptions.usual)
    return policy.isEmpty && budget.isEmpty && scenario.layout == nil
      && scenario.renditions == nil && scenario.set.isEmpty && scenario.seed == 0
      && app.prefetch == nil && app.device == usual.device && app.network == usual.network
      && app.loader == usual.loader
  }
}
