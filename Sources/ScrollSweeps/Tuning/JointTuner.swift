import ScrollDevice
import ScrollSimulation

/// Finds the loader, the prefetcher, the policy and the budget to take together, for every device
/// and network of a question.
///
/// All searches go on at once: a step of the tuner is a step of each.
package struct JointTuner: Sendable {
  private let question: JointQuestion
  /// Everything that may be chosen.
  package let plan: SweepPlan
  private let spec: SweepSpec
  private let catalogs: SweepCatalogs
  /// Whether what the user has now is none of the combinations that the spec has.
  private let hasMore: Bool
  private let spaces: [JointSpace]
  /// What the user has now in each space; nil if not given.
  private let baselines: [Int?]

  /// - Parameters:
  ///   - question: what is asked.
  ///   - catalogs: what there is.
  /// - Throws: `SweepError` for a spec that makes no plan, ranges that are none, and a baseline
  ///   that is several combinations.
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
  }

  /// How many combinations there are, over all devices and networks.
  package var count: Int { spaces.reduce(0) { $0 + $1.candidates.count } }

  /// Searches, and keeps every answer with its evidence in the store.
  /// - Parameter runner: makes the runs.
  /// - Returns: an answer for each device and network, in the order of the plan; nil after an
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
          chosen: chosen(in: index, search, trials), baseline: place(of: baselines[index], trials)))
    }
    for answer in answers { try runner.keep(answer.record, answer.trialRecords) }
    return answers
  }

  /// Keeps all that was tried as a sweep, of which there is a report.
  /// - Returns: the sweep.
  /// - Throws: `SweepError` if a file that it names is gone, `ResultStoreError` if it is not kept.
  package func keepSweep(of answers: [JointAnswer], _ runner: TrialRunner) throws -> SweepRecord {
    let isWhole = !hasMore && answers.allSatisfy(\.isExhaustive)
    let tried = isWhole ? plan : try TriedSweep(spec, answers, in: plan).plan(catalogs)
    try runner.keep(tried)
    return tried.record
  }

  /// Makes the runs that all searches ask for.
  /// - Returns: false after an interruption.
  private func step(
    _ searches: inout [JointSearch<JointTrial>], _ runner: TrialRunner
  ) throws(ResultStoreError) -> Bool {
    let asked = zip(spaces, searches).flatMap { space, search in
      search.next.flatMap { space.candidates[$0].runs }
    }
    let regret = RegretKinds(question.limits.map(\.figure) + question.figures)
    // Runs of one scenario follow each other: it is made ready once.
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
          limits: question.limits)
      }
      searches[index].hear(trials)
    }
    return true
  }

  /// Asks for other policies and budgets beside the choice: a simpler or smaller one may be as good.
  private func askAroundChoice(in index: Int, _ search: inout JointSearch<JointTrial>) {
    let trials = search.trials
    guard let place = chosen(in: index, search, trials), trials[place].keeps else { return }
    search.ask(
      around: trials[place].candidate,
      on: [JointSpace.Axis.policy.rawValue, JointSpace.Axis.budget.rawValue])
  }

  private func chosen(
    in index: Int, _ search: JointSearch<JointTrial>, _ trials: [JointTrial]
  ) -> Int? {
    guard let best = place(of: search.best, trials) else { return nil }
    let device = plan.scenario(of: plan.runs[spaces[index].candidates[0].runs[0]]).device
    let choice = JointChoice(
      materiality: question.materiality, refreshRate: Double(device.refreshRate))
    return choice.place(
      among: trials, best: best, baseline: place(of: baselines[index], trials))
  }

  private func place(of candidate: Int?, _ trials: [JointTrial]) -> Int? {
    candidate.flatMap { candidate in trials.firstIndex { $0.candidate == candidate } }
  }
}

extension JointSearch<JointTrial> {
  /// What was tried, in the order of the space.
  fileprivate var trials: [JointTrial] { scores.sorted { $0.key < $1.key }.map(\.value) }
}
