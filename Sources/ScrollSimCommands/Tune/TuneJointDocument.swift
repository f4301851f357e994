import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// What to take together as a JSON document: figures unrounded, everything that was tried.
struct TuneJointDocument: Encodable {
  struct Answer: Encodable {
    /// Key of the search in the store.
    let tuning: String
    let device: String, network: String
    let combinations: Int, tried: Int
    let isExhaustive: Bool
    /// Places among the trials; null where nothing keeps the limits, and where no baseline is given.
    @OrNull var chosen: Int?
    @OrNull var baseline: Int?
    let best: Int
    let front: [Int]
    let trials: [Trial]
    let sentence: String
  }

  struct Trial: Encodable {
    let loader: String, prefetcher: String
    @OrNull var policy: String?
    @OrNull var budgetBytes: Int?
    @OrNull var killed: String?
    let isKept: Bool
    let budgetTooSmall: Bool
    let overBudgetShare: Double
    let stallSeconds: Double, hitchRatio: Double
    /// Means over the runs of the figures of the front, in their order.
    let figures: [Mean]
    /// In the order of the limits, the worst of the runs.
    let limits: [TuneBudgetDocument.Figure]
    let runs: [String]
  }

  struct Mean: Encodable {
    let figure: String
    @FiniteOrNull var value: Double?
  }

  let scrollsim = ScrollSim.version
  let modelVersion = ModelVersion.current
  let limits: [String]
  let front: [String]
  let answers: [Answer]

  init(_ question: JointQuestion, _ answers: [JointAnswer], sentences: [String]) {
    limits = question.limits.map(\.description)
    front = question.figures.map(\.name)
    self.answers = zip(answers, sentences).map { answer, sentence in
      Answer(
        tuning: "\(answer.key)", device: answer.device.name, network: answer.network.name,
        combinations: answer.count, tried: answer.trials.count,
        isExhaustive: answer.isExhaustive, chosen: answer.chosen, baseline: answer.baseline,
        best: answer.bestPlace, front: answer.front,
        trials: answer.trials.map { Self.trial($0, answer.figures) }, sentence: sentence)
    }
  }

  private static func trial(_ trial: JointTrial, _ figures: [Figure]) -> Trial {
    Trial(
      loader: trial.loader, prefetcher: trial.prefetcher, policy: trial.policy,
      budgetBytes: trial.budget?.bytes, killed: trial.killed, isKept: trial.keeps,
      budgetTooSmall: trial.isTooSmall, overBudgetShare: trial.overBudgetShare,
      stallSeconds: trial.score.stallSeconds, hitchRatio: trial.score.hitchRatio,
      figures: figures.map { Mean(figure: $0.name, value: trial.mean($0)) },
      limits: trial.findings.map {
        .init(figure: $0.limit.figure.name, value: $0.value, isKept: $0.isKept)
      },
      runs: trial.runs.map { "\($0.key)" })
  }
}
