import ScrollCaching
import ScrollCore

/// What every model that is held against a log is told before its first operation.
package struct CacheWorld: Sendable {
  /// Keys beyond those of a log: proposals may need as many.
  static let room = 256

  /// How many keys there can be.
  let imageCount: Int
  /// As the log says them: 0 is none.
  let limits: CacheLimits
  /// Whether costs are ever limited; if not, policies count values.
  let limitsCost: Bool
  /// Whether values are NSDiscardableContent.
  let isDiscardable: Bool
  /// Whether an app's own cache has written the log: without limits nothing is limited, 0 is a
  /// limit, and costs are as they are.
  let isRecorded: Bool
  /// Which way the content was expected to move before it had.
  let direction: ScrollDirection
  /// Whether the log says where keys lie.
  let hasPlaces: Bool
  /// Whether it says when what was done.
  let tellsTime: Bool
  /// What the policy hashes of each key; empty where keys are other texts.
  let digests: [UInt64]

  /// The world of a log.
  package init(_ log: CacheLog) { self.init(log.header, serving: log.entries, of: log) }

  /// The world of a log that is changed.
  /// - Parameters:
  ///   - header: instead of the log's.
  ///   - entries: the same.
  ///   - log: whose keys they have.
  package init(_ header: CacheLogHeader, serving entries: [CacheLog.Entry], of log: CacheLog) {
    self.init(
      header, entries.lazy.map(\.operation), keys: log.keys.count, digests: log.digests,
      tellsTime: entries.contains { $0.tellsTime })
  }

  /// The world of some operations.
  /// - Parameters:
  ///   - header: what the cache says of itself.
  ///   - operations: all that are going to be done.
  ///   - keys: how many there are in them.
  ///   - digests: of each key, where they are known.
  ///   - tellsTime: whether the log says when operations were done.
  package init(
    _ header: CacheLogHeader, _ operations: some Sequence<CacheOperation>, keys: Int,
    digests: [UInt64] = [], tellsTime: Bool = false
  ) {
    self.digests = digests
    self.tellsTime = tellsTime
    direction = header.direction
    isRecorded = header.version > 1
    hasPlaces = operations.contains { $0.verb == .place }
    // A model's tables may grow with the number of keys: in logs of about the same length alike.
    var count = 2 * Self.room
    while count < keys + Self.room { count *= 2 }
    imageCount = count
    limits = header.limits
    isDiscardable = header.isDiscardable
    limitsCost =
      (header.limits.cost ?? 0) > 0
      || operations.contains {
        if case .limits(_, let cost?) = $0 { cost > 0 } else { false }
      }
  }
}

extension CacheLog {
  /// What the policy hashes of each key; empty where keys are other texts.
  var digests: [UInt64] {
    guard header.hasDigests else { return [] }
    return keys.map { UInt64($0, radix: 16) ?? 0 }
  }
}

extension CacheLog.Entry {
  fileprivate var tellsTime: Bool { details.time != nil && operation.verb != .viewport }
}
