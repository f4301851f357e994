import ScrollCore
import ScrollSimulation

extension EmitTarget {
  /// UIKit's prefetching (`isPrefetchingEnabled`, `prefetchDataSource`) around an NSCache.
  static let uikit = EmitTarget(
    "uikit", "UICollectionView's prefetching, and an NSCache.", loader: "cached",
    ownPolicy: "nscache", keeps: { $0.hasPrefix("nscache") }
  ) { setting in
    var code = EmittedCode(importing: ["UIKit"])
    code.addImageCache(setting)
    code.add("")
    switch PrefetchWindow(setting.prefetcher) {
    case .none?:
      code.add("// In the view controller, for a collection view:")
      code.add("//   collectionView.isPrefetchingEnabled = false")
    case .uikit?:
      code.add(
        "// In the view controller, for a collection view (a table view has the second line):")
      code.add("//   collectionView.isPrefetchingEnabled = true")
      code.add("//   collectionView.prefetchDataSource = self")
    default:
      code.add("// In the view controller: UIKit's prefetching off, and the app's own instead.")
      code.add("//   collectionView.isPrefetchingEnabled = false")
      code.addPrefetching(
        setting, make: [],
        calls: [
          "in scrollViewDidScroll(_:), load what comes into the window, cancel what leaves it"
        ])
      code.lacks(
        "prefetcher '\(setting.prefetcher.text)' by UIKit, which chooses how far it prefetches")
    }
    code.addLoader(setting, own: nil)
    return code
  }
}
