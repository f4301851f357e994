import ScrollSimCommands
package import ScrollTraces

/// What a cache is when it is empty, what it can be asked, and whether it tells what it evicts: all
/// that operations on it depend on.
package struct LogKind: Sendable, Equatable {
  /// So many kinds are told apart at most: the first of the logs that are given.
  static let most = 8

  /// Without texts for people.
  package let header: CacheLogHeader
  package let verbs: [CacheVerb]

  /// The kind of a log.
  package init(_ log: CacheLog) {
    var header = log.header.ofUnknownCache
    (header.cache, header.source, header.note) = (nil, nil, nil)
    self.header = header
    verbs = log.verbs
  }

  /// The kinds of some logs, each once, in the order of the logs.
  package static func all(of logs: [CacheLog]) -> [LogKind] {
    var kinds: [LogKind] = []
    for log in logs where kinds.count < most {
      let kind = LogKind(log)
      if !kinds.contains(kind) { kinds.append(kind) }
    }
    return kinds
  }
}
