import ScrollCore
import ScrollSimulation

extension EmitTarget {
  /// SDWebImage 5: `SDImageCache.shared.config` (maxMemoryCost, maxMemoryCount,
  /// shouldUseWeakMemoryCache, maxDiskSize, maxDiskAge), `SDWebImageDownloader.shared.config`
  /// (maxConcurrentDownloads, executionOrder) and `SDWebImagePrefetcher.shared`, as its headers
  /// SDImageCacheConfig.h, SDWebImageDownloaderConfig.h and SDWebImagePrefetcher.h declare them.
  static let sdwebimage = EmitTarget(
    "sdwebimage", "SDWebImage's shared memory cache and its prefetcher.", loader: "sdwebimage",
    ownPolicy: "sdwebimage", keeps: { $0 == "sdwebimage" }
  ) { setting in
    var code = EmittedCode(importing: ["Foundation", "SDWebImage"])
    let config = "SDImageCache.shared.config"
    code.addCache(
      setting, cost: ("\(config).maxMemoryCost", "UInt"), unlimited: "0",
      count: "\(config).maxMemoryCount",
      order: "SDWebImage keeps an NSCache, whose order of eviction cannot be chosen",
      mapped: ["weakTable": { "\(config).shouldUseWeakMemoryCache = \($0)" }])
    let limit = setting.loader.entry.loader(setting.loader.settings).prefetchLimit
    let isLimited = setting.loader.entry.name == "sdwebimage" && limit > 0
    let downloads = "SDWebImageDownloader.shared.config"
    code.addLoader(
      setting, own: "sdwebimage", said: isLimited ? ["prefetchLimit"] : [],
      mapped: [
        "order": { ["\(downloads).executionOrder = .\($0)ExecutionOrder"] },
        "connections": { $0 == "0" ? nil : ["\(downloads).maxConcurrentDownloads = \($0)"] },
        "diskLimit": { ["\(config).maxDiskSize = \($0)"] },
        "diskAge": { ["\(config).maxDiskAge = \(Double($0) == 0 ? "-1" : $0)"] },
      ])
    let prefetcher = "SDWebImagePrefetcher.shared"
    code.addPrefetching(
      setting,
      make: isLimited ? ["\(prefetcher).maxConcurrentPrefetchCount = \(limit)"] : [],
      calls: [
        "let token = \(prefetcher).prefetchURLs(addresses that come into the window)",
        "token?.cancel() when they leave it",
      ])
    return code
  }
}
