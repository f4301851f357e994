import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// Smallest budgets as tables and documents.
struct TuneBudget {
  private let limits: [Limit]
  private let tuner: BudgetTuner

  init(_ limits: [Limit], _ tuner: BudgetTuner) {
    self.limits = limits
    self.tuner = tuner
  }

  /// Searches and prints the answer.
  /// - Throws: `CommandError` with status 1 if nothing keeps the limits.
  func find(_ session: StoreSession, jobs: Int, _ format: FormatOption) throws {
    let answers = try session.search(jobs: jobs) { runner throws(ResultStoreError) in
      try tuner.answers(runner)
    }
    let isAnswered = answers.contains { $0.smallest != nil }
    // Where nothing keeps the limits a sentence says it all.
    if format.format != .table || isAnswered {
      let isForPrograms = format.format == .csv
      try format.print(
        isForPrograms ? TuneBudgetCSV.table(limits, answers) : table(answers),
        TuneBudgetDocument(limits, answers), caption: caption(answers))
    }
    guard isAnswered else { throw CommandError(.gateSaidNo, shortfall(answers)) }
  }

  /// That nothing keeps the limits, what comes nearest to them, and why that does not.
  private func shortfall(_ answers: [BudgetAnswer]) -> String {
    let nearest = answers.min { $0.shown.isNearer(than: $1.shown) } ?? answers[0]
    let reason = NearestReason.text(nearest.shown, in: tuner.plan).map { "; \($0)" } ?? ""
    guard answers.count > 1 else { return nearest.sentence + reason }
    let lacksRoom = answers.contains(where: \.isKeptWithoutRoom)
    let room = lacksRoom ? " and has room for what its policy needs" : ""
    let names = SceneNames(answers.map(\.scenario), always: ["trace", "device"])
    let place = answers.firstIndex { $0.key == nearest.key } ?? 0
    return
      "none of the \(answers.count) configurations keeps \(Limit.text(limits)) with any budget "
      + "that was tried\(room); the nearest, \(names.title(place)), \(nearest.policy), "
      + "\(nearest.shown.budget): \(nearest.shown.problemText)\(reason)"
  }

  private func caption(_ answers: [BudgetAnswer]) -> String {
    let names = Self.names(answers)
    let tried = answers.reduce(0) { $0 + $1.trials.count }
    let units = SweepReport.budgetUnits(of: answers.map(\.scenario))
    return "smallest budget that meets \(Limit.text(limits)); \(NumberText.count(tried)) tried\n"
      + [names.shared, names.sources, units ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func names(_ answers: [BudgetAnswer]) -> SceneNames {
    SceneNames(answers.map(\.scenario), always: ["trace", "device"])
  }

  private func table(_ answers: [BudgetAnswer]) -> Table {
    let names = Self.names(answers)
    var table = Table(
      names.columns.map { .left($0) } + [
        .left("policy").keeping(.key), .right("smallest budget").keeping(.key),
      ]
        + limits.map { .right($0.figure.name) } + [.prose("one step below"), .prose("note")])
    for (index, answer) in answers.enumerated() {
      table.append(
        names.cells(index) + [
          answer.policy,
          answer.smallest.map { answer.scenario.text(ofBudget: $0.budget) } ?? "none",
        ] + answer.shown.findings.map(Self.figure) + [
          answer.below.map { "\($0.budget): \($0.problemText)" } ?? "-", Self.note(answer),
        ])
    }
    return table
  }

  /// `1.94 s`; where no budget meets the limits, the figure of the nearest.
  private static func figure(_ finding: LimitFinding) -> String {
    finding.value.map(finding.limit.figure.unit.text) ?? "unknown"
  }

  private static func note(_ answer: BudgetAnswer) -> String {
    let mark = mark(answer.shown)
    let parts = answer.smallest == nil ? [finding(answer), mark] : [mark, finding(answer)]
    return parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private static func finding(_ answer: BudgetAnswer) -> String {
    guard answer.smallest != nil else {
      return "\(answer.trials.count) tried, "
        + (answer.reachesWhole ? "one holds everything" : "none holds everything")
        + "; nearest \(answer.shown.budget): \(answer.shown.problemText)"
    }
    if let again = answer.brokenAgain.first {
      return "\(again.budget) breaks it again: \(again.problemText)"
    }
    return answer.below == nil ? "nothing smaller was tried" : ""
  }

  /// What must be known of the budget that is shown to read its figures, besides its problem.
  private static func mark(_ trial: BudgetTrial) -> String {
    trial.excessText ?? ""
  }
}
