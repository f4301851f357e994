import ScrollCaching
import ScrollCore
import ScrollSimulation

extension EmitTarget {
  /// Nuke 13: `ImageCache` (costLimit, countLimit, ttl, entryCostLimit),
  /// `ImagePipeline.Configuration` and `ImagePrefetcher(maxConcurrentRequestCount:)`.
  ///
  /// The loader `nuke` models the default pipeline, `.withURLCache`; `nuke-data-cache` models
  /// `.withDataCache`.
  static let nuke = EmitTarget(
    "nuke", "Nuke's shared memory cache and its prefetcher.", loaders: ["nuke", dataCacheLoader],
    ownPolicy: "nuke-clock", keeps: { $0 == "nuke-clock" || $0 == "nuke-lru" }
  ) { target, setting in
    var file = EmittedFile(
      target, setting, imports: ["import Foundation", "import Nuke"],
      summary: "Nuke's caches with the simulated settings. Call `FeedCache.configure()` when the "
        + "app starts, before the first image.")
    let cache = "ImageCache.shared"
    file.addCache(
      order: "Nuke's ImageCache has a fixed order of eviction; for another one, write a type that "
        + "conforms to ImageCaching",
      mapped: [
        "countLimit": .constant { ["\(cache).countLimit = \($0)"] },
        "ttl": .constant { ["\(cache).ttl = \($0)"] },
        "entryCostLimit": .constant { ["\(cache).entryCostLimit = \($0)"] },
      ]
    ) { ["\(cache).costLimit = \($0)"] }
    if file.setting.policy?.entry.name == "nuke-lru" {
      file.lacks("policy 'nuke-lru' in Nuke 13.0.5 and later, which evict by a clock")
    }
    file.addPipeline()
    file.addNukePrefetcher()
    return file
  }

  /// The loader that models Nuke with its own disk cache.
  fileprivate static let dataCacheLoader = "nuke-data-cache"
}

extension EmittedFile {
  /// Adds the configuration of a pipeline, if it is not Nuke's default.
  fileprivate mutating func addPipeline() {
    let hasDataCache = setting.loader.entry.name == EmitTarget.dataCacheLoader
    let disk = setting.loaderSettings.contains { $0.name == "diskLimit" && $0.value != "0" }
    let configuration =
      hasDataCache ? "withDataCache" + (disk ? "(sizeLimit: diskLimit)" : "") : "withURLCache"
    addLoader(
      elsewhere: settingsOfPrefetcher,
      mapped: Self.pipeline(hasDataCache: hasDataCache),
      frame: { lines in
        // The queues are objects: to change them changes no variable.
        let isChanged = lines.contains { $0.prefixMatch(of: #/pipeline\.\w+ =/#) != nil }
        return [
          "\(isChanged ? "var" : "let") pipeline = ImagePipeline.Configuration.\(configuration)"
        ]
          + lines + ["ImagePipeline.shared = ImagePipeline(configuration: pipeline)"]
      }, isFrameNeeded: hasDataCache)
    note(
      hasDataCache
        ? "On disk: Nuke's DataCache. Nuke's default is the system's URLCache (loader 'nuke')."
        : "On disk: the system's URLCache, Nuke's default. Loader '\(EmitTarget.dataCacheLoader)' "
          + "sets withDataCache.")
  }

  /// Returns lines for settings of the loader, by their names.
  ///
  /// The limit of downloads per second can be switched on or off, but its rate cannot be set.
  private static func pipeline(hasDataCache: Bool) -> [String: SettingLines] {
    func queue(_ name: String) -> SettingLines {
      .constant(besides: ["0"]) { ["pipeline.\(name).maxConcurrentOperationCount = \($0)"] }
    }
    return [
      "connections": queue("dataLoadingQueue"), "lanes": queue("imageDecompressingQueue"),
      "rateLimit": .structure { $0 == "0" ? ["pipeline.isRateLimiterEnabled = false"] : nil },
      "coalescing": .structure { ["pipeline.isTaskCoalescingEnabled = \($0)"] },
      "diskCache": .structure { isOn in
        guard isOn == "false" else { return [] }
        guard !hasDataCache else { return ["pipeline.dataCache = nil"] }
        return [
          "let session = DataLoader.defaultConfiguration", "session.urlCache = nil",
          "pipeline.dataLoader = DataLoader(configuration: session)",
        ]
      },
      "diskLimit": .constant(besides: ["0"]) {
        hasDataCache ? [] : ["DataLoader.sharedUrlCache.diskCapacity = \($0)"]
      },
    ]
  }

  /// The settings of the loader that apply to the requests of the prefetcher.
  var settingsOfPrefetcher: Set<String> {
    decodesAtCellSize ? ["prefetchLimit", "decode"] : ["prefetchLimit"]
  }

  /// A Boolean value that indicates whether images are decoded at the size of their cells.
  var decodesAtCellSize: Bool {
    setting.loader.entry.loader(setting.loader.settings).decode == .viewSize
  }

  fileprivate mutating func addNukePrefetcher() {
    let isAtCellSize = decodesAtCellSize
    if isAtCellSize {
      add(import: "import UIKit")
      add(member: [
        "/// Returns the request for an image at the size of its cell, in points.",
        "///",
        "/// Cells must load with the same request, or their images are decoded at full size.",
        "static func request(for url: URL, cellSize: CGSize) -> ImageRequest {",
        "  var request = ImageRequest(url: url)",
        "  request.thumbnail = ImageRequest.ThumbnailOptions(size: cellSize)",
        "  return request",
        "}",
      ])
    }
    let window = addWindow { !$0.isFollowing }
    guard window != .none else {
      need("Needs Nuke 13.0.5 or later: in earlier versions, the memory cache is an LRU queue.")
      return
    }
    need(
      "Needs Nuke 13.1.0 or later: in earlier versions, stopPrefetching does not stop prefetches "
        + "that have not started.")
    let limit = setting.loader.entry.loader(setting.loader.settings).prefetchLimit
    var arguments = ""
    if limit > 0 {
      add(constant: "prefetchLimit", "\(limit)")
      arguments = "maxConcurrentRequestCount: FeedCache.prefetchLimit"
    } else {
      lacks("loader '\(setting.loader.entry.name)': prefetchLimit=0")
      dropFromLoader("prefetchLimit")
    }
    func images(_ urls: String) -> String {
      isAtCellSize
        ? "\(urls).map { FeedCache.request(for: $0, cellSize: cellSize) }"
        : urls.hasSuffix(")") ? "Array(\(urls))" : urls
    }
    add(
      SwiftPrefetcher(
        properties: ["private let prefetcher = ImagePrefetcher(\(arguments))"],
        parameters: isAtCellSize ? [("cellSize", "CGSize")] : [],
        move: [
          "prefetcher.stopPrefetching(with: \(images("window.subtracting(next)")))",
          "prefetcher.startPrefetching(with: \(images("added")))",
        ], hasSwiftUI: true), in: window)
  }
}
