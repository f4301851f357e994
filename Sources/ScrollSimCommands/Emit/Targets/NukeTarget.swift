import ScrollCaching
import ScrollCore
import ScrollSimulation

extension EmitTarget {
  /// Nuke 12 and 13: `ImageCache` (costLimit, countLimit, ttl, entryCostLimit),
  /// `ImagePipeline.Configuration` and `ImagePrefetcher(maxConcurrentRequestCount:)`.
  static let nuke = EmitTarget(
    "nuke", "Nuke's shared memory cache and its prefetcher.", loader: "nuke",
    ownPolicy: "nuke-clock", keeps: { $0 == "nuke-clock" || $0 == "nuke-lru" }
  ) { setting in
    var code = EmittedCode(importing: ["Foundation", "Nuke"])
    let cache = "ImageCache.shared"
    code.addCache(
      setting, cost: ("\(cache).costLimit", "Int"), unlimited: "Int.max",
      count: "\(cache).countLimit",
      order: "Nuke's ImageCache has an order of eviction of its own; another needs a type that "
        + "conforms to ImageCaching",
      mapped: [
        "ttl": { "\(cache).ttl = \($0)" },
        "entryCostLimit": { "\(cache).entryCostLimit = \($0)" },
      ])
    if setting.policy?.entry.name == "nuke-lru" {
      code.lacks("policy 'nuke-lru' in Nuke 13.0.5 and later, which evict by a clock")
    }
    let disk = setting.loaderSettings.first { $0.name == "diskLimit" && $0.value != "0" }?.value
    code.addLoader(
      setting, own: "nuke", said: ["prefetchLimit"], mapped: configuration(),
      // The shared pipeline may have another disk cache than the one that is modeled.
      frame: (
        "var pipeline = ImagePipeline.Configuration.withDataCache"
          + (disk.map { "(sizeLimit: \($0))" } ?? ""),
        "ImagePipeline.shared = ImagePipeline(configuration: pipeline)"
      ))
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
    if isOwn, limit == 0 {
      code.lacks([("prefetchLimit", "0")], of: "loader 'nuke'")
    }
    return code
  }

  /// Lines for settings of the loader, by their names.
  ///
  /// Its limit of downloads per second is on or off: the rate cannot be set.
  private static func configuration() -> [String: (String) -> [String]?] {
    func queue(_ name: String) -> (String) -> [String]? {
      { $0 == "0" ? nil : ["pipeline.\(name).maxConcurrentOperationCount = \($0)"] }
    }
    return [
      "connections": queue("dataLoadingQueue"), "lanes": queue("imageDecompressingQueue"),
      "rateLimit": { $0 == "0" ? ["pipeline.isRateLimiterEnabled = false"] : nil },
      "coalescing": { ["pipeline.isTaskCoalescingEnabled = \($0)"] },
      "diskCache": { $0 == "false" ? ["pipeline.dataCache = nil"] : [] },
      "diskLimit": { $0 == "0" ? nil : [] },
    ]
  }
}
