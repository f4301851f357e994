import ScrollSimCommands
package import ScrollTraces

/// The comparison of models with the logs of one cache, each of which begins with an empty cache.
package struct Identification: Sendable {
  /// The result of the logs for a model.
  package struct Finding: Sendable {
    let candidate: Candidate
    /// The first contradiction, and the name of its log.
    ///
    /// It is nil for a model that could have written all logs.
    package var contradiction: (log: String, what: Contradiction)?
    /// The natural logarithm of the likelihood of the logs under the model.
    ///
    /// If a log contradicts the model, only the logs before it count.
    var logLikelihood = 0.0
    /// The log and the line from which there were too many draws to decide.
    var undecidedFrom: (log: String, line: Int)?
    /// The log and the line with an operation that the model does not support.
    var unaskedFrom: (log: String, line: Int)?
  }

  let logs: [CacheLog]
  private let trials: [LogTrial]

  package init(_ logs: [CacheLog]) {
    self.logs = logs
    trials = logs.map { LogTrial($0) }
  }

  /// Compares the logs with a model.
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
