import Foundation
package import ScrollCore
import ScrollSimulation

/// The smallest budget that keeps some limits, or the result that none does, with its evidence.
///
/// The answer has a warning if the budget has too little room for the policy. The policy then does
/// not behave as documented, and the figures are those of a loader with little or no cache.
package struct BudgetAnswer: Sendable {
  package let scenario: ScenarioRecord
  /// The policy's label: its name and the settings that differ from their defaults.
  package let policy: String
  package let seeds: [Int]
  let limits: [Limit]
  package let precision: ByteCount
  /// The smallest visible difference, by which the limits on missing screen are judged.
  let materiality: Materiality
  /// The total cost of all images that the app can request from the cache.
  package let whole: ByteCount
  /// The budgets that were tried, in ascending order.
  package let trials: [BudgetTrial]
  /// The smallest budget that keeps the limits; `nil` if none that was tried does.
  package let smallest: BudgetTrial?
  /// The next smaller budget that was tried; `nil` if there is none.
  package let below: BudgetTrial?
  /// The larger budgets that break the limits again, in ascending order.
  package let brokenAgain: [BudgetTrial]
  /// A warning that the shown budget has too little room for the policy; `nil` if it has enough.
  package let warning: String?
  /// The key of the search in the store.
  package let key: ContentKey

  init(
    _ question: BudgetQuestion, in plan: SweepPlan, limits: [Limit], precision: ByteCount,
    _ materiality: Materiality, answer: BudgetSearch.Answer, trials: [BudgetTrial]
  ) {
    let policy = plan.policies[Int(question.policy)]
    func trial(_ budget: ByteCount?) -> BudgetTrial? { trials.first { $0.budget == budget } }
    scenario = plan.scenarios[Int(question.scenario)].record
    self.policy = policy.label
    seeds = question.seeds
    self.limits = limits
    self.precision = precision
    self.materiality = materiality
    whole = question.whole
    self.trials = trials
    let smallest = trial(answer.smallest)
    self.smallest = smallest
    warning = CacheWarning(Self.shown(smallest, trials).runs, in: plan)?.sentence
    below = trial(answer.below)
    brokenAgain = answer.brokenAgain.compactMap(trial)
    let runs = question.candidates.flatMap { question.runs($0, in: plan).map(\.key) }
    key = ContentKey(
      of: """
        budget by rule
        candidates \(ContentKey(of: runs))
        precision \(precision.bytes)
        limits \(limits.map { "\(LimitNames.inKeys($0.figure)) \($0.bound)" }.joined(separator: ", "))
        """
          + (materiality == .standard
            ? "" : "\nmateriality \(materiality.share) \(materiality.framesPerMinute)"))
  }

  /// The smallest budget or, if there is none, the budget nearest to the limits; of several equally
  /// near budgets, the smallest.
  package var shown: BudgetTrial { Self.shown(smallest, trials) }

  private static func shown(_ smallest: BudgetTrial?, _ trials: [BudgetTrial]) -> BudgetTrial {
    smallest ?? trials.min { $0.isNearer(than: $1) } ?? trials[0]
  }

  /// A Boolean value that indicates whether a budget was tried that holds all images.
  ///
  /// A larger budget makes no difference, unless the policy needs room for more images than there
  /// are.
  package var reachesWhole: Bool { trials.last.map { $0.budget >= whole } ?? false }

  /// The result of the search, as a sentence.
  package var sentence: String { sentence(because: nil) }

  /// Returns the result of the search as a sentence.
  /// - Parameter reason: the reason why the nearest budget breaks the limits; `nil` if it is unknown.
  /// - Returns: a text without a period at the end if there is neither a reason nor a warning.
  package func sentence(because reason: String?) -> String {
    let limits = Limit.text(limits)
    guard let smallest else {
      let range =
        "\(trials[0].budget)"
        + (trials.count > 1 ? " to \(trials[trials.count - 1].budget)" : "")
      let text =
        "no budget keeps \(limits): \(trials.count) tried, \(range)"
        + (reachesWhole ? ", which holds all images" : "")
        + ". The nearest is \(shown.budget): \(shown.problemText)"
      let explained =
        reason.map { "\(text)\(text.hasSuffix(".") ? "" : ".") \($0)" } ?? text
      return CacheWarning.appended(to: explained, warning)
    }
    let excess = smallest.excessText.map { ", though \(policy) is \($0)" } ?? ""
    let tolerated = smallest.toleratedText.map { " (\($0))" } ?? ""
    let text =
      "\(smallest.budget) keeps \(limits)\(tolerated)\(excess)"
      + (below.map { "; \($0.budget) does not: \($0.problemText)" } ?? "; no smaller one was tried")
      + (brokenAgain.first.map { "; \($0.budget) breaks it again: \($0.problemText)" } ?? "")
    return CacheWarning.appended(to: text, warning)
  }
}

extension BudgetAnswer {
  /// The search as a record for the store.
  var record: TuningRecord {
    TuningRecord(
      key: key, kind: .budget, question: question,
      limits: JSONTexts.text(limits.map(\.description)), precisionBytes: precision.bytes,
      label: policy, budgetBytes: smallest?.budget.bytes, answer: sentence)
  }

  /// The runs of the search as records for the store, ordered by step, budget and seed.
  var trialRecords: [TrialRecord] {
    var records: [TrialRecord] = []
    for step in 0...(trials.map(\.step).max() ?? 0) {
      let runs = trials.filter { $0.step == step }.flatMap(\.runs)
      for (position, run) in runs.enumerated() {
        records.append(
          TrialRecord(
            run, judgedBy: limits, at: scenario.device.refreshRate, materiality, of: key,
            step: step, position: position))
      }
    }
    return records
  }

  /// The question as the axes of a sweep.
  private var question: String {
    func values(_ texts: [String]) -> [SweepValue] { texts.map { SweepValue($0, place: "") } }
    let candidates = trials.filter { $0.step == 0 }.map { "\($0.budget)" }
    let axes: [SweepAxis: [String]] = [
      .trace: [scenario.trace.path], .layout: [scenario.layout], .device: [scenario.device.name],
      .network: [scenario.network.name], .start: [scenario.start], .loader: [scenario.loader],
      .prefetch: [scenario.prefetcher], .policy: [policy], .budget: candidates,
      .seed: seeds.map(String.init),
    ]
    return SweepSpec(base: SweepGrid(axes: axes.mapValues(values))).text
  }
}

/// Conversion of texts to a JSON array.
enum JSONTexts {
  static func text(_ texts: [String]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // An array of texts cannot fail to be encoded.
    return (try? encoder.encode(texts)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }
}

/// The result of one budget over all seeds.
package struct BudgetTrial: LimitedTrial {
  package let budget: ByteCount
  /// The round of the search: 0 for the candidates, then one more with every halving.
  package let step: Int
  /// The runs, in the order of the seeds.
  package let runs: [RunRecord]
  /// The findings, in the order of the limits.
  package let findings: [LimitFinding]

  init(
    _ budget: ByteCount, step: Int, runs: [RunRecord], limits: [Limit], at refreshRate: Int?,
    _ materiality: Materiality
  ) {
    self.budget = budget
    self.step = step
    self.runs = runs
    findings = limits.map { LimitFinding($0, runs, at: refreshRate, materiality) }
  }
}
