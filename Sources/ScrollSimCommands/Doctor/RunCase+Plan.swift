import Foundation
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

extension RunCase {
  /// Creates the case of a run in a plan.
  /// - Parameters:
  ///   - plan: The plan of the sweep.
  ///   - run: A run of the plan.
  ///   - sweep: The sweep. The case keeps its names for devices and networks.
  init(_ plan: SweepPlan, _ run: PlannedRun, asked sweep: SweepRecord) {
    let scenario = plan.scenario(of: run)
    let grids = (try? SweepSpec.parse(sweep.spec, file: StoredFiles.question)).map {
      [$0.base] + $0.include
    }
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

  /// Returns the text that names a profile in the spec, or the profile's name if there is none.
  private static func text<Profile: CatalogEntry & Equatable>(
    of profile: Profile, in values: [SweepValue], find: (String) -> Profile?
  ) -> String {
    let texts = values.flatMap { ChoiceList.texts(in: $0.text) }
    return texts.first { find($0) == profile } ?? profile.name
  }
}

extension RunCase {
  /// Makes the run, and the runs with changes that could help.
  /// - Parameter withBound: `true` to compute the stall that no cache could avoid as well.
  /// - Returns: the causes of the stall, and the changes that would help.
  /// - Throws: `CommandError` for a run with too many events for a log.
  /// - Complexity: One run for each lever and ideal, and with a bound one run for each policy.
  func diagnosed(withBound: Bool = false) throws(CommandError) -> Diagnosis {
    let items = trace.catalog.items.count
    guard items <= Self.mostItems else {
      throw CommandError(
        .badData,
        "'\(path)' has \(NumberText.count(items)) items, too many for the hundred runs of a "
          + "diagnosis; expected at most \(NumberText.count(Self.mostItems)), or plain `run`")
    }
    let log = RunLog()
    guard let analysis = StallAnalysis(self, catalogs: ScrollSim.catalogs, log: log) else {
      throw log.tooLong(path)
    }
    let tried = ParallelMap.run(analysis.trials, progress: "what-if") { analysis.tried($0) }
    return Diagnosis(analysis, tried, bound: withBound ? analysis.bound : nil)
  }
}

extension RunCase {
  /// The maximum number of items of a diagnosed trace, which takes some seconds of work.
  fileprivate static let mostItems = 200_000
}

extension Diagnosis {
  /// Returns the error band of the diagnosis; `nil` if the worst complaint is not missing screen,
  /// or if the app was killed.
  func banded() -> DiagnosisBand? {
    guard worst == .blank, report.death == nil else { return nil }
    return DiagnosisBand(
      ParallelMap.run(Array(0..<ScenarioDraw.count), progress: "draw") { drawn($0) })
  }
}

extension RunCase {
  /// Creates the case of the run that the options request.
  /// - Throws: `CommandError` for names that do not exist or values that do not fit, for several
  ///   runs, and for a store.
  init(_ options: RunOptions) throws(CommandError) {
    guard !StoreFile.isStore(options.trace) else {
      throw .usage("'\(options.trace)' is a store; expected --worst, or --run KEY, or a trace")
    }
    let request = try options.load()
    try request.requireOneRun(orElse: "doctor", "examines one run")
    try self.init(request, options)
  }

  /// Creates the case of a request for one run.
  /// - Parameters:
  ///   - request: The request for one run.
  ///   - options: The options from which the request was loaded.
  /// - Throws: `CommandError` for renditions that do not fit.
  init(_ request: RunRequest, _ options: RunOptions) throws(CommandError) {
    let scenario = options.scenario
    let renditions: Renditions?
    do { renditions = try scenario.renditions.map { try Renditions(parsing: $0) } } catch {
      throw .usage("--renditions: \(error)")
    }
    self.init(
      path: request.path, trace: request.trace, layout: scenario.layout, renditions: renditions,
      device: request.scenario.device, deviceText: scenario.app.device,
      network: request.scenario.network, networkText: scenario.app.network, loader: request.loader,
      prefetcher: request.prefetcher, policy: request.hasCache ? request.policies.first : nil,
      budget: request.hasCache ? request.budgets.first ?? nil : nil, seed: options.seed)
  }
}

/// A check whether a file is a store of results.
enum StoreFile {
  private static let start = Array("SQLite format 3\0".utf8)

  /// Returns a Boolean value that indicates whether a file begins like an SQLite database; `false`
  /// if it cannot be read.
  static func isStore(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: start.count)).map { Array($0) } == start
  }
}
