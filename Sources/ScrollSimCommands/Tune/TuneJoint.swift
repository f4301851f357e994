import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// A search for the best combination of loader, prefetcher, policy and budget, with its output as
/// tables and documents.
final class TuneJoint {
  private let question: JointQuestion
  private let tuner: JointTuner

  init(_ question: JointQuestion, _ catalogs: SweepCatalogs) throws(SweepError) {
    self.question = question
    tuner = try JointTuner(question, catalogs: catalogs)
  }

  /// Searches and prints the answer.
  /// - Parameters:
  ///   - session: The session that makes the runs.
  ///   - name: The name of the store.
  ///   - jobs: The number of threads.
  ///   - format: The format of the output.
  /// - Throws: `CommandError` with status 1 if no combination keeps the limits on any device.
  func find(_ session: StoreSession, in name: String, jobs: Int, _ format: FormatOption) throws {
    var sweep: Result<SweepRecord, any Error>?
    let answers = try session.search(jobs: jobs) { runner throws(ResultStoreError) in
      let answers = try tuner.answers(runner)
      if let answers { sweep = Result { try tuner.keepSweep(of: answers, runner) } }
      return answers
    }
    do {
      if let sweep = try sweep?.get() {
        Output.say(
          "note: the runs are stored in '\(name)' as sweep \("\(sweep.key)".prefix(8)); 'scrollsim "
            + "report' shows them")
      }
    } catch let error as SweepError {
      throw CommandError(error)
    } catch let error as ResultStoreError { throw CommandError(error) }
    EmptyScrolls.note(on: tuner.plan)
    let sentences = answers.map { sentence($0) }
    let isAnswered = answers.contains { $0.chosen != nil }
    if format.format != .table || isAnswered {
      let isForPrograms = format.format == .csv
      try format.print(
        isForPrograms ? TuneJointCSV.table(answers) : table(answers),
        TuneJointDocument(question, answers, sentences: sentences),
        caption: caption(answers, sentences))
    }
    guard isAnswered else { throw failure(sentences) }
  }

  /// Returns the error that no device and network has an answer.
  ///
  /// If there are several sentences, prints each on a separate line first.
  private func failure(_ sentences: [String]) -> CommandError {
    guard sentences.count > 1 else { return CommandError(.gateSaidNo, sentences.joined()) }
    for sentence in sentences { Output.say("note: \(sentence)") }
    let goal =
      question.limits.isEmpty ? "fits its budget and keeps the app alive" : "keeps the limits"
    return CommandError(
      .gateSaidNo, "nothing \(goal) on any of the \(sentences.count) devices and networks")
  }

  private func sentence(_ answer: JointAnswer) -> String {
    guard answer.chosen == nil else {
      let sessions = TuneSessions(answer, in: tuner.plan).map { " \($0.sentence)" }
      return answer.sentence + (sessions ?? "")
    }
    return answer.shortfall(because: NearestReason.text(answer.best, in: tuner.plan))
  }

  private func caption(_ answers: [JointAnswer], _ sentences: [String]) -> String {
    (sentences + [origins(answers)].compactMap { $0 }).joined(separator: "\n")
      + "\n\(meaningOfFront)"
      + (question.limits.isEmpty ? "" : ". All keep \(Limit.text(question.limits))")
      + ". Figures are means over traces and seeds.\n\(ChoiceRule.line)"
  }

  /// A sentence on the settings in the front, without its period.
  private var meaningOfFront: String {
    let names = question.figures.map(\.name)
    guard names.count > 1 else { return "The table lists the settings with the best \(names[0])" }
    return "The table lists the settings that no other setting beats (the front). "
      + (names.count == 2
        ? "To get a better \(names[0]) than one of these has, you must accept a worse \(names[1])"
        : "To improve on one of these in one of \(Phrase.list(names)), you must accept a worse value "
          + "of another")
  }

  /// Returns a note if the tried loaders take the same images from different places, such as
  /// network and disk; `nil` if they do not.
  private func origins(_ answers: [JointAnswer]) -> String? {
    let loaders = Set(answers.flatMap(\.trials).map(\.loader))
    return SweepReport.origins(
      of: tuner.plan.scenarios.map(\.record).filter { loaders.contains($0.loader) })
  }

