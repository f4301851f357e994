/// What the author of an app can choose, as far as a sweep varied it.
package struct CacheSetting: Sendable, Equatable, Hashable {
  package let loader: String
  package let prefetcher: String
  /// `no cache` for a loader without one.
  package let policy: String
  /// In bytes: nil without a cache, `SweepReport.unlimited` where nothing limits it.
  package let budgetBytes: Int?

  /// Whether it evicts what was used least recently, which is the simplest to build and explain.
  var isSimplest: Bool { policy == "lru" }
}
