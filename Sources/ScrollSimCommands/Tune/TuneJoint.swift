import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// What to take together, and the front, as tables and documents.
struct TuneJoint {
  private let question: JointQuestion
  private let tuner: JointTuner

  init(_ question: JointQuestion) throws(SweepError) {
    self.question = question
    tuner = try JointTuner(question, catalogs: ScrollSim.catalogs)
  }

  /// Searches and prints the answer.
  /// - Parameters:
  ///   - session: makes the runs.
  ///   - name: of the store.
  ///   - jobs: how many threads.
  ///   - format: how to print.
  /// - Throws: `CommandError` with status 1 if nothing keeps the limits on any device.
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
          "note: what was tried is sweep \("\(sweep.key)".prefix(8)) of '\(name)', see scrollsim "
            + "report")
      }
    } catch let error as SweepError {
      throw CommandError(error)
    } catch let error as ResultStoreError { throw CommandError(error) }
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

  /// That no place has an answer: of several each on a line of its own before it.
  private func failure(_ sentences: [String]) -> CommandError {
    guard sentences.count > 1 else { return CommandError(.gateSaidNo, sentences.joined()) }
    for sentence in sentences { Output.say("note: \(sentence)") }
    let goal = question.limits.isEmpty ? "has room and lives" : "keeps the limits"
    return CommandError(
      .gateSaidNo, "nothing \(goal) on any of the \(sentences.count) devices and networks")
  }

  private func sentence(_ answer: JointAnswer) -> String {
    guard answer.chosen == nil else {
      let sessions = TuneSessions(answer, in: tuner.plan).map { "; \($0.sentence)" }
      return answer.sentence + (sessions ?? "")
    }
    return answer.shortfall(because: NearestReason.text(answer.best, in: tuner.plan))
  }

  private func caption(_ answers: [JointAnswer], _ sentences: [String]) -> String {
    let figures = Words.list(question.figures.map(\.name))
    return (sentences + [origins(answers)].compactMap { $0 }).joined(separator: "\n") + "\n"
      + "what no other beats in \(figures), means over traces and seeds"
      + (question.limits.isEmpty ? "" : ", of what keeps \(Limit.text(question.limits))")
  }

  /// That loaders take the same images from different places, where those that were tried do.
  private func origins(_ answers: [JointAnswer]) -> String? {
    let loaders = Set(answers.flatMap(\.trials).map(\.loader))
    return SweepReport.origins(
      of: tuner.plan.scenarios.map(\.record).filter { loaders.contains($0.loader) })
  }

  /// The one to take first, then the rest of the front by its first figure.
  private func table(_ answers: [JointAnswer]) -> Table {
    let hasDevices = answers.count > 1
    let figures = columns
    var table = Table(
      (hasDevices ? [.left("device").keeping(.key), .left("network")] : [])
        + [.left("loader"), .left("prefetcher"), .left("policy"), .right("budget")]
        + figures.map(\.tableColumn) + [.prose("note")])
    for answer in answers {
      for row in TuneJointRow.rows(of: answer) {
        let trial = row.trial
        table.append(
          (hasDevices ? [answer.device.name, answer.network.name] : [])
            + [
              trial.loader, trial.prefetcher, trial.policy ?? "-",
              trial.policy == nil ? "-" : trial.budgetText,
            ]
            + figures.map { TuneJointRow.cell($0, trial) } + [row.note])
      }
    }
    return table
  }

  /// Those of the front, then those of the limits.
  private var columns: [Figure] {
    question.limits.map(\.figure).reduce(question.figures) { columns, figure in
      columns.contains { $0.name == figure.name } ? columns : columns + [figure]
    }
  }
}