  /// Returns a table of the recommended combination, then the other combinations of the Pareto
  /// front in the order of its first figure.
  private func table(_ answers: [JointAnswer]) -> Table {
    typealias Placed = (answer: JointAnswer, row: TuneJointRow)
    let places: [Column<Placed>] = [
      Column(.left("device").keeping(.key)) { $0.answer.device.name },
      Column(.left("network")) { $0.answer.network.name },
    ]
    let choice: [Column<Placed>] = [
      Column(.left("loader")) { $0.row.trial.loader },
      Column(.left("prefetcher")) { $0.row.trial.prefetcher },
      Column(.left("policy")) { $0.row.trial.policy ?? "-" },
      Column(.right("budget")) { $0.row.trial.policy == nil ? "-" : $0.row.trial.budgetText },
    ]
    let figures = columns.map { figure in
      Column<Placed>(figure.tableColumn) { TuneJointRow.cell(figure, $0.row.trial) }
    }
    return Table(
      (answers.count > 1 ? places : []) + choice + figures
        + [Column(.prose("note")) { $0.row.note }],
      of: answers.flatMap { answer in
        TuneJointRow.rows(of: answer).map { (answer: answer, row: $0) }
      })
  }

  /// The figures of the front, then those of the limits.
  private var columns: [Figure] {
    question.limits.map(\.figure).reduce(question.figures) { columns, figure in
      columns.contains { $0.name == figure.name } ? columns : columns + [figure]
    }
  }
}

/// All trials as comma-separated values, with one line for each.
///
/// Figures are unrounded means over the runs.
///
/// A figure is empty if its event never happened, or if a run does not have it.
enum TuneJointCSV {
  static func table(_ answers: [JointAnswer]) -> Table {
    let figures = answers[0].limits.map(\.figure).reduce(answers[0].figures) { known, figure in
      known.contains { $0.name == figure.name } ? known : known + [figure]
    }
    let columns = [
      "device", "network", "loader", "prefetcher", "policy", "budget_bytes", "runs", "killed",
      "keeps", "on_front", "chosen", "baseline",
    ]
    var table = Table((columns + figures.map(\.name) + ["tuning", "answer"]).map { .left($0) })
    for answer in answers {
      let front = Set(answer.front)
      for (place, trial) in answer.trials.enumerated() {
        let asked = [
          answer.device.name, answer.network.name, trial.loader, trial.prefetcher,
          trial.policy ?? "", trial.budget.map { "\($0.bytes)" } ?? "", "\(trial.runs.count)",
          trial.killed ?? "",
        ]
        let found = [
          trial.keeps, front.contains(place), answer.chosen == place, answer.baseline == place,
        ].map { "\($0)" }
        let means = figures.map { trial.mean($0) }.map { $0.isFinite ? "\($0)" : "" }
        table.append(asked + found + means + ["\(answer.key)", answer.sentence])
      }
    }
    return table
  }
}

/// A row of the table: a combination, and a note that says why it is in the table.
struct TuneJointRow {
  let trial: JointTrial
  let note: String

  /// Returns rows for the recommended combination, the user's current one, and the front in the
  /// order of its first figure.
  ///
  /// Equal combinations share a row.
  static func rows(of answer: JointAnswer) -> [TuneJointRow] {
    var rows: [TuneJointRow] = []
    if let chosen = answer.chosen {
      let isKept = chosen == answer.baseline
      rows.append(row(answer.trials[chosen], isKept ? "keep" : "take", in: answer, chosen))
    }
    if let baseline = answer.baseline, baseline != answer.chosen {
      rows.append(row(answer.trials[baseline], "your current setting", in: answer, baseline))
    }
    let shown = Set([answer.chosen, answer.baseline].compactMap { $0 })
    var groups: [(figures: [Double], places: [Int])] = []
    for place in answer.front {
      let figures = answer.figures.map { answer.trials[place].mean($0) }
      if let known = groups.firstIndex(where: { $0.figures == figures }) {
        groups[known].places.append(place)
      } else {
        groups.append((figures, [place]))
      }
    }
    for group in groups.sorted(by: { $0.figures.lexicographicallyPrecedes($1.figures) })
    where !group.places.contains(where: shown.contains) {
      let others = group.places.count - 1
      let note =
        others > 0 ? "on the front, equal to \(Phrase.count(others, "other"))" : "on the front"
      rows.append(TuneJointRow(trial: answer.trials[group.places[0]], note: note))
    }
    return rows
  }

