/// Holds a log against models, one by one.
///
/// - Complexity: for a model that draws nothing, one pass over the log up to its first
///   contradiction.
package struct LogTrial: Sendable {
  package let log: CacheLog
  package let world: CacheWorld

  package init(_ log: CacheLog) {
    self.log = log
    world = CacheWorld(log)
  }

  /// The first thing in the log that a policy does not do that draws from a seed; nil if it does
  /// all of it.
  package func contradiction(of candidate: Candidate, seed: UInt64) -> Contradiction? {
    let model = PlayedModel(candidate, in: world, seed: seed)
    for entry in log.entries {
      let answer = model.perform(entry.operation, entry.details)
      if let found = Contradiction.between(entry, of: log, answer, by: model) { return found }
    }
    return nil
  }
}
