import ScrollCore

extension RunRecord {
  /// The budget as text: `64MiB`, `none` if nothing limits the cache, `-` without a cache.
  package var budgetText: String {
    budgetBytes.map { "\(ByteCount($0))" } ?? (policy == nil ? "-" : "none")
  }
}
