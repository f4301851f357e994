import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// A search for the smallest budgets that keep the limits, with its output as tables and documents.
struct TuneBudget {
  private let limits: [Limit]
  private let tuner: BudgetTuner

  init(_ limits: [Limit], _ tuner: BudgetTuner) {
    self.limits = limits
    self.tuner = tuner
  }

  /// Searches and prints the answer.
  /// - Throws: `CommandError` with status 1 if no budget keeps the limits.
  func find(_ session: StoreSession, jobs: Int, _ format: FormatOption) throws {
    let answers = try session.search(jobs: jobs) { runner throws(ResultStoreError) in
      try tuner.answers(runner)
    }
    EmptyScrolls.note(on: tuner.plan)
    let isAnswered = answers.contains { $0.smallest != nil }
    // If nothing keeps the limits, a sentence is enough.
    if format.format != .table || isAnswered {
      let isForPrograms = format.format == .csv
      try format.print(
        isForPrograms ? TuneBudgetCSV.table(limits, answers) : table(answers),
        TuneBudgetDocument(limits, answers), caption: caption(answers))
    }
    guard isAnswered else { throw CommandError(.gateSaidNo, shortfall(answers)) }
  }

  /// Returns a sentence that no budget keeps the limits.
  ///
  /// It names the nearest budget, and the reason why this budget fails.
  private func shortfall(_ answers: [BudgetAnswer]) -> String {
    let nearest = answers.min { $0.shown.isNearer(than: $1.shown) } ?? answers[0]
    let reason = NearestReason.text(nearest.shown, in: tuner.plan)
    guard answers.count > 1 else { return nearest.sentence(because: reason) }
    let names = ScenarioNames(answers.map(\.scenario), always: ["trace", "device"])
    let place = answers.firstIndex { $0.key == nearest.key } ?? 0
    let text =
      "none of the \(answers.count) configurations keeps \(Limit.text(limits)) with any "
      + "budget that was tried. The nearest is \(names.title(place)), policy \(nearest.policy), budget "
      + "\(nearest.shown.budget): \(nearest.shown.problemText)"
    let explained = reason.map { "\(text)\(text.hasSuffix(".") ? "" : ".") \($0)" } ?? text
    return CacheWarning.appended(to: explained, nearest.warning)
  }

  private func caption(_ answers: [BudgetAnswer]) -> String {
    let names = Self.names(answers)
    let tried = answers.reduce(0) { $0 + $1.trials.count }
    let units = SweepReport.budgetUnits(of: answers.map(\.scenario))
    let warnings = Set(answers.compactMap(\.warning)).sorted().map { "Warning: \($0)" }
    return "The smallest budget that meets \(Limit.text(limits)). "
      + "\(Phrase.count(tried, "combination was", "combinations were")) tried.\n"
      + (warnings + [ChoiceRule.line, names.shared, names.sources, units ?? ""])
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func names(_ answers: [BudgetAnswer]) -> ScenarioNames {
    ScenarioNames(answers.map(\.scenario), always: ["trace", "device"])
  }

  private func table(_ answers: [BudgetAnswer]) -> Table {
    let names = Self.names(answers)
    typealias Place = (offset: Int, element: BudgetAnswer)
    let scenes = names.columns.enumerated().map { place, name in
      Column<Place>(.left(name)) { names.cells($0.offset)[place] }
    }
    let figures = limits.enumerated().map { place, limit in
      Column<Place>(.right(limit.figure.name)) { Self.figure($0.element.shown.findings[place]) }
    }
    return Table(
      scenes + [
        Column(.left("policy").keeping(.key)) { $0.element.policy },
        Column(.right("smallest budget").keeping(.key)) { place in
          let answer = place.element
          return answer.smallest.map { answer.scenario.text(ofBudget: $0.budget) } ?? "none"
        },
      ] + figures + [
        Column(.prose("next smaller budget")) {
          $0.element.below.map { "\($0.budget): \($0.problemText)" } ?? "-"
        },
        Column(.prose("note")) { Self.note($0.element) },
      ], of: answers.enumerated().map { $0 })
  }

  /// Returns a figure such as `1.94 s`.
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
      return "\(Phrase.count(answer.trials.count, "budget")) tried, "
        + (answer.reachesWhole ? "one holds all images" : "none holds all images")
        + "; the nearest is \(answer.shown.budget): \(answer.shown.problemText)"
    }
    if let again = answer.brokenAgain.first {
      return "\(again.budget) breaks it again: \(again.problemText)"
    }
    return answer.below == nil ? "smallest budget that was tried" : ""
  }

  /// Returns a note for interpreting the figures of the shown budget: an excess that its limits
  /// tolerate, its excess over the budget, and a capacity that is too small for the policy.
  private static func mark(_ trial: BudgetTrial) -> String {
    [trial.toleratedText, trial.excessText, trial.shortageText].compactMap { $0 }.joined(
      separator: "; ")
  }
}

