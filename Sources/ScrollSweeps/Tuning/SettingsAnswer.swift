import ScrollCore
package import ScrollResults
import ScrollSimulation

/// The best settings of a policy, and what that rests on.
package struct SettingsAnswer: Sendable {
  /// What settings came to on the instances of a rung.
  package struct Result: Sendable {
    let configuration: Int
    /// The policy with the settings that are not its own.
    package let policy: String
    package let runs: [RunRecord]
    package let score: SettingsTuner.Score

    init(configuration: Int, policy: String, runs: [RunRecord]) {
      self.configuration = configuration
      self.policy = policy
      self.runs = runs
      score = SettingsTuner.Score(runs)
    }
  }

  package struct Rung: Sendable {
    package let instances: Int
    /// In the order of the space.
    package let results: [Result]
    /// Best first; what is equal stays in the order of the space.
    package let ranking: [Result]
    /// The configurations that went on, or the one that won.
    let goingOn: Set<Int>

    /// Whether settings went on, or won.
    package func keeps(_ result: Result) -> Bool { goingOn.contains(result.configuration) }
  }

  /// In order; the last has every instance.
  package let rungs: [Rung]
  /// On every instance.
  package let best: Result
  /// The policy with its settings as they were, on every instance.
  package let standard: Result
  /// Key of the search in the store.
  package let key: ContentKey
  private let question: String

  init(
    rungs: [Rung], best: Result, standard: Result, question: String, space: [String],
    instances: [ContentKey]
  ) {
    self.rungs = rungs
    self.best = best
    self.standard = standard
    self.question = question
    key = ContentKey(
      of: """
        settings
        space \(ContentKey(of: space.map { ContentKey(of: $0) }))
        instances \(ContentKey(of: instances))
        """)
  }

  /// What was found, as a sentence.
  package var sentence: String {
    let unit = Figure.Unit.seconds
    let (won, usual) = (best.score.mean, standard.score.mean)
    let count = rungs[0].results.count
    guard !won.isTooSmall else {
      return "none of \(count) has room for as many images as it needs with every budget"
    }
    let beginning =
      "\(best.policy) is best of \(count): \(unit.text(won.stallSeconds)) of stalls a run"
    guard won.isBetter(than: usual) else {
      return beginning + "; no better than \(standard.policy), \(unit.text(usual.stallSeconds))"
    }
    return beginning + ", with \(standard.policy) \(unit.text(usual.stallSeconds))"
  }

  /// The search as the store keeps it.
  var record: TuningRecord {
    TuningRecord(
      key: key, kind: .settings, question: question, limits: "[]", precisionBytes: nil,
      label: best.policy, budgetBytes: nil, answer: sentence)
  }

  /// The runs of every rung, in the order of settings and instances, and those of the settings as
  /// they were as one step more.
  var trialRecords: [TrialRecord] {
    var records: [TrialRecord] = []
    func add(_ result: Result, step: Int, _ verdict: TrialRecord.Verdict, from start: Int) {
      for (index, run) in result.runs.enumerated() {
        records.append(
          TrialRecord(
            tuning: key, step: step, position: start + index, run: run.key, verdict: verdict))
      }
    }
    for (step, rung) in rungs.enumerated() {
      for (index, result) in rung.results.enumerated() {
        let isOver = step == rungs.count - 1
        add(
          result, step: step, rung.keeps(result) ? (isOver ? .best : .goesOn) : .stays,
          from: index * rung.instances)
      }
    }
    add(standard, step: rungs.count, .standard, from: 0)
    return records
  }
}
