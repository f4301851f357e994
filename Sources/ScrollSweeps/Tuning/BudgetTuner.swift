package import ScrollCore
package import ScrollSimulation

/// A tuner that finds the smallest budget within some limits, for every scenario and policy of a
/// plan.
///
/// A budget with less room than its policy needs can be the answer, with a warning. All searches
/// run together: a step of the tuner is a step of each.
package struct BudgetTuner: Sendable {
  /// The scenarios and policies that the tuner tries.
  package let plan: SweepPlan
  private let limits: [Limit]
  private let precision: ByteCount
  private let materiality: Materiality
  private let questions: [BudgetQuestion]

  /// Creates a tuner.
  /// - Parameters:
  ///   - plan: the scenarios, policies and seeds, and the budgets to begin with.
  ///   - limits: the limits, all of which must hold with every seed.
  ///   - precision: the greatest distance between the answer and a budget that breaks a limit.
  ///   - namesBudgets: whether to begin with the budgets of the plan; otherwise the tuner begins
  ///     with a ladder up to a budget that holds all images.
  ///   - materiality: the smallest visible difference; a limit on missing screen tolerates an excess
  ///     below it.
  /// - Throws: `SweepError` for a loader without a cache, which has no budget.
  package init(
    _ plan: SweepPlan, limits: [Limit], precision: ByteCount, namesBudgets: Bool,
    _ materiality: Materiality = .standard
  ) throws(SweepError) {
    self.plan = plan
    self.limits = limits
    self.precision = precision
    self.materiality = materiality
    questions = try BudgetQuestion.all(of: plan, unit: namesBudgets ? nil : precision)
    guard questions.reduce(0, { $0 + $1.candidates.count * $1.seeds.count }) <= SweepPlan.limit
    else {
      throw SweepError(
        .usage, "the search has more than \(SweepPlan.limit) runs; expected fewer values")
    }
  }

  /// Runs the searches, and stores every answer with its evidence.
  /// - Parameter runner: the runner that makes the runs.
  /// - Returns: an answer for each question, in the order of the plan; `nil` after an interruption.
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
            limits: limits,
            at: plan.scenarios[Int(questions[index].scenario)].record.device.refreshRate,
            materiality)
        }
        trials[index] += news
        searches[index].hear(news.map(\.keeps))
      }
    }
    var answers: [BudgetAnswer] = []
    for (index, search) in searches.enumerated() {
      guard let answer = search.answer else { continue }
      let found = BudgetAnswer(
        questions[index], in: plan, limits: limits, precision: precision, materiality,
        answer: answer, trials: trials[index].sorted { $0.budget < $1.budget })
      try runner.keep(found.record, found.trialRecords)
      answers.append(found)
    }
    return answers
  }
}
