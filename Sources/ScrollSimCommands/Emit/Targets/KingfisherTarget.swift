import ScrollCore
import ScrollSimulation

extension EmitTarget {
  /// Kingfisher 8, with its memory cache, disk cache, downloader and prefetcher.
  ///
  /// The code sets `ImageCache.default.memoryStorage.config` (totalCostLimit, countLimit,
  /// expiration), `ImageCache.default.diskStorage.config` (sizeLimit, expiration) and the
  /// connections of the downloader's session. It prefetches with `ImagePrefetcher(urls:)`.
  ///
  /// A prefetcher does not use the default options of `KingfisherManager`, so the code passes
  /// options to it.
  static let kingfisher = EmitTarget(
    "kingfisher", "Kingfisher's default memory storage and its prefetcher.",
    loaders: ["kingfisher"], ownPolicy: "kingfisher", keeps: { $0 == "kingfisher" },
    zeroIsNoLimit: true
  ) { target, setting in
    var file = EmittedFile(
      target, setting, imports: ["import Foundation", "import Kingfisher"],
      summary: "Kingfisher's caches with the simulated settings. Call `FeedCache.configure()` when "
        + "the app starts, before the first image.")
    let config = "ImageCache.default.memoryStorage.config"
    file.addCache(
      order: "Kingfisher keeps an NSCache, whose order of eviction cannot be chosen",
      mapped: [
        "countLimit": .constant { ["\(config).countLimit = \($0)"] },
        "expiration": expiration(config),
        "keepsInBackground": .structure { ["\(config).keepWhenEnteringBackground = \($0)"] },
      ]
    ) { ["\(config).totalCostLimit = \($0)"] }
    file.addKingfisherLoader()
    return file
  }

  /// Returns the lines that set the seconds after which a storage removes an unused image.
  fileprivate static func expiration(_ config: String) -> SettingLines {
    .constant { ["\(config).expiration = \($0) > 0 ? .seconds(\($0)) : .never"] }
  }
}

extension EmittedFile {
  fileprivate mutating func addKingfisherLoader() {
    let disk = "ImageCache.default.diskStorage.config"
    addLoader(
      elsewhere: settingsOfPrefetcher,
      mapped: [
        "decode": .structure { $0 == Loader.Redraw.fullSize.rawValue ? [] : nil },
        "diskHolds": .structure { _ in [] },
        "prefetchesFromDisk": .structure { _ in [] },
        "diskLimit": .constant { ["\(disk).sizeLimit = UInt(\($0))"] },
        "diskAge": EmitTarget.expiration(disk),
        "connections": .constant(besides: ["0"]) { count in
          // The session is recreated when its configuration is set.
          [
            "let session = ImageDownloader.default.sessionConfiguration",
            "session.httpMaximumConnectionsPerHost = \(count)",
            "ImageDownloader.default.sessionConfiguration = session",
          ]
        },
      ])
    let loader = setting.loader.entry.loader(setting.loader.settings)
    need(
      loader.cancelRead
        ? "Needs Kingfisher 8.8.1 or later: earlier versions read images from disk for cells that "
          + "had been reused."
        : "Needs Kingfisher 8.0.0 or later.")
    addKingfisherOptions(loader)
    let window = addWindow { !$0.isFollowing }
    guard window != .none else { return }
    var start = ["let prefetcher = ImagePrefetcher(urls: added\(optionsOfPrefetches(loader)))"]
    if loader.prefetchLimit > 0 {
      add(constant: "prefetchLimit", "\(loader.prefetchLimit)")
      start.append("prefetcher.maxConcurrentDownloads = FeedCache.prefetchLimit")
    } else {
      lacks("loader 'kingfisher': prefetchLimit=0")
      dropFromLoader("prefetchLimit")
    }
    start += ["prefetcher.start()", "batches.append((Set(added), prefetcher))"]
    add(
      SwiftPrefetcher(
        properties: ["private var batches: [(urls: Set<URL>, prefetcher: ImagePrefetcher)] = []"],
        parameters: decodesAtCellSize ? [("cellSize", "CGSize"), ("scale", "CGFloat")] : [],
        move: [
          "for batch in batches where batch.urls.isDisjoint(with: next) { batch.prefetcher.stop() }",
          "batches.removeAll { $0.urls.isDisjoint(with: next) }", "if !added.isEmpty {",
        ] + start.map { "  \($0)" } + ["}"], hasSwiftUI: true), in: window)
  }

  /// Adds the options of all requests, and the options of requests for images in the size of a
  /// cell.
  private mutating func addKingfisherOptions(_ loader: Loader) {
    var options: [String] = []
    if loader.decode == .fullSize { options.append(".backgroundDecode") }
    if loader.diskHolds == .download { options.append(".cacheSerializer(serializer)") }
    if !options.isEmpty {
      let serializer = [
        "  var serializer = DefaultCacheSerializer()",
        "  serializer.preferCacheOriginalData = true",
      ]
      add(
        member: [
          "/// The options of every request.", "static var options: KingfisherOptionsInfo {",
        ]
          + (loader.diskHolds == .download ? serializer : [])
          + ["  return [\(options.joined(separator: ", "))]", "}"])
      configure(["KingfisherManager.shared.defaultOptions += options"])
    }
    guard loader.decode == .viewSize else { return }
    add(import: "import UIKit")
    add(member: [
      "/// Returns the options of a request for an image at the size of its cell, in points.",
      "///",
      "/// Cells must load with the same options, or their images are decoded at full size.",
      "static func options(cellSize: CGSize, scale: CGFloat) -> KingfisherOptionsInfo {",
      "  [.processor(DownsamplingImageProcessor(size: cellSize)), .scaleFactor(scale)]",
      "}",
    ])
  }

  /// Returns the argument for the options of prefetches.
  private func optionsOfPrefetches(_ loader: Loader) -> String {
    var parts: [String] = []
    if loader.decode == .fullSize || loader.diskHolds == .download {
      parts.append("FeedCache.options")
    }
    if loader.decode == .viewSize {
      parts.append("FeedCache.options(cellSize: cellSize, scale: scale)")
    }
    if loader.prefetchesFromDisk { parts.append("[.alsoPrefetchToMemory]") }
    return parts.isEmpty ? "" : ", options: \(parts.joined(separator: " + "))"
  }
}
