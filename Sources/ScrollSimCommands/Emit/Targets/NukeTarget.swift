import ScrollCaching
import ScrollCore
import ScrollSimulation

extension EmitTarget {
  /// Nuke 12 and 13: `ImageCache` (costLimit, countLimit, ttl, entryCostLimit) and
  /// `ImagePrefetcher(maxConcurrentRequestCount:)`.
  static let nuke = EmitTarget(
    "nuke", "Nuke's shared memory cache and its prefetcher.", loader: "nuke"
  ) { setting in
    var code = EmittedCode(importing: ["Foundation", "Nuke"])
    let cache = "ImageCache.shared"
    code.addCache(
      setting, cost: ("\(cache).costLimit", "Int"), unlimited: "Int.max",
      count: "\(cache).countLimit", kept: { $0 == "nuke-clock" || $0 == "nuke-lru" },
      order: "Nuke's ImageCache has an order of eviction of its own; another needs a type that "
        + "conforms to ImageCaching",
      mapped: [
        "ttl": { "\(cache).ttl = \($0)" },
        "entryCostLimit": { "\(cache).entryCostLimit = \($0)" },
      ])
    if setting.policy?.entry.name == "nuke-lru" {
      code.lacks("policy 'nuke-lru' in Nuke 13.0.5 and later, which evict by a clock")
    }
    let limit = setting.loader.entry.loader(setting.loader.settings).prefetchLimit
    let isOwn = setting.loader.entry.name == "nuke"
    code.addPrefetching(
      setting,
      make: [
        isOwn && limit > 0
          ? "let prefetcher = ImagePrefetcher(maxConcurrentRequestCount: \(limit))"
          : "let prefetcher = ImagePrefetcher()"
      ],
      calls: [
        "prefetcher.startPrefetching(with: addresses that come into the window)",
        "prefetcher.stopPrefetching(with: addresses that leave it)",
      ])
    code.addLoader(setting, own: "nuke", mapped: limit > 0 ? ["prefetchLimit"] : [])
    return code
  }
}
