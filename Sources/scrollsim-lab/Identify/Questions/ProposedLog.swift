package import ScrollCaching
import ScrollCore
import ScrollSimCommands
package import ScrollTraces

/// Proposed operations as a log that a probe fills in.
package enum ProposedLog {
  /// Returns the key of an image: `k1` is the first.
  static func key(_ image: ImageID) -> String { "k\(image.index + 1)" }

  /// Returns the log: its first line, and a line for each operation.
  /// - Parameters:
  ///   - operations: The proposed operations.
  ///   - header: The header of a log of the same cache.
  ///   - verbs: The operations that the cache supports.
  /// - Returns: The lines without line breaks.
  package static func lines(
    _ operations: [CacheOperation], for header: CacheLogHeader, asking verbs: [CacheVerb]
  ) -> [String] {
    var header = header.ofUnknownCache
    header.verbs = verbs
    (header.source, header.note) = (nil, nil)
    let entries = operations.enumerated().map { index, operation in
      CacheLog.Entry(line: index + 2, operation: operation)
    }
    return [CacheLogText.line(header)]
      + entries.flatMap { CacheLogText.lines($0) { key($0) } }
  }

  /// Returns the log with the answers of a model.
  /// - Parameters:
  ///   - operations: The proposed operations.
  ///   - header: The header of a log of the same cache.
  ///   - verbs: The operations that the cache supports.
  ///   - candidate: The model.
  ///   - script: The draws of the model, if it draws.
  /// - Returns: The log as the model would write it.
  package static func answered(
    _ operations: [CacheOperation], for header: CacheLogHeader, asking verbs: [CacheVerb],
    by candidate: Candidate, drawing script: DrawScript? = nil
  ) -> CacheLog {
    var header = header
    header.verbs = verbs
    var log = CacheLog(named: candidate.text, header)
    let keys = operations.compactMap { $0.image?.index }.max() ?? 0
    for index in 0...Int(keys) { _ = log.image(key(ImageID(index))) }
    let world = CacheSetup(header, operations, keys: Int(keys) + 1)
    let model = PlayedModel(candidate, in: world, drawing: script)
    for (index, operation) in operations.enumerated() {
      let answer = model.perform(operation)
      var entry = CacheLog.Entry(line: index + 2, operation: operation, hit: answer.hit)
      if header.tellsEvictions { entry.evicted = answer.evicted }
      log.append(entry)
    }
    return log
  }
}
