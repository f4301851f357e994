import ScrollCore
import ScrollPages
import ScrollSimulation

/// What the author of an app can choose, as far as a sweep varied it.
package struct CacheSetting: Sendable, Equatable, Hashable {
  package let loader: String
  package let prefetcher: String
  /// `no cache` for a loader without one.
  package let policy: String
  /// In bytes: nil without a cache, `SweepReport.unlimited` where nothing limits it.
  package let budgetBytes: Int?

  /// The shares of memory that it was asked for as, `15%<=768MiB`; empty where it was in bytes.
  package let rules: [String]

  /// `64MiB`, `15%<=768MiB (293 MiB)`, `no limit`, `no cache`.
  var budgetText: String {
    let size = SweepReport.text(ofBytes: budgetBytes)
    guard let budgetBytes, !rules.isEmpty else { return size }
    let mebibytes = NumberText.mebibytes(ByteCount(budgetBytes), decimals: 0)
    return "\(rules.joined(separator: " or ")) (\(mebibytes))"
  }

  /// How much there is to build and to explain, the least first.
  ///
  /// `lru` is the simplest policy; the one that the loader's library comes with is there already.
  /// Fetching nothing ahead is simpler than anything else, and so is a setting at its default.
  var effort: [Int] {
    let own = Self.ownPolicies[String(loader.prefix { $0 != ":" })]
    let rank = policy == "lru" ? 0 : policy == own ? 1 : 2
    let settings = [loader, prefetcher, policy].reduce(0) { $0 + $1.count { $0 == ":" } }
    return [rank, budgetBytes ?? 0, prefetcher == "none" ? 0 : 1, settings]
  }

  /// The same for what one does before anything is tuned: nothing fetched ahead, the smallest
  /// budget, `lru`.
  var leastEffort: [Int] {
    let effort = effort
    return [effort[2], effort[1], effort[0], effort[3]]
  }

  /// The policies that loaders come with, by their names.
  private static let ownPolicies: [String: String] = Dictionary(
    uniqueKeysWithValues: Catalog<LoaderDescriptor>.builtIn.entries.compactMap { entry in
      entry.ownCache.map { (entry.name, $0.policy) }
    })

  /// How many of loader, prefetcher, policy and budget are others than those of a setting.
  func changes(from other: CacheSetting) -> Int {
    [
      loader != other.loader, prefetcher != other.prefetcher, policy != other.policy,
      budgetBytes != other.budgetBytes,
    ].count { $0 }
  }

  /// Whether it is as simple as can be.
  var isSimplest: Bool { effort[0] < 2 }
}
