import ScrollCore
import ScrollSimulation

extension EmitTarget {
  /// Kingfisher 8, with its memory cache, disk cache, downloader and prefetcher.
  ///
  /// The memory cache is `ImageCache.default.memoryStorage.config` (totalCostLimit, countLimit,
  /// expiration), the disk cache that of `diskStorage` (sizeLimit, expiration), the downloader the
  /// connections of its session, and the prefetcher `ImagePrefetcher(urls:)`.
  ///
  /// A prefetcher does not use the default options of the manager: its own are those that are set.
  static let kingfisher = EmitTarget(
    "kingfisher", "Kingfisher's default memory storage and its prefetcher.", loader: "kingfisher",
    ownPolicy: "kingfisher", keeps: { $0 == "kingfisher" }
  ) { setting in
    var code = EmittedCode(importing: ["Foundation", "Kingfisher"])
    let config = "ImageCache.default.memoryStorage.config"
    code.addCache(
      setting, cost: ("\(config).totalCostLimit", "Int"), unlimited: "0",
      count: "\(config).countLimit",
      order: "Kingfisher keeps an NSCache, whose order of eviction cannot be chosen",
      mapped: [
        "expiration": {
          Double($0) == 0
            ? "\(config).expiration = .never" : "\(config).expiration = .seconds(\($0))"
        }
      ])
    let disk = "ImageCache.default.diskStorage.config"
    var options: [String] = []
    if setting.loader.entry.name == "kingfisher" {
      let loader = setting.loader.entry.loader(setting.loader.settings)
      if loader.decode == .fullSize { options.append(".backgroundDecode") }
      if loader.prefetchesFromDisk { options.append(".alsoPrefetchToMemory") }
      if loader.diskHolds == .download { options.append(".cacheSerializer(serializer)") }
      if loader.cancelRead {
        code.note(
          "Needs Kingfisher 8.8.1 or later: before, images on disk were read for cells that had been "
            + "reused.")
      }
    }
    let prefetchOptions =
      options.isEmpty ? "" : ", options: [\(options.joined(separator: ", "))]"
    code.addLoader(
      setting, own: "kingfisher",
      mapped: [
        "decode": {
          $0 == Loader.Redraw.fullSize.rawValue
            ? ["KingfisherManager.shared.defaultOptions += [.backgroundDecode]"] : nil
        },
        "diskHolds": {
          $0 == Loader.DiskContents.download.rawValue
            ? [
              "var serializer = DefaultCacheSerializer()",
              "serializer.preferCacheOriginalData = true",
              "KingfisherManager.shared.defaultOptions += [.cacheSerializer(serializer)]",
            ] : nil
        },
        // This is an option of the prefetcher.
        "prefetchesFromDisk": { _ in [] },
        "diskLimit": { ["\(disk).sizeLimit = \($0)"] },
        "diskAge": {
          [Double($0) == 0 ? "\(disk).expiration = .never" : "\(disk).expiration = .seconds(\($0))"]
        },
        "connections": { count in
          guard count != "0" else { return nil }
          // The session is recreated when its configuration is set.
          return [
            "let session = ImageDownloader.default.sessionConfiguration",
            "session.httpMaximumConnectionsPerHost = \(count)",
            "ImageDownloader.default.sessionConfiguration = session",
          ]
        },
      ])
    code.addPrefetching(
      setting, make: [],
      calls: [
        "let prefetcher = ImagePrefetcher(urls: addresses that come into the window\(prefetchOptions))",
        "prefetcher.start(), and prefetcher.stop() when they leave it",
      ])
    return code
  }
}
