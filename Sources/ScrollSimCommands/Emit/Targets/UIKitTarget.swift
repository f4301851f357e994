import ScrollCore

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
