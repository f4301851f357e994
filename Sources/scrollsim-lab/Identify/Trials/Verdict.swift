import ScrollSimCommands
package import ScrollTraces

/// The result of a log for a model.
package enum Verdict: Sendable, Equatable {
  /// The model could have written the log.
  case survives(Survival)
  case contradicted(Contradiction)

  /// The details of a survival.
  package struct Survival: Sendable, Equatable {
    /// The natural logarithm of the likelihood of the log: 0 for a model that drew nothing.
    package var logLikelihood = 0.0
    /// The line from which a model had too many draws to follow.
    ///
    /// Up to that line the model could have written the log; its likelihood was at most
    /// `logLikelihood`.
    package var undecidedFrom: Int?
    /// The first line with an operation or content that the model does not support.
    var unaskedFrom: Int?

    package init() {}
  }
}

extension Verdict {
  package var survival: Survival? {
    guard case .survives(let survival) = self else { return nil }
    return survival
  }

  package var contradiction: Contradiction? {
    guard case .contradicted(let contradiction) = self else { return nil }
    return contradiction
  }
}

extension LogTrial {
  /// Returns the result of the log for a model.
  package func verdict(on candidate: Candidate) -> Verdict {
    if candidate.mayDraw {
      var trial = DrawnTrial(log, in: world, of: candidate)
      return trial.verdict()
    }
    let model = PlayedModel(candidate, in: world)
    var survival = Verdict.Survival()
    for entry in log.entries {
      guard model.understands(entry.operation) else {
        survival.unaskedFrom = survival.unaskedFrom ?? entry.line
        return .survives(survival)
      }
      let answer = model.perform(entry.operation, entry.details)
      if let contradiction = Contradiction.between(entry, of: log, answer, by: model) {
        return .contradicted(contradiction)
      }
      if survival.unaskedFrom == nil, !model.understands(entry.contents) {
        survival.unaskedFrom = entry.line
      }
    }
    return .survives(survival)
  }
}
