import ScrollSimulation

/// A search and its result.
///
/// It searches for a budget, for settings, or for loader, prefetcher, policy and budget together.
package struct TuningRecord: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case budget, settings, joint
  }

  /// The digest of everything that determines the answer.
  package var key: ContentKey
  var kind: Kind
  /// The spec of the search, as YAML.
  package var question: String
  /// The limits, as a JSON array of strings.
  var limits: String
  /// The greatest distance between the answer and a budget that breaks a limit; `nil` unless the
  /// search is for a budget.
  var precisionBytes: Int?
  /// The policy, with the best settings in a search for settings; in a joint search, the whole
  /// combination.
  package var label: String
  /// The smallest budget that keeps the limits, or the budget of the combination; `nil` if none
  /// does, and in a search for settings.
  package var budgetBytes: Int?
  /// The result, as a sentence.
  package var answer: String

  package init(
    key: ContentKey, kind: Kind, question: String, limits: String, precisionBytes: Int?,
    label: String, budgetBytes: Int?, answer: String
  ) {
    self.key = key
    self.kind = kind
    self.question = question
    self.limits = limits
    self.precisionBytes = precisionBytes
    self.label = label
    self.budgetBytes = budgetBytes
    self.answer = answer
  }
}

/// A run on which the result of a search is based.
package struct TrialRecord: Sendable, Equatable {
  package enum Verdict: String, Sendable, CaseIterable {
    /// The run of a budget: it keeps the limits, breaks one, or ends with the app killed.
    case kept, broken, killed
    /// Settings that advance to the next step, that stop here, and the best ones; `standard` is the
    /// baseline.
    case goesOn = "goes on"
    case stays, best
    case standard = "default"
    /// A combination that keeps the limits, and that no other beats in all figures of the front.
    case front
  }

  /// The key of the search.
  var tuning: ContentKey
  /// The step; each step follows from those before.
  package var step: Int
  /// The position of the run in its step, from 0.
  var position: Int
  package var run: ContentKey
  package var verdict: Verdict
  /// The first limit that the run breaks, or else the space that its policy lacks.
  var brokenLimit: String?
  /// The excess over the limit, in its unit; `nil` for a value that never came.
  var excess: Double?

  package init(
    tuning: ContentKey, step: Int, position: Int, run: ContentKey, verdict: Verdict,
    brokenLimit: String? = nil, excess: Double? = nil
  ) {
    self.tuning = tuning
    self.step = step
    self.position = position
    self.run = run
    self.verdict = verdict
    self.brokenLimit = brokenLimit
    self.excess = excess
  }
}

extension TuningRecord {
  var values: [StoredValue] {
    [
      .text(key.description), .text(kind.rawValue), .text(question), .text(limits),
      StoredValue(precisionBytes), .text(label), StoredValue(budgetBytes), .text(answer),
    ]
  }
}

extension TrialRecord {
  var values: [StoredValue] {
    [
      .text(tuning.description), .integer(step), .integer(position), .text(run.description),
      .text(verdict.rawValue), StoredValue(brokenLimit), StoredValue(excess),
    ]
  }
}

extension TrialRecord {
  /// Creates a record of a run that is judged by limits.
  init(
    _ run: RunRecord, judgedBy limits: [Limit], at refreshRate: Int?, _ materiality: Materiality,
    of tuning: ContentKey, step: Int, position: Int
  ) {
    self.init(tuning: tuning, step: step, position: position, run: run.key, verdict: .kept)
    for limit in limits where verdict == .kept {
      switch limit.verdict(on: run, at: refreshRate, materiality) {
      case .kept: continue
      case .killed: verdict = .killed
      case .unknown:
        verdict = .broken
        brokenLimit = "\(limit)"
      case .broken(_, let excess):
        verdict = .broken
        brokenLimit = "\(limit)"
        self.excess = excess.isFinite ? excess : nil
      }
    }
  }
}

extension ResultStore {
  /// Stores the result of a search and the runs on which it is based, all of it or nothing.
  ///
  /// The runs must be in the store. An existing search is not changed.
  package func write(
    _ tuning: TuningRecord, _ trials: [TrialRecord]
  ) throws(ResultStoreError) {
    try write { database in
      try database.run(TableStatements.tuning.insert, tuning.values)
      for trial in trials { try database.run(TableStatements.trial.insert, trial.values) }
    }
  }

  /// Returns the searches, in order of key.
  package func tunings() throws(ResultStoreError) -> [TuningRecord] {
    try read { database in
      try database.rows(StoreQueries.tunings) { try $0.tuning(at: 0) }
    }
  }

  /// Returns the runs on which the result of a search is based, in order of step and position.
  package func trials(of tuning: ContentKey) throws(ResultStoreError) -> [TrialRecord] {
    try read { database in
      try database.rows(StoreQueries.trialsOfTuning, [.text("\(tuning)")]) {
        try $0.trial(at: 0)
      }
    }
  }

  /// Returns runs by their keys; those that have not been made are left out.
  /// - Complexity: O(*n* log *m*) in the keys and the runs of the store.
  package func runs(
    _ keys: some Sequence<ContentKey>
  ) throws(ResultStoreError) -> [ContentKey: RunRecord] {
    try read { database in
      var runs: [ContentKey: RunRecord] = [:]
      for key in keys {
        guard let row = try database.row(StoreQueries.run, [.text("\(key)")]) else { continue }
        runs[key] = try StoreQueries.run(row, database)
      }
      return runs
    }
  }
}

extension Row {
  /// Returns the search whose first column is at an index.
  func tuning(at start: Int) throws -> TuningRecord {
    try values(of: .tuning, at: start)
    let kind: String = try decode(start + 1)
    guard let known = TuningRecord.Kind(rawValue: kind) else {
      throw UnexpectedContent(description: "a tuning is of the kind '\(kind)'")
    }
    return TuningRecord(
      key: try key(start), kind: known, question: try decode(start + 2),
      limits: try decode(start + 3),
      precisionBytes: try decode(start + 4),
      label: try decode(start + 5),
      budgetBytes: try decode(start + 6),
      answer: try decode(start + 7))
  }

  /// Returns the trial whose first column is at an index.
  func trial(at start: Int) throws -> TrialRecord {
    try values(of: .trial, at: start)
    let verdict: String = try decode(start + 4)
    guard let known = TrialRecord.Verdict(rawValue: verdict) else {
      throw UnexpectedContent(description: "a trial's verdict is '\(verdict)'")
    }
    return TrialRecord(
      tuning: try key(start), step: try decode(start + 1),
      position: try decode(start + 2), run: try key(start + 3),
      verdict: known, brokenLimit: try decode(start + 5),
      excess: try decode(start + 6))
  }
}
