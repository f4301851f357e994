import ScrollCore

extension RunRecord {
  /// Its budget as text: `64MiB`, `none` where nothing limits the cache, `-` without one.
  package var budgetText: String {
    budgetBytes.map { "\(ByteCount($0))" } ?? (policy == nil ? "-" : "none")
  }
}
