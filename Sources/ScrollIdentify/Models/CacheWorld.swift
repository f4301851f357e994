import ScrollCaching

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

  /// The world of a log.
  package init(_ log: CacheLog) {
    self.init(log.header, log.entries.map(\.operation), keys: log.keys.count)
  }

  /// The world of some operations.
  /// - Parameters:
  ///   - header: what the cache says of itself.
  ///   - operations: all that are going to be done.
  ///   - keys: how many there are in them.
  init(_ header: CacheLogHeader, _ operations: some Sequence<CacheOperation>, keys: Int) {
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
