import Foundation
package import ScrollCore
import ScrollSimulation

/// The smallest budget that keeps some limits, or that there is none, and what that rests on.
///
/// It has room for as many images as the policy needs: below that the policy is another one, and
/// the figures are those of a loader with little or no cache.
package struct BudgetAnswer: Sendable {
  package let scenario: ScenarioRecord
  /// The policy with the settings that are not its own.
  package let policy: String
  package let seeds: [Int]
  package let limits: [Limit]
  package let precision: ByteCount
  /// What everything costs that the cache may be asked for.
  package let whole: ByteCount
  /// Every budget that was tried, ascending.
  package let trials: [BudgetTrial]
  /// Nil if no budget that was tried keeps the limits and has room enough.
  package let smallest: BudgetTrial?
  /// The next smaller one that was tried; nil if none was.
  package let below: BudgetTrial?
  /// Larger ones that break the limits again, ascending.
  package let brokenAgain: [BudgetTrial]
  /// Key of the search in the store.
  package let key: ContentKey

  init(
    _ question: BudgetQuestion, in plan: SweepPlan, limits: [Limit], precision: ByteCount,
    answer: BudgetSearch.Answer, trials: [BudgetTrial]
  ) {
    let policy = plan.policies[Int(question.policy)]
    func trial(_ budget: ByteCount?) -> BudgetTrial? { trials.first { $0.budget == budget } }
    scenario = plan.scenarios[Int(question.scenario)].record
    self.policy = policy.label
    seeds = question.seeds
    self.limits = limits
    self.precision = precision
    whole = question.whole
    self.trials = trials
    smallest = trial(answer.smallest)
    below = trial(answer.below)
    brokenAgain = answer.brokenAgain.compactMap(trial)
    let runs = question.candidates.flatMap { question.runs($0, in: plan).map(\.key) }
    key = ContentKey(
      of: """
        budget with room
        candidates \(ContentKey(of: runs))
        precision \(precision.bytes)
        limits \(limits.map { "\(LimitNames.inKeys($0.figure)) \($0.bound)" }.joined(separator: ", "))
        """)
  }

  /// The smallest; where there is none, the one that was nearest to it, the smaller of several.
  package var shown: BudgetTrial {
    smallest ?? trials.min { $0.isNearer(than: $1) } ?? trials[0]
  }

  /// Whether a budget was tried that holds everything: a larger one makes no difference, but where
  /// the policy needs room for more images than there are.
  package var reachesWhole: Bool { trials.last.map { $0.budget >= whole } ?? false }

  /// What was found, as a sentence.
  package var sentence: String {
    let limits = Limit.text(limits)
    guard let smallest else {
      let range =
        "\(trials[0].budget)"
        + (trials.count > 1 ? " to \(trials[trials.count - 1].budget)" : "")
      let goal = isKeptWithoutRoom ? "\(limits) and has room for what \(policy) needs" : limits
      return "no budget keeps \(goal): \(trials.count) tried, \(range)"
        + (reachesWhole ? ", which holds everything" : ", none larger")
        + "; the nearest, \(shown.budget): \(shown.problemText)"
    }
    let excess = smallest.excessText.map { ", though \(policy) is \($0)" } ?? ""
    return "\(smallest.budget) keeps \(limits)\(excess)"
      + (below.map { Self.text(below: $0) } ?? "; nothing smaller was tried")
      + (brokenAgain.first.map { "; \($0.budget) breaks it again: \($0.problemText)" } ?? "")
  }

  /// What is wrong with the budget below the answer.
  private static func text(below trial: BudgetTrial) -> String {
    let verdict = trial.keepsLimits ? "does, too, but is" : "does not:"
    return "; \(trial.budget) \(verdict) \(trial.problemText)"
  }

  /// Whether there is no answer although some budget keeps the limits: one that is too small.
  package var isKeptWithoutRoom: Bool {
    smallest == nil && trials.contains(where: \.keepsLimits)
  }
}

extension BudgetAnswer {
  /// The search as the store keeps it.
  var record: TuningRecord {
    TuningRecord(
      key: key, kind: .budget, question: question,
      limits: JSONTexts.text(limits.map(\.description)), precisionBytes: precision.bytes,
      label: policy, budgetBytes: smallest?.budget.bytes, answer: sentence)
  }

  /// Its runs, in the order of step, budget and seed.
  var trialRecords: [TrialRecord] {
    var records: [TrialRecord] = []
    for step in 0...(trials.map(\.step).max() ?? 0) {
      let runs = trials.filter { $0.step == step }.flatMap(\.runs)
      for (position, run) in runs.enumerated() {
        records.append(
          TrialRecord(run, judgedBy: limits, of: key, step: step, position: position))
      }
    }
    return records
  }

  /// What was asked: the axes as a sweep has them.
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

/// Texts as a JSON array.
enum JSONTexts {
  static func text(_ texts: [String]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // An array of texts cannot fail to be encoded.
    return (try? encoder.encode(texts)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }
}

/// What came of a budget, all seeds together.
package struct BudgetTrial: LimitedTrial {
  package let budget: ByteCount
  /// When it was asked for: 0 for the candidates, then one more with every halving.
  package let step: Int
  /// In the order of the seeds.
  package let runs: [RunRecord]
  /// In the order of the limits.
  package let findings: [LimitFinding]

  init(_ budget: ByteCount, step: Int, runs: [RunRecord], limits: [Limit]) {
    self.budget = budget
    self.step = step
    self.runs = runs
    findings = limits.map { LimitFinding($0, runs) }
  }
}
