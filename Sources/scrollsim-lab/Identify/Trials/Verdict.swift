import ScrollSimCommands
package import ScrollTraces

/// What a log says about a model.
package enum Verdict: Sendable, Equatable {
  /// The model could have written it.
  case survives(Survival)
  case contradicted(Contradiction)

  /// How a model survives a log.
  package struct Survival: Sendable, Equatable {
    /// The natural logarithm of how likely the log was under it: 0 for a model that drew nothing.
    package var logLikelihood = 0.0
    /// The line from which the draws of a model were too many to be followed: up to there it could
    /// have written the log, and it was at most as likely as `logLikelihood` says.
    package var undecidedFrom: Int?
    /// The first line that says what the model has no word for.
    package var unaskedFrom: Int?

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
  /// What the log says about a model.
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
