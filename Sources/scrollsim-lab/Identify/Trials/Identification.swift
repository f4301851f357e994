import ScrollSimCommands
package import ScrollTraces

/// Logs of one cache, each from when it was empty, held against models.
package struct Identification: Sendable {
  /// What the logs say about a model.
  package struct Finding: Sendable {
    package let candidate: Candidate
    /// The first contradiction, and the name of the log that has it; nil for a model that could
    /// have written them all.
    package var contradiction: (log: String, what: Contradiction)?
    /// The natural logarithm of how likely the logs were under it; of the first ones, where one
    /// contradicts it.
    package var logLikelihood = 0.0
    /// The log and the line from which nothing was decided, as there were too many draws.
    package var undecidedFrom: (log: String, line: Int)?
    /// The log and the line that says what the model has no word for.
    package var unaskedFrom: (log: String, line: Int)?
  }

  package let logs: [CacheLog]
  private let trials: [LogTrial]

  package init(_ logs: [CacheLog]) {
    self.logs = logs
    trials = logs.map { LogTrial($0) }
  }

  /// Holds the logs against a model.
  package func finding(on candidate: Candidate) -> Finding {
    var finding = Finding(candidate: candidate)
    for trial in trials {
      switch trial.verdict(on: candidate) {
      case .contradicted(let what):
        finding.contradiction = (trial.log.name, what)
        return finding
      case .survives(let survival):
        finding.logLikelihood += survival.logLikelihood
        if finding.undecidedFrom == nil, let line = survival.undecidedFrom {
          finding.undecidedFrom = (trial.log.name, line)
        }
        if finding.unaskedFrom == nil, let line = survival.unaskedFrom {
          finding.unaskedFrom = (trial.log.name, line)
        }
      }
    }
    return finding
  }
}
