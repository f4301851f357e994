import ScrollCore
import ScrollSimulation

/// The best settings of a policy, with the evidence.
package struct SettingsAnswer: Sendable {
  /// The result of some settings on the instances of a rung.
  package struct Result: Sendable {
    let configuration: Int
    /// The policy's label: its name and the settings that differ from their defaults.
    package let policy: String
    package let runs: [RunRecord]
    package let score: SettingsTuner.Score

    init(
      configuration: Int, policy: String, runs: [RunRecord], shares: [ContentKey: Double]
    ) {
      self.configuration = configuration
      self.policy = policy
      self.runs = runs
      score = SettingsTuner.Score(runs, shares: shares)
    }
  }

  package struct Rung: Sendable {
    package let instances: Int
    /// The results, in the order of the space.
    package let results: [Result]
    /// The results, best first; equal results stay in the order of the space.
    package let ranking: [Result]
    /// The configurations that advanced to the next rung, or the one that won.
    var goingOn: Set<Int>

    /// Returns whether a result's settings advanced to the next rung, or won.
    package func keeps(_ result: Result) -> Bool { goingOn.contains(result.configuration) }
  }

  /// The rungs, in order; the last rung has every instance.
  package let rungs: [Rung]
  /// The first result in the ranking of the last rung, on every instance.
  ///
  /// It is the best unless `hasBest` is `false`.
  package let best: Result
  /// The result of the policy with its original settings, on every instance.
  package let standard: Result
  /// A Boolean value that indicates whether the rule prefers the best settings to the original ones.
  package let isBetter: Bool
  /// The key of the search in the store.
  package let key: ContentKey
  private let question: String

  init(
    rungs: [Rung], best: Result, standard: Result, isBetter: Bool, question: String,
    space: [String], instances: [ContentKey]
  ) {
    var rungs = rungs
    if !Self.isWinner(best) { rungs[rungs.count - 1].goingOn = [] }
    self.rungs = rungs
    self.best = best
    self.standard = standard
    self.isBetter = isBetter
    self.question = question
    key = ContentKey(
      of: """
        settings by rule
        space \(ContentKey(of: space.map { ContentKey(of: $0) }))
        instances \(ContentKey(of: instances))
        """)
  }

  /// A Boolean value that indicates whether some settings are the best: the app was never killed with
  /// them.
  package var hasBest: Bool { Self.isWinner(best) }

  private static func isWinner(_ result: Result) -> Bool { result.score.killed == 0 }

  /// The result of the search, as a sentence.
  package var sentence: String {
    let count = rungs[0].results.count
    guard hasBest else { return deathSentence }
    let unit = Figure.Unit.seconds
    let (won, usual) = (best.score.mean, standard.score.mean)
    let stalls = "\(unit.text(won.stallSeconds)) of stall per run"
    if best.policy == standard.policy {
      return "\(ChoiceRule.keep) (\(best.policy)), the best of \(count) settings: \(stalls)"
    }
    let beginning = "\(best.policy) is the best of \(count) settings: \(stalls)"
    guard standard.score.killed == 0 else {
      return beginning + "; with \(standard.policy) the app was killed in "
        + "\(standard.score.killed) of \(Phrase.count(standard.runs.count, "run"))"
    }
    guard isBetter else {
      return
        "\(ChoiceRule.keep) (\(standard.policy)): \(unit.text(usual.stallSeconds)) of stall per "
        + "run. The best of \(count) settings, \(best.policy), stalls "
        + "\(unit.text(won.stallSeconds)), which is not better by the rule"
    }
    return beginning + "; with \(standard.policy), \(unit.text(usual.stallSeconds))"
  }

  /// A sentence that says that the app was killed with all settings, and why.
  ///
  /// A ranking begins with the settings with which the app was killed least often. If it was killed
  /// with the first settings of the last rung, it was killed with all settings of that rung.
  private var deathSentence: String {
    let tried = rungs.flatMap(\.results)
    let last = rungs[rungs.count - 1].results
    let isEveryRun = tried.allSatisfy { $0.score.killed == $0.runs.count }
    var reasons: [String] = []
    for reason in (isEveryRun ? tried : last).flatMap(\.runs).compactMap(\.killed)
    where !reasons.contains(reason) {
      reasons.append(reason)
    }
    let why = reasons.joined(separator: "; ")
    let count = rungs[0].results.count
    if isEveryRun {
      let settings = count == 1 ? best.policy : "all \(count) settings"
      return "the app was killed with \(settings) (\(why)), so none is best"
    }
    return "none of \(count) settings is best: with all that were tried in every run, the app was "
      + "killed in some runs (\(why))"
  }

  /// The search as a record for the store.
  var record: TuningRecord {
    TuningRecord(
      key: key, kind: .settings, question: question, limits: "[]", precisionBytes: nil,
      label: best.policy, budgetBytes: nil, answer: sentence)
  }

  /// The runs as records for the store: those of every rung, ordered by settings and instance, then
  /// those of the original settings as a further step.
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
