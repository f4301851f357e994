import ScrollSimulation

/// A search for a budget, for settings, or for loader, prefetcher, policy and budget together, and
/// what it found.
package struct TuningRecord: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case budget, settings, joint
  }

  /// The digest of all that decides the answer.
  package var key: ContentKey
  package var kind: Kind
  /// What was asked, as YAML.
  package var question: String
  /// A JSON array of texts.
  package var limits: String
  /// How near the budget is to one that breaks a limit; nil but for a budget.
  package var precisionBytes: Int?
  /// The policy, for settings with the best that were found; all that is to be taken together.
  package var label: String
  /// The smallest that keeps the limits, or the one to take with the rest; nil if none does, and
  /// for settings.
  package var budgetBytes: Int?
  /// What was found, as a sentence.
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

/// A run that the answer of a search rests on.
package struct TrialRecord: Sendable, Equatable {
  package enum Verdict: String, Sendable, CaseIterable {
    /// A budget's run keeps the limits, breaks one, or ends with the app killed.
    case kept, broken, killed
    /// Settings that were tried further, were not, or won; `standard` is what they are compared
    /// with.
    case goesOn = "goes on"
    case stays, best
    case standard = "default"
    /// Keeps the limits, and none beats it in all figures of the front.
    case front
  }

  /// The key of the search.
  package var tuning: ContentKey
  /// Each step follows from those before.
  package var step: Int
  /// The place of the run in its step, from 0.
  package var position: Int
  package var run: ContentKey
  package var verdict: Verdict
  /// The first limit that the run breaks, or else the room that its policy lacks.
  package var brokenLimit: String?
  /// By how much, in the limit's unit; nil for what never came.
  package var excess: Double?

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
