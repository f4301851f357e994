import ScrollCaching
import ScrollCore

/// The facts that every model receives before the first operation of a log.
package struct CacheSetup: Sendable {
  /// The number of keys in addition to those of a log, which proposed operations may need.
  static let room = 256

  /// The maximum number of keys.
  let imageCount: Int
  /// The limits of the log: 0 is no limit.
  let limits: CacheLimits
  /// A Boolean value that indicates whether costs are ever limited; if not, policies count values.
  let limitsCost: Bool
  /// A Boolean value that indicates whether values are NSDiscardableContent.
  let isDiscardable: Bool
  /// A Boolean value that indicates whether an app's own cache wrote the log.
  ///
  /// Then a missing limit is no limit, 0 is a limit, and costs are used without change.
  let isRecorded: Bool
  /// The expected direction of movement before the content has moved.
  let direction: ScrollDirection
  /// A Boolean value that indicates whether the log has the places of keys.
  let hasPlaces: Bool
  /// A Boolean value that indicates whether the log has the times of operations.
  let tellsTime: Bool
  /// The hash input of the policy for each key; empty if keys are other texts.
  let digests: [UInt64]

  /// Creates the facts of a log.
  init(_ log: CacheLog) { self.init(log.header, serving: log.entries, of: log) }

  /// Creates the facts of a log that is changed.
  /// - Parameters:
  ///   - header: the header in place of the log's.
  ///   - entries: the entries in place of the log's.
  ///   - log: the log with the keys of the entries.
  init(_ header: CacheLogHeader, serving entries: [CacheLog.Entry], of log: CacheLog) {
    self.init(
      header, entries.lazy.map(\.operation), keys: log.keys.count, digests: log.digests,
      tellsTime: entries.contains { $0.tellsTime })
  }

  /// Creates the facts of some operations.
  /// - Parameters:
  ///   - header: the properties of the cache.
  ///   - operations: all operations that will be performed.
  ///   - keys: the number of their keys.
  ///   - digests: the digest of each key, if known.
  ///   - tellsTime: whether the log has the times of operations.
  package init(
    _ header: CacheLogHeader, _ operations: some Sequence<CacheOperation>, keys: Int,
    digests: [UInt64] = [], tellsTime: Bool = false
  ) {
    self.digests = digests
    self.tellsTime = tellsTime
    direction = header.direction
    isRecorded = header.version > 1
    hasPlaces = operations.contains { $0.verb == .place }
    // A model's tables may grow with the number of keys. This number is the same for logs of about
    // the same length.
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
  /// The hash input of the policy for each key; empty if keys are other texts.
  var digests: [UInt64] {
    guard header.hasDigests else { return [] }
    return keys.map { UInt64($0, radix: 16) ?? 0 }
  }
}

extension CacheLog.Entry {
  fileprivate var tellsTime: Bool { details.time != nil && operation.verb != .viewport }
}
