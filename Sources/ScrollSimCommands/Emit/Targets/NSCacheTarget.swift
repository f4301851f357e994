import ScrollCore
import ScrollSweeps

extension EmitTarget {
  /// Foundation's NSCache (totalCostLimit, countLimit), with the bytes of a bitmap as its cost.
  static let nscache = EmitTarget(
    "nscache", "An NSCache of images.", loaders: ["cached"], isAnyLoader: true,
    ownPolicy: "nscache-lru", keeps: { $0.hasPrefix("nscache") }, zeroIsNoLimit: true
  ) { target, setting in
    var file = EmittedFile.withImageCache(target, setting)
    let window = file.addWindow { !$0.isFollowing }
    file.add(.loadingByApp, in: window)
    return file
  }
}

extension EmittedFile {
  /// Returns a file with an NSCache and its limits.
  static func withImageCache(
    _ target: EmitTarget, _ setting: EmittedSetting
  ) -> EmittedFile {
    var file = EmittedFile(
      target, setting, imports: ["import UIKit"],
      summary: "An NSCache of images with the limits that were simulated: call "
        + "`FeedCache.configure()` when the app starts.")
    file.isIsolated = true
    file.addCache(
      order: "the order of eviction of an NSCache cannot be chosen",
      mapped: [
        "countLimit": .constant { ["images.countLimit = \($0)"] },
        "evictsObjectsWithDiscardedContent": .structure {
          ["images.evictsObjectsWithDiscardedContent = \($0)"]
        },
      ]
    ) { ["images.totalCostLimit = \($0)"] }
    file.add(member: [
      "/// The images by their addresses.", "static let images = NSCache<NSURL, UIImage>()",
    ])
    file.add(member: [
      "/// Stores an image with its bytes as the cost; without a cost the limit means nothing.",
      "static func store(_ image: UIImage, for url: URL) {",
      "  let bytes = image.cgImage.map { $0.bytesPerRow * $0.height } ?? 1",
      "  images.setObject(image, forKey: url as NSURL, cost: bytes)", "}",
    ])
    file.need("Needs iOS 13 or later.")
    file.note(
      "The app loads the images. Loader '\(setting.loader.label)' was simulated: it says how they "
        + "are read, decoded and cancelled.")
    return file
  }
}

extension SwiftPrefetcher {
  /// A prefetcher in an app that loads images itself.
  static let loadingByApp = SwiftPrefetcher(
    properties: ["private var tasks: [URL: Task<Void, Never>] = [:]"],
    parameters: [("load", "(URL) -> Task<Void, Never>")],
    move: [
      "for (url, task) in tasks where !next.contains(url) { task.cancel() }",
      "tasks = tasks.filter { next.contains($0.key) }",
      "for url in added { tasks[url] = load(url) }",
    ], hasSwiftUI: true)
}

extension EmitTarget {
  /// UIKit's prefetching (`isPrefetchingEnabled`, `prefetchDataSource`) around an NSCache.
  static let uikit = EmitTarget(
    "uikit", "UICollectionView's prefetching, and an NSCache.", loaders: ["cached"],
    isAnyLoader: true, ownPolicy: "nscache-lru", keeps: { $0.hasPrefix("nscache") },
    prefetcher: "uikit-window", zeroIsNoLimit: true
  ) { target, setting in
    var file = EmittedFile.withImageCache(target, setting)
    let window = file.addWindow { !$0.isFollowing }
    file.add(member: [
      "/// Sets the prefetching of a collection view up; call it when the view is loaded.",
      "static func configure(_ view: UICollectionView) {",
      "  view.isPrefetchingEnabled = \(window == .uikit)", "}",
    ])
    file.add(.loadingByApp, in: window)
    return file
  }
}
