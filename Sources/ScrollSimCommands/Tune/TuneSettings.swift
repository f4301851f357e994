import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The best settings of a policy as tables and documents.
struct TuneSettings {
  /// So many of the last rung are in the table.
  private static let rowLimit = 10

  private struct Document: Encodable {
    let scrollsim = ScrollSim.version
    let modelVersion = ModelVersion.current
    /// Key of the search in the store.
    let tuning: String
    /// Null if none is: the app was killed with all of them, or none had room enough.
    @OrNull var best: Row?
    /// The policy with its settings as they were.
    let standard: Row
    let rungs: [Rung]
    let sentence: String
  }

  private struct Rung: Encodable {
    let instances: Int
    /// Best first.
    let results: [Row]
  }

  private struct Row: Encodable {
    let policy: String
    let runs: Int, killed: Int
    let meanStallSeconds: Double, meanHitchRatio: Double, meanHitRate: Double
    /// Whether it went on, or won.
    var isKept = true

    init(_ result: SettingsAnswer.Result, isKept: Bool = true) {
      let score = result.score
      policy = result.policy
      runs = result.runs.count
      killed = score.killed
      meanStallSeconds = score.mean.stallSeconds
      meanHitchRatio = score.mean.hitchRatio
      meanHitRate = score.mean.hitRate
      self.isKept = isKept
    }
  }

  private let tuner: SettingsTuner

  init(_ tuner: SettingsTuner) { self.tuner = tuner }

  /// Searches and prints the answer.
  /// - Throws: `CommandError` with status 1 if no settings are the best.
  func find(_ session: StoreSession, jobs: Int, _ format: FormatOption) throws {
    let answer = try session.search(jobs: jobs) { runner throws(ResultStoreError) in
      try tuner.answer(runner)
    }
    let rungs = answer.rungs.map { rung in
      Rung(
        instances: rung.instances,
        results: rung.ranking.map { Row($0, isKept: rung.keeps($0)) })
    }
    try format.print(
      table(answer),
      Document(
        tuning: "\(answer.key)", best: answer.hasBest ? Row(answer.best) : nil,
        standard: Row(answer.standard),
        rungs: rungs, sentence: answer.sentence),
      caption: caption(answer))
    guard answer.hasBest else { throw CommandError(.gateSaidNo, answer.sentence) }
  }

  private func caption(_ answer: SettingsAnswer) -> String {
    let steps = answer.rungs.map {
      "\(Words.count($0.results.count, "setting")) on \(Words.count($0.instances, "instance"))"
    }
    return answer.sentence + "\n" + steps.joined(separator: ", ")
      + "; means over traces, devices, budgets and seeds, best first"
  }

  /// The best of the last rung, and the settings as they were.
  private func table(_ answer: SettingsAnswer) -> Table {
    var table = Table([
      .left("policy"), Figure.stall.tableColumn, Figure.hitchRatio.tableColumn,
      Figure.hitRate.tableColumn, .right("killed"), .right("runs"), .prose("note"),
    ])
    let last = answer.rungs.last?.ranking.prefix(Self.rowLimit) ?? []
    for (index, result) in last.enumerated() {
      let isBest = index == 0 && answer.hasBest
      table.append(cells(result, isBest ? "best" : ""))
    }
    table.append(cells(answer.standard, "as it was"))
    return table
  }

  private func cells(_ result: SettingsAnswer.Result, _ note: String) -> [String] {
    let score = result.score
    return [
      result.policy, Figure.stall.cell(score.mean.stallSeconds, decimals: 3),
      Figure.hitchRatio.cell(score.mean.hitchRatio), Figure.hitRate.cell(score.mean.hitRate),
      "\(score.killed)", "\(result.runs.count)",
      [note, score.mean.isTooSmall ? "budget too small" : ""].filter { !$0.isEmpty }
        .joined(separator: ", "),
    ]
  }
}