  private static func row(
    _ trial: JointTrial, _ word: String, in answer: JointAnswer, _ place: Int
  ) -> TuneJointRow {
    let parts = [
      word, answer.front.contains(place) ? "on the front" : "", trial.score.excessText ?? "",
      trial.shortageText ?? "", trial.keeps ? "" : trial.problemText,
    ]
    return TuneJointRow(trial: trial, note: parts.filter { !$0.isEmpty }.joined(separator: ", "))
  }

  /// Returns the mean of a figure; `never` for an event that never happened, `unknown` if no run
  /// has the figure.
  static func cell(_ figure: Figure, _ trial: JointTrial) -> String {
    let mean = trial.mean(figure)
    guard !mean.isNaN else { return "unknown" }
    return mean.isFinite ? figure.cell(mean) : "never"
  }
}

/// The recommended combination as a JSON document, with unrounded figures and all trials.
struct TuneJointDocument: Encodable {
  struct Answer: Encodable {
    /// The key of the search in the store.
    let tuning: String
    let device: String, network: String
    let combinations: Int, tried: Int
    let isExhaustive: Bool
    /// The indices of three trials: the chosen one (null if none keeps the limits), the baseline
    /// (null if none is given), and the best one.
    @OrNull var chosen: Int?
    @OrNull var baseline: Int?
    let best: Int
    let front: [Int]
    let trials: [Trial]
    /// A warning that the chosen or nearest cache has too little room; null if there is none.
    @OrNull var warning: String?
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
    /// The means over the runs of the figures of the front, in their order.
    let figures: [Mean]
    /// The figures in the order of the limits.
    ///
    /// Each is the worst over the runs.
    let limits: [TuneBudgetDocument.Figure]
    let runs: [String]
  }

  struct Mean: Encodable {
    let figure: String
    @FiniteOrNull var value: Double?
  }

  let scrollsim = ScrollSim.version
  let modelVersion = ModelVersion.current
  /// The rule of the choice.
  let rule = ChoiceRule.sentence
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
        trials: answer.trials.map { Self.trial($0, answer.figures) }, warning: answer.warning,
        sentence: sentence)
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

/// The certainty of an answer, from the differences between sessions, and its result in the worst
/// sessions.
///
/// Each trace is a session, and all compared settings have the same sessions. Sessions with the
/// same gestures form one cluster. The intervals are valid for all trials at the same time.
struct TuneSessions {
  /// The trial with which the answer is compared: the user's current settings, or else the best of
  /// the other trials.
  private let reference: JointTrial?
  private let isBaseline: Bool
  private let taken: JointTrial
  /// The number of standard errors from the mean to each end of the confidence interval; `nil`
  /// without a trial to compare with.
  private let reach: IntervalReach?
  /// The seconds that the answer saves in each cluster of sessions.
  private let saved: [Double]
  /// The stalls of the answer in each session, ascending.
  private let stalls: [(session: String, seconds: Double)]
  /// The 95th percentile of the stalls, in which each cluster has the same weight.
  private let high: Double

