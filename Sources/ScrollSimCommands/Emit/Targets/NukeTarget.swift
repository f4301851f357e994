import ScrollCaching
import ScrollCore
import ScrollSimulation

extension EmitTarget {
  /// Nuke 13: `ImageCache` (costLimit, countLimit, ttl, entryCostLimit),
  /// `ImagePipeline.Configuration` and `ImagePrefetcher(maxConcurrentRequestCount:)`.
  ///
  /// The loader `nuke` has the default pipeline, `.withURLCache`, and `nuke-data-cache` has
  /// `.withDataCache`.
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
    let name = setting.loader.entry.name
    let isOwn = name == "nuke" || name == dataCacheLoader
    code.addPipeline(setting, own: isOwn ? name : "nuke")
    let limit = setting.loader.entry.loader(setting.loader.settings).prefetchLimit
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
      code.lacks([("prefetchLimit", "0")], of: "loader '\(name)'")
    }
    if PrefetchWindow(setting.prefetcher) != .some(.none) {
      code.note(
        "Needs Nuke 13.1.0 or later: before, stopPrefetching did nothing for prefetches that had "
          + "not started.")
    } else if setting.policy?.entry.name == "nuke-clock" {
      code.note("Needs Nuke 13.0.5 or later: before, the memory cache was an LRU queue.")
    }
    return code
  }

  /// The loader whose disk cache is Nuke's own.
  fileprivate static let dataCacheLoader = "nuke-data-cache"
}

extension EmittedCode {
  /// Adds the configuration of a pipeline, if it is not Nuke's default.
  fileprivate mutating func addPipeline(_ setting: EmittedSetting, own: String) {
    let hasDataCache = own == EmitTarget.dataCacheLoader
    let disk = setting.loaderSettings.first { $0.name == "diskLimit" && $0.value != "0" }?.value
    let configuration =
      hasDataCache
      ? "withDataCache" + (disk.map { "(sizeLimit: \($0))" } ?? "") : "withURLCache"
    addLoader(
      setting, own: own, said: ["prefetchLimit"],
      mapped: Self.configuration(hasDataCache: hasDataCache),
      frame: (
        "var pipeline = ImagePipeline.Configuration.\(configuration)",
        "ImagePipeline.shared = ImagePipeline(configuration: pipeline)"
      ), isFrameNeeded: hasDataCache)
    guard setting.loader.entry.name == own else { return }
    note(
      hasDataCache
        ? "On disk: Nuke's DataCache. Nuke's default is the system's URLCache (loader 'nuke')."
        : "On disk: the system's URLCache, Nuke's default. Loader '\(EmitTarget.dataCacheLoader)' "
          + "sets withDataCache.")
  }

  /// Returns lines for settings of the loader, by their names.
  ///
  /// The limit of downloads per second is on or off: the rate cannot be set.
  private static func configuration(
    hasDataCache: Bool
  ) -> [String: (String) -> [String]?] {
    func queue(_ name: String) -> (String) -> [String]? {
      { $0 == "0" ? nil : ["pipeline.\(name).maxConcurrentOperationCount = \($0)"] }
    }
    return [
      "connections": queue("dataLoadingQueue"), "lanes": queue("imageDecompressingQueue"),
      "rateLimit": { $0 == "0" ? ["pipeline.isRateLimiterEnabled = false"] : nil },
      "coalescing": { ["pipeline.isTaskCoalescingEnabled = \($0)"] },
      "diskCache": { isOn in
        guard isOn == "false" else { return [] }
        guard !hasDataCache else { return ["pipeline.dataCache = nil"] }
        return [
          "let session = DataLoader.defaultConfiguration", "session.urlCache = nil",
          "pipeline.dataLoader = DataLoader(configuration: session)",
        ]
      },
      "diskLimit": { bytes in
        guard bytes != "0" else { return nil }
        return hasDataCache ? [] : ["DataLoader.sharedUrlCache.diskCapacity = \(bytes)"]
      },
    ]
  }
}
