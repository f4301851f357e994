import ScrollCore

extension EmitTarget {
  /// Kingfisher 7 and 8: `ImageCache.default.memoryStorage.config` (totalCostLimit, countLimit,
  /// expiration) and `ImagePrefetcher(urls:)`.
  static let kingfisher = EmitTarget(
    "kingfisher", "Kingfisher's default memory storage and its prefetcher.", loader: "kingfisher"
  ) { setting in
    var code = EmittedCode(importing: ["Foundation", "Kingfisher"])
    let config = "ImageCache.default.memoryStorage.config"
    code.addCache(
      setting, cost: ("\(config).totalCostLimit", "Int"), unlimited: "0",
      count: "\(config).countLimit", kept: { $0 == "kingfisher" },
      order: "Kingfisher keeps an NSCache, whose order of eviction cannot be chosen",
      mapped: [
        "expiration": {
          Double($0) == 0
            ? "\(config).expiration = .never" : "\(config).expiration = .seconds(\($0))"
        }
      ])
    code.addPrefetching(
      setting, make: [],
      calls: [
        "let prefetcher = ImagePrefetcher(urls: addresses that come into the window)",
        "prefetcher.start(), and prefetcher.stop() when they leave it",
      ])
    code.addLoader(setting, own: "kingfisher")
    return code
  }
}
