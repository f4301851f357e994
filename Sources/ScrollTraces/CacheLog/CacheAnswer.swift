package import ScrollCore

/// What a cache did because of an operation.
package struct CacheAnswer: Hashable, Sendable {
  /// Of a look-up.
  package var hit: Bool?
  /// Whether a value that was offered entered; nil where the model does not say.
  package var isStored: Bool?
  /// What left by the cache's own decision, in order.
  package var evicted: [ImageID] = []
}
