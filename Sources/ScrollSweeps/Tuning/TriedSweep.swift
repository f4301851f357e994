import ScrollCore
import ScrollTraces

/// What a search has tried as a sweep, so that its report can be had.
struct TriedSweep {
  private let asked: SweepSpec
  private let plan: SweepPlan
  private let answers: [JointAnswer]

  /// - Parameters:
  ///   - asked: everything that might have been tried.
  ///   - answers: what was tried of it.
  ///   - plan: the runs of both.
  init(_ asked: SweepSpec, _ answers: [JointAnswer], in plan: SweepPlan) {
    self.asked = asked
    self.answers = answers
    self.plan = plan
  }

  /// The plan of exactly the runs that were made.
  ///
  /// A grid for each combination with all traces and seeds, unless some rule had excluded a part
  /// of that; then one for each run.
  /// - Throws: `SweepError` if a file that it names is gone.
  func plan(_ catalogs: SweepCatalogs) throws(SweepError) -> SweepPlan {
    let made = Set(answers.flatMap(\.trials).flatMap(\.runs).map(\.key))
    let whole = try SweepPlan(spec { [$0[0]] }, catalogs: catalogs)
    if Set(whole.runs.map(\.key)) == made { return whole }
    return try SweepPlan(spec(single: true) { $0 }, catalogs: catalogs)
  }

  // A grid for some of the runs of each combination: with one trace and one seed, or with all.
  private func spec(
    single: Bool = false, _ part: ([PlannedRun]) -> [PlannedRun]
  ) throws(SweepError) -> SweepSpec {
    var grids: [SweepGrid] = []
    let places = Dictionary(
      plan.runs.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    let devices = try texts(.device), networks = try texts(.network)
    for trial in answers.flatMap(\.trials) {
      let runs = trial.runs.compactMap { places[$0.key].map { plan.runs[$0] } }
      for run in part(runs) {
        grids.append(grid(run, trial, devices: devices, networks: networks, single: single))
      }
    }
    let conditions = asked.base.axes.filter { [.trace, .layout, .seed].contains($0.key) }
    let first = SweepGrid(axes: conditions).replacing(with: grids[0])
    return SweepSpec(
      title: asked.title, base: first, include: Array(grids.dropFirst()))
  }

  private func grid(
    _ run: PlannedRun, _ trial: JointTrial, devices: [ContentKey: String],
    networks: [ContentKey: String], single: Bool
  ) -> SweepGrid {
    let scenario = plan.scenario(of: run)
    let record = scenario.record
    var texts: [SweepAxis: String] = [
      .device: devices[record.device.digest] ?? record.device.name,
      .network: networks[record.network.digest] ?? record.network.name,
      .loader: record.loader, .prefetch: record.prefetcher,
    ]
    if let policy = plan.policy(of: run) {
      texts[.policy] = policy.label
      texts[.budget] = run.budget.budgetText
    }
    if single {
      texts[.trace] = record.trace.path
      texts[.layout] = record.layout
      texts[.seed] = "\(run.seed)"
    }
    return SweepGrid(axes: texts.mapValues { [SweepValue($0, place: "the search")] })
  }

  /// How each profile was named, by its digest.
  private func texts(_ axis: SweepAxis) throws(SweepError) -> [ContentKey: String] {
    var texts: [ContentKey: String] = [:]
    for value in ([asked.base] + asked.include).flatMap({ $0.axes[axis] ?? [] }) {
      let record =
        axis == .device
        ? ProfileRecord(try value.profile(in: DeviceCatalog.builtIn, DeviceFile.load))
        : ProfileRecord(try value.profile(in: NetworkCatalog.builtIn, NetworkFile.load))
      texts[record.digest] = value.text
    }
    return texts
  }
}
