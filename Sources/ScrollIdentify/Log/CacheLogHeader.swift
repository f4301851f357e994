package import ScrollCaching

/// The first line of a log: what the cache says of itself.
package struct CacheLogHeader: Sendable, Equatable {
  /// The field that makes a file a log, and the version that it has.
  package static let versionField = "scrollsim-cache-log"
  package static let version = 1

  /// Whether every eviction is in the log; otherwise look-ups alone tell.
  package var tellsEvictions: Bool
  /// The limits of the empty cache as they were given: 0 is none, nil was not said.
  package var limits = CacheLimits()
  /// What a cost counts; nil was not said.
  package var unit: String?
  /// What a probe can ask; nil was not said.
  package var verbs: [CacheVerb]?
  /// Whether values are NSDiscardableContent.
  package var isDiscardable = false
  /// Texts for people.
  package var cache: String?, source: String?, note: String?

  package init(tellsEvictions: Bool, limits: CacheLimits = CacheLimits()) {
    self.tellsEvictions = tellsEvictions
    self.limits = limits
  }
}

extension CacheLogHeader {
  /// Whether every cost is 1.
  package var countsItems: Bool { unit == "items" }
}

extension CacheLimits {
  /// The same where 0 is no limit.
  var zeroIsNone: CacheLimits {
    CacheLimits(cost: cost == 0 ? nil : cost, count: count == 0 ? nil : count)
  }
}
