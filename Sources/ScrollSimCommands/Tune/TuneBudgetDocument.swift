import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The smallest budgets as a JSON document, with unrounded figures and all trials.
struct TuneBudgetDocument: Encodable {
  struct Answer: Encodable {
    /// The key of the search in the store.
    let tuning: String
    let scenario: TuneScenarioDocument
    let policy: String
    let seeds: [Int]
    let precisionBytes: Int
    /// The cost of all images together.
    let wholeBytes: Int
    @OrNull var smallestBudgetBytes: Int?
    @OrNull var nextSmallerBudgetBytes: Int?
    let brokenAgainBudgetBytes: [Int]
    /// The smallest budget that meets the limits, else the nearest.
    let shownBudgetBytes: Int
    /// A Boolean value that indicates whether the shown budget is too small for the policy to
    /// behave as documented, and a warning that the cache is too small; null if there is none.
    let budgetTooSmall: Bool
    @OrNull var warning: String?
    /// The share of the time in which the cache held more than the budget.
    let overBudgetShare: Double
    /// The measure by which the loader reports the cost of an image to its cache.
    ///
    /// The budget limits the sum of these costs.
    let cost: String
    let trials: [Trial]
    let sentence: String
  }

  struct Trial: Encodable {
    let budgetBytes: Int
    let step: Int
    /// A Boolean value that indicates whether the trial meets the limits, so that it may be the
    /// answer.
    let isKept: Bool
    @OrNull var killed: String?
    let budgetTooSmall: Bool
    let overBudgetShare: Double
    /// The figures in the order of the limits.
    ///
    /// Each is the worst over the seeds.
    let figures: [Figure]
    let runs: [String]
  }

  struct Figure: Encodable {
    let figure: String
    @FiniteOrNull var value: Double?
    let isKept: Bool
  }

  let scrollsim = ScrollSim.version
  let modelVersion = ModelVersion.current
  /// The rule of the choice.
  let rule = ChoiceRule.sentence
  let limits: [String]
  let answers: [Answer]

  init(_ limits: [Limit], _ answers: [BudgetAnswer]) {
    self.limits = limits.map(\.description)
    self.answers = answers.map { answer in
      Answer(
        tuning: "\(answer.key)", scenario: TuneScenarioDocument(answer.scenario),
        policy: answer.policy, seeds: answer.seeds, precisionBytes: answer.precision.bytes,
        wholeBytes: answer.whole.bytes, smallestBudgetBytes: answer.smallest?.budget.bytes,
        nextSmallerBudgetBytes: answer.below?.budget.bytes,
        brokenAgainBudgetBytes: answer.brokenAgain.map(\.budget.bytes),
        shownBudgetBytes: answer.shown.budget.bytes, budgetTooSmall: answer.shown.isTooSmall,
        warning: answer.warning,
        overBudgetShare: answer.shown.overBudgetShare, cost: answer.scenario.cost.rawValue,
        trials: answer.trials.map(Self.trial), sentence: answer.sentence)
    }
  }

  private static func trial(_ trial: BudgetTrial) -> Trial {
    Trial(
      budgetBytes: trial.budget.bytes, step: trial.step, isKept: trial.keeps,
      killed: trial.killed, budgetTooSmall: trial.isTooSmall,
      overBudgetShare: trial.overBudgetShare,
      figures: trial.findings.map {
        Figure(figure: $0.limit.figure.name, value: $0.value, isKept: $0.isKept)
      },
      runs: trial.runs.map { "\($0.key)" })
  }
}

/// The configuration that runs share, apart from their caches.
struct TuneScenarioDocument: Encodable {
  let trace: String, traceDigest: String, layout: String, device: String, network: String
  let loader: String, prefetcher: String

  init(_ scenario: ScenarioRecord) {
    trace = scenario.trace.path
    traceDigest = scenario.trace.digest
    layout = scenario.layout
    device = scenario.device.name
    network = scenario.network.name
    loader = scenario.loader
    prefetcher = scenario.prefetcher
  }
}