  /// Examines an answer; `nil` if nothing is recommended, or if there are too few sessions for an
  /// interval.
  init?(_ answer: JointAnswer, in plan: SweepPlan) {
    guard let chosen = answer.chosen else { return nil }
    let names = Dictionary(
      plan.scenarios.map { ($0.record.key, $0.record.trace.path) }, uniquingKeysWith: { $1 })
    let traces = Dictionary(
      plan.scenarios.map { ($0.record.trace.path, $0.record.trace) }, uniquingKeysWith: { $1 })
    func sessions(_ trial: JointTrial, _ figure: Figure = .stall) -> [String: Double] {
      var sums: [String: (figure: Double, count: Double)] = [:]
      for run in trial.runs {
        let name = names[run.scenario] ?? ""
        let sum = sums[name] ?? (0, 0)
        sums[name] = (sum.figure + run.number(figure), sum.count + 1)
      }
      return sums.mapValues { $0.figure / $0.count }
    }
    let taken = answer.trials[chosen]
    let own = sessions(taken)
    guard own.count >= MeanInterval.leastSessions else { return nil }
    // The sessions are in the order of the sweep, in which they are drawn again.
    var known: Set<String> = []
    let order = taken.runs.compactMap { names[$0.scenario] }.filter { known.insert($0).inserted }
    let others = answer.trials.indices.filter {
      $0 != chosen && answer.trials[$0].keeps && answer.trials[$0].score.isComplete
    }
    let hasBaseline = answer.baseline.map { $0 != chosen } ?? false
    let place =
      hasBaseline
      ? answer.baseline
      : others.min { answer.trials[$0].score.isBetter(than: answer.trials[$1].score) }
    let basis = place.map { sessions(answer.trials[$0]) } ?? [:]
    var clusters = SessionClusters()
    for name in order { if let trace = traces[name] { clusters.add(trace) } }
    guard clusters.count >= MeanInterval.leastSessions else { return nil }
    func saved(_ figures: [String: Double], from basis: [String: Double]) -> [Double] {
      let sessions = order.indices.filter { basis[order[$0]] != nil && figures[order[$0]] != nil }
      return clusters.means(
        sessions.map { (basis[order[$0]] ?? 0) - (figures[order[$0]] ?? 0) }, of: sessions)
    }
    self.taken = taken
    reference = place.map { answer.trials[$0] }
    isBaseline = hasBaseline
    self.saved = saved(own, from: basis)
    reach = place.flatMap { place in
      let compared = answer.trials.indices.filter { $0 != place }
        .map { (trial: $0, stalls: sessions(answer.trials[$0])) }
        .filter { Set($0.stalls.keys) == Set(order) }
      // The intervals of stalls and hitches hold at once, as in a report.
      let hitches = sessions(answer.trials[place], .hitchRatio)
      let reaches = JointReach.values(
        compared.map { saved($0.stalls, from: basis) }
          + compared.map { saved(sessions(answer.trials[$0.trial], .hitchRatio), from: hitches) })
      return compared.firstIndex { $0.trial == chosen }.flatMap { reaches?[$0] }
    }
    stalls = order.map { ($0, own[$0] ?? 0) }.sorted {
      ($0.seconds, $1.session) < ($1.seconds, $0.session)
    }
    let weights = clusters.weights(of: Array(order.indices))
    high = ChoiceRule.Spread(zip(order.map { own[$0] ?? 0 }, weights).map { ($0, $1) }).high
  }

  /// Sentences about the saving with its confidence interval, the 95th percentile of sessions and
  /// the worst session.
  var sentence: String {
    func text(_ seconds: Double) -> String { SecondsText.of(seconds) }
    var parts: [String] = []
    if let reference, let reach {
      let found = MeanInterval(saved, reach: reach)
      let name = isBaseline ? "your current setting" : "the next, \(reference.title)"
      parts.append(
        "Over \(Phrase.count(stalls.count, "session")) it \(found.mean < 0 ? "costs" : "saves") "
          + "\(text(abs(found.mean))) a session against \(name).")
      parts.append(
        found.savingText.map { "Over sessions like these it \($0)." }
          ?? "Too few of them differ for a confidence interval.")
    }
    if stalls.count >= 20 {
      parts.append("19 of 20 sessions stall at most \(text(high)).")
    }
    if let worst = stalls.last {
      parts.append("The worst, \(worst.session), stalls \(text(worst.seconds)).")
    }
    return parts.joined(separator: " ")
  }
}
