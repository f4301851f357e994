import ScrollCore
import ScrollSimulation

extension EmitTarget {
  /// SDWebImage 5: `SDImageCache.shared.config` (maxMemoryCost, maxMemoryCount,
  /// shouldUseWeakMemoryCache, maxDiskSize, maxDiskAge), `SDWebImageDownloader.shared.config`
  /// (maxConcurrentDownloads, executionOrder) and `SDWebImagePrefetcher.shared`, as its headers
  /// SDImageCacheConfig.h, SDWebImageDownloaderConfig.h and SDWebImagePrefetcher.h declare them.
  static let sdwebimage = EmitTarget(
    "sdwebimage", "SDWebImage's shared memory cache and its prefetcher.", loaders: ["sdwebimage"],
    ownPolicy: "sdwebimage", keeps: { $0 == "sdwebimage" }, zeroIsNoLimit: true
  ) { target, setting in
    var file = EmittedFile(
      target, setting, imports: ["import Foundation", "import SDWebImage"],
      summary: "SDWebImage's caches with the simulated settings. Call `FeedCache.configure()` when "
        + "the app starts, before the first image.")
    let config = "SDImageCache.shared.config"
    file.addCache(
      order: "SDWebImage keeps an NSCache, whose order of eviction cannot be chosen",
      mapped: [
        "countLimit": .constant { ["\(config).maxMemoryCount = UInt(\($0))"] },
        "weakTable": .structure { ["\(config).shouldUseWeakMemoryCache = \($0)"] },
      ]
    ) { ["\(config).maxMemoryCost = UInt(\($0))"] }
    let downloads = "SDWebImageDownloader.shared.config"
    file.addLoader(
      elsewhere: file.settingsOfPrefetcher,
      mapped: [
        "order": .structure { ["\(downloads).executionOrder = .\($0)ExecutionOrder"] },
        "connections": .constant(besides: ["0"]) {
          ["\(downloads).maxConcurrentDownloads = \($0)"]
        },
        "diskLimit": .constant { ["\(config).maxDiskSize = UInt(\($0))"] },
        "diskAge": .constant { ["\(config).maxDiskAge = \($0) > 0 ? \($0) : -1"] },
      ])
    file.need(
      file.decodesAtCellSize
        ? "Needs SDWebImage 5.15.0 or later: in earlier versions, prefetches take no context."
        : "Needs SDWebImage 5.0.0 or later.")
    file.addSDWebImagePrefetcher()
    return file
  }
}

extension EmittedFile {
  fileprivate mutating func addSDWebImagePrefetcher() {
    let isAtCellSize = decodesAtCellSize
    if isAtCellSize {
      add(import: "import UIKit")
      add(member: [
        "/// Returns the context of a request for an image at the size of its cell, in points.",
        "///",
        "/// Cells must load with the same context, or their images are decoded at full size.",
        "static func context(cellSize: CGSize, scale: CGFloat) -> [SDWebImageContextOption: Any] {",
        "  let size = CGSize(width: cellSize.width * scale, height: cellSize.height * scale)",
        "  return [.imageThumbnailPixelSize: size]",
        "}",
      ])
    }
    let window = addWindow { !$0.isFollowing }
    guard window != .none else { return }
    let prefetcher = "SDWebImagePrefetcher.shared"
    let limit = setting.loader.entry.loader(setting.loader.settings).prefetchLimit
    if limit > 0 {
      configure([
        "\(prefetcher).maxConcurrentPrefetchCount = UInt("
          + "\(add(constant: "prefetchLimit", "\(limit)")))"
      ])
    } else {
      lacks("loader 'sdwebimage': prefetchLimit=0")
      dropFromLoader("prefetchLimit")
    }
    let start =
      isAtCellSize
      ? [
        "let context = FeedCache.context(cellSize: cellSize, scale: scale)",
        "let token = \(prefetcher).prefetchURLs(",
        "  added, options: [], context: context, progress: nil, completed: nil)",
      ] : ["let token = \(prefetcher).prefetchURLs(added)"]
    add(
      SwiftPrefetcher(
        properties: [
          "private var batches: [(urls: Set<URL>, token: SDWebImagePrefetchToken?)] = []"
        ],
        parameters: isAtCellSize ? [("cellSize", "CGSize"), ("scale", "CGFloat")] : [],
        move: [
          "for batch in batches where batch.urls.isDisjoint(with: next) { batch.token?.cancel() }",
          "batches.removeAll { $0.urls.isDisjoint(with: next) }", "if !added.isEmpty {",
        ] + (start + ["batches.append((Set(added), token))"]).map { "  \($0)" } + ["}"]),
      in: window)
  }
}