/// The smallest budgets as comma-separated values, with one line for each and unrounded figures.
///
/// If no budget meets the limits, the smallest budget is empty, and the figures are those of the
/// nearest. The figure of an event that never happened is empty. `cost` names the measure by which
/// the loader reports the cost of an image to its cache. The budget limits the sum of these costs.
enum TuneBudgetCSV {
  static func table(_ limits: [Limit], _ answers: [BudgetAnswer]) -> Table {
    let columns = [
      "trace", "trace_digest", "layout", "device", "network", "loader", "prefetcher", "policy",
      "seeds", "smallest_budget_bytes", "next_smaller_bytes", "broken_again_bytes", "shown_bytes",
      "shown_killed", "shown_too_small", "shown_over_budget_share", "cost",
    ]
    var table = Table(
      (columns + limits.map(\.figure.name) + ["tried", "tuning", "answer"]).map { .left($0) })
    for answer in answers {
      let scenario = answer.scenario
      let asked = [
        scenario.trace.path, scenario.trace.digest, scenario.layout, scenario.device.name,
        scenario.network.name, scenario.loader, scenario.prefetcher, answer.policy,
        answer.seeds.map(String.init).joined(separator: " "),
      ]
      let found = [
        bytes([answer.smallest]), bytes([answer.below]), bytes(answer.brokenAgain),
        bytes([answer.shown]), answer.shown.killed ?? "", "\(answer.shown.isTooSmall)",
        "\(answer.shown.overBudgetShare)", scenario.cost.rawValue,
      ]
      let figures = answer.shown.findings.map { finding in
        finding.value.flatMap { $0.isFinite ? "\($0)" : nil } ?? ""
      }
      table.append(
        asked + found + figures + ["\(answer.trials.count)", "\(answer.key)", answer.sentence])
    }
    return table
  }

  private static func bytes(_ trials: [BudgetTrial?]) -> String {
    trials.compactMap { $0.map { "\($0.budget.bytes)" } }.joined(separator: " ")
  }
}

/// A sentence about the reason why the nearest combination does not keep the limits.
enum NearestReason {
  /// Returns the diagnosis of the worst run if that run waits for images, otherwise the reason that
  /// follows from its figures; `nil` if neither is known.
  static func text(_ trial: some LimitedTrial, in plan: SweepPlan) -> String? {
    guard let diagnosis = trial.waitingRun.flatMap({ diagnosis($0, in: plan) }) else {
      return trial.reason
    }
    return ([diagnosis] + [trial.reasonBesidesWaiting].compactMap { $0 }).joined(separator: " ")
  }

  private static func diagnosis(_ run: RunRecord, in plan: SweepPlan) -> String? {
    guard let tried = plan.trial(run) else { return nil }
    let scenario = tried.scenario
    let asked = RunCase(
      path: scenario.record.trace.path, trace: scenario.trace, layout: nil, renditions: nil,
      device: scenario.device, deviceText: scenario.device.name, network: scenario.network,
      networkText: scenario.network.name, loader: scenario.loader,
      prefetcher: scenario.prefetcher, policy: tried.policy, budget: tried.budget,
      seed: UInt64(tried.seed))
    return try? asked.diagnosed().finding
  }
}
