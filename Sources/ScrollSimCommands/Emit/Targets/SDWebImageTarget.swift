import ScrollCore
import ScrollSimulation

extension EmitTarget {
  /// SDWebImage 5: `SDImageCache.shared.config` (maxMemoryCost, maxMemoryCount,
  /// shouldUseWeakMemoryCache) and `SDWebImagePrefetcher.shared`.
  static let sdwebimage = EmitTarget(
    "sdwebimage", "SDWebImage's shared memory cache and its prefetcher.", loader: "sdwebimage"
  ) { setting in
    var code = EmittedCode(importing: ["Foundation", "SDWebImage"])
    let config = "SDImageCache.shared.config"
    code.addCache(
      setting, cost: ("\(config).maxMemoryCost", "UInt"), unlimited: "0",
      count: "\(config).maxMemoryCount", kept: { $0 == "sdwebimage" },
      order: "SDWebImage keeps an NSCache, whose order of eviction cannot be chosen",
      mapped: ["weakTable": { "\(config).shouldUseWeakMemoryCache = \($0)" }])
    let limit = setting.loader.entry.loader(setting.loader.settings).prefetchLimit
    let isLimited = setting.loader.entry.name == "sdwebimage" && limit > 0
    let prefetcher = "SDWebImagePrefetcher.shared"
    code.addPrefetching(
      setting,
      make: isLimited ? ["\(prefetcher).maxConcurrentPrefetchCount = \(limit)"] : [],
      calls: [
        "let token = \(prefetcher).prefetchURLs(addresses that come into the window)",
        "token?.cancel() when they leave it",
      ])
    code.addLoader(setting, own: "sdwebimage", mapped: isLimited ? ["prefetchLimit"] : [])
    return code
  }
}
