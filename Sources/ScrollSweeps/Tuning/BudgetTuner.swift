package import ScrollCore
import ScrollSimulation

/// Finds the smallest budget that keeps some limits, for every scenario and policy of a plan.
///
/// A budget with less room than its policy needs is taken for one that breaks them. All searches
/// go on at once: a step of the tuner is a step of each.
package struct BudgetTuner: Sendable {
  /// The scenarios and policies that are tried.
  package let plan: SweepPlan
  private let limits: [Limit]
  private let precision: ByteCount
  private let questions: [BudgetQuestion]

  /// - Parameters:
  ///   - plan: the scenarios, policies and seeds, and budgets to begin with.
  ///   - limits: what has to be kept, all of it with every seed.
  ///   - precision: how near the answer has to be to a budget that breaks a limit.
  ///   - namesBudgets: whether the budgets of the plan are those to begin with; otherwise that is
  ///     a ladder up to one that holds everything.
  /// - Throws: `SweepError` for a loader without a cache, which has no budget.
  package init(
    _ plan: SweepPlan, limits: [Limit], precision: ByteCount, namesBudgets: Bool
  ) throws(SweepError) {
    self.plan = plan
    self.limits = limits
    self.precision = precision
    questions = try BudgetQuestion.all(of: plan, unit: namesBudgets ? nil : precision)
    guard questions.reduce(0, { $0 + $1.candidates.count * $1.seeds.count }) <= SweepPlan.limit
    else {
      throw SweepError(
        .usage, "the search has more than \(SweepPlan.limit) runs; expected fewer values")
    }
  }

  /// Searches, and keeps every answer with its evidence in the store.
  /// - Parameter runner: makes the runs.
  /// - Returns: an answer for each question, in the order of the plan; nil after an interruption.
  /// - Throws: `ResultStoreError`; the runs that were made stay in the store.
  package func answers(_ runner: TrialRunner) throws(ResultStoreError) -> [BudgetAnswer]? {
    var searches = questions.map { BudgetSearch($0.candidates, precision: precision) }
    var trials = [[BudgetTrial]](repeating: [], count: questions.count)
    while searches.contains(where: { !$0.next.isEmpty }) {
      let asked = zip(questions, searches).flatMap { question, search in
        search.next.flatMap { question.runs($0, in: plan) }
      }
      let regret = RegretKinds(limits.map(\.figure))
      guard let runs = try runner.runs(of: plan.asking(asked), regret: regret) else {
        return nil
      }
      for index in questions.indices where !searches[index].next.isEmpty {
        let search = searches[index]
        let news = search.next.map { budget in
          BudgetTrial(
            budget, step: search.step,
            runs: questions[index].runs(budget, in: plan).compactMap { runs[$0.key] },
            limits: limits)
        }
        trials[index] += news
        searches[index].hear(news.map(\.keeps))
      }
    }
    var answers: [BudgetAnswer] = []
    for (index, search) in searches.enumerated() {
      guard let answer = search.answer else { continue }
      let found = BudgetAnswer(
        questions[index], in: plan, limits: limits, precision: precision, answer: answer,
        trials: trials[index].sorted { $0.budget < $1.budget })
      try runner.keep(found.record, found.trialRecords)
      answers.append(found)
    }
    return answers
  }
}
