import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollTraces

/// A tuner that finds the best loader, prefetcher, policy and budget together.
///
/// It searches for every device and network of a question. All searches run together: a step of the
/// tuner is a step of each.
package struct JointTuner: Sendable {
  private let question: JointQuestion
  /// The plan of all combinations to choose from.
  package let plan: SweepPlan
  private let spec: SweepSpec
  private let catalogs: SweepCatalogs
  /// A Boolean value that indicates whether the baseline adds a combination that the spec does not
  /// have.
  private let hasMore: Bool
  private let spaces: [JointSpace]
  /// The index of the user's current combination in each space; `nil` if none is given.
  private let baselines: [Int?]
  /// The weights of the sessions, by the keys of the scenarios.
  private let shares: [ContentKey: Double]

  /// Creates a tuner.
  /// - Parameters:
  ///   - question: the question.
  ///   - catalogs: the loaders, prefetchers and policies to choose from.
  /// - Throws: `SweepError` for a spec that makes no plan, malformed ranges, and a baseline that is
  ///   several combinations.
  package init(_ question: JointQuestion, catalogs: SweepCatalogs) throws(SweepError) {
    self.question = question
    self.catalogs = catalogs
    spec = try question.spec(catalogs)
    let choices = try SweepPlan(spec, catalogs: catalogs)
    let baseline = try question.baseline.map { grid throws(SweepError) in
      try JointBaseline(grid, of: question.spec, catalogs)
    }
    let plan = baseline.map { choices.adding($0.plan) } ?? choices
    self.plan = plan
    hasMore = plan.runs.count > choices.runs.count
    spaces = JointSpace.all(of: plan)
    baselines = spaces.map { space in baseline?.place(in: space, of: plan) }
    shares = plan.sessionShares
  }

  /// Runs the searches, and stores every answer with its evidence.
  /// - Parameter runner: the runner that makes the runs.
  /// - Returns: an answer for each device and network, in the order of the plan; `nil` after an
  ///   interruption.
  /// - Throws: `ResultStoreError`; the runs that were made stay in the store.
  package func answers(_ runner: TrialRunner) throws(ResultStoreError) -> [JointAnswer]? {
    let seed = UInt64(plan.runs[0].seed)
    var searches = zip(spaces, baselines).map { space, baseline in
      JointSearch<JointTrial>(
        space.candidates.map(\.point), from: baseline ?? 0, most: question.most, seed: seed
      ) { $0.isBetter(than: $1) }
    }
    repeat {
      while searches.contains(where: { !$0.next.isEmpty }) {
        guard try step(&searches, runner) else { return nil }
      }
      for index in searches.indices { askAroundChoice(in: index, &searches[index]) }
    } while searches.contains(where: { !$0.next.isEmpty })
    var answers: [JointAnswer] = []
    for (index, search) in searches.enumerated() {
      let trials = search.trials
      answers.append(
        JointAnswer(
          question, spaces[index], in: plan, trials: trials, isExhaustive: search.isExhaustive,
          chosen: chosen(in: index, trials), baseline: place(of: baselines[index], trials)))
    }
    for answer in answers { try runner.keep(answer.record, answer.trialRecords) }
    return answers
  }

  /// Stores all trials as a sweep, so that a report on them can be printed.
  /// - Returns: the sweep.
  /// - Throws: `SweepError` if a file that the sweep names is gone, `ResultStoreError` if the sweep
  ///   cannot be stored.
  package func keepSweep(of answers: [JointAnswer], _ runner: TrialRunner) throws -> SweepRecord {
    let isWhole = !hasMore && answers.allSatisfy(\.isExhaustive)
    let tried = isWhole ? plan : try TriedSweep(spec, answers, in: plan).plan(catalogs)
    try runner.keep(tried)
    return tried.record
  }

  /// Makes the runs that all searches request.
  /// - Returns: `false` after an interruption.
  private func step(
    _ searches: inout [JointSearch<JointTrial>], _ runner: TrialRunner
  ) throws(ResultStoreError) -> Bool {
    let asked = zip(spaces, searches).flatMap { space, search in
      search.next.flatMap { space.candidates[$0].runs }
    }
    let regret = RegretKinds(question.limits.map(\.figure) + question.figures)
    // Runs of one scenario follow each other, so that it is prepared once.
    let ordered = asked.sorted().map { plan.runs[$0] }
    guard let runs = try runner.runs(of: plan.asking(ordered), regret: regret) else {
      return false
    }
    for (index, space) in spaces.enumerated() where !searches[index].next.isEmpty {
      let step = searches[index].step
      let trials = searches[index].next.map { place in
        let planned = space.candidates[place].runs.map { plan.runs[$0] }
        return JointTrial(
          place, step: step, planned[0], in: plan, runs: planned.compactMap { runs[$0.key] },
          isComplete: Set(planned.map(\.scenario)).count == space.instances,
          limits: question.limits, shares: shares, question.materiality)
      }
      searches[index].hear(trials)
    }
    return true
  }

  /// Requests other policies and budgets near the choice, since a simpler or smaller one may be as
  /// good.
  private func askAroundChoice(in index: Int, _ search: inout JointSearch<JointTrial>) {
    let trials = search.trials
    guard let place = chosen(in: index, trials) else { return }
    search.ask(
      around: trials[place].candidate,
      on: [JointSpace.Axis.policy.rawValue, JointSpace.Axis.budget.rawValue])
  }

  private func chosen(in index: Int, _ trials: [JointTrial]) -> Int? {
    JointChoice(
      among: trials, baseline: place(of: baselines[index], trials), question.materiality
    ).place
  }

  private func place(of candidate: Int?, _ trials: [JointTrial]) -> Int? {
    candidate.flatMap { candidate in trials.firstIndex { $0.candidate == candidate } }
  }
}

