package import ScrollCaching
package import ScrollCore

/// The first line of a log: what the cache says of itself.
package struct CacheLogHeader: Sendable, Equatable {
  /// The field that makes a file a log, and the versions that it can have.
  package static let versionField = "scrollsim-cache-log"
  package static let versions = 1...2

  /// What the lines can say: the second version has what an app's own cache knows of itself.
  package var version = 1

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
  /// What decides in the cache, as `--policy` takes it; nil was not said.
  package var policy: String?
  /// Of what the policy draws; nil was not said.
  package var seed: UInt64?
  /// Which way the content was expected to move before it had.
  package var direction = ScrollDirection.forward
  /// Whether every key is 16 hexadecimal digits: the number that the policy hashes.
  package var hasDigests = false
  /// How many values were in the cache when the log began.
  package var held = 0
  /// Texts for people.
  package var cache: String?, source: String?, note: String?

  package init(tellsEvictions: Bool, limits: CacheLimits = CacheLimits()) {
    self.tellsEvictions = tellsEvictions
    self.limits = limits
  }
}

extension CacheLogHeader {
  /// The same of a cache that nothing is known of, and whose keys are any texts.
  package var ofUnknownCache: CacheLogHeader {
    var header = self
    (header.policy, header.seed, header.hasDigests, header.held) = (nil, nil, false, 0)
    return header
  }

  /// Whether every cost is 1.
  package var countsItems: Bool { unit == "items" }
}

extension CacheLimits {
  /// The same where 0 is no limit.
  package var zeroIsNone: CacheLimits {
    CacheLimits(cost: cost == 0 ? nil : cost, count: count == 0 ? nil : count)
  }
}
