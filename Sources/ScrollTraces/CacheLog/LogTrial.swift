import ScrollCore

/// A comparison of a log with models, one by one.
///
/// - Complexity: for a model that is not randomized, one pass over the log up to its first
///   contradiction.
package struct LogTrial: Sendable {
  package let log: CacheLog
  package let world: CacheSetup

  package init(_ log: CacheLog) {
    self.log = log
    world = CacheSetup(log)
  }

  /// Returns the first entry in the log that contradicts a policy with a seed; `nil` if there is
  /// none.
  package func contradiction(of candidate: Candidate, seed: UInt64) -> Contradiction? {
    let model = PlayedModel(candidate, in: world, seed: seed)
    for entry in log.entries {
      let answer = model.perform(entry.operation, entry.details)
      if let found = Contradiction.between(entry, of: log, answer, by: model) { return found }
    }
    return nil
  }
}

/// The first entry in a log that a model could not have produced.
package struct Contradiction: Sendable, Equatable {
  /// The line number in the log's file.
  package let line: Int
  /// The entry in the log, `set e evicted b`.
  package let found: String
  /// The different result of the model, `it would evict a`.
  package let instead: String
}

extension Contradiction: CustomStringConvertible {
  package var description: String { "line \(line): \(found); \(instead)" }
}

extension Contradiction {
  /// Returns the difference between an entry of a log and the result of a model; `nil` if there is
  /// none.
  /// - Parameters:
  ///   - entry: an entry of the log.
  ///   - log: the log with the entry.
  ///   - answer: the result of the model.
  ///   - model: the model after the operation, which knows the contents of its values.
  /// - Returns: the first difference, if there are several.
  package static func between(
    _ entry: CacheLog.Entry, of log: CacheLog, _ answer: CacheAnswer, by model: PlayedModel
  ) -> Contradiction? {
    if let hit = entry.hit, let found = answer.hit, hit != found {
      return Contradiction(
        line: entry.line, found: "\(words(entry, log)) \(hit ? "hit" : "missed")",
        instead: hit ? "it would miss" : "it would hit")
    }
    if log.header.tellsEvictions, entry.evicted != answer.evicted {
      return Contradiction(
        line: entry.line, found: "\(words(entry, log)) evicted \(list(entry.evicted, log))",
        instead: "it would evict \(list(answer.evicted, log))")
    }
    if let isStored = answer.isStored, isStored != (entry.details.isStored ?? isStored) {
      return Contradiction(
        line: entry.line, found: "\(words(entry, log)) was \(isStored ? "refused" : "stored")",
        instead: isStored ? "it would store it" : "it would refuse it")
    }
    for content in entry.contents {
      guard let isKept = model.keepsContent(content.image), isKept != content.isKept else {
        continue
      }
      let seen = content.isKept ? "had its content" : "had lost its content"
      return Contradiction(
        line: entry.line, found: "after \(words(entry, log)) \(log.key(content.image)) \(seen)",
        instead: isKept ? "it would keep it" : "it would lose it")
    }
    return nil
  }

  /// Returns the contradiction for an entry that the model does not produce with any random draw.
  package static func whateverIsDrawn(_ entry: CacheLog.Entry, of log: CacheLog) -> Contradiction {
    var found = words(entry, log)
    if let hit = entry.hit { found += hit ? " hit" : " missed" }
    if log.header.tellsEvictions, entry.hit == nil {
      found += " evicted \(list(entry.evicted, log))"
    }
    return Contradiction(
      line: entry.line, found: found, instead: "it would not, with any random draws")
  }

  private static func words(_ entry: CacheLog.Entry, _ log: CacheLog) -> String {
    CacheLogText.words(entry.operation) { log.key($0) }
  }

  private static func list(_ images: [ImageID], _ log: CacheLog) -> String {
    images.isEmpty ? "nothing" : Phrase.list(images.map { log.key($0) }, atMost: 5)
  }
}