extension JointSearch<JointTrial> {
  /// The trials, in the order of the space.
  fileprivate var trials: [JointTrial] { scores.sorted { $0.key < $1.key }.map(\.value) }
}

/// The user's current combination: one loader with a prefetcher, a policy and a budget.
struct JointBaseline {
  /// The runs of the baseline.
  let plan: SweepPlan

  /// Creates the baseline from a grid; axes that the grid omits take the single value of the
  /// question, if there is one.
  /// - Parameters:
  ///   - grid: one value on some of the axes loader, prefetch, policy and budget, and settings.
  ///   - asked: the devices, networks, traces and seeds.
  ///   - catalogs: the loaders, prefetchers and policies to choose from.
  /// - Throws: `SweepError` if the baseline makes no plan, or is several combinations.
  init(_ grid: SweepGrid, of asked: SweepSpec, _ catalogs: SweepCatalogs) throws(SweepError) {
    let chosen: [SweepAxis] = [.loader, .prefetch, .policy, .budget]
    for (axis, values) in grid.axes where !chosen.contains(axis) {
      throw (values.first ?? SweepValue("", place: "--baseline")).wrong(
        "has '\(axis)', which cannot be chosen; expected loader, prefetch, policy and budget")
    }
    var only = SweepGrid(
      axes: asked.base.axes.filter { !chosen.contains($0.key) || $0.value.count == 1 })
    if only.axes[.budget]?.first.map(Self.isSeveral) == true { only.axes[.budget] = nil }
    for axis in chosen where only.axes[axis]?.first?.text == SettingRange.any {
      only.axes[axis] = nil
    }
    plan = try SweepPlan(SweepSpec(base: only.replacing(with: grid)), catalogs: catalogs)
    for space in JointSpace.all(of: plan) where space.candidates.count > 1 {
      let value = grid.axes.values.joined().first ?? grid.settings.first?.values.first
      throw (value ?? SweepValue("", place: "--baseline")).wrong(
        "means \(space.candidates.count) combinations on \(space.device.name); expected one "
          + "loader, prefetcher, policy and budget")
    }
  }

  private static func isSeveral(_ value: SweepValue) -> Bool {
    (try? BudgetList(parsing: value.text))?.entries.count != 1
  }

  /// Returns the index of the baseline's combination in a space; `nil` if the space does not have
  /// it.
  func place(in space: JointSpace, of whole: SweepPlan) -> Int? {
    let keys = Set(plan.runs.map(\.key))
    return space.candidates.firstIndex { candidate in
      candidate.runs.contains { keys.contains(whole.runs[$0].key) }
    }
  }
}

extension SweepPlan {
  /// Returns this plan with the additional runs of another plan at its end.
  func adding(_ other: SweepPlan) -> SweepPlan {
    let known = Set(runs.map(\.key))
    let news = other.runs.filter { !known.contains($0.key) }
    guard !news.isEmpty else { return self }
    let (scenes, kinds) = (Int32(scenarios.count), Int32(policies.count))
    return SweepPlan(
      title: title, text: text, scenarios: scenarios + other.scenarios,
      policies: policies + other.policies, policyTexts: policyTexts + other.policyTexts,
      runs: runs
        + news.map { run in
          PlannedRun(
            key: run.key, scenario: run.scenario + scenes,
            policy: run.hasCache ? run.policy + kinds : -1, budget: run.budget, seed: run.seed)
        })
  }
}

/// The trials of a search as a sweep, so that a report on them can be printed.
struct TriedSweep {
  private let asked: SweepSpec
  private let plan: SweepPlan
  private let answers: [JointAnswer]

  /// Creates a sweep of trials.
  /// - Parameters:
  ///   - asked: the spec with all combinations that could be tried.
  ///   - answers: the answers with their trials.
  ///   - plan: the plan that has the runs of the spec and of the answers.
  init(_ asked: SweepSpec, _ answers: [JointAnswer], in plan: SweepPlan) {
    self.asked = asked
    self.answers = answers
    self.plan = plan
  }

  /// Returns a plan of exactly the runs that were made.
  ///
  /// The plan has a grid for each combination with all traces and seeds. If a rule excluded some of
  /// these, it has a grid for each run instead.
  /// - Throws: `SweepError` if a file that the sweep names is gone.
  func plan(_ catalogs: SweepCatalogs) throws(SweepError) -> SweepPlan {
    let made = Set(answers.flatMap(\.trials).flatMap(\.runs).map(\.key))
    let whole = try SweepPlan(spec { [$0[0]] }, catalogs: catalogs)
    if Set(whole.runs.map(\.key)) == made { return whole }
    return try SweepPlan(spec(single: true) { $0 }, catalogs: catalogs)
  }

  // A grid for some of the runs of each combination: one trace and one seed, or all.
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
      .start: record.start, .loader: record.loader, .prefetch: record.prefetcher,
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

  /// Returns the text that names each profile, by the profile's digest.
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
